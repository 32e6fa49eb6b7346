"""Guests of the virtual board, started from Python."""

import os
import select
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VIRTUAL_BOARD = os.path.join(os.path.dirname(HERE), "VirtualBoard")
BOOT = os.path.join(VIRTUAL_BOARD, "boot")
sys.path.insert(0, VIRTUAL_BOARD)
import limit  # noqa: E402

# The processor time that a guest may use, in seconds: about ten times the usage of the longest guest.
LIMIT = 3600


class GuestFailed(Exception):
    """The error for a guest that failed."""


class Guest:
    """A guest that runs a script in this folder; its second serial port is `port`."""

    def __init__(self, script: str, argument: str, out: str, options: list[str],
                 environment: dict[str, str] | None = None):
        self.out, self.script = out, script
        os.makedirs(out, exist_ok=True)
        command = [BOOT, os.path.join(HERE, script), argument, out, *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            env={**os.environ, **(environment or {})}
        )
        self.limit = limit.Limit(self.process, LIMIT)

    def send(self, line: str) -> None:
        """Sends a line to the guest."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self) -> str:
        """The next line from the guest."""
        while not select.select([self.process.stdout], [], [], 1.0)[0]:
            if self.limit.is_over():
                self.process.kill()
        line = self.process.stdout.readline()
        if not line:
            raise GuestFailed(f"the guest ended early:\n{self.words()}")
        return line.decode().strip()

    def wait(self) -> None:
        """Waits until the guest has powered off, and checks the script's exit status."""
        if not self.limit.wait():
            raise GuestFailed(f"the guest did not end in time:\n{self.words()}")
        print(f"{self.script}: {self.limit.used:.0f} s of processor", flush=True)
        status = self._text("status").strip()
        if status != "0":
            raise GuestFailed(f"the guest's script ended with {status or 'nothing'}:\n{self.words()}")

    def end(self) -> None:
        """Ends the guest in any state."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def words(self) -> str:
        """The last output of the guest's script and kernel."""
        return "\n".join(self._text(name)[-2000:] for name in ("log", "console"))

    def _text(self, name: str) -> str:
        try:
            with open(os.path.join(self.out, name), encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""


def drive(path: str, name: str) -> list[str]:
    """Options for a disk."""
    return [
        "-blockdev", f"driver=file,filename={path},node-name={name},cache.no-flush=on",
        "-device", f"virtio-blk-pci,drive={name}",
    ]


def logged_drive(path: str, log: str, name: str) -> list[str]:
    """Options for a disk whose writes and flushes are logged in a new file.

    The log records flushes; they do not wait for this machine's own disk. """
    open(log, "wb").close()
    return [
        "-blockdev", f"driver=file,filename={path},node-name={name}-file,cache.no-flush=on",
        "-blockdev", f"driver=file,filename={log},node-name={name}-log,cache.no-flush=on",
        "-blockdev", f"driver=blklogwrites,file={name}-file,log={name}-log,node-name={name}",
        "-device", f"virtio-blk-pci,drive={name}",
    ]
