"""The recording to cut: its expected contents, and disks with a log of their writes."""

import os
import shutil
import subprocess

from takes import Reference
from virtual_board import VIRTUAL_BOARD, Guest, GuestFailed, logged_drive

STEADY = os.path.join(VIRTUAL_BOARD, "recorder", "steady.py")
MEGABYTE = 1 << 20
# The names of the disks in the guest, in order.
LETTERS = "abcd"
FILE_SYSTEM_BYTES = 320 * MEGABYTE
# The space for the recorder's marks after the file system.
DISK_BYTES = FILE_SYSTEM_BYTES + MEGABYTE
MAKE = {
    "ext4": ["mke2fs", "-q", "-F", "-t", "ext4"],
    "vfat": ["mkfs.vfat", "-F", "32", "-s", "8"],
    "exfat": ["mkfs.exfat"],
}
# The second medium of the recorder that records onto ext4.
MIRROR, MIRRORED = "mirror", "ext4"
# Every disk to cut, with its file system.
KINDS = {**{kind: kind for kind in MAKE}, MIRROR: "vfat"}


def run(command: list[str]) -> subprocess.CompletedProcess:
    """Runs a program; programs for file systems are in the administrator's folders."""
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def make_disk(system: str, path: str) -> None:
    """Makes an image with an empty file system."""
    if os.path.exists(path):
        os.remove(path)
    with open(path, "wb") as file:
        file.truncate(FILE_SYSTEM_BYTES)
    made = run([*MAKE[system], path])
    if made.returncode != 0:
        raise GuestFailed(f"{system}: {made.stderr}")
    os.truncate(path, DISK_BYTES)


def fresh_folder(path: str) -> str:
    """An empty folder."""
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


class Recording:
    """The recording of one run, in a folder of disks and logs."""

    def __init__(self, work: str, recorder: str, board: str, form: str):
        self.work = work
        self.form = form
        self.command = [recorder, board, os.path.join(work, "designs")]
        self.lines = ""

    def plan(self) -> None:
        """Records the expected takes and their files on this machine, as fast as possible."""
        folder = fresh_folder(os.path.join(self.work, "reference"))
        done = run([*self.command, folder, self.form])
        if done.returncode != 0:
            raise GuestFailed(f"the recorder failed: {done.stderr}")
        self.lines = done.stdout

    def reference(self) -> Reference:
        """The expected takes, from this machine or from the guest, after a self-test of the check."""
        guest = os.path.join(self.work, "recording", "reference")
        is_lossy = self.form in ("opus", "m4a")
        reference = Reference(guest if is_lossy else os.path.join(self.work, "reference"), self.lines)
        overlooked = reference.check_itself()
        if overlooked:
            raise GuestFailed(f"the check of the files overlooks {', '.join(overlooked)}")
        return reference

    def record(self, kinds: list[str], without_sync: bool) -> None:
        """Records in a guest in real time, onto all disks in parallel: leaves KIND.base and KIND.log."""
        out = fresh_folder(os.path.join(self.work, "recording"))
        options, places = [], {}
        for number, kind in enumerate(kinds):
            base, disk, log = (os.path.join(self.work, f"{kind}.{name}") for name in ("base", "disk", "log"))
            make_disk(KINDS[kind], base)
            run(["cp", "--sparse=always", base, disk])
            options += logged_drive(disk, log, kind)
            places[kind] = f"/dev/vd{LETTERS[number]} {KINDS[kind]}"
        lines = [" ".join([str(FILE_SYSTEM_BYTES), STEADY, *self.command, self.form])]
        for kind in kinds:
            if kind != MIRROR:
                second = places.get(MIRROR, "") if kind == MIRRORED else ""
                lines.append(f"{kind} {places[kind]} {second}".rstrip())
        with open(os.path.join(out, "job"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        if without_sync:
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "no_sync.c")
            made = run(["cc", "-shared", "-fPIC", "-o", os.path.join(out, "no_sync.so"), source])
            if made.returncode != 0:
                raise GuestFailed(made.stderr)
        Guest("guest-record.sh", "/run/out/job", out, options, {"BOARD_CLOCK": "instructions"}).wait()
        for name in sorted(os.listdir(out)):
            if name.endswith(".takes"):
                with open(os.path.join(out, name), encoding="utf-8") as file:
                    if file.read() != self.lines:
                        raise GuestFailed(f"{name}: the guest recorded other takes than this machine")
