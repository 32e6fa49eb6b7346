"""In the guest: lets its time follow its instructions alone.

While a guest sleeps it has no instructions, and its clock follows the machine's: a stall of the machine is then one of
the guest. So instructions that do nothing run while nothing else wants to. The emulator makes next to nothing of them:
a second of them takes a seventh of one on an idle machine, and longer, unnoticed, on a busy one.
"""
import contextlib
import ctypes
import mmap
import os
import signal
import subprocess
import sys

# Instructions that do nothing in a row.
IN_ROW = 16384


class Steady:
    """The process that does so."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-B", os.path.abspath(__file__)], stdin=subprocess.DEVNULL)

    def seconds(self):
        """The seconds of the processor that it had: those in which there was nothing to do."""
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @contextlib.contextmanager
    def at_rest(self):
        """Lets the guest's clock follow the machine's meanwhile, while something of the machine is waited for."""
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
