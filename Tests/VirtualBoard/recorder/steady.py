"""Runs in the guest: makes the guest's time follow its instructions alone.

A sleeping guest executes no instructions, and its clock follows the machine's clock: a stall of the machine is then a
stall of the guest. Idle instructions therefore run while nothing else does. They cost the emulator little: a second of
guest time takes a seventh of a second on an idle machine; on a busy machine it takes longer, but the guest does not
notice. """
import contextlib
import ctypes
import mmap
import os
import signal
import subprocess
import sys

# The number of consecutive idle instructions.
IN_ROW = 16384


class Steady:
    """The process that runs idle instructions."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-B", os.path.abspath(__file__)], stdin=subprocess.DEVNULL)

    def seconds(self):
        """The processor time of the process in seconds: the time in which there was nothing to do."""
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @contextlib.contextmanager
    def at_rest(self):
        """Lets the guest's clock follow the machine's clock during a wait for the machine."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


def main():
    # nop ...; jmp to the first
    code = b"\x90" * IN_ROW + b"\xe9" + (-IN_ROW - 5).to_bytes(4, "little", signed=True)
    page = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()


if __name__ == "__main__":
    main()
