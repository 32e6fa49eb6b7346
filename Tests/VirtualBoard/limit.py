"""The time limit of a guest, as processor time of its emulator, which does not advance while a busy machine delays
it."""
import contextlib
import os
import time

# A guest that hangs idle uses no processor time, so there is a second limit, far longer than any machine needs.
WALL_SECONDS = 4 * 3600


class Limit:
    """The limit of a newly started process."""

    def __init__(self, process, seconds):
        self.process, self.seconds, self.began = process, seconds, time.monotonic()
        # The processor time of the process at the last check, in seconds.
        self.used = 0.0

    def is_over(self):
        """True when the process has used up its limit."""
        with contextlib.suppress(OSError), open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
            self.used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return self.used > self.seconds or time.monotonic() > self.began + WALL_SECONDS

    def wait(self, meanwhile=lambda: None):
        """Waits for the end of the process, calling a function repeatedly; false if the process was killed at its
        limit."""
        while self.process.poll() is None:
            meanwhile()
            if self.is_over():
                self.process.kill()
                self.process.wait()
                return False
            time.sleep(0.1)
        return True
