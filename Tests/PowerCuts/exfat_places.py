"""The positions of entries in an exFAT directory: a cut can tear an entry that spans two sectors."""

import os
import struct
from collections.abc import Iterator

ENTRY, SECTOR = 32, 512
END, FILE, NAME = 0x00, 0x85, 0xC1


def divided_files(path: str) -> tuple[int, list[str]]:
    """The number of files in the root directory of an exFAT image, and the number of files whose entries span two
    sectors.

    A file is a sequence of entries: a file entry with the number of following entries, an entry for the location, and
    the name in pieces (Microsoft, exFAT file system specification, sections 7.4 to 7.7). """
    image = os.open(path, os.O_RDONLY)
    places = list(_root_entries(image))
    entries = [os.pread(image, ENTRY, place) for place in places]
    os.close(image)
    files, divided = 0, []
    for number, entry in enumerate(entries):
        if entry[0] == END:
            break
        if entry[0] == FILE:
            row = range(number, number + 1 + entry[1])
            files += 1
            if len({places[index] // SECTOR for index in row}) > 1:
                name = b"".join(entries[index][2:] for index in row if entries[index][0] == NAME)
                divided.append(name.decode("utf-16-le").rstrip("\0"))
    return files, divided


def _root_entries(image: int) -> Iterator[int]:
    """The positions of the entries in the root directory, cluster by cluster."""
    start = os.pread(image, SECTOR, 0)
    table, _, heap, _, cluster = struct.unpack_from("<5I", start, 80)
    sector, in_cluster = 1 << start[108], 1 << start[109]
    while 2 <= cluster < 0xFFFFFFF7:
        first = (heap + (cluster - 2) * in_cluster) * sector
        yield from range(first, first + in_cluster * sector, ENTRY)
        cluster, = struct.unpack("<I", os.pread(image, 4, table * sector + 4 * cluster))
