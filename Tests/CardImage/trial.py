"""The shared parts of a run's groups: the board and its settings, reported checks, judged takes."""
import glob
import hashlib
import os
import re
import subprocess
import sys
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "VirtualBoard", "recorder"))
sys.path.insert(0, HERE)
import judge  # noqa: E402
import scene  # noqa: E402
import virtual_board  # noqa: E402
from card import MEGABYTE, Card  # noqa: E402
from machine import BUTTON, CHIP, RECORD_LIGHT, STATUS_LIGHT, Machine  # noqa: E402

CASE = ("Back", "landscapeRight")
SETTINGS = """board = "virtual-board"
[take]
raw = true
pre-roll = 0.5
%s
[stereo]
source = "back"
orientation = "landscapeRight"
"""
HARDWARE = """
[buttons.record]
chip = "%(chip)s"
line = %(button)d
active-low = false
bias = "as-is"
debounce = 10

[leds.record]
chip = "%(chip)s"
line = %(record)d

[leds.status]
chip = "%(chip)s"
line = %(status)d
""" % {"chip": CHIP, "button": BUTTON, "record": RECORD_LIGHT, "status": STATUS_LIGHT}
# Megabytes of the blank card.
CARD_SIZE = 3000
class Trial:
    """The checks of a run, which are said as they are made."""

    def __init__(self, options):
        self.options, self.failed = options, 0
        self.work = options.work
        os.makedirs(self.work, exist_ok=True)
        self.key = os.path.join(self.work, "key")
        if not os.path.exists(self.key):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)
        frames = scene.sequence()
        self.played = scene.words(frames, scene.BITS["S32_LE"], 4, scene.MARK["S32_LE"])
        self.scene = os.path.join(self.work, "scene")
        with open(self.scene, "wb") as file:
            data = scene.wire(self.played, "S32_LE")
            # A whole number of the disk's sectors.
            least = data
            while len(data) % 512:
                data += least
            file.write(data)

    def check(self, words, passed, found=""):
        print("%s  %s%s" % ("pass" if passed else "FAIL", words, "" if passed else ": %s" % (found,)), flush=True)
        self.failed += not passed

    def figure(self, words):
        print("      " + words, flush=True)

    def path(self, name):
        return os.path.join(self.work, name)

    def start(self, card, **options):
        return Machine(card, self.work, scene=self.scene, key=self.key, **options)

    def board(self):
        """The virtual board with the lines of this computer, and one case for all four orientations.

        Designing filters under emulation takes minutes, and only one case is judged. """
        text = virtual_board.board_text(self.options.boards)
        text = text[:text.index("\n[accelerometer]")] + HARDWARE
        front = text.index('[[data-source]]\nname = "Front"')
        text = text[:front] + text[text.index("[orientation]"):]
        return re.sub(r"(?m)^patterns = .*", 'patterns = ["stereo"]', text)

    def settled(self, name):
        """A copy of the card as the first group left it."""
        card = Card(self.path("settled.img"))
        if not os.path.exists(card.path):
            raise OSError("there is no card yet: the group first makes it")
        return card.copy(self.path(name + ".img"))

    def takes(self, card):
        """The finished takes on a card after a check of its file system: their files by name."""
        folder = self.path("takes")
        try:
            card.takes(folder)
        except OSError as error:
            self.check("the file system of the takes is sound", False, error)
            return {}
        return {os.path.basename(path): path for path in glob.glob(folder + "/*.wav")}

    def judge(self, path, words, least=0.0):
        """Judges a take and its raw file without any code of the product."""
        take, raw = judge.Wave(path), judge.Wave(path.replace(".wav", "_raw.wav"))
        seconds = raw.frames / raw.rate
        at = judge.phase(raw, self.played)
        if at is None:
            self.check(words, False, "the raw file does not begin with what was played")
            return
        wrong = judge.faithful(raw, self.played, 0, raw.frames, at)
        self.check("%s: every frame is what was played, %.1f s" % (words, seconds), wrong == 0, "%d are not" % wrong)
        self.check("%s: not shorter than %.1f s" % (words, least), seconds >= least, "%.2f s" % seconds)
        if seconds > 5:
            heard = judge.measured(take, at)
            complaints, figures = judge.sides(heard, CASE)
            self.check("%s: left is left and right is right (%s)" % (words, figures), not complaints, complaints)
            missed = judge.overlooked(take, at, heard, CASE)
            self.check("%s: the judgement would refuse it as any other case" % words, not missed, missed)


def checksum(card, number):
    """The checksum of a partition."""
    start, size = card.partition(number)
    total = hashlib.sha256()
    with open(card.path, "rb") as file:
        file.seek(start)
        while size > 0:
            data = file.read(min(size, MEGABYTE))
            total.update(data)
            size -= len(data)
    return total.hexdigest()


# The queries to the running system, all in one connection, because each connection takes an emulated processor seconds.
QUESTIONS = {
    "passwords": "sudo cut -d: -f2 /etc/shadow | sort -u",
    "failed": "systemctl --failed --plain --no-legend",
    "root": "findmnt -n -o OPTIONS /; touch /usr/x",
    "mounts": "findmnt -n -o FSTYPE,OPTIONS /var/lib/pinna/takes; findmnt -n -o FSTYPE /etc; findmnt -n -o FSTYPE /var",
    "journal": "ls -d /run/log/journal/*; ls -d /var/log/journal",
    "room": "df -BM --output=size /var/lib/pinna/takes | tail -n 1",
    "watchdog": "systemctl show -P RuntimeWatchdogUSec; ls /dev/watchdog0",
    "recorder": "systemctl is-active pinna pinna-web.socket; pinna status",
    "figures": "systemd-analyze | head -n 1; systemd-analyze blame | head -n 6; free -m | sed -n 2p",
}


def inside(trial, machine):
    """Facts of the running system, over SSH by the key."""
    script = "; ".join("echo '== %s'; { %s; } 2>&1" % pair for pair in QUESTIONS.items())
    _, words = machine.shell(script)
    answers = dict(part.split("\n", 1) for part in words.split("== ")[1:])
    for name in QUESTIONS:
        answers.setdefault(name, words)
    for name, words, right in (
            ("passwords", "nobody has a password", lambda text: "$" not in text),
            ("failed", "no unit failed", lambda text: not text.strip()),
            ("root", "the root is for reading only",
             lambda text: text.startswith("ro,") and "Read-only file system" in text),
            ("mounts", "takes are on a partition of their own, changes on another",
             lambda text: text.startswith("ext4") and text.count("overlay") == 2),
            ("journal", "the journal is in memory", lambda text: text.startswith("/run") and "No such file" in text),
            ("room", "the file system of the takes has grown", lambda text: int(text.strip(" M\n") or 0) > 1000),
            ("watchdog", "the watchdog is on", lambda text: text.split() == ["15s", "/dev/watchdog0"]),
            ("recorder", "recorder and page are on", lambda text: text.startswith("active\nactive\n"))):
        trial.check(words, right(answers[name]), answers[name])
    for line in answers["figures"].strip().split("\n"):
        trial.figure(line)
    words = machine.without_key()
    trial.check("SSH takes keys only", "(publickey)" in words, words)
    try:
        page = urllib.request.urlopen("http://127.0.0.1:%d/" % machine.web_port, timeout=1800).read().decode()
    except OSError as error:
        page = str(error)
    # The request uses a wrong host name, which the server refuses.
    trial.check("the page answers", "Pinna" in page or "421" in page, page[:200])


# The kernel counts what the capture thread asks of it in 10 s, by call and by kind of ioctl, and how far the sound card
# went meanwhile. Histograms of its tracing slow the thread down less than a tracer would.
COUNT_CALLS = r"""
cd /sys/kernel/tracing/events
pid=$(systemctl show -P MainPID pinna)
thread=$(grep -lx pinna-capture /proc/$pid/task/*/comm | cut -d / -f 5)
pcm=/proc/asound/Loopback/pcm1c/sub0
at() { awk '$1 == "hw_ptr" { print $3 }' $pcm/status; }
echo "hist:keys=id.syscall if common_pid == $thread" >raw_syscalls/sys_enter/trigger
echo "hist:keys=cmd.hex if common_pid == $thread" >syscalls/sys_enter_ioctl/trigger
first=$(at)
sleep 10
last=$(at)
cat raw_syscalls/sys_enter/hist syscalls/sys_enter_ioctl/hist
echo "!hist:keys=id.syscall if common_pid == $thread" >raw_syscalls/sys_enter/trigger
echo "!hist:keys=cmd.hex if common_pid == $thread" >syscalls/sys_enter_ioctl/trigger
sed -n 's/^period_size: /period /p' $pcm/hw_params
echo "frames $((last - first))"
"""
# One ioctl each before the wait, after it, for the timestamp, after the copy, and for the reader's step; one more at a
# wrap-around.
MOST_IOCTLS = 8


def system_calls(trial, machine):
    """How many system calls the capture thread makes for each period, where the kernel does not map the pointers."""
    _, words = machine.shell("sudo bash -c '%s'" % COUNT_CALLS.replace("'", "'\\''"))
    kinds = {kind: int(number) for kind, number in re.findall(r"cmd: *([0-9a-fx]+)[^}]*} hitcount: *(\d+)", words)}
    calls = {name: int(number) for name, number in re.findall(r"id: sys_(\w+) [^}]*} hitcount: *(\d+)", words)}
    found = re.search(r"period (\d+)\nframes (\d+)", words)
    if not found or not calls:
        trial.check("system calls of the capture thread are counted", False, words)
        return
    periods = int(found.group(2)) / int(found.group(1))
    trial.figure("the capture thread, for each of %.0f periods of %s frames: %s" % (
        periods, found.group(1), ", ".join("%.2f %s" % (calls[name] / periods, name) for name in sorted(calls))))
    trial.figure("kinds of ioctl: " + ", ".join("%.2f %s" % (kinds[kind] / periods, kind) for kind in sorted(kinds)))
    others = set(calls) - {"ioctl", "poll", "ppoll"}
    trial.check("between two waits nothing but ioctls", not others, calls)
    trial.check("at most %d ioctls for a period" % MOST_IOCTLS, calls.get("ioctl", 0) <= MOST_IOCTLS * periods, calls)


# Renderings of the longest and of the shortest take on the card, alone on the processor: the guest's kernel knows the
# processor time of a process to the nanosecond, and the emulated processor does an instruction in each. What a start
# costs is in both, and not in their difference. The first round makes the filters and tables that are kept.
COUNT_RENDERINGS = r"""
systemctl stop pinna
export PINNA_CACHE=/run/filters
cd /var/lib/pinna/takes
long=$(ls -S *_raw.wav | head -n 1)
short=$(ls -S *_raw.wav | tail -n 1)
TIMEFORMAT="%U %S"
for round in first counts; do
  for how in "linear off" "directional off" "directional auto"; do
    set -- $how
    for take in $long $short; do
      rm -f /run/rendered.wav
      used=$( { time pinna render $take /run/rendered.wav --rendering $1 --wind $2 >/run/said 2>&1; } 2>&1 )
      # Without a result there is no row, and what was said is shown below.
      [ ! -s /run/rendered.wav ] || echo "$round $1-$2 $(stat -c %s $take) $used"
    done
  done
done
cat /run/said
"""
# Bytes of a frame of the raw file: four channels of 32 bits.
FRAME = 16


def renderings(trial, machine):
    """How many instructions a rendering takes for each frame: linear, directional, and that with wind reduced."""
    _, words = machine.shell("sudo bash -c '%s'" % COUNT_RENDERINGS.replace("'", "'\\''"), 3600)
    figures = {}
    for how in ("linear-off", "directional-off", "directional-auto"):
        rows = re.findall(r"counts %s (\d+) ([\d.]+) ([\d.]+)" % how, words)
        if len(rows) != 2 or rows[0][0] == rows[1][0]:
            trial.check("instructions of renderings are counted", False, words)
            return
        (long, *used), (short, *less) = rows
        seconds = sum(map(float, used)) - sum(map(float, less))
        figures[how] = seconds * 1e9 / ((int(long) - int(short)) / FRAME)
    for how in figures:
        trial.figure("instructions for each frame of four microphones, rendering-wind %s: %.0f, %.2f of linear" % (
            how, figures[how], figures[how] / figures["linear-off"]))
    trial.check("directional takes at most 3 times the instructions of linear on arm64",
                figures["directional-off"] <= 3 * figures["linear-off"], figures)
