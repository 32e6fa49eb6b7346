#!/usr/bin/env python3
"""Cuts the power of a recorder at random instants and looks whether its takes are there.

A guest records in real time onto disks whose writes are logged. Any number of cuts is then made from the log: the disk
as it may be at that instant is checked by the file system's own program, mounted by a second guest, its takes are
recovered by the product, and the files are compared with a recording that nobody cut.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field

from takes import Reference
from virtual_board import Guest, GuestFailed, drive, logged_drive
from write_log import Disk, WriteLog

MEGABYTE = 1 << 20
FILE_SYSTEM_BYTES = 320 * MEGABYTE
MAKE = {
    "ext4": ["mke2fs", "-q", "-F", "-t", "ext4"],
    "vfat": ["mkfs.vfat", "-F", "32", "-s", "8"],
    "exfat": ["mkfs.exfat"],
}
# The check that a machine does at start, and the exit codes after which the disk may be mounted.
CHECK = {
    "ext4": (["e2fsck", "-fy"], (0, 1)),
    "vfat": (["fsck.vfat", "-a"], (0, 1)),
    "exfat": (["fsck.exfat", "-y"], (0, 1)),
}


@dataclass
class Result:
    """What came of the cuts of one file system."""

    lost: list[str] = field(default_factory=list)
    worst_missing: float = 0.0
    codes: Counter = field(default_factory=Counter)


def run(command: list[str]) -> subprocess.CompletedProcess:
    """Runs a program of the machine's administration."""
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


class PowerCuts:
    """One run of the test."""

    def __init__(self, options):
        self.options = options
        self.work = os.path.abspath(options.work)

    def path(self, *names: str) -> str:
        return os.path.join(self.work, *names)

    def make_reference(self) -> Reference:
        """Records on this machine as fast as possible: what the takes should be."""
        folder = self.path("reference")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        done = run([*self._recorder(), folder, self.options.format])
        if done.returncode != 0:
            raise GuestFailed(f"the recorder failed: {done.stderr}")
        self.lines = done.stdout
        reference = Reference(folder, done.stdout, 1.0 if self.options.format == "wav" else 2.0)
        overlooked = reference.check_itself()
        if overlooked:
            raise GuestFailed(f"the check overlooks {', '.join(overlooked)}")
        return reference

    def _recorder(self) -> list[str]:
        return [self.options.recorder, self.options.board, self.path("designs")]

    def record(self) -> None:
        """Records in a guest, onto all disks at once."""
        options = []
        out = self.path("recording")
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        lines = [" ".join([str(FILE_SYSTEM_BYTES), *self._recorder(), self.options.format])]
        for number, kind in enumerate(self.options.kinds):
            base, disk, log = (self.path(f"{kind}.{name}") for name in ("base", "disk", "log"))
            self._make_disk(kind, base)
            run(["cp", "--sparse=always", base, disk])
            open(log, "wb").close()
            options += logged_drive(disk, log, kind)
            lines.append(f"/dev/vd{'abc'[number]} {kind}")
        with open(self.path("recording", "job"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        if self.options.no_sync:
            library = os.path.join(out, "no_sync.so")
            run(["cc", "-shared", "-fPIC", "-o", library, os.path.join(os.path.dirname(__file__), "no_sync.c")])
        Guest("guest-record.sh", "/run/out/job", out, options, {"BOARD_CLOCK": "instructions"}).wait(900)
        for kind in self.options.kinds:
            with open(os.path.join(out, f"{kind}.takes"), encoding="utf-8") as file:
                if file.read() != self.lines:
                    raise GuestFailed(f"{kind}: the guest recorded other takes than this machine")

    @staticmethod
    def _make_disk(kind: str, path: str) -> None:
        """A disk with a file system, and room behind it for the marks."""
        if os.path.exists(path):
            os.remove(path)
        with open(path, "wb") as file:
            file.truncate(FILE_SYSTEM_BYTES)
        made = run([*MAKE[kind], path])
        if made.returncode != 0:
            raise GuestFailed(f"{kind}: {made.stderr}")
        os.truncate(path, FILE_SYSTEM_BYTES + MEGABYTE)

    def cut_all(self, reference: Reference) -> dict[str, Result]:
        """Makes all cuts of all file systems, with one guest that mounts them."""
        disks = [self.path(f"cut{number}.disk") for number in range(2)]
        for disk in disks:
            with open(disk, "wb") as file:
                file.truncate(FILE_SYSTEM_BYTES + MEGABYTE)
        out = self.path("recovered")
        shutil.rmtree(out, ignore_errors=True)
        guest = Guest("guest-recover.sh", self.options.pinna, out, drive(disks[0], "a") + drive(disks[1], "b"))
        try:
            while guest.receive() != "ready":
                pass
            results = {kind: self._cut(kind, reference, guest, disks) for kind in self.options.kinds}
            guest.send("end")
            guest.wait(60)
        finally:
            guest.end()
        return results

    def _cut(self, kind: str, reference: Reference, guest: Guest, disks: list[str]) -> Result:
        result = Result()
        log = WriteLog(self.path(f"{kind}.log"), FILE_SYSTEM_BYTES)
        numbers = [self.options.only] if self.options.only is not None else range(self.options.cuts)
        cuts = sorted((log.cut(number, f"{self.options.seed}/{kind}") for number in numbers), key=lambda cut: cut.end)
        disk = Disk(log, self.path(f"{kind}.base"), self.path("state.disk"))
        pending = None
        # While the guest works on one disk, the next cut is made on the other.
        for turn, cut in enumerate([*cuts, None]):
            prepared = None
            if cut is not None:
                prepared = (cut, turn % 2, self._prepare(kind, disk, cut, disks[turn % 2]))
            if pending is not None:
                self._look(kind, log, reference, pending, guest.receive(), result)
            if prepared is not None:
                guest.send(f"{prepared[0].number} /dev/vd{'ab'[prepared[1]]} {kind}")
            pending = prepared
        self._say(kind, result, log)
        return result

    def _prepare(self, kind: str, disk: Disk, cut, path: str) -> int:
        """The disk after a cut, checked; returns the exit code of the check."""
        target = os.open(path, os.O_RDWR)
        disk.make(cut, target)
        os.close(target)
        return run([*CHECK[kind][0], path]).returncode

    def _look(self, kind: str, log: WriteLog, reference: Reference, pending, answer: str, result: Result) -> None:
        cut, _, code = pending
        before, after = log.marks_around(cut.end)
        folder = self.path("recovered", str(cut.number))
        faults = []
        result.codes[code] += 1
        if code not in CHECK[kind][1]:
            faults.append(f"the check of the file system ended with {code}")
        number, _, words = answer.partition(" ")
        if number != str(cut.number):
            raise GuestFailed(f"the guest answers {answer!r} to cut {cut.number}")
        if words != "ok":
            faults.append(f"in the guest failed: {words}")
        if os.path.isdir(folder):
            verdict = reference.check(folder, before, after)
            faults += verdict.faults
            result.worst_missing = max(result.worst_missing, verdict.missing_seconds)
        if faults:
            result.lost.append(f"{kind} cut {cut.number} at {before.seconds:.2f} s: " + "; ".join(faults[:4]))
        if self.options.only is None:
            shutil.rmtree(folder, ignore_errors=True)

    def _say(self, kind: str, result: Result, log: WriteLog) -> None:
        count = sum(result.codes.values())
        codes = ", ".join(f"{code} ({times}x)" for code, times in sorted(result.codes.items()))
        print(
            f"{kind}: {count} cuts, {len(result.lost)} with a loss; at most {result.worst_missing:.2f} s missing;"
            f" longest without a flush {log.longest_without_flush():.2f} s; check of the file system: {codes}",
            flush=True,
        )
        if self.options.no_sync:
            return
        for line in result.lost[:10]:
            print(f"  {line}", flush=True)
        if len(result.lost) > 10:
            print(f"  and {len(result.lost) - 10} more", flush=True)
        if result.lost and self.options.only is None:
            print("  One of them again, with its files kept: deploy/test-power-cut --only NUMBER", kind, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=10, help="cuts for each file system")
    parser.add_argument("--only", type=int, help="repeat the cut of this number and keep its files")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--format", default="wav")
    parser.add_argument("--no-sync", action="store_true", help="record without syncs, and expect losses")
    parser.add_argument("--keep-recording", action="store_true", help="cut the recording of the last run again")
    parser.add_argument("--recorder", required=True)
    parser.add_argument("--pinna", required=True)
    parser.add_argument("--board", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("kinds", nargs="*", choices=[*MAKE, []])
    options = parser.parse_args()
    options.kinds = options.kinds or list(MAKE)
    cuts = PowerCuts(options)
    os.makedirs(cuts.work, exist_ok=True)
    try:
        reference = cuts.make_reference()
        if not options.keep_recording and options.only is None:
            cuts.record()
        results = cuts.cut_all(reference)
    except GuestFailed as error:
        print(f"The test could not be made: {error}", file=sys.stderr)
        return 1
    if options.no_sync:
        blind = [kind for kind, result in results.items() if not result.lost]
        if blind:
            print(f"Nothing was synced and nothing was lost: this test is blind for {', '.join(blind)}", file=sys.stderr)
        return 1 if blind else 0
    return 1 if any(result.lost for result in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
