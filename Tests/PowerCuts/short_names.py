"""The remains of torn directory entries on vfat: files with only their short names."""

import os
import re
import struct

SLOT = 32
LONG_NAME, DELETED, END = 0x0F, 0xE5, 0x00
# Six digits of the date, or two and four of a hash, a tilde and a number; the ending without its dot.
TAKE = re.compile(rb"[0-9]{2}[0-9A-F]{4}~[0-9][A-Z0-9]{3}")


def keep_short_names(path: str) -> int:
    """Deletes the long names of all takes in the root directory of a FAT32 image; returns the number of files.

    A long name is a row of slots in front of the short one (Microsoft, FAT: General Overview of On-Disk Format, 1.03).
    """
    image = os.open(path, os.O_RDWR)
    files = 0
    pieces: list[int] = []
    for place in _root_slots(image):
        slot = os.pread(image, SLOT, place)
        if slot[0] == END:
            break
        if slot[0] == DELETED:
            pieces = []
        elif slot[11] == LONG_NAME:
            pieces.append(place)
        else:
            if TAKE.fullmatch(slot[:11]):
                for piece in pieces:
                    os.pwrite(image, bytes([DELETED]), piece)
                files += bool(pieces)
            pieces = []
    os.close(image)
    return files


def _root_slots(image: int):
    """The positions of the slots in the root directory, cluster by cluster."""
    start = os.pread(image, 64, 0)
    sector, = struct.unpack_from("<H", start, 11)
    in_cluster, reserved, tables = struct.unpack_from("<BHB", start, 13)
    table_sectors, = struct.unpack_from("<I", start, 36)
    cluster, = struct.unpack_from("<I", start, 44)
    data = (reserved + tables * table_sectors) * sector
    while 2 <= cluster < 0x0FFFFFF8:
        first = data + (cluster - 2) * in_cluster * sector
        yield from range(first, first + in_cluster * sector, SLOT)
        cluster = struct.unpack("<I", os.pread(image, 4, reserved * sector + 4 * cluster))[0] & 0x0FFFFFFF
