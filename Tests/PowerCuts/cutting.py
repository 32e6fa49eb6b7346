"""Power cuts in a log: a possible state of the disk is checked and mounted, and its takes are recovered and
compared."""

import os
import tarfile
from collections import Counter
from dataclasses import dataclass, field

from recording import DISK_BYTES, FILE_SYSTEM_BYTES, KINDS, LETTERS, fresh_folder, run
from short_names import keep_short_names
from takes import Reference
from virtual_board import Guest, GuestFailed, drive, logged_drive
from write_log import Cut, Disk, Mark, WriteLog

# The check of a disk when a machine starts, and the exit codes for a disk that can be mounted: in order, or repaired.
CHECK = {
    "ext4": (["e2fsck", "-fy"], (0, 1)),
    "vfat": (["fsck.vfat", "-a"], (0, 1)),
    "exfat": (["fsck.exfat", "-y"], (0, 1)),
}


def check_file_system(kind: str, path: str) -> int:
    """The exit code of the file system's own check."""
    return run([*CHECK[KINDS[kind]][0], path]).returncode


@dataclass
class Losses:
    """The outcome of the cuts of one log."""

    cuts: int = 0
    lost: list[str] = field(default_factory=list)
    worst_missing: float = 0.0
    codes: Counter = field(default_factory=Counter)

    def __str__(self) -> str:
        codes = ", ".join(f"{code} ({times}x)" for code, times in sorted(self.codes.items()))
        return (
            f"{self.cuts} cuts, {len(self.lost)} lost something; at most {self.worst_missing:.2f} s missing;"
            f" check of the file system {codes}"
        )


class Recoverer:
    """A guest that mounts disks, recovers their takes and returns the files."""

    def __init__(self, pinna: str, out: str, options: list[str]):
        self.out = fresh_folder(out)
        self.archive = os.path.join(out, "archive")
        with open(self.archive, "wb") as file:
            file.truncate(DISK_BYTES)
        self.guest = Guest("guest-recover.sh", pinna, out, [*options, *drive(self.archive, "archive")])
        while self.guest.receive() != "ready":
            pass

    def start(self, number: int, letter: str, kind: str) -> None:
        """Lets the guest work on a disk."""
        self.guest.send(f"{number} /dev/vd{letter} {kind}")

    def finish(self, number: int) -> tuple[str, list[str]]:
        """The folder of the files, and the failures in the guest."""
        first, _, words = self.guest.receive().partition(" ")
        if first != str(number):
            raise GuestFailed(f"the guest spoke of {first} instead of {number}")
        folder = fresh_folder(os.path.join(self.out, "files"))
        if words == "ok":
            with tarfile.open(self.archive) as archive:
                archive.extractall(folder)
        return folder, [] if words == "ok" else [f"in the guest: {words}"]

    def close(self) -> None:
        """Lets the guest power off."""
        self.guest.send("end")
        self.guest.wait()


class Cutting:
    """Makes cuts with one guest, which mounts the disks."""

    def __init__(self, work: str, pinna: str, reference: Reference, seed: str):
        self.work = work
        self.pinna = pinna
        self.reference = reference
        self.seed = seed
        self.disks = [os.path.join(work, f"cut-{letter}.disk") for letter in "ab"]
        for path in self.disks:
            with open(path, "wb") as file:
                file.truncate(DISK_BYTES)
        options = drive(self.disks[0], "a") + drive(self.disks[1], "b")
        self.recoverer = Recoverer(pinna, os.path.join(work, "recovered"), options)

    def cut(self, kind: str, base: str, log: WriteLog, numbers: list[int]) -> Losses:
        """Makes the cuts of these numbers in a log."""
        losses = Losses()
        cuts = sorted((log.cut(number, f"{self.seed}/{kind}") for number in numbers), key=lambda cut: cut.end)
        disk = Disk(log, base, os.path.join(self.work, "state.disk"))
        pending = None
        # While the guest works on one disk, the next cut is made on the other.
        for turn, cut in enumerate([*cuts, None]):
            prepared = None
            if cut is not None:
                path = self.disks[turn % 2]
                disk.write(cut, path)
                prepared = (cut, check_file_system(kind, path))
            if pending is not None:
                self._look(kind, log, *pending, losses)
            if cut is not None:
                self.recoverer.start(cut.number, "ab"[turn % 2], KINDS[kind])
            pending = prepared
        return losses

    def _look(self, kind: str, log: WriteLog, cut: Cut, code: int, losses: Losses) -> None:
        folder, faults = self.recoverer.finish(cut.number)
        before, after = log.marks_around(cut.end)
        losses.cuts += 1
        losses.codes[code] += 1
        if code not in CHECK[KINDS[kind]][1]:
            faults.append(f"the check of the file system ended with {code}")
        if not faults:
            verdict = self.reference.check(folder, before, after)
            faults += verdict.faults
            losses.worst_missing = max(losses.worst_missing, verdict.missing_seconds)
        if faults:
            losses.lost.append(f"cut {cut.number} at {before.seconds:.2f} s: " + "; ".join(faults[:4]))

    def tear_names(self, base: str, log: WriteLog) -> Losses:
        """Recovers a cut recording on vfat in which every file has only its short name, as after a torn name."""
        path = self.disks[0]
        run(["cp", "--sparse=always", base, path])
        files = keep_short_names(path)
        code = check_file_system("vfat", path)
        self.recoverer.start(0, "a", "vfat")
        losses = Losses()
        self._look("vfat", log, Cut(0, self.seed, 0), code, losses)
        if files < 2:
            losses.lost.append(f"only {files} names were torn")
        return losses

    def log_recoveries(self, kinds: list[str], logs: dict[str, WriteLog]) -> dict[str, WriteLog]:
        """Cuts each recording once within its long take, and logs the recovery's writes to the disk: KIND.again.log."""
        options, marks = [], {}
        for kind in kinds:
            log, base = logs[kind], os.path.join(self.work, f"{kind}.again.base")
            cut = next(cut for cut in (log.cut(number, f"{self.seed}/{kind}/again") for number in range(10000))
                       if self._is_in_long_take(log.marks_around(cut.end)[0]))
            with open(base, "wb"):
                pass
            Disk(log, os.path.join(self.work, f"{kind}.base"), os.path.join(self.work, "state.disk")).write(cut, base)
            check_file_system(kind, base)
            disk = os.path.join(self.work, f"{kind}.disk")
            run(["cp", "--sparse=always", base, disk])
            options += logged_drive(disk, os.path.join(self.work, f"{kind}.again.log"), kind)
            marks[kind] = log.marks_around(cut.end)
        recoverer = Recoverer(self.pinna, os.path.join(self.work, "recovering"), options)
        for number, kind in enumerate(kinds):
            recoverer.start(number, LETTERS[number], KINDS[kind])
            _, faults = recoverer.finish(number)
            if faults:
                raise GuestFailed(f"{kind}: {faults[0]}")
        recoverer.close()
        return {
            kind: WriteLog(os.path.join(self.work, f"{kind}.again.log"), FILE_SYSTEM_BYTES, marks[kind])
            for kind in kinds
        }

    def _is_in_long_take(self, mark: Mark) -> bool:
        """True if the second take is running and has continued in a second file."""
        take = self.reference.takes[1]
        return (mark.started, mark.finished) == (2, 1) and mark.captured > take.start + 0.5 * take.frames
