"""A computer in QEMU that starts from a card, and the parts of it that a person can see and touch.

The lights and the record button are connected to its GPIO chip, a PL061. The button is QEMU's power button on that chip
(line 3, closed for 100 ms); the lights are read from the chip's data register.

Its time follows its instructions, 1e9 per second, or real time while it is idle. All limits are in its own seconds, so
they do not depend on the processor time that the emulation gets. """
import json
import os
import signal
import socket
import subprocess
import tempfile
import time

# The chip's label in the guest, and its lines.
CHIP, BUTTON, STATUS_LIGHT, RECORD_LIGHT = "9030000.pl061", 3, 1, 2
# The data register with the address bits of all eight lines.
DATA = 0x90303FC
# The clock chip's seconds.
CLOCK = 0x9010000
# Drivers that would claim the button for the system.
KERNEL_WORDS = "console=ttyAMA0 modprobe.blacklist=gpio_keys systemd.wants=m.service"
# A card of the kernel in whose other end a sound is played, in a loop without a seam: m.service, because QEMU takes no
# longer name. The player comes before what has no hurry, so that it never runs dry.
MICROPHONES = """[Unit]
Before=pinna.service
[Service]
ExecStartPre=/sbin/modprobe snd-aloop pcm_substreams=1
Nice=-10
ExecStart=/bin/sh -c 'while cat /dev/disk/by-id/virtio-scene; do :; done | \
  exec aplay -q -t raw -D hw:CARD=Loopback,DEV=0 -f S32_LE -c 4 -r 48000'
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Machine:
    """A running computer."""

    def __init__(self, card, work, scene=None, key=None, disk=None):
        """Switches it on, with the kernel and initial system of the card, and the card or another disk."""
        self.work, self.key = work, key
        self.folder = tempfile.mkdtemp(prefix="machine-", dir="/tmp")
        words = card.read("cmdline.txt")
        for name in card.names():
            for start, target in (("vmlinuz-", "kernel"), ("initrd.img-", "initrd")):
                if name.startswith(start):
                    card.fetch(name, os.path.join(work, target))
        self.ssh_port, self.web_port = free_port(), free_port()
        self.console = os.path.join(work, "console")
        sound = ["-drive", "if=none,id=scene,format=raw,read-only=on,file=" + scene, "-device",
                 "virtio-blk-pci,drive=scene,serial=scene"] if scene else []
        self.process = subprocess.Popen(
            ["qemu-system-aarch64", "-machine", "virt,gic-version=2", "-cpu", "cortex-a72", "-m", "1G",
             "-icount", "shift=0", "-smp", "1", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
             "-serial", "file:" + self.console,
             "-qmp", "unix:%s/qmp,server=on,wait=off" % self.folder, "-rtc", "clock=vm",
             "-kernel", os.path.join(work, "kernel"), "-initrd", os.path.join(work, "initrd"),
             "-append", "%s %s" % (words.strip(), KERNEL_WORDS),
             "-fw_cfg", "name=opt/io.systemd.credentials/systemd.extra-unit.m.service,file="
             + self._written("unit", MICROPHONES),
             "-drive", "if=none,id=card,format=raw,cache=writethrough,file=" + (disk or card).path, "-device",
             "virtio-blk-pci,drive=card", *sound, "-device", "virtio-rng-pci", "-device", "i6300esb",
             "-netdev", "user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:%d-:22,hostfwd=tcp:127.0.0.1:%d-:80"
             % (self.ssh_port, self.web_port), "-device", "virtio-net-pci,netdev=net,romfile="],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(os.path.join(work, "qemu"), "w"))
        self.monitor = self._monitor()
        self.began = self.guest_seconds()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.cut()

    def _written(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def _monitor(self):
        path = self.folder + "/qmp"
        while True:
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(path)
                break
            except OSError:
                if self.process.poll() is not None:
                    raise OSError("qemu: " + open(os.path.join(self.work, "qemu")).read())
                time.sleep(0.05)
        file = connection.makefile("rw")
        file.readline()
        self._ask_on(file, "qmp_capabilities")
        return file

    def _ask_on(self, file, command, **arguments):
        file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        file.flush()
        while True:
            line = file.readline()
            if not line:
                raise OSError("the machine ended by itself: " + self.last_words())
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise OSError("%s: %s" % (command, answer["error"]))

    def ask(self, command, **arguments):
        return self._ask_on(self.monitor, command, **arguments)

    def guest_seconds(self):
        """The guest's own time, in whole seconds: its clock chip follows the emulated processor."""
        answer = self.ask("human-monitor-command", **{"command-line": "xp /1wx 0x%x" % CLOCK})
        return int(answer.split(":")[1], 16)

    @property
    def seconds(self):
        """The guest's time since power-on in seconds."""
        return self.guest_seconds() - self.began

    def lights(self):
        """The states of the status light and the record light."""
        answer = self.ask("human-monitor-command", **{"command-line": "xp /1wx 0x%x" % DATA})
        value = int(answer.split(":")[1], 16)
        return bool(value >> STATUS_LIGHT & 1), bool(value >> RECORD_LIGHT & 1)

    def steady(self, status, record, seconds=3):
        """True if the lights keep a state for this time, which is long enough to notice any blink."""
        end = self.seconds + seconds
        while self.seconds <= end:
            if self.lights() != (status, record):
                return False
            time.sleep(0.04)
        return True

    def blinks(self, seconds=3):
        """The number of changes of the status light in this many seconds."""
        count, before, end = 0, self.lights()[0], self.seconds + seconds
        while self.seconds <= end:
            now = self.lights()[0]
            count += now != before
            before = now
            time.sleep(0.02)
        return count

    def wait(self, seconds):
        """Lets the guest run for at least this many of its seconds."""
        end = self.seconds + seconds
        while self.seconds <= end:
            time.sleep(0.2)

    def wait_for(self, test, limit, words):
        """Waits until a condition is true; returns the guest's time since power-on in seconds."""
        end = self.seconds + limit
        while self.seconds < end:
            at = self.seconds
            if test():
                return at
            time.sleep(0.2)
        raise OSError("%s within %d s; the console: %s" % (words, limit, self.last_words()))

    def wait_until_armed(self, limit=300):
        """Waits for the steady light of an armed recorder; returns the time at which it began."""
        return self.wait_for(lambda: self.lights() == (True, False) and self.steady(True, False), limit, "not armed")

    def press(self):
        """Presses the record button."""
        self.ask("system_powerdown")

    def start_take(self, limit=60):
        """Presses the record button, and waits for the red light that confirms the storage."""
        self.press()
        return self.wait_for(lambda: self.lights() == (True, True) and self.steady(True, True, 1), limit,
                             "no take begins")

    def stop_take(self, limit=60):
        """Presses the record button, and waits until the recorder is armed again."""
        self.press()
        return self.wait_for(lambda: self.lights() == (True, False) and self.steady(True, False, 1), limit,
                             "the take does not end")

    def shell(self, command, limit=1800):
        """Runs a command over SSH with the key; returns its exit status and output."""
        try:
            done = subprocess.run(self._ssh("BatchMode=yes", "-i", self.key) + [command], capture_output=True,
                                  timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return 255, "no answer within %d s" % limit
        return done.returncode, done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")

    def wait_for_shell(self, limit=120):
        self.wait_for(lambda: self.shell("true")[0] == 0, limit, "no SSH")

    def without_key(self):
        """The answer of SSH to a client without a key."""
        done = subprocess.run(self._ssh("PubkeyAuthentication=no", "-o", "BatchMode=yes") + ["true"],
                              capture_output=True, timeout=1800, check=False)
        return done.stderr.decode(errors="replace")

    def _ssh(self, *options):
        return ["ssh", "-p", str(self.ssh_port), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                "-o", "ConnectTimeout=120", "-o", "LogLevel=ERROR", "-o", *options, "maker@127.0.0.1"]

    def bytes_read(self):
        """The number of bytes read from the card."""
        return next(part["stats"]["rd_bytes"] for part in self.ask("query-blockstats") if part.get("device") == "card")

    def last_words(self):
        try:
            with open(self.console, errors="replace") as file:
                return file.read()[-1500:]
        except OSError:
            return ""

    def cut(self):
        """Ends the computer as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
