"""The devices of the virtual board, operated from outside: buttons and lights, the accelerometer, the sound card."""
import ctypes
import fcntl
import glob
import math
import os
import shutil
import subprocess
import sys
import threading
import time

CHIP_LABEL = "virtual-board"
LINES = {"record": 0, "source": 1, "marker": 2, "lock": 3, "record-light": 4, "status-light": 5, "power": 6,
         "pulse": 7}
CONFIG = "/sys/kernel/config/gpio-sim"
CARD_DRIVER = "/sys/bus/platform/drivers/snd_aloop"
ADDRESS = 0x18
# Frames per second of the cards, and frames between two looks at their clock: 4 ms.
RATE, TICK = 48000, 192
# The chip's mounting: the rows of the rotation matrix from chip axes to device axes.
MOUNT = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]
# At rest the sensor reads +1 g along UP.
UP = {"portrait": (0, 1, 0), "portraitUpsideDown": (0, -1, 0), "landscapeLeft": (-1, 0, 0),
      "landscapeRight": (1, 0, 0), "flat": (0, 0, 1)}


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read().strip()


def modprobe(kernel, name, *parameters):
    subprocess.run(["modprobe", "-d", kernel, name, *parameters], check=True)


def simulated_chip(folder, label, names=()):
    """Makes a GPIO chip with nine lines, some of which have names; returns its folder in /sys."""
    for line, name in names:
        os.makedirs("%s/bank0/line%d" % (folder, line))
        write("%s/bank0/line%d/name" % (folder, line), name)
    os.makedirs(folder + "/bank0", exist_ok=True)
    write(folder + "/bank0/num_lines", "9")
    write(folder + "/bank0/label", label)
    write(folder + "/live", "1")
    return chip_folder(folder)


def chip_folder(folder):
    """The folder in /sys of a chip that was made."""
    return "/sys/devices/platform/%s/%s" % (read(folder + "/dev_name"), read(folder + "/bank0/chip_name"))


class Lines:
    """A simulated GPIO chip: contacts that are closed to ground, and lights."""

    def __init__(self, kernel=None):
        """Makes the chip; without a kernel it is one that another process made."""
        if kernel is None:
            self.folder = chip_folder(CONFIG + "/board")
            return
        modprobe(kernel, "gpio-sim-combo")
        if not os.path.ismount("/sys/kernel/config"):
            subprocess.run(["mount", "-t", "configfs", "none", "/sys/kernel/config"], check=True)
        self.folder = simulated_chip(CONFIG + "/board", CHIP_LABEL)
        for name in ("record", "source", "marker", "lock"):
            self.contact(name, False)

    def path(self, name, what):
        return "%s/sim_gpio%d/%s" % (self.folder, LINES[name], what)

    def contact(self, name, closed):
        write(self.path(name, "pull"), "pull-down" if closed else "pull-up")

    def press(self, name, seconds=0.08):
        """Presses a button; returns the kernel's time at which it went down."""
        began = time.clock_gettime(time.CLOCK_MONOTONIC)
        self.contact(name, True)
        time.sleep(seconds)
        self.contact(name, False)
        # Longer than the debounce, so that two presses are two.
        time.sleep(0.03)
        return began

    def light(self, name):
        return read(self.path(name + "-light", "value")) == "1"

    def lights(self):
        return self.light("record"), self.light("status")

    def watch(self, seconds, step=0.01):
        """The states of both lights over a while: (time, record, status) at every change, the first look included."""
        began, seen = time.clock_gettime(time.CLOCK_MONOTONIC), []
        while True:
            now = time.clock_gettime(time.CLOCK_MONOTONIC) - began
            state = self.lights()
            if not seen or seen[-1][1:] != state:
                seen.append((now, *state))
            if now >= seconds:
                return seen
            time.sleep(step)


class SMBusData(ctypes.Union):
    _fields_ = [("byte", ctypes.c_uint8), ("word", ctypes.c_uint16), ("block", ctypes.c_uint8 * 34)]


class SMBusCall(ctypes.Structure):
    _fields_ = [("read_write", ctypes.c_uint8), ("command", ctypes.c_uint8), ("size", ctypes.c_uint32),
                ("data", ctypes.POINTER(SMBusData))]


class Registers:
    """The simulated chip on the I2C bus: 256 registers that keep written values (i2c-stub)."""

    def __init__(self, kernel=None):
        """Makes the chip; without a kernel it is one that another process made."""
        if kernel is not None:
            modprobe(kernel, "i2c-dev")
            modprobe(kernel, "i2c-stub", "chip_addr=0x%02x" % ADDRESS)
        for path in glob.glob("/sys/class/i2c-adapter/i2c-*/name"):
            if read(path) == "SMBus stub driver":
                self.bus = int(path.split("/")[-2].split("-")[1])
        self.node = "/dev/i2c-%d" % self.bus
        self.words = None
        self.lock = threading.Lock()
        if not os.path.exists(self.node):
            major, minor = read("/sys/class/i2c-dev/i2c-%d/dev" % self.bus).split(":")
            os.mknod(self.node, 0o600 | 0o020000, os.makedev(int(major), int(minor)))

    def call(self, reading, register, value=0):
        descriptor = os.open(self.node, os.O_RDWR)
        try:
            # I2C_SLAVE_FORCE: the recorder has the address too.
            fcntl.ioctl(descriptor, 0x0706, ADDRESS)
            data = SMBusData(byte=value)
            # I2C_SMBUS with byte data.
            fcntl.ioctl(descriptor, 0x0720, SMBusCall(reading, register, 2, ctypes.pointer(data)))
            return data.byte
        finally:
            os.close(descriptor)

    def get(self, register):
        return self.call(1, register)

    def set(self, register, value):
        self.call(0, register, value)

    def identity(self, value=0x33):
        self.set(0x0F, value)

    def controls(self):
        """The values of the registers that configure the chip: CTRL_REG0, TEMP_CFG_REG, CTRL_REG1 to 6, REFERENCE."""
        return [self.get(register) for register in range(0x1E, 0x27)]

    def clear_controls(self):
        for register in range(0x1E, 0x27):
            self.set(register, 0)

    def hold(self, pose, length=1.0):
        """Turns the board: what a LIS3DH at +-2 g reads, 1 mg a step in the upper 12 bits, low byte first."""
        up = UP[pose] if isinstance(pose, str) else pose
        # The transpose of a rotation is its inverse.
        chip = [sum(MOUNT[row][axis] * up[row] for row in range(3)) * length for axis in range(3)]
        with self.lock:
            trembles, self.words = self.words is not None, [int(round(value * 1000)) << 4 for value in chip]
            for axis in range(3):
                self.raw(axis, self.words[axis])
        if not trembles:
            threading.Thread(target=self.tremble, daemon=True).start()

    def tremble(self):
        """The noise of the chip: constant readings would count as a fault."""
        step = 0
        while True:
            time.sleep(1)
            with self.lock:
                if self.words is None:
                    return
                step ^= 0x10
                self.raw(2, self.words[2] + step)

    def raw(self, axis, value):
        for offset, byte in enumerate((value & 0xFF, value >> 8 & 0xFF)):
            # The stub has no automatic increment: the address with the increment bit is a different register.
            self.set(0x28 + 2 * axis + offset, byte)
            self.set(0xA8 + 2 * axis + offset, byte)

    def silence(self):
        """A chip that answers but does not measure, as after a loss of its supply."""
        with self.lock:
            self.words = None
            for axis in range(3):
                self.raw(axis, 0)


class TimeEx(ctypes.Structure):
    """struct timex, adjtimex(2)."""
    _fields_ = [("modes", ctypes.c_uint), ("offset", ctypes.c_long), ("freq", ctypes.c_long),
                ("maxerror", ctypes.c_long), ("esterror", ctypes.c_long), ("status", ctypes.c_int),
                ("rest", ctypes.c_char * 168)]


class Pulse:
    """A pulse per second on a line of the board, and the kernel's driver of it: /dev/pps0."""

    # Seconds by which the clock is ahead of the pulse.
    AHEAD = 0.003

    def __init__(self, kernel, lines):
        modprobe(kernel, "pps-gpio")
        modprobe(kernel, "virtual-pps", "chip=" + CHIP_LABEL, "line=%d" % LINES["pulse"])
        self.path, self.process = lines.path("pulse", "pull"), None

    def start(self):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pulse.py")
        self.process = subprocess.Popen([sys.executable, "-B", script, self.path, str(self.AHEAD)],
                                        stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait()

    @staticmethod
    def keep_clock(error=0.02):
        """Tells the kernel, as an NTP program does, that its clock is synchronised to within this many seconds."""
        # ADJ_MAXERROR and ADJ_STATUS; a status without STA_UNSYNC.
        words = TimeEx(modes=0x0004 | 0x0010, maxerror=int(error * 1e6), status=0)
        if ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(words)) < 0:
            raise OSError(ctypes.get_errno(), "adjtimex")


class Media:
    """Two media in USB sockets, which the host unplugs and plugs in."""

    # Their file systems.
    KINDS = {"first": "ext4", "second": "vfat"}
    # The programs that check a file system before mounting, as at system start: vfat has no journal and may be
    # inconsistent after unplugging; the kernel then makes it read-only.
    CHECKS = {"ext4": ["e2fsck", "-p"], "vfat": ["fsck.vfat", "-a"]}
    # The request to the host, in its shared folder.
    REQUEST = "/run/out/medium"

    def __init__(self, kernel):
        for name in ("xhci-pci", "usb-storage", "sd-mod"):
            modprobe(kernel, name)
        self.nodes = {}
        for name in self.KINDS:
            self.mount(name)
            os.makedirs(self.takes(name))
        os.sync()

    @staticmethod
    def takes(name):
        """The folder of takes on a medium."""
        return "/run/media/%s/takes" % name

    def mount(self, name):
        """Waits for a medium, and mounts it."""
        place = os.path.dirname(self.takes(name))
        os.makedirs(place, exist_ok=True)
        while not (node := self.node(name)):
            time.sleep(0.05)
        checked = subprocess.run([*self.CHECKS[self.KINDS[name]], node], stdin=subprocess.DEVNULL, capture_output=True,
                                 text=True, env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
        # Exit code 1: errors were found and repaired.
        if checked.returncode > 1:
            raise RuntimeError(checked.stdout + checked.stderr)
        subprocess.run(["mount", "-t", self.KINDS[name], "-o", "noatime", node, place], check=True)
        self.nodes[name] = os.path.basename(node)

    def node(self, name):
        """The device of a medium, by its file system; None while the medium is unplugged."""
        for entry in glob.glob("/dev/sd?"):
            try:
                with open(entry, "rb") as file:
                    file.seek(1080)
                    is_ext4 = file.read(2) == b"\x53\xef"
            except OSError:
                continue
            if is_ext4 == (self.KINDS[name] == "ext4"):
                return entry
        return None

    def ask(self, words):
        write(self.REQUEST + ".new", words)
        os.rename(self.REQUEST + ".new", self.REQUEST)
        while os.path.exists(self.REQUEST):
            time.sleep(0.05)

    def pull(self, name):
        """Pulls a mounted medium out."""
        self.ask("pull " + name)
        while os.path.exists("/sys/block/" + self.nodes[name]):
            time.sleep(0.01)

    def plug(self, name):
        """Plugs a medium in again, and mounts it in its old place."""
        subprocess.run(["umount", "-l", os.path.dirname(self.takes(name))], check=True)
        self.ask("plug " + name)
        self.mount(name)


class SoundCard:
    """Loopback cards: the microphones hear the sound played into the first, the second is the headphones, and other
    programs capture the live sound from the third."""

    def __init__(self, kernel=None):
        """Makes the cards; without a kernel they are those that another process made."""
        if kernel is not None:
            modprobe(kernel, "snd-aloop", "index=0,1,2", "enable=1,1,1", "id=Loopback,Ears,Pinna",
                     "pcm_substreams=1,1,1")
        self.player = None

    def play(self, path, form, channels, rate):
        """Plays a piece of sound in a gapless loop.

        What feeds the player is in memory: programs that are started anew are read from the machine, which may be
        busy while the guest's time goes on.
        """
        cat = "cat"
        if shutil.which("busybox"):
            cat = "/run/feeder/cat"
            if not os.path.exists(cat):
                os.makedirs(os.path.dirname(cat))
                shutil.copy(shutil.which("busybox"), cat)
        self.feeder = subprocess.Popen(["sh", "-c", "while \"$0\" \"$1\"; do :; done", cat, path],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.player = subprocess.Popen(["aplay", "-q", "-t", "raw", "-f", form, "-c", str(channels), "-r", str(rate),
                                        "--buffer-time=500000", "-D", "hw:Loopback,0,0", "-"],
                                       stdin=self.feeder.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # This makes the feeder end with the player.
        self.feeder.stdout.close()

    def stop(self):
        """Ends the player, and waits until it has released the card."""
        if self.player:
            self.player.terminate()
            self.player.wait()
            self.feeder.wait()
            self.player = None

    def played(self, reads=5000):
        """The earliest and latest time of day at which the microphones would have captured frame 0 of the played sound.

        The card moves its frames when the kernel looks at its clock, TICK frames at once. A frame was played, and so
        captured, when the kernel says so first: after the last look at which it did not, before the first at which it
        did.
        """
        least, most, before = -math.inf, math.inf, -1
        status = os.open("/proc/asound/Loopback/pcm0p/sub0/status", os.O_RDONLY)
        for _ in range(reads):
            began = time.time_ns()
            words = os.pread(status, 1024, 0)
            ended = time.time_ns()
            frames = int(words.partition(b"hw_ptr")[2].partition(b":")[2].split()[0])
            if frames < before or b"RUNNING" not in words:
                raise RuntimeError("the player began anew")
            before = frames
            most = min(most, ended - frames * 1e9 / RATE)
            least = max(least, began - (frames + TICK) * 1e9 / RATE)
        os.close(status)
        return least / 1e9, most / 1e9

    def set_clock(self, card, parts_per_million):
        """Slows the clock of a card (Loopback: microphones, Ears: headphones, Pinna: programs) by this amount."""
        # The kernel counts in steps of 10 parts in a million of the time: more is slower.
        control = "iface=PCM,name='PCM Rate Shift 100000',device=1,subdevice=0"
        subprocess.run(["amixer", "-q", "-c", card, "cset", control, str(100000 + parts_per_million // 10)],
                       check=True)

    def listen(self, path):
        """Records what the headphones play, until it is terminated."""
        return subprocess.Popen(["arecord", "-q", "-D", "hw:Ears,1,0", "-f", "S32_LE", "-c", "2", "-r", "48000",
                                 "--buffer-time=500000", path], stderr=subprocess.DEVNULL)

    def capture(self, path, form="S32_LE", channels=2, rate=48000, *options):
        """Records the live sound as another program does, until it is terminated; `pinna` is the name in its recipe."""
        return subprocess.Popen(["arecord", "-q", "-D", "pinna", "-f", form, "-c", str(channels), "-r", str(rate),
                                 "--buffer-time=500000", *options, path], stderr=subprocess.DEVNULL)

    def unplug(self):
        """Removes the card without waiting, because the removal ends only when the last user has closed the card."""
        subprocess.Popen(["sh", "-c", "echo snd_aloop.0 >%s/unbind" % CARD_DRIVER])

    def plug(self):
        write(CARD_DRIVER + "/bind", "snd_aloop.0")
