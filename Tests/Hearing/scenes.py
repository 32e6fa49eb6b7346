"""Sounds from places around an array: at its microphones, and at a head in its place. And the arrays in which sound is
judged in time and in height."""

import numpy
from scipy.signal import oaconvolve

import arrays
import directional
import waves
from program import FREQUENCIES, HEARD, PERIOD

# The lead before the sound itself in impulse responses, frames.
LEAD = 512
# Millimetres: a square, a ring of six, a pair; other ones than filters and renderings were ever tuned to.
SQUARE = [(26, 26, 0), (26, -26, 0), (-26, -26, 0), (-26, 26, 0)]
SIX = [(46.3 * numpy.sin(a), 46.3 * numpy.cos(a), 0) for a in numpy.radians(numpy.arange(6) * 60 + 10)]
PAIR = [(-37, 0, 0), (37, 0, 0)]
SEED = 5
PHONE, RING, PAIRED, STRANGE = "phone", "ring", "pair", "strange"
NO_EMPHASIS = ("--front-emphasis", 0)


def kinds(folder):
    """Arrays with a case and a kind; the first three form the short test."""
    phone = arrays.write(folder, "phone-free", arrays.PHONE, "hand-held")
    box = arrays.write(folder, "phone-box", arrays.PHONE, "hand-held", body=arrays.PHONE_BOX,
                       normals=arrays.PHONE_NORMALS)
    square = arrays.write(folder, "square-held", SQUARE, "hand-held")
    strangers = {array.name: array for array in arrays.invented(folder, SEED)}
    named = [
        (phone, "Back landscapeRight", PHONE), (square, "Back portrait", RING),
        (arrays.write(folder, "pair-74", PAIR, "hand-held"), "Back portrait", PAIRED),
        (phone, "Back portrait", PHONE), (box, "Back landscapeRight", PHONE), (box, "Back portrait", PHONE),
        (arrays.write(folder, "square-table", SQUARE, "table"), "Top", RING),
        (arrays.write(folder, "six-held", SIX, "hand-held"), "Back portrait", RING),
        (arrays.write(folder, "six-table", SIX, "table"), "Top", RING),
        (strangers[f"phone-5-{SEED}"], "Back landscapeLeft", STRANGE),
        (strangers[f"ring-5-{SEED}"], "Top", STRANGE), (strangers[f"ball-4-{SEED}"], "Top", STRANGE),
    ]
    return [(array, next(case for case in array.cases if str(case) == name), kind) for array, name, kind in named]


class Task(directional.Task):
    """One array in one case, by filters alone and by direction."""

    PART = ""

    def __init__(self, array, case, kind, short=False):
        super().__init__(array, case, NO_EMPHASIS)
        self.kind, self.short = kind, short

    def __str__(self):
        return f"{self.array.name} {self.case}, {self.PART}"


def microphones(array, case, source, azimuth, elevation=0.0):
    """A sound [frame] from one side at microphones [frame, microphone]."""
    received = waves.received(array, case, [azimuth], FREQUENCIES, elevation)[0]
    return through(received, source).T


def ears(responses, source):
    """The same sound at ears [ear, frame], through responses [ear, bin]."""
    return through(responses, source)


def through(responses, source):
    """A sound filtered with responses [signal, bin], with the length and timing of the sound."""
    late = numpy.where(HEARD, responses, 0) * numpy.exp(-2j * numpy.pi * numpy.arange(PERIOD // 2 + 1) * LEAD / PERIOD)
    made = oaconvolve(numpy.fft.irfft(late, PERIOD), source[None], axes=-1)
    return made[:, LEAD:LEAD + len(source)]
