"""Boots the virtual board with a recorder on it, and judges the resulting takes.

Usage: virtual_board.py --pinna PROGRAM --kernel FOLDER --boards FOLDER --work FOLDER
                        [--only GROUP ...] [--long] [--seed WORD] [--soak SECONDS] [--again]

--long leaves nothing out; otherwise the seed chooses a third of the checkups' faults. --again boots nothing, and judges
the files of the last run again. """
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time

import devices
import judge
import room
import scene
import sockets

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import limit  # noqa: E402

# The processor time that the guest may use without a soak, in seconds: about ten times the real need.
LIMIT = 3600
SETTINGS = """[take]
directory = "%(directory)s"
raw = true
pre-roll = 0.5
%(take)s
[stereo]
rendering = "%(rendering)s"
"""
# The patterns of the board.
PATTERNS = ("stereo", "omni", "subcardioid", "cardioid")
# Bytes per second that the slow card of the checkups takes.
SLOW = 150000
# Frames of a partition of the filters, and of the delay of filters and limiter (LatencyTests).
PARTITION, FILTER_DELAY = 256, 199
# Milliseconds between two looks of the card at its clock, and of the program at the sound.
TICK, POLL = 4, 1
HARDWARE = """
[accelerometer]
chip = "lis3dh"
bus = 0
address = 0x18
mount = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]
"""


def board_text(boards):
    """The phone's geometry with the devices of the virtual board."""
    with open(os.path.join(boards, "phone.toml")) as file:
        text = file.read()
    text = text.replace("Phone (simulated)", "Virtual board")
    # The scene is made for microphones in the air.
    text = text.replace('model = "box"', 'model = "free-field"')
    text = re.sub(r'(?m)^# No ALSA device.*\n', "", text)
    text = text.replace('device = "simulated"', 'device = "hw:CARD=Loopback,DEV=1"')
    text += HARDWARE
    for name in ("record", "source", "marker", "lock"):
        text += '\n[buttons.%s]\nchip = "%s"\nline = %d\nactive-low = true\nbias = "pull-up"\ndebounce = 10\n' % (
            name, devices.CHIP_LABEL, devices.LINES[name])
    for name in ("record", "status"):
        text += '\n[leds.%s]\nchip = "%s"\nline = %d\n' % (name, devices.CHIP_LABEL, devices.LINES[name + "-light"])
    return text


def prepare(options):
    """Writes the sounds where the guest finds them; returns their samples and their files."""
    frames = scene.sequence()
    sounds, expected = {}, {}
    for form, channels in (("S32_LE", 4), ("S16_LE", 4), ("S24_3LE", 4), ("S32_LE", 8)):
        name = "%s-%d" % (form, channels)
        expected[name] = scene.words(frames, scene.BITS[form], channels, scene.MARK[form])
        sounds[name] = os.path.join(options.work, name + ".pcm")
        with open(sounds[name], "wb") as file:
            file.write(scene.wire(expected[name], form))
    if not options.only or "checkup" in options.only:
        for fault, words in room.sounds().items():
            sounds["room " + fault] = os.path.join(options.work, "room %s.pcm" % fault)
            with open(sounds["room " + fault], "wb") as file:
                file.write(room.wire(words))
    return expected, sounds


def configure(options, out, sounds):
    """Writes board and configuration where the guest finds them, and designs its filters."""
    board = os.path.join(options.work, "virtual-board.toml")
    with open(board, "w") as file:
        file.write(board_text(options.boards))
    # The filters are designed here, where it is quick, and for all cases: on a real board, they are also in the cache
    # after the first start.
    for pattern in PATTERNS:
        subprocess.run([options.pinna, "design", "--board", board, "--pattern", pattern],
                       check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PINNA_CACHE": out + "/cache"})
    with open(os.path.join(options.work, "guest.json"), "w") as file:
        json.dump({"kernel": options.kernel, "pinna": options.pinna, "board": board, "sounds": sounds,
                   "settings": SETTINGS, "only": options.only, "soak": options.soak, "long": options.long,
                   "seed": options.seed,
                   "tests": options.tests if os.path.exists(options.tests) else None,
                   "library": options.library if os.path.exists(options.library) else None,
                   "desktop": options.desktop or None}, file)


def judge_take(result, out, expected):
    """The faults of a take, and figures about it."""
    if not result["take"]:
        return ["there is no take"], ""
    path = os.path.join(out, result["group"], result["take"])
    take, raw = judge.Wave(path), judge.Wave(path.replace(".wav", "_raw.wav"))
    complaints, figures = [], []
    # In a take finished by another program, each file contains the data that had reached the medium.
    if take.frames != raw.frames and not result.get("recovered"):
        complaints.append("%d frames, and %d in the raw file" % (take.frames, raw.frames))
    played = expected[result.get("sound", "S32_LE-4")]
    if result.get("gaps"):
        return complaints + judge_gaps(raw, played, result["gaps"], figures), ", ".join(figures)
    at = judge.phase(raw, played)
    if at is None:
        return complaints + ["the raw file does not begin with what was played"], ""
    wrong = judge.faithful(raw, played, 0, raw.frames, at)
    # After an unplugged card or a stopped recorder, the last period may be missing.
    if wrong and not result.get("end"):
        complaints.append("%d of %d frames of the raw file are not what was played" % (wrong, raw.frames))
    figures.append("%.2f s" % (raw.frames / raw.rate))
    if "least" in result:
        shorter = min(take.frames, raw.frames) / raw.rate
        figures.append("at least %.2f s" % result["least"])
        if shorter < result["least"]:
            complaints.append("%.2f s of it are left, where %.2f s must be" % (shorter, result["least"]))
    if result.get("case"):
        which = tuple(result["case"])
        complaints += judge_case(take, which)
        heard = judge.measured(take, at)
        more, words = judge.sides(heard, which)
        complaints += more
        figures.append(words)
        if not more:
            complaints += ["the judgement would accept it as %s" % wrong
                           for wrong in judge.overlooked(take, at, heard, which)]
    if result.get("end") and result["end"] not in "".join(take.fields("ENDED")):
        complaints.append("its metadata says that it ended by %s, not by %s" % (take.fields("ENDED"), result["end"]))
    if result.get("marker") and b"cue " not in take.chunks:
        complaints.append("there is no marker in it")
    return complaints, ", ".join(figures)


def judge_case(take, which):
    """The file itself must name its case, in the metadata for programs and in the metadata for people."""
    said = (*take.fields("DATA_SOURCE"), *take.fields("ORIENTATION"))
    complaints = [] if said == which else ["its iXML says %s, not %s" % (" ".join(said), " ".join(which))]
    words = take.chunks.get(b"bext", b"")[:256].decode("utf-8", "replace")
    if "%s stereo %s" % which not in words:
        complaints.append("its bext does not say %s: %s" % (" ".join(which), words.rstrip("\0")))
    return complaints


def judge_gaps(raw, played, count, figures):
    """Every frame outside the gaps is in its place; lost frames are silence, as stated in the metadata."""
    channels = raw.channels
    at = judge.phase(raw, played)
    if at is None:
        return ["the raw file does not begin with what was played"]
    period = len(played) // channels
    # Runs of frames that differ from the played sound; a frame within a run may agree by chance.
    runs = []
    for n in range(raw.frames):
        here = (at + n) % period * channels
        if raw.words(n, n + 1) == played[here:here + channels]:
            continue
        if runs and n - runs[-1][1] < raw.rate // 10:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    lengths = [last - first + 1 for first, last in runs]
    figures.append("silences of %s frames, the rest in its place" % ", ".join(str(length) for length in lengths))
    complaints = []
    if len(runs) != count:
        complaints.append("the recorder stood still %d times, and lost frames %d times" % (count, len(runs)))
    for first, last in runs:
        if any(raw.words(first, last + 1)):
            complaints.append("what was lost at frame %d is not silence, or the time line is shifted" % first)
    for length in lengths:
        if length < raw.rate // 2:
            complaints.append("it stood still for 1.3 s with a buffer of 0.5 s, and lost only %d frames" % length)
    said = ["%d;%d;exact;overrun" % (first, last - first + 1) for first, last in runs]
    if raw.fields("GAP") != said:
        complaints.append("the metadata tells of gaps %s, not of %s" % (raw.fields("GAP"), said))
    return complaints


def judge_headphones(result, out):
    """The faults in the headphones' sound, and figures about it.

    The sound must be uninterrupted: the recorder's only message is that the headphones play, and no silence is longer
    than the silence in the scene. Clocks that differ by 500 ppm drift apart by 0.3 s in ten minutes, so a soak shows
    whether the recorder follows the drift. """
    heard = judge.Wave(os.path.join(out, result["heard"]))
    complaints = []
    if len(result["said"]) != 1 or "play at" not in result["said"][0]:
        complaints.append("the recorder says of them: %s" % (result["said"] or "nothing"))
    step = scene.RATE // 100
    loud = [judge.level(heard.channel(0, n, n + step)) > -60 for n in range(0, heard.frames - step, step)]
    if True not in loud:
        return complaints + ["nothing is heard in them"], ""
    first, last = loud.index(True), len(loud) - 1 - loud[::-1].index(True)
    silences, run = [], 0
    for is_loud in loud[first:last + 1]:
        run = 0 if is_loud else run + 1
        silences.append(run)
    # Inside the bursts, there is no silence after the sound has settled.
    inside = [run for index, run in enumerate(silences) if index > 100 and 1 < run < scene.PAUSE // step - 2
              and (index + 1 == len(silences) or silences[index + 1] == 0)]
    if inside:
        complaints.append("it was interrupted for %s ms" % ", ".join("%d" % (run * 10) for run in inside))
    # The longest silence is the pause after the last burst plus the pause before the first.
    longest, allowed = max(silences) * 10, (scene.LEAD + scene.PAUSE) * 1000 // scene.RATE
    seconds = (last - first) / 100
    if longest > allowed + 30:
        complaints.append("a silence of %d ms in what plays, where %d ms are the longest" % (longest, allowed))
    if seconds < result["seconds"] - 3:
        complaints.append("only %.1f s are heard of %d s" % (seconds, result["seconds"]))
    return complaints, "%.1f s heard, longest silence %d ms of %d ms" % (seconds, longest, allowed)


def judge_latency(result):
    """The faults in the latencies of pulled clicks, and figures about them.

    From the frame of a microphone to the frame that was pulled: a period of the device, a partition, and the delay of
    filters and limiter. The card looks at the clock of the kernel every 4 ms, the program at the sound every ms.
    """
    figures = sorted(result["latency"])
    allowed = result["period"] + PARTITION + FILTER_DELAY + (TICK + POLL) * scene.RATE // 1000
    complaints = [] if len(figures) >= 10 else ["only %d clicks" % len(figures)]
    if figures and figures[-1] > allowed:
        complaints.append("%d frames, where %d are allowed" % (figures[-1], allowed))
    return complaints, "%d clicks: %d to %d frames, half of them below %d (%.1f ms); allowed %d" % (
        len(figures), figures[0], figures[-1], figures[len(figures) // 2],
        figures[len(figures) // 2] * 1000 / scene.RATE, allowed)


def judge_pulse(result, out, expected):
    """The faults in the times of a take, compared with the card's times by the pulse.

    The first frame belongs to the played loop; its playback time is known to about 20 us. """
    raw, played = judge.Wave(os.path.join(out, result["group"], result["take"].replace(".wav", "_raw.wav"))), expected
    at, clock = judge.phase(raw, played["S32_LE-4"]), result["clock"]
    if at is None:
        return ["the raw file does not begin with what was played"], ""
    least, most = result["played"]
    middle, unsure = (least + most) / 2, (most - least) / 2
    stated = clock["errorSeconds"] + 3 * clock["pairErrorSeconds"]
    period, off = scene.PERIOD / scene.RATE, []
    for frame, milliseconds in clock["pairs"]:
        since = milliseconds / 1000 - middle - (at + frame) / scene.RATE
        off.append(since - round(since / period) * period)
    worst = max(off, key=abs)
    complaints = []
    if stated > 0.001:
        complaints.append("it states an error of %.0f us" % (stated * 1e6))
    if abs(worst) > stated + unsure:
        complaints.append("%.0f us off, where %.0f us are stated" % (worst * 1e6, stated * 1e6))
    return complaints, "%d pairs, at most %+.0f us off (known to %.0f us), %.0f us stated (the clock %.0f us)" % (
        len(off), worst * 1e6, unsure * 1e6, stated * 1e6, clock["errorSeconds"] * 1e6)


def judge_captured(result, out):
    """The faults in another program's capture, and figures about it.

    A hole is silence inside a burst; frames left out or played twice change the distance between loops. Both are
    checked. Sides and levels must be those of the take. """
    got = judge.Wave(os.path.join(out, result["captured"]))
    if "length" in result:
        loud = sum(judge.level(got.channel(0, n, n + 441)) > -60 for n in range(0, got.frames - 441, 441)) / 100
        return ([] if got.frames >= result["length"] * got.rate and loud > 1 else
                ["%d frames, %.2f s of them loud" % (got.frames, loud)]), "%.1f s" % (got.frames / got.rate)
    complaints, loops = [], judge.loops(got)
    expected = scene.PERIOD * got.rate / scene.RATE
    steps = [b - a for a, b in zip(loops, loops[1:])]
    if len(loops) < (result["seconds"] - 3) * got.rate / expected:
        return ["only %d loops of the scene in %d s" % (len(loops), result["seconds"])], ""
    # While the difference of the clocks is learnt, the speed is wrong by 0.2 % at most, which is 4 ms in a loop, and a
    # loop is found to a millisecond; a period of the card, which is what would be missing or there twice, has 10 ms.
    odd = [step for step in steps if abs(step - expected) > 5 * got.rate / 1000]
    if odd:
        complaints.append("loops of %s frames, where %d are right" % (odd, expected))
    holes = sum(judge.level(got.channel(side, n, n + 96)) < -75 for first in loops for k in range(len(scene.EDGES))
                for n in range(first + k * (scene.BURST + scene.PAUSE) + 960,
                               first + k * (scene.BURST + scene.PAUSE) + scene.BURST - 960, 96)
                for side in (0, 1) if n + 96 <= loops[-1])
    if holes:
        complaints.append("%d pieces of 2 ms are silent inside of bursts" % holes)
    take = judge.Wave(os.path.join(out, result["beside"]))
    # The recorder may stop within the last loop.
    mine, its = judge.edge_levels(got, loops[:-1]), judge.edge_levels(take, judge.loops(take))
    difference = max(abs(a - b) for edge in its for a, b in zip(mine[edge], its[edge]))
    # Loops are located to a millisecond, and 75 ms of each burst are measured.
    if difference > 0.2:
        complaints.append("levels differ from the take's by %.2f dB" % difference)
    more, words = judge.sides(judge.measured_at(got, loops[:-1][:8]), tuple(result["case"]))
    if any("play at" not in line and "get the sound at" not in line for line in result["said"]):
        complaints.append("the recorder says: %s" % result["said"])
    return complaints + more, "%d loops, at most %+.2f ms off; levels within %.2f dB; %s" % (
        len(loops), max((step - expected for step in steps), key=abs) * 1000 / got.rate, difference, words)


def main():
    parser = argparse.ArgumentParser()
    for name in ("pinna", "kernel", "boards", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--soak", type=int, default=0)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tests", default="")
    parser.add_argument("--library", default="")
    parser.add_argument("--desktop", default="")
    options = parser.parse_args()
    if options.soak and not options.only:
        options.only = ["soak", "programs"]
    out = os.path.join(options.work, "out")
    if options.again:
        sys.exit(1 if report(out, prepare(options)[0]) else 0)
    shutil.rmtree(options.work, ignore_errors=True)
    os.makedirs(out)
    began = time.monotonic()
    expected, sounds = prepare(options)
    configure(options, out, sounds)
    boot(options, out)
    failed = report(out, expected)
    status = text(out, "status").strip()
    if status != "0":
        failed += 1
        print("\nThe guest ended with %s:\n%s\n%s" % (
            status or "nothing", text(out, "log")[-3000:], text(out, "console")[-2000:]))
    print("%.0f s; logs and takes are in %s" % (time.monotonic() - began, out))
    sys.exit(1 if failed else 0)


def text(folder, name):
    """A file's text; none where there is no such file."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return ""
    with open(path, errors="replace") as file:
        return file.read()


def boot(options, out):
    """Runs the guest until it powers off."""
    script = os.path.join(options.work, "guest.sh")
    with open(script, "w") as file:
        file.write("exec python3 -B %s/guest.py \"$1\"\n" % HERE)
    # Takes are in a file system in memory, which may use half of the memory: ten minutes of eight channels take 1.3 GB.
    memory = "%dM" % (3072 + 4 * options.soak)
    # A card too slow for takes.
    card = os.path.join(options.work, "slow.disk")
    with open(card, "wb") as file:
        file.truncate(64 << 20)
    subprocess.run(["/sbin/mke2fs", "-q", "-F", "-t", "ext4", card], check=True)
    with sockets.Sockets(options.work, out) as usb:
        guest = subprocess.Popen(
            [os.path.join(os.path.dirname(HERE), "boot"), script, os.path.join(options.work, "guest.json"), out,
             "-drive", "file=%s,if=virtio,format=raw,throttling.bps-write=%d" % (card, SLOW), *usb.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            env={**os.environ, "BOARD_CLOCK": "instructions", "BOARD_MEMORY": memory})
        most = limit.Limit(guest, LIMIT + 100 * options.soak)
        if not most.wait(usb.serve):
            print("the guest did not end in time")
    print("the guest used %.0f s of processor" % most.used, flush=True)


def report(out, expected):
    """Prints a line for every check; returns how many failed."""
    path = os.path.join(out, "results.json")
    if not os.path.exists(path):
        print("the guest left no results")
        return 1
    with open(path) as file:
        results = json.load(file)
    failed = 0
    for result in results:
        complaints = [] if result["passed"] else [result["details"] or "did not happen"]
        details = result["details"] if result["passed"] else ""
        judges = {"take": lambda: judge_take(result, out, expected), "heard": lambda: judge_headphones(result, out),
                  "captured": lambda: judge_captured(result, out), "latency": lambda: judge_latency(result)}
        kind = next((kind for kind in judges if kind in result), None)
        if "played" in result:
            kind, judges["played"] = "played", lambda: judge_pulse(result, out, expected)
        if result["passed"] and kind:
            try:
                complaints, details = judges[kind]()
            except (OSError, ValueError, KeyError) as error:
                complaints = ["cannot be judged: %r" % error]
        failed += bool(complaints)
        mark = "FAIL" if complaints else "pass"
        print("  %s  %-58s %s" % (mark, result["name"], details))
        for line in complaints:
            print("        %s" % line)
    print("\n%d checks, %d failed" % (len(results), failed))
    return failed


if __name__ == "__main__":
    main()
