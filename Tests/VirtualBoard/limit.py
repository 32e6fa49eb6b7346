"""How long a guest may run: by the processor time of its emulator, which a busy machine does not use up."""
import contextlib
import os
import time

# Of a guest that hangs at rest there is no processor time to count: far longer than any machine needs.
WALL_SECONDS = 4 * 3600


class Limit:
    """The limit of a process that was just started."""

    def __init__(self, process, seconds):
        self.process, self.seconds, self.began = process, seconds, time.monotonic()
        # Seconds of processor that the process had when it was looked at last.
        self.used = 0.0

    def is_over(self):
        """True once the process has used up what it may have."""
        with contextlib.suppress(OSError), open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
            self.used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return self.used > self.seconds or time.monotonic() > self.began + WALL_SECONDS

    def wait(self, meanwhile=lambda: None):
        """Waits for the end of the process, and does something again and again until then; false when it had to be
        killed for its limit."""
        while self.process.poll() is None:
            meanwhile()
            if self.is_over():
                self.process.kill()
                self.process.wait()
                return False
            time.sleep(0.1)
        return True
