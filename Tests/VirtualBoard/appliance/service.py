"""Runs in the guest: the recorder under systemd, the journal, and the folder of takes."""
import fcntl
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import time

OUT = "/run/out"
TAKES = "/var/lib/pinna/takes"
SETTINGS = "/etc/pinna/pinna.toml"
# The time limit for any event, in seconds of the guest.
PATIENCE = 300


def now():
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def run(*command):
    """A command's exit status and its whole output."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def until(true, seconds=PATIENCE, step=0.05):
    """Waits until a condition is true; returns false if it never is."""
    end = now() + seconds
    while now() < end:
        if true():
            return True
        time.sleep(step)
    return bool(true())


class Journal:
    """The journal of some units, as it comes."""

    def __init__(self, path, units=("pinna", "pinna-copy")):
        self.path, self.size, self.read = path, -1, ""
        self.file = open(path, "w")
        self.process = subprocess.Popen(
            ["journalctl", "-f", "-n", "all", "-o", "cat", *("--unit=" + unit for unit in units)],
            stdin=subprocess.DEVNULL, stdout=self.file, stderr=subprocess.DEVNULL)

    def text(self):
        size = os.path.getsize(self.path)
        if size != self.size:
            with open(self.path, errors="replace") as file:
                self.size, self.read = size, file.read()
        return self.read

    def count(self, pattern):
        return len(re.findall(pattern, self.text()))

    def wait(self, pattern, count=1, seconds=PATIENCE):
        """Waits until the journal has this many matching lines; returns false if it never does."""
        return until(lambda: self.count(pattern) >= count, seconds)

    def keep(self, name):
        shutil.copy(self.path, "%s/%s" % (OUT, name))


class Service:
    """pinna.service."""

    name = "pinna.service"

    def facts(self, *names):
        """The unit's properties in systemd: text by name."""
        _, text = run("systemctl", "show", self.name, *("--property=" + name for name in names))
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)

    def fact(self, name):
        return self.facts(name).get(name, "")

    def process(self):
        return int(self.fact("MainPID") or 0)

    def is_active(self):
        return self.fact("ActiveState") == "active"

    def start(self, verb="start"):
        return run("systemctl", verb, self.name)[0]

    def stop(self):
        return run("systemctl", "stop", self.name)[0]

    @staticmethod
    def takes():
        """Finished rendered takes, in order."""
        if not os.path.isdir(TAKES):
            return []
        return sorted(name for name in os.listdir(TAKES)
                      if name.endswith(".wav") and "_raw" not in name and ".recording." not in name)

    @staticmethod
    def unfinished():
        return sorted(name for name in os.listdir(TAKES) if ".recording." in name)

    @staticmethod
    def files(take):
        """The files of a take."""
        stem = take[:-len(".wav")]
        return sorted(os.path.join(TAKES, name) for name in os.listdir(TAKES) if name.startswith(stem))

    @staticmethod
    def show(take):
        """The metadata of a take."""
        code, text = run("pinna", "takes", "show", "--json", os.path.join(TAKES, take))
        return json.loads(text) if code == 0 else {}

    @staticmethod
    def verify(take):
        """The complaints of `pinna takes verify` about a take; empty if the take is intact."""
        code, text = run("pinna", "takes", "verify", os.path.join(TAKES, take))
        return "" if code == 0 else text.strip()

    def collect(self, group, take):
        """Copies a take to the folder where it is judged."""
        os.makedirs("%s/%s" % (OUT, group), exist_ok=True)
        for path in self.files(take):
            shutil.copy(path, "%s/%s" % (OUT, group))


def process_facts(process):
    """A process's status in the kernel: text by name."""
    with open("/proc/%d/status" % process) as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def threads(process):
    """(scheduling policy, priority) of every thread."""
    found = []
    for name in os.listdir("/proc/%d/task" % process):
        found.append((os.sched_getscheduler(int(name)), os.sched_getparam(int(name)).sched_priority))
    return found


def network_up(name, address):
    """Gives a network card an address in a /24 network, and switches it on; returns true on success."""
    # Source: netdevice(7), linux/sockios.h.
    set_address, set_mask, set_flags, up = 0x8916, 0x891C, 0x8914, 0x1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        for what, value in ((set_address, address), (set_mask, "255.255.255.0")):
            fcntl.ioctl(one, what, struct.pack("16sHH4s8x", name.encode(), socket.AF_INET, 0, socket.inet_aton(value)))
        fcntl.ioctl(one, set_flags, struct.pack("16sH14x", name.encode(), up))
    return until(lambda: open("/sys/class/net/%s/operstate" % name).read().strip() in ("up", "unknown"))


def seconds_from_power():
    """Seconds from the start of the emulated machine to the kernel's zero: its processor counts from power on.

    Every instruction takes a nanosecond of this machine, and its counter counts nanoseconds.
    """
    import ctypes
    import mmap
    # rdtsc; shl rdx, 32; or rax, rdx; ret
    code = bytes.fromhex("0f31 48c1e220 4809d0 c3")
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    counter = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    return counter() / 1e9 - now()
