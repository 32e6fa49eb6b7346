"""Clicks, castanets and drums: a rendered sound must be as short as the sound at a head, and must not begin before
it."""

from dataclasses import dataclass

import numpy

import bands
import figures
import measures
import scenes
import table
from program import RATE

# Degrees; the head was measured in these directions.
AROUND, SHORT_AROUND = numpy.arange(-175, 180, 25), numpy.array([-140, -50, 25, 95])
# Trains of clicks: frames of a train, of its beginning, between clicks at least and at most.
TRAIN, BEGINNING, LEAST, MOST = 62400, 14400, 2600, 3900
CLICK, SEED = 0.7, 31
# Pink noise from the same side, and noise of the microphones, dB below full scale: rendering by direction needs sound
# between the clicks.
FLOOR, SENSOR = -75, -98
# The evaluated frames before and after a click; the frames of the peak (1 ms), and the frames before a sound in which
# the sound masks its pre-echo (2 ms: T. Painter and A. Spanias, Proc. IEEE 88(4), 2000); where the peak may be.
REACH, PEAK, MASKED, SEARCH = 576, 48, 96, 240
OCTAVES = (2000, 4000, 8000)
# The band to search for pre-echo in hertz, and the slopes of that band in octaves.
PRE_BAND, SLOPE = (1400, 11300), 1.0
# Energy more than 1 ms from the peak in per cent; pre-echo, more than 2 ms before the peak, in dB: limit and goal.
OFF_PEAK, PRE_ECHO = (3.0, 2.0), (-30.0, -35.0)
# Castanets and drums: seeds, places, dB of the noise of microphones below the peak, frames, decibels below the loudest.
SEEDS, PLACES, NOISE = (3, 4, 5), (-65, 20, 80), -75
FRAME, HOP, LOUD, SHIFT = 256, 64, 30, 72
HALF_OCTAVES = bands.octaves(numpy.fft.rfftfreq(FRAME, 1 / RATE), 2, 700, 11500)[1]
# Errors of level differences of castanets and drums with filters in closed form, dB, by filters alone and by direction;
# of the whole form (False) and the short one (True). Sides come first: on two arrays, the phone in portrait and the
# ball, the closed form alone would put directions on the wrong side, so their errors (of the ball, those by filters
# alone) are those of filters that keep the sides.
IDEAL = {
    ("phone-free", "Back landscapeRight", "castanets", True): (7.873, 1.063),
    ("phone-free", "Back landscapeRight", "drums", True): (7.524, 1.649),
    ("square-held", "Back portrait", "castanets", True): (7.009, 2.043),
    ("square-held", "Back portrait", "drums", True): (7.935, 2.508),
    ("pair-74", "Back portrait", "castanets", True): (8.461, 1.976),
    ("pair-74", "Back portrait", "drums", True): (8.618, 2.438),
    ("phone-free", "Back landscapeRight", "castanets", False): (9.554, 1.228),
    ("phone-free", "Back landscapeRight", "drums", False): (8.353, 1.857),
    ("square-held", "Back portrait", "castanets", False): (9.159, 2.083),
    ("square-held", "Back portrait", "drums", False): (8.810, 2.560),
    ("pair-74", "Back portrait", "castanets", False): (10.423, 2.022),
    ("pair-74", "Back portrait", "drums", False): (9.429, 2.488),
    ("phone-free", "Back portrait", "castanets", False): (7.211, 1.949),
    ("phone-free", "Back portrait", "drums", False): (7.037, 2.541),
    ("phone-box", "Back landscapeRight", "castanets", False): (8.873, 1.263),
    ("phone-box", "Back landscapeRight", "drums", False): (8.061, 1.820),
    ("phone-box", "Back portrait", "castanets", False): (8.761, 1.758),
    ("phone-box", "Back portrait", "drums", False): (8.323, 2.195),
    ("square-table", "Top", "castanets", False): (6.538, 1.695),
    ("square-table", "Top", "drums", False): (7.427, 2.191),
    ("six-held", "Back portrait", "castanets", False): (6.281, 2.050),
    ("six-held", "Back portrait", "drums", False): (5.915, 2.565),
    ("six-table", "Top", "castanets", False): (6.408, 1.725),
    ("six-table", "Top", "drums", False): (6.289, 2.297),
    ("phone-5-5", "Back landscapeLeft", "castanets", False): (6.737, 1.700),
    ("phone-5-5", "Back landscapeLeft", "drums", False): (6.249, 2.161),
    ("ring-5-5", "Top", "castanets", False): (5.597, 1.765),
    ("ring-5-5", "Top", "drums", False): (6.302, 2.185),
    ("ball-4-5", "Top", "castanets", False): (10.27, 1.931),
    ("ball-4-5", "Top", "drums", False): (9.114, 2.431),
}
ROOM = 1.04
# Frames by which the strokes begin later than when IDEAL was measured, because the stage's windows now begin as much
# later in a take: the same strokes then fall into the same windows.
LATER = 128


# Clicks

def train(seed):
    """A train of clicks [frame] and the positions of the clicks."""
    random = numpy.random.default_rng(seed)
    places = BEGINNING + numpy.cumsum(random.integers(LEAST, MOST, TRAIN // LEAST))
    places = places[places < TRAIN - 2 * MOST]
    made = numpy.zeros(TRAIN)
    made[places] = CLICK * random.choice([-1, 1], len(places))
    return made, places


def pink(frames, seed):
    """Pink noise of power 1."""
    hertz = numpy.maximum(numpy.fft.rfftfreq(frames, 1 / RATE), 40)
    phases = numpy.exp(2j * numpy.pi * numpy.random.default_rng(seed).uniform(size=len(hertz)))
    made = numpy.fft.irfft(phases / numpy.sqrt(hertz), frames)
    return made / made.std()


def octave(frequencies, centre):
    """The slopes of a short octave filter: a Hann window over the logarithm of frequency, two octaves wide."""
    away = numpy.abs(numpy.log2(numpy.maximum(frequencies, 1) / centre))
    return numpy.where(away < 1, 0.5 + 0.5 * numpy.cos(numpy.pi * away), 0)


def wide(frequencies):
    """A band filter with gain 1 from PRE_BAND's lower to its upper end, with slopes."""
    hertz = numpy.maximum(frequencies, 1)
    inside = numpy.minimum(numpy.log2(hertz / PRE_BAND[0]), numpy.log2(PRE_BAND[1] / hertz)) / SLOPE
    return 0.5 - 0.5 * numpy.cos(numpy.pi * numpy.clip(0.5 + inside, 0, 1))


def powers(heard, band):
    """The squared envelope of ears [ear, frame] in a band, a function of frequencies."""
    spectrum = numpy.fft.fft(heard)
    hertz = numpy.fft.fftfreq(heard.shape[1], 1 / RATE)
    return numpy.abs(numpy.fft.ifft(spectrum * numpy.where(hertz > 0, 2 * band(numpy.abs(hertz)), 0))) ** 2


def around_clicks(power, places):
    """Envelopes around clicks [ear, click, frame], each with its own peak in the middle."""
    found = numpy.zeros((2, len(places), 2 * REACH + 1))
    for ear in (0, 1):
        for n, place in enumerate(places):
            near = power[ear, place - SEARCH:place + SEARCH + 1]
            peak = place - SEARCH + int(near.argmax())
            found[ear, n] = power[ear, peak - REACH:peak + REACH + 1]
    return found


def off_peak(heard, places):
    """The fraction of energy more than 1 ms from the peak in each octave, for both ears and all clicks together."""
    found = []
    for centre in OCTAVES:
        clicks = around_clicks(powers(heard, lambda hertz, centre=centre: octave(hertz, centre)), places)
        clicks = clicks.sum(axis=(0, 1))
        found.append(1 - clicks[REACH - PEAK:REACH + PEAK + 1].sum() / clicks.sum())
    return numpy.array(found)


def before_clicks(heard, places):
    """The fraction of energy more than 2 ms before the peak."""
    clicks = around_clicks(powers(heard, wide), places).sum(axis=(0, 1))
    return clicks[:REACH - MASKED].sum() / clicks.sum()


@dataclass
class Sharpness:
    """Of all directions: energy off the peak [direction, octave], energy before it [direction]."""
    off: numpy.ndarray
    before: numpy.ndarray

    @property
    def pre_echo(self):
        return float(measures.decibels(self.before.mean()))

    def __str__(self):
        octaves = "/".join(f"{100 * value:.1f}" for value in self.off.mean(axis=0))
        return f"{octaves} % off, {self.pre_echo:.1f} dB before"


def sharpness(several):
    """Of ears [ear, frame] and places of clicks, one pair for each direction."""
    return Sharpness(numpy.array([off_peak(*one) for one in several]),
                     numpy.array([before_clicks(*one) for one in several]))


def judge_clicks(made, by):
    """Findings of one rendering."""
    off = 100 * made.off
    return [
        figures.Finding(f"clicks {by}: energy off the peak", float(off.mean(axis=0).max()), *OFF_PEAK, "%"),
        figures.Finding(f"clicks {by}: energy off the peak, worst direction", float(off.max()), None, 3 * OFF_PEAK[0],
                        "%"),
        figures.Finding(f"clicks {by}: pre-echo", made.pre_echo, *PRE_ECHO, "dB"),
    ]


# Castanets and drums

def castanets(seed, seconds=1.5):
    """Wooden clacks: decaying noise and four modes from 1.1 to 5.5 kHz, two shells a few milliseconds apart."""
    random = numpy.random.default_rng(seed)
    modes = [(random.uniform(1100, 5500), random.uniform(0.004, 0.012), random.uniform(0.3, 1)) for _ in range(4)]

    def clack():
        times = numpy.arange(2400) / RATE
        made = 0.5 * random.standard_normal(2400) * numpy.exp(-times / random.uniform(0.001, 0.003))
        for hertz, decay, gain in modes:
            made += gain * numpy.exp(-times / decay) * numpy.sin(2 * numpy.pi * hertz * times)
        return made

    return beats(random, seconds, (0.09, 0.16), clack)


def drums(seed, seconds=1.5):
    """A stick on a skin: five modes from 120 to 900 Hz and the noise of the stroke."""
    random = numpy.random.default_rng(seed)
    base = random.uniform(120, 220)
    # The modes of a circular membrane against the lowest.
    ratios = (1, 1.59, 2.14, 2.3, 2.92)

    def stroke():
        times = numpy.arange(7200) / RATE
        made = random.standard_normal(7200) * numpy.exp(-times / random.uniform(0.002, 0.006))
        for n, ratio in enumerate(ratios):
            made += numpy.exp(-times / (0.08 / (1 + n))) * numpy.sin(2 * numpy.pi * base * ratio * times) / (1 + n)
        return made

    return beats(random, seconds, (0.18, 0.3), stroke)


def beats(random, seconds, apart, sound):
    """A repeated sound [frame], and the beginning of each repetition."""
    made, places, at = numpy.zeros(int(seconds * RATE)), [], BEGINNING // 2 + LATER
    while True:
        one = sound() * random.uniform(0.6, 1)
        if at + len(one) > len(made):
            return made / numpy.abs(made).max() * 0.5, numpy.array(places)
        made[at:at + len(one)] += one
        places.append(at)
        at += int(random.uniform(*apart) * RATE)


SOUNDS = (castanets, drums)


def aligned(heard, aim):
    """Ears [ear, frame] aligned with a reference, by the shift of at most 1.5 ms at which the envelopes agree best."""
    one, two = (numpy.pad(powers(both, wide).sum(axis=0), SHIFT) for both in (heard, aim))
    shifts = range(-SHIFT, SHIFT + 1)
    best = shifts[int(numpy.argmax([two @ numpy.roll(one, shift) for shift in shifts]))]
    return numpy.roll(heard, best, axis=1)


def differences(heard):
    """Level differences of frames of 5 ms in half octaves [frame, band], and their levels."""
    starts = numpy.arange(0, heard.shape[1] - FRAME, HOP)[:, None]
    frames = heard[:, starts + numpy.arange(FRAME)] * numpy.hanning(FRAME)
    power = numpy.abs(numpy.fft.rfft(frames)) ** 2 @ HALF_OCTAVES.T + 1e-15
    return measures.decibels(power[0] / power[1]), measures.decibels(power.sum(axis=0))


def against(heard, aim, places):
    """The error of level differences in dB, and the fraction of energy more than 2 ms before strokes."""
    heard = aligned(heard, aim)
    (difference, _), (wanted, level) = differences(heard), differences(aim)
    error = float(numpy.abs(difference - wanted)[level > level.max() - LOUD].mean())
    power = powers(heard, wide).sum(axis=0)
    before = sum(power[place - REACH:place - MASKED].sum() for place in places)
    whole = sum(power[place - REACH:place + REACH].sum() for place in places)
    return error, before / whole


def judge_sound(name, made, by, ideal=None):
    """Findings from the error of level differences and the fraction of energy before the strokes."""
    error, before = made
    found = [figures.Finding(f"{name} {by}: pre-echo", float(measures.decibels(before)), *PRE_ECHO, "dB")]
    if ideal:
        found.append(figures.Finding(f"{name} {by}: ILD against the closed form", error, ideal * ROOM, ideal, "dB"))
    return found


class Task(scenes.Task):
    PART = "transients"
    RENDERINGS = ("by filters", "by direction")

    def run(self, program, ring):
        self.program, self.globe = program, ring.globe
        clicks, head = self.clicks()
        words, found = [f"clicks, the head {head}"], []
        for by, made in zip(self.RENDERINGS, clicks):
            words.append(f"{by} {made}")
            found += judge_clicks(made, by)
        for sound in SOUNDS:
            errors = self.struck(sound)
            words.append(f"{sound.__name__} ILD {errors[0][0]:.2f} -> {errors[1][0]:.2f} dB, before "
                         f"{measures.decibels(errors[0][1]):.1f} -> {measures.decibels(errors[1][1]):.1f} dB")
            ideal = IDEAL.get((self.array.name, str(self.case), sound.__name__, self.short), (None, None))
            for by, made, limit in zip(self.RENDERINGS, errors, ideal):
                found += judge_sound(sound.__name__, made, by, limit)
        return table.Note(str(self), "; ".join(words), found)

    def clicks(self):
        """The sharpness of both renderings, and of the head."""
        around = SHORT_AROUND if self.short else AROUND
        trains = [train(SEED + n) for n in range(len(around))]
        floor = 10 ** (FLOOR / 20)
        sources = [made + floor * pink(TRAIN, n) for n, (made, _) in enumerate(trains)]
        sound = numpy.concatenate([scenes.microphones(self.array, self.case, source, azimuth)
                                   for source, azimuth in zip(sources, around)])
        sound += numpy.random.default_rng(SEED).standard_normal(sound.shape) * 10 ** (SENSOR / 20)
        places = [where for _, where in trains]
        found = [sharpness(list(zip(numpy.split(heard, len(around), axis=1), places))) for heard in self.both(sound)]
        head = [scenes.ears(self.globe.at([azimuth])[0], source) for source, azimuth in zip(sources, around)]
        return found, sharpness(list(zip(head, places)))

    def struck(self, sound):
        """Castanets or drums by filters alone and by direction: errors and energy before, mean over seeds."""
        found = []
        for seed, azimuth in list(zip(SEEDS, PLACES))[:2 if self.short else None]:
            source, places = sound(seed)
            aim = scenes.ears(self.globe.at([azimuth])[0], source)
            clean = scenes.microphones(self.array, self.case, source, azimuth)
            clean += numpy.random.default_rng(seed).standard_normal(clean.shape) * 10 ** (NOISE / 20)
            found.append([against(heard, aim, places) for heard in self.both(clean)])
        return numpy.mean(found, axis=0)
