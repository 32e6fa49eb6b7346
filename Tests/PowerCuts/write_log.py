"""The log of a virtual disk (Linux's dm-log-writes format, as qemu's blklogwrites has it), and power cuts from it."""

import os
import random
import struct
from dataclasses import dataclass

FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
MAGIC = 0x6A736677736872


@dataclass
class Entry:
    """One request to the disk: its position and size, and the position of its data in the log."""

    sector: int
    sectors: int
    flags: int
    offset: int
    size: int


@dataclass
class Mark:
    """The recorder's own report: its progress at the entry with this number."""

    entry: int
    seconds: float
    captured: int
    started: int
    finished: int
    unwritten: int


@dataclass
class Cut:
    """A power cut: the number of the first entry that never reached the disk, and a name."""

    number: int
    seed: str
    end: int


class WriteLog:
    """A log, read from a file.

    The log contains the marks, at positions after the file system; otherwise, every cut of the log lies `between` the
    same two marks. """

    def __init__(self, path: str, mark_at: int, between: tuple[Mark, Mark] | None = None):
        self.file = open(path, "rb")
        magic, _, count, self.sector = struct.unpack("<QQQI", self.file.read(28))
        if magic != MAGIC:
            raise ValueError(f"{path} is not a log of writes")
        self.mark_at = mark_at
        self.between = between
        self.entries: list[Entry] = []
        self.marks: list[Mark] = []
        self.file.seek(self.sector)
        for number in range(count):
            self._read_entry(number)
        marked = {mark.entry for mark in self.marks}
        self._requests = [number for number in range(count) if number not in marked]

    def _read_entry(self, number: int) -> None:
        sector, sectors, flags, extra = struct.unpack_from("<QQQQ", self.file.read(self.sector))
        offset = self.file.tell()
        size = 0 if flags & DISCARD else extra if flags & MARK else sectors * self.sector
        entry = Entry(sector, sectors, flags, offset, size)
        self.entries.append(entry)
        if size and self.is_mark(entry):
            words = self.data(entry).split(b"\n")[0].split()
            self.marks.append(Mark(number, float(words[0]), *map(int, words[1:])))
        self.file.seek(offset + (size + self.sector - 1) // self.sector * self.sector)

    def is_mark(self, entry: Entry) -> bool:
        """True if the entry is a mark of the recorder, which lies after the file system."""
        return entry.sector * self.sector >= self.mark_at

    def data(self, entry: Entry) -> bytes:
        """The bytes that an entry writes."""
        self.file.seek(entry.offset)
        return self.file.read(entry.size)

    def last_flush(self, end: int) -> int:
        """The number of the last flush before an entry, or -1."""
        for number in range(end - 1, -1, -1):
            if self.entries[number].flags & FLUSH:
                return number
        return -1

    def marks_around(self, end: int) -> tuple[Mark, Mark]:
        """The last mark before a cut and the first one after it."""
        if self.between:
            return self.between
        before = max((m for m in self.marks if m.entry < end), key=lambda m: m.entry, default=self.marks[0])
        after = min((m for m in self.marks if m.entry >= end), key=lambda m: m.entry, default=self.marks[-1])
        return before, after

    def longest_without_flush(self) -> float:
        """The longest time without a flush of the disk during a take, in seconds."""
        longest, since, mark = 0.0, None, 0
        for number, entry in enumerate(self.entries):
            while mark + 1 < len(self.marks) and self.marks[mark + 1].entry <= number:
                mark += 1
            now = self.marks[mark]
            if entry.flags & FLUSH or now.started == now.finished:
                since = now.seconds
            elif since is not None:
                longest = max(longest, now.seconds - since)
        return longest

    def cut(self, number: int, seed: str) -> Cut:
        """The cut with a given number: even cuts at a random time, odd cuts at a random request of the file system.

        Requests are dense where files are synced and renamed, so odd cuts fall there; even cuts are typical for users.
        """
        chance = random.Random(f"{seed}/{number}")
        if not self.marks:
            return Cut(number, seed, chance.randint(0, len(self.entries)))
        first, last = self.marks[0], self.marks[-1]
        if number % 2 == 1:
            return Cut(number, seed, chance.choice(self._requests[1:]))
        when = chance.uniform(first.seconds, last.seconds)
        before = max(i for i, mark in enumerate(self.marks) if mark.seconds <= when)
        next_mark = self.marks[min(before + 1, len(self.marks) - 1)].entry
        return Cut(number, seed, chance.randint(self.marks[before].entry + 1, next_mark + 1))


class Disk:
    """A disk image that grows with the log and gives the image after a cut.

    The model: all data before the last completed flush survive. Each later request survives with probability one half,
    and every fifth surviving request is torn: only its first sectors arrived. """

    def __init__(self, log: WriteLog, base: str, path: str):
        self.log = log
        self.applied = 0
        self.state = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        source = os.open(base, os.O_RDONLY)
        copy_sparse(source, self.state)
        os.close(source)

    def __del__(self):
        os.close(self.state)

    def write(self, cut: Cut, path: str) -> None:
        """Writes the disk after a cut over an existing file. Cuts must come in the order of the log."""
        target = os.open(path, os.O_RDWR)
        self._write(cut, target)
        os.close(target)

    def _write(self, cut: Cut, target: int) -> None:
        flushed = self.log.last_flush(cut.end)
        for entry in self.log.entries[self.applied : flushed + 1]:
            self._apply(entry, self.state)
        self.applied = max(self.applied, flushed + 1)
        copy_sparse(self.state, target)
        chance = random.Random(f"{cut.seed}/{cut.number}/writes")
        for entry in self.log.entries[self.applied : cut.end]:
            if entry.flags & FUA:
                self._apply(entry, target)
            elif chance.random() < 0.5:
                torn = chance.random() < 0.2
                self._apply(entry, target, chance.randint(0, entry.sectors) if torn else entry.sectors)

    def _apply(self, entry: Entry, target: int, sectors: int | None = None) -> None:
        if entry.size == 0 or entry.flags & MARK or self.log.is_mark(entry):
            return
        data = self.log.data(entry)
        if sectors is not None:
            data = data[: sectors * self.log.sector]
        os.pwrite(target, data, entry.sector * self.log.sector)


def copy_sparse(source: int, target: int) -> None:
    """Copies an open file over another one, and keeps it sparse."""
    size = os.fstat(source).st_size
    os.ftruncate(target, 0)
    os.ftruncate(target, size)
    place = 0
    while place < size:
        try:
            place = os.lseek(source, place, os.SEEK_DATA)
        except OSError:  # no data after this position
            return
        end = os.lseek(source, place, os.SEEK_HOLE)
        while place < end:
            data = os.pread(source, min(end - place, 1 << 22), place)
            os.pwrite(target, data, place)
            place += len(data)
