"""Reads takes without the program under test, and determines the side of every burst."""
import array
import copy
import math
import re
import struct

import scene

# The table of the eight cases in the README: the edge of the LEFT channel and of the RIGHT channel.
CASES = {
    ("Back", "portrait"): ("left", "right"),
    ("Back", "portraitUpsideDown"): ("right", "left"),
    ("Back", "landscapeLeft"): ("bottom", "top"),
    ("Back", "landscapeRight"): ("top", "bottom"),
    ("Front", "portrait"): ("right", "left"),
    ("Front", "portraitUpsideDown"): ("left", "right"),
    ("Front", "landscapeLeft"): ("top", "bottom"),
    ("Front", "landscapeRight"): ("bottom", "top"),
}

# Frames at both ends of a burst, where filters ring.
EDGE = 1800


class Wave:
    """A WAV file: integers of every channel, and its chunks."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] not in (b"RIFF", b"RF64") or data[8:12] != b"WAVE":
            raise ValueError(path + " is no WAV file")
        self.chunks, place = {}, 12
        while place + 8 <= len(data):
            name, size = data[place:place + 4], struct.unpack("<I", data[place + 4:place + 8])[0]
            self.chunks.setdefault(name, data[place + 8:place + 8 + size])
            place += 8 + size + size % 2
        form = self.chunks[b"fmt "]
        kind, self.channels, self.rate, _, _, self.bits = struct.unpack("<HHIIHH", form[:16])
        body = self.chunks[b"data"]
        size = self.bits // 8
        count = len(body) // size // self.channels * self.channels
        if size == 3:
            # Three bytes become the upper three of four.
            wide = bytearray(4 * count)
            for byte in range(3):
                wide[byte + 1::4] = body[byte:3 * count:3]
            self.samples = array.array("i", bytes(wide))
            self.scale = 1 / 2147483648.0
            self.shift = 8
        else:
            self.samples = array.array({2: "h", 4: "i"}[size], body[:size * count])
            self.scale = 1.0 / (1 << (self.bits - 1))
            self.shift = 0
        self.frames = count // self.channels

    def swapped(self):
        """The same file with left and right exchanged."""
        other = copy.copy(self)
        other.samples = array.array(self.samples.typecode, self.samples)
        other.samples[0::2], other.samples[1::2] = self.samples[1::2], self.samples[0::2]
        return other

    def channel(self, number, start=0, end=None):
        part = self.samples[start * self.channels:(self.frames if end is None else end) * self.channels]
        return [value * self.scale for value in part[number::self.channels]]

    def words(self, start, end):
        """Integers as they were captured."""
        part = self.samples[start * self.channels:end * self.channels]
        return array.array("i", [value >> self.shift for value in part] if self.shift else part)

    def text(self):
        """Everything that the file says about itself."""
        names = (b"bext", b"iXML", b"LIST", b"cue ")
        return "\n".join(self.chunks.get(name, b"").decode("utf-8", "replace") for name in names)


    def fields(self, name):
        """The value in the file's iXML under a name."""
        text = self.chunks.get(b"iXML", b"").decode("utf-8", "replace")
        return re.findall("<%s>([^<]*)</%s>" % (name, name), text.split("<PINNA>")[-1])


def level(signal):
    return 10 * math.log10(sum(value * value for value in signal) / max(1, len(signal)) + 1e-20)


def lag(left, right, most=40):
    """The delay of the right channel relative to the left channel in microseconds, from at most 50 ms of sound."""
    left, right = left[:scene.RATE // 20], right[:scene.RATE // 20]

    def product(shift):
        first, last = max(0, -shift), min(len(left), len(right) - shift)
        return sum(left[n] * right[n + shift] for n in range(first, last))
    best = max(range(-most, most + 1), key=product)
    return 1e6 * best / scene.RATE


def phase(raw, expected, start=0):
    """The frame of the period that frame `start` of a raw file is, by its words; None when it is none."""
    channels = raw.channels
    probe = raw.words(start, start + 64).tobytes()
    doubled = expected + expected[:64 * channels]
    size = doubled.itemsize * channels
    data, place = doubled.tobytes(), -1
    while True:
        place = data.find(probe, place + 1)
        if place < 0:
            return None
        if place % size == 0:
            return place // size


def faithful(raw, expected, start, end, at):
    """The number of frames of a raw piece that differ from what was played; the first frame is `at` of the period."""
    period = len(expected) // raw.channels
    wrong, place = 0, start
    while place < end:
        here = (at + place - start) % period
        count = min(end - place, period - here)
        got = raw.words(place, place + count)
        want = expected[here * raw.channels:(here + count) * raw.channels]
        if got != want:
            wrong += sum(got[n * raw.channels:(n + 1) * raw.channels]
                         != want[n * raw.channels:(n + 1) * raw.channels] for n in range(count))
        place += count
    return wrong


def bursts(frames, at):
    """Every whole burst of a take: (edge, first frame, last frame); the take's first frame is `at` of the period."""
    found, begin = [], -at
    while begin < frames:
        for number, edge in enumerate(scene.EDGES):
            first = begin + scene.LEAD + number * (scene.BURST + scene.PAUSE)
            if first >= 0 and first + scene.BURST <= frames:
                found.append((edge, first, first + scene.BURST))
        begin += scene.PERIOD
    return found


def measured(take, at):
    """For every edge, the level and time differences of its bursts towards the right, in dB and microseconds."""
    figures = {}
    for edge, first, last in bursts(take.frames, at):
        left, right = (take.channel(n, first + EDGE, last - EDGE) for n in (0, 1))
        figures.setdefault(edge, []).append((level(right) - level(left), -lag(left, right)))
    return figures


def loops(wave):
    """The first frame of every loop of the scene whose bursts are all there, found by the long silence before it.

    The silence before the first sound of all is none of the scene's.
    """
    step = wave.rate // 1000
    loud = [level(wave.channel(0, n, n + step)) > -60 for n in range(0, wave.frames - step, step)]
    found, quiet = [], 0
    for index, is_loud in enumerate(loud):
        # Longer than a pause between bursts, but shorter than the silence of a loop.
        if is_loud and quiet < index and quiet * step * scene.RATE > (scene.LEAD + scene.PAUSE) * 0.9 * wave.rate:
            found.append(index * step)
        quiet = 0 if is_loud else quiet + 1
    whole = (scene.PERIOD - scene.LEAD) * wave.rate // scene.RATE
    return [first for first in found if first + whole <= wave.frames]


def burst_frames(wave, first):
    """The frames of each burst of a loop, without its edges: (edge, first, last)."""
    for number, edge in enumerate(scene.EDGES):
        begin = first + number * (scene.BURST + scene.PAUSE)
        yield edge, begin + EDGE, begin + scene.BURST - EDGE


def edge_levels(wave, found):
    """The mean levels of left and right for every edge, in dB."""
    levels = {}
    for first in found:
        for edge, begin, end in burst_frames(wave, first):
            levels.setdefault(edge, []).append([level(wave.channel(side, begin, end)) for side in (0, 1)])
    return {edge: [sum(side) / len(side) for side in zip(*pairs)] for edge, pairs in levels.items()}


def measured_at(wave, found):
    """As `measured`, in the loops that were found."""
    figures = {}
    for first in found:
        for edge, begin, end in burst_frames(wave, first):
            left, right = (wave.channel(side, begin, end) for side in (0, 1))
            figures.setdefault(edge, []).append((level(right) - level(left), -lag(left, right)))
    return figures


def sides(figures, which):
    """Judges left and right of a take by its measurements; returns lines of complaints and a line of figures."""
    left_edge, right_edge = CASES[which]
    complaints = ["no burst from the %s edge in the take" % edge for edge in scene.EDGES if edge not in figures]
    words = []
    for edge, name, sign in ((left_edge, "left", -1), (right_edge, "right", 1)):
        for decibels, microseconds in figures.get(edge, []):
            if sign * decibels < 0.3 or sign * microseconds < 40:
                complaints.append("a burst from the %s edge must be on the %s: it is %+.1f dB and %+.0f us to the right"
                                  % (edge, name, decibels, microseconds))
        if edge in figures:
            words.append("%s edge %+.1f dB %+.0f us" % (edge, *figures[edge][0]))
    # Sounds from the edges above and below the listener are nearer to the middle than those from the sides.
    above, below = (edge for edge in scene.EDGES if edge not in (left_edge, right_edge))
    widths = [abs(mean_lag(figures[b]) - mean_lag(figures[a])) for a, b in ((left_edge, right_edge), (below, above))
              if a in figures and b in figures]
    if len(widths) == 2 and widths[1] > widths[0]:
        complaints.append("left and right are %.0f us apart, and above and below %.0f us" % tuple(widths))
    return complaints, ", ".join(words)


def mean_lag(bursts):
    return sum(microseconds for _, microseconds in bursts) / len(bursts)


def overlooked(take, at, figures, which):
    """The errors that the judge overlooks in a correct take; it must detect every wrong layout."""
    wrong = [" ".join(case) for case in CASES if CASES[case] != CASES[which] and not sides(figures, case)[0]]
    if not sides(measured(take.swapped(), at), which)[0]:
        wrong.append("left and right exchanged")
    return wrong
