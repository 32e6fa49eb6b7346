"""Steady tones, whistles, crickets and a violin: rendering by direction must not make level differences flutter more
than filters alone."""

import numpy

import bands
import directional
import figures
import measures
import scenes
import table
import waves
from program import RATE

AZIMUTHS = numpy.arange(-172.5, 180, 15)
LOW, HIGH, TONES, SEED = 1500.0, 8000.0, 7, 23
# The levels of tones above the noise of the microphones, decibels.
ABOVE_NOISE, SHORT_ABOVE_NOISE = (15, 25, 40, 60), (20, 50)
AMPLITUDE = 0.1
# The lengths of a tone and its fade in frames, and of the ignored beginning and end.
LENGTH, FADE, BEGINNING, END = 33600, 960, 9600, 2400
FRAME, HOP = 480, 240
# The range beside the tone to search for sidebands, hertz.
SIDEBANDS = (8, 400)
# Standard deviation of the level difference in dB: mean and worst, each must and goal; the same for sidebands in dBc.
# One tone of 8,064, softened by more than 10 dB and 15 dB over the noise, misses the goal of the worst sideband.
DEVIATION, WORST, SIDEBAND, WORST_SIDEBAND = (0.4, 0.2), (2.0, 1.0), (-47.0, -50.0), (-25.0, -30.0)
# A tone is on a side where the head's level difference there, and in the mirror of front and back, is above this.
SIDE = 1.0
# Level differences above this are not judged: at 15 dB above the noise, the softer ear hears the noise of the
# microphones. Neither are level differences that exceed the distance of the tone from the noise by more than this.
DEEPEST, BEYOND_NOISE = 20.0, 5.0
# Sounds that are not steady: where from, dB over noise, by how much the flutter may be more than by filters alone, and
# frames by which each place begins later than the place before it.
PLACES, SOUND_ABOVE_NOISE, FLUTTER, FLUTTER_GOAL, LATER = (-70, -25, 40, 115), 45, 0.9, 0.2, 64
LOUD, LEAST_FRAMES = 25, 20
CENTRES, BANDS = bands.erb(numpy.fft.rfftfreq(FRAME, 1 / RATE))
BANDS = BANDS[(CENTRES > 1000) & (CENTRES < 10000)]


def tones(seed):
    """Frequencies generated from a seed, one in each part of the range."""
    places = (numpy.arange(TONES) + numpy.random.default_rng(seed).uniform(0, 1, TONES)) / TONES
    return LOW * (HIGH / LOW) ** places


def fade(frames):
    """The edges of a tone."""
    window = numpy.ones(frames)
    window[:FADE] = numpy.sin(numpy.arange(FADE) / FADE * numpy.pi / 2) ** 2
    window[-FADE:] = window[:FADE][::-1]
    return window


def steady(received, frequencies):
    """Frames [frame, channel] of consecutive tones, from the responses of the channels [direction, channel, tone]."""
    turns = numpy.exp(2j * numpy.pi * frequencies[:, None] * numpy.arange(LENGTH) / RATE) * fade(LENGTH) * AMPLITUDE
    made = (received.transpose(0, 2, 1)[:, :, None] * turns[None, :, :, None]).real
    return made.reshape(-1, received.shape[1])


def noise(shape, decibels, seed):
    """Noise of microphones below a sound of power 1."""
    return numpy.random.default_rng(seed).standard_normal(shape) * 10 ** (-decibels / 20)


def cut(heard, directions, count):
    """The middle of every tone [direction, tone, frame, ear]."""
    return heard.reshape(directions, count, LENGTH, 2)[:, :, BEGINNING:-END]


def over_time(segments, frequencies):
    """Level differences of tones [direction, tone, frame], decibels."""
    starts = numpy.arange(0, segments.shape[2] - FRAME, HOP)
    waves_there = numpy.exp(-2j * numpy.pi * frequencies[:, None] * numpy.arange(FRAME) / RATE) * numpy.hanning(FRAME)
    levels = [measures.decibels(numpy.abs(numpy.einsum("dtfe,tf->dte", segments[:, :, s:s + FRAME], waves_there)) ** 2)
              for s in starts]
    return numpy.stack([level[..., 0] - level[..., 1] for level in levels], axis=-1)


def sidebands(segments, frequencies):
    """The strongest bin beside each tone against the tone's own [direction, tone], dBc, power of both ears."""
    frames = segments.shape[2]
    hertz = numpy.fft.rfftfreq(frames, 1 / RATE)
    found = numpy.zeros(segments.shape[:2])
    for n, tone in enumerate(frequencies):
        spectra = numpy.fft.rfft(segments[:, n] * numpy.blackman(frames)[:, None], axis=1)
        power = (numpy.abs(spectra) ** 2).sum(axis=-1)
        away = numpy.abs(hertz - tone)
        beside = (away > SIDEBANDS[0]) & (away < SIDEBANDS[1])
        found[:, n] = measures.decibels(power[:, beside].max(axis=1) / power[:, away <= SIDEBANDS[0]].max(axis=1))
    return found


class Steadiness:
    """The measures of steady tones for one rendering, and for one level of the tones above the noise in decibels."""

    def __init__(self, heard, frequencies, aims, over_noise):
        segments = cut(heard, len(AZIMUTHS), len(frequencies))
        differences = over_time(segments, frequencies)
        is_loud = numpy.abs(differences.mean(axis=-1)) < over_noise + BEYOND_NOISE
        self.deviation = differences.std(axis=-1)[(numpy.abs(aims).max(axis=0) < DEEPEST) & is_loud]
        self.sideband = sidebands(segments, frequencies)
        self.wrong = (differences * sides(aims)[..., None] < 0).sum(axis=-1)


def aims(globe, frequencies):
    """The level differences of the head for tones, in front and behind [front or behind, direction, tone], dB."""
    at = [int(numpy.argmin(numpy.abs(measures.FREQUENCIES - tone))) for tone in frequencies]
    level = measures.decibels(numpy.abs(globe.responses[:, :, at]) ** 2)
    return numpy.stack([globe.between(level[:, 0] - level[:, 1], azimuths, 0)
                        for azimuths in (AZIMUTHS, 180 - AZIMUTHS)])


def sides(aims):
    """The ear that is louder, in front as well as behind (1: left, -1: right, 0: none)."""
    clear = (numpy.abs(aims).min(axis=0) > SIDE) & (aims[0] * aims[1] > 0)
    return numpy.where(clear, numpy.sign(aims[0]), 0)


def judge(linear, made, what="tones"):
    """Findings from the steadiness of both renderings, all levels of noise together."""
    wrong, before = (int((one.wrong > 0).sum()) for one in (made, linear))
    return [
        figures.Finding(f"{what}: ILD over time, mean deviation", float(made.deviation.mean()), *DEVIATION, "dB"),
        figures.Finding(f"{what}: ILD over time, worst deviation", float(made.deviation.max()), *WORST, "dB"),
        figures.Finding(f"{what}: sidebands, mean", float(made.sideband.mean()), *SIDEBAND, "dBc"),
        figures.Finding(f"{what}: sidebands, worst", float(made.sideband.max()), *WORST_SIDEBAND, "dBc"),
        figures.Finding(f"{what}: tones on the wrong side in any frame", wrong, before, before / 2, ""),
    ]


# Sounds with a beginning and an end: whistles, crickets, a violin, each generated from a seed.

def whistle(seed, seconds=2.5):
    """Whistled notes of 120 to 300 ms between 1.8 and 3.6 kHz, each with a glide of up to a semitone."""
    random = numpy.random.default_rng(seed)
    made, at = numpy.zeros(int(seconds * RATE)), 4800
    while True:
        length = int(random.uniform(0.12, 0.3) * RATE)
        if at + length > len(made):
            return made
        glide = 2 ** (random.uniform(-1, 1) / 12 * numpy.linspace(0, 1, length))
        made[at:at + length] = fade(length) * numpy.sin(
            2 * numpy.pi * numpy.cumsum(random.uniform(1800, 3600) * glide) / RATE)
        at += length + int(random.uniform(0.05, 0.2) * RATE)


def cricket(seed, seconds=2.5):
    """Chirps of three to five pulses of 16 ms, 30 each second, of a field cricket's 4.2 to 5.2 kHz."""
    random = numpy.random.default_rng(seed)
    made, at, hertz = numpy.zeros(int(seconds * RATE)), 4800, random.uniform(4200, 5200)
    pulse = numpy.hanning(768) * numpy.sin(2 * numpy.pi * hertz * numpy.arange(768) / RATE)
    while at + 5 * 1600 < len(made):
        for _ in range(random.integers(3, 6)):
            made[at:at + 768] = pulse * random.uniform(0.7, 1)
            at += 1600
        at += int(random.uniform(0.15, 0.4) * RATE)
    return made


def violin(seed, seconds=2.5):
    """Notes of a violin: harmonics that fall by 6 dB per octave, a vibrato of a fifth of a semitone, noise of the
    bow 35 dB below."""
    random = numpy.random.default_rng(seed)
    length = int(seconds * RATE) // 3
    times, notes = numpy.arange(length) / RATE, []
    for note in random.choice([587.3, 784.0, 987.8, 1318.5, 1568.0, 2093.0], 3, replace=False):
        bend = 0.2 * numpy.sin(2 * numpy.pi * random.uniform(5, 6.5) * times) * numpy.clip(times / 0.3, 0, 1)
        phase = 2 * numpy.pi * numpy.cumsum(note * 2 ** (bend / 12)) / RATE
        tone = sum(numpy.sin(n * phase + random.uniform(0, 6)) / n for n in range(1, int(12000 / note) + 1))
        notes.append(fade(length) * (tone + 10 ** (-35 / 20) * random.standard_normal(length)))
    return numpy.concatenate(notes)


SOUNDS = (whistle, cricket, violin)


def flutter(heard, aim):
    """By how much the error of level differences in ERB bands [decibels] varies over time, mean over the bands that
    are heard. Frames [ear, frame]."""
    powers = []
    for one in (heard, aim):
        starts = numpy.arange(0, one.shape[1] - FRAME, HOP)[:, None]
        frames = one[:, starts + numpy.arange(FRAME)] * numpy.hanning(FRAME)
        powers.append(numpy.abs(numpy.fft.rfft(frames)) ** 2 @ BANDS.T + 1e-15)
    error = measures.decibels(powers[0][0] / powers[0][1]) - measures.decibels(powers[1][0] / powers[1][1])
    level = measures.decibels(powers[1].sum(axis=0))
    loud = level > level.max() - LOUD
    counts = loud.sum(axis=0)
    deviations = [error[loud[:, n], n].std() for n in numpy.nonzero(counts >= LEAST_FRAMES)[0]]
    return float(numpy.average(deviations, weights=counts[counts >= LEAST_FRAMES]))


class Task(scenes.Task):
    PART = "tones"

    def run(self, program, ring):
        self.program, self.globe = program, ring.globe
        linear, made = self.steadiness()
        found = judge(linear, made)
        words = [f"{name} {values[0].mean():.2f} ({values[0].max():.1f}) -> {values[1].mean():.2f} "
                 f"({values[1].max():.1f}) {unit}" for name, values, unit in (
                     ("ILD deviation mean (worst)", (linear.deviation, made.deviation), "dB"),
                     ("sidebands", (linear.sideband, made.sideband), "dBc"))]
        strayed = ((made.wrong > 0) & (linear.wrong == 0)).sum()
        words.append(f"tones on the wrong side {(linear.wrong > 0).sum()} -> {(made.wrong > 0).sum()}, "
                     f"{strayed} stray, of {made.wrong.size}")
        for sound in SOUNDS:
            alone, both = self.fluttering(sound)
            words.append(f"{sound.__name__} flutters {alone:.2f} -> {both:.2f} dB")
            found.append(flutters(sound, alone, both))
        return table.Note(str(self), "; ".join(words), found)

    def steadiness(self):
        frequencies = tones(SEED + len(self.array.channels))
        if self.short:
            frequencies = frequencies[1::2]
        received = waves.received(self.array, self.case, AZIMUTHS, frequencies)
        clean = steady(received, frequencies)
        wanted = aims(self.globe, frequencies)
        found = []
        for decibels in SHORT_ABOVE_NOISE if self.short else ABOVE_NOISE:
            sound = clean + noise(clean.shape, decibels, decibels) * AMPLITUDE / numpy.sqrt(2)
            found.append([Steadiness(heard.T, frequencies, wanted, decibels) for heard in self.both(sound)])
        return [together(several) for several in zip(*found)]

    def fluttering(self, sound):
        """Flutter by filters alone and by direction, mean over places."""
        found = []
        for n, azimuth in enumerate(PLACES):
            # Each place begins elsewhere in the stage's windows.
            source = numpy.pad(sound(SEED + n), (n * LATER, 0)) * AMPLITUDE
            aim = scenes.ears(self.globe.at([azimuth])[0], source)
            clean = scenes.microphones(self.array, self.case, source, azimuth)
            power = numpy.sqrt((clean ** 2).mean())
            noisy = clean + noise(clean.shape, SOUND_ABOVE_NOISE, n) * power
            found.append([flutter(heard, aim) for heard in self.both(noisy)])
        return numpy.mean(found, axis=0)


def flutters(sound, alone, made):
    return figures.Finding(f"tones: {sound.__name__}, flutter of ILD against linear", float(made - alone), FLUTTER,
                           FLUTTER_GOAL, "dB")


def together(several):
    """Steadiness at all levels of noise as one."""
    one = several[0]
    for name in ("deviation", "sideband", "wrong"):
        setattr(one, name, numpy.concatenate([getattr(other, name) for other in several]))
    return one
