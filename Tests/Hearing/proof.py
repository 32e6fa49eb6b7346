"""Proves that the judge detects faults: the head's own sound, spoiled in one way after another.

What the head hears is exact, so that only what was done to it is found. (Its own weakest direction in front breaks a
must, because arrays are to be more even than a head; such findings count only where the spoiling brought them.)
"""

import numpy
from scipy.signal import firwin2

import figures
import measures
import table
from program import FREQUENCIES, RATE, analysed, sound

LATE_SECONDS = 50e-6
HOLE_TAPS = 1025


def delayed(frames, seconds):
    """Delays all channels by a fraction of a frame."""
    spectrum = numpy.fft.rfft(frames, axis=0)
    turn = numpy.exp(-2j * numpy.pi * numpy.fft.rfftfreq(len(frames), 1 / RATE) * seconds)
    return numpy.fft.irfft(spectrum * turn[:, None], len(frames), axis=0)


def exchanged(frames):
    return frames[:, ::-1]


def one_late(frames):
    return numpy.column_stack([delayed(frames[:, :1], LATE_SECONDS), frames[:, 1]])


def comb(frames):
    """Adds an echo to one ear after 2 ms, 5 dB softer."""
    return numpy.column_stack([frames[:, 0] + 0.56 * delayed(frames[:, :1], 0.002)[:, 0], frames[:, 1]])


def hole(frames):
    """10 dB less around 8 kHz, in both ears, without delay."""
    hertz = [0, 6300, 7200, 8900, 10000, RATE / 2]
    taps = firwin2(HOLE_TAPS, hertz, [1, 1, 0.316, 0.316, 1, 1], fs=RATE)
    spectrum = numpy.fft.rfft(frames, axis=0) * numpy.abs(numpy.fft.rfft(taps, len(frames)))[:, None]
    return numpy.fft.irfft(spectrum, len(frames), axis=0)


def softer_in_front(frames):
    """Makes the front half of all directions 6 dB softer; the ring begins behind."""
    gains = numpy.where(numpy.abs(numpy.arange(72) - 36) <= 18, 0.5, 1)
    return frames * numpy.repeat(gains, len(frames) // 72)[:, None]


def softer(frames):
    return frames * 0.5


def later(frames):
    return delayed(frames, 0.0015)


SPOILED = [
    (exchanged, {"sides wrong in level", "sides wrong in time"}),
    (one_late, {"centre"}),
    (comb, {"comb above the head's", "ILD in 1/12 octaves"}),
    (hole, {"colour"}),
    (softer_in_front, {"front to back"}),
    (softer, {"level against one microphone"}),
    (later, {"late or early"}),
]


def found(ring, spoil):
    """The names of the missed limits for the spoiled sound."""
    alone = numpy.ones_like(ring.responses[:, :1])
    on_time = numpy.exp(2j * numpy.pi * FREQUENCIES * measures.lateness(ring.responses) * 1e-6)
    frames, scale = sound(ring.responses * on_time)
    kept, made = (figures.figures(analysed(one, scale), ring.azimuths, ring.responses, alone)
                  for one in (frames, spoil(frames)))
    return {finding.what for finding in figures.judge(made, aims(kept)) if finding.broken}


def aims(kept):
    """The goals for the head's own sound, which has hardly any error."""
    return figures.Aims(ild=0.02, ild_narrow=0.02, ild_mismatched=0, itd=5, centre=figures.CENTRE, noise=0,
                        front_to_back=kept.front_to_back - 0.5, front=-6)


def rows(ring):
    clean = found(ring, lambda frames: frames)
    notes = []
    for spoil, expected in SPOILED:
        broken = found(ring, spoil) - clean
        seen = expected <= broken
        notes.append(table.Note(
            f"proof: {spoil.__name__}", ", ".join(sorted(broken)) or "nothing seen",
            [figures.Finding(f"proof: {spoil.__name__} is seen", float(seen), 1, 1, "", least=True)]))
    return notes
