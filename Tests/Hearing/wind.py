"""The effect of `render --wind auto` on wind noise and on speech, and the check that it leaves all other sounds
unchanged.

This file has its own model of wind, after Corcos. Speech and wind are separated by the method of Hagerman and Olofsson
(Acta Acustica united with Acustica 90, 2004): the sum and the difference of both are rendered; half the sum of the two
outputs is speech, half the difference is wind. """

import numpy
import soundfile

import directional
import figures
import measures
import table
import waves
from program import RATE

ON, OFF = ("--wind", "auto"), ("--wind", "off")
SPEEDS = (4.0, 6.0)
# The directions of the wind and of the voice, degrees to the right.
FROM, VOICE = -40.0, 30.0
# Decay of coherence along the wind and across it, and the part of its speed at which turbulence is carried on: D.
# Mirabilii and E. Habets, Simulating multi-channel wind noise based on the Corcos model, IWAENC 2018.
ALONG, ACROSS, CARRIED = 0.125, 0.7, 0.8
# Recordings of wind are even up to 150 Hz and fall by 12 dB per octave above: C. Nelke and P. Vary, Measurement,
# analysis and simulation of wind noise signals for mobile communication devices, IWAENC 2014. Hertz at 1 m/s.
CORNER = 43.0
GUSTS, GUST_SECONDS, SPREAD = 5.0, 0.8, 3.0
BLOCK = 8192
LOW = (50, 500)
# dB(A), dB from 50 to 500 Hz, dB of speech below 500 Hz: must and goal.
LOUDNESS, ROAR, LOSS = (7.0, 10.0), (12.0, 16.0), (1.5, 0.7)
BEGINNING = 24000
# The level of speech and wind together.
LEVEL = 0.03
# Hertz: between bins, on them, above those in which wind is reduced.
TONES = (600, 900, 1000, 1100, 2000)
AIMS = (("phone-free", "Back landscapeRight"), ("phone-free", "Back portrait"), ("respeaker-held", "Back portrait"),
        ("matrix-held", "Back portrait"), ("pair-60", "Back portrait"))


def turbulence(positions, flow, speed, frames, seed):
    """Wind at microphones [frame, microphone] of mean power 1, gusts and differences between microphones included."""
    random = numpy.random.default_rng(seed)
    frequencies = numpy.fft.rfftfreq(BLOCK, 1 / RATE)
    difference = positions[:, None] - positions[None]
    downstream = difference @ flow
    across = numpy.sqrt(numpy.maximum((difference ** 2).sum(axis=-1) - downstream ** 2, 0))
    radians = 2 * numpy.pi * frequencies[:, None, None] / (CARRIED * speed)
    coherence = numpy.exp(-radians * (ALONG * numpy.abs(downstream) + ACROSS * across) - 1j * radians * downstream)
    values, vectors = numpy.linalg.eigh(coherence)
    root = (vectors * numpy.sqrt(numpy.maximum(values, 0))[:, None]) @ numpy.conj(numpy.swapaxes(vectors, 1, 2))
    shape = 1 / (1 + (frequencies / (CORNER * speed)) ** 2)
    shape[0] = shape[-1] = 0
    hop = BLOCK // 2
    window = numpy.sin(numpy.pi * (numpy.arange(BLOCK) + 0.5) / BLOCK)
    blocks = frames // hop + 3
    made = numpy.zeros((blocks * hop + hop, len(positions)))
    level, kept = GUSTS * random.standard_normal(), numpy.exp(-hop / RATE / GUST_SECONDS)
    for n in range(blocks):
        noise = random.standard_normal((2, len(frequencies), len(positions)))
        spectrum = numpy.einsum("kmn,kn->km", root, noise[0] + 1j * noise[1]) * shape[:, None]
        made[n * hop:n * hop + BLOCK] += numpy.fft.irfft(spectrum, axis=0) * window[:, None] * 10 ** (level / 20)
        level = kept * level + numpy.sqrt(1 - kept ** 2) * GUSTS * random.standard_normal()
    made = made[hop:hop + frames] * 10 ** (SPREAD * random.standard_normal(len(positions)) / 20)
    return made / numpy.sqrt((made ** 2).mean())


def speech(array, case):
    """A voice at microphones [frame, microphone], of mean power 1, played twice."""
    voices = [soundfile.read(directional.VOICES / name)[0] for name in directional.TALKERS]
    voice = numpy.concatenate(voices * 3)
    length = 1 << int(numpy.ceil(numpy.log2(len(voice) + 4096)))
    frequencies = numpy.fft.rfftfreq(length, 1 / RATE)
    received = directional.response(array, case.towards(numpy.array([VOICE])), frequencies)
    spectrum = numpy.fft.rfft(voice, length) * numpy.exp(-2j * numpy.pi * frequencies * 64 / RATE)
    sound = numpy.fft.irfft(spectrum * received, length)[:, :len(voice)].T
    return sound / numpy.sqrt((sound ** 2).mean())


def level(heard, low, high, weighted=False):
    """The power of ears [frame, ear] between two frequencies in decibels."""
    spectrum = numpy.abs(numpy.fft.rfft(heard[BEGINNING:], axis=0)) ** 2
    frequencies = numpy.fft.rfftfreq(len(heard) - BEGINNING, 1 / RATE)
    weights = ((frequencies >= low) & (frequencies <= high)).astype(float)
    if weighted:
        weights *= measures.a_weighting(frequencies)
    return float(measures.decibels(weights @ spectrum.mean(axis=1)))


class Task:
    """One array in one case, in wind and without."""

    def __init__(self, array, case, options=(), speeds=SPEEDS):
        self.array, self.case, self.options, self.speeds = array, case, tuple(options), speeds

    def __str__(self):
        return f"{self.array.name} {self.case} in wind"

    def run(self, program, ring):
        self.program = program
        words, found = [], []
        for seed, speed in enumerate(self.speeds):
            loudness, roar, loss, noise = self.blown(speed, seed + 11)
            words.append(f"{speed:.0f} m/s: {loudness:.1f} dB(A), {roar:.1f} dB from 50 to 500 Hz, "
                         f"speech {-loss:+.2f} dB, against one microphone {noise[0]:+.1f} -> {noise[1]:+.1f} dB(A)")
            found += [figures.Finding(f"wind, {what} less", -value, -must, -goal, "dB") for what, value, (must, goal) in
                      (("dB(A)", loudness, LOUDNESS), ("50 to 500 Hz", roar, ROAR))]
            found.append(figures.Finding("wind, speech below 500 Hz", abs(loss), *LOSS, "dB"))
        changed = [name for name, sound in self.calm() if not self.is_same(sound)]
        words.append("unchanged without wind" if not changed else f"CHANGED: {', '.join(changed)}")
        found.append(figures.Finding("wind, sounds that change without it", len(changed), 0, 0, ""))
        return table.Note(str(self), "; ".join(words), found)

    def both(self, sound):
        return [self.program.render(self.array, self.case, sound, self.options + more) for more in (OFF, ON)]

    def blown(self, speed, seed):
        """The reduction of wind in dB(A) and in its own octaves, and the reduction of speech; wind relative to one
        microphone."""
        voice = speech(self.array, self.case)
        flow = -self.case.towards(numpy.array([FROM]))[0]
        wind = turbulence(self.array.positions, flow, speed, len(voice), seed)
        sums, differences = self.both((voice + wind) * LEVEL), self.both((voice - wind) * LEVEL)
        voices = [(a + b) / 2 for a, b in zip(sums, differences)]
        winds = [(a - b) / 2 for a, b in zip(sums, differences)]
        loud = [level(one, 20, 20000, True) for one in winds]
        roar = [level(one, *LOW) for one in winds]
        spoken = [level(one, *LOW) for one in voices]
        own = level(wind * LEVEL, 20, 20000, True)
        return loud[0] - loud[1], roar[0] - roar[1], spoken[0] - spoken[1], [one - own for one in loud]

    def calm(self):
        """Sounds without wind, by name."""
        random = numpy.random.default_rng(5)
        count, frames = len(self.array.channels), directional.FRAMES
        diffuse = directional.Task(self.array, self.case).diffuse()
        pink = self.plane(90, random)
        voice = speech(self.array, self.case)[:4 * RATE]
        off = 10 ** (numpy.where(numpy.arange(count) == 0, 1, 0) / 20)
        yield "speech", voice * 0.1
        yield "loud speech of which one microphone is 1 dB louder", voice * 0.2 * off
        for weaker in (3, 8, 11, 15):
            weak = 10 ** (numpy.where(numpy.arange(count) == 0, -weaker, 0) / 20)
            yield f"speech of which one microphone is {weaker} dB softer", voice * 0.1 * weak
            yield f"pink noise of which one microphone is {weaker} dB softer", pink * 0.1 * weak
        for centimetres in (5, 12):
            yield f"a mouth {centimetres} cm from the edge", self.near(centimetres / 100)
        yield "diffuse noise", diffuse
        yield "noise of the microphones", random.standard_normal((frames, count)) * 10 ** (-80 / 20)
        yield "pink noise from the side", pink * 0.1
        yield "pink noise of which one microphone is 1 dB louder", pink * 0.1 * off
        for hertz in TONES:
            yield f"a tone of {hertz} Hz", self.tone(hertz, -45)

    def plane(self, azimuth, random):
        """Pink noise from one side."""
        frames = directional.FRAMES
        frequencies = numpy.fft.rfftfreq(frames, 1 / RATE)
        received = directional.response(self.array, self.case.towards(numpy.array([float(azimuth)])), frequencies)
        phases = numpy.exp(2j * numpy.pi * random.uniform(size=len(frequencies)))
        spectrum = phases / numpy.sqrt(numpy.maximum(frequencies, 20)) * (frequencies > 20)
        sound = numpy.fft.irfft(received * spectrum, frames).T
        return sound / numpy.sqrt((sound ** 2).mean())

    def near(self, distance):
        """A voice from a point in the plane of the microphones, so far to the right of the outermost one."""
        voice = numpy.concatenate([soundfile.read(directional.VOICES / name)[0] for name in directional.TALKERS])
        right = self.case.towards(numpy.array([90.0]))[0]
        places = self.array.positions
        outermost = places[(places @ right).argmax()]
        away = numpy.linalg.norm(places - (outermost + distance * right), axis=1)
        frequencies = numpy.fft.rfftfreq(2 * len(voice), 1 / RATE)
        delays = away[:, None] / waves.SPEED_OF_SOUND + 64 / RATE
        received = numpy.exp(-2j * numpy.pi * frequencies * delays) / away[:, None]
        sound = numpy.fft.irfft(numpy.fft.rfft(voice, 2 * len(voice)) * received)[:, :len(voice)].T
        return 0.05 * sound / numpy.sqrt((sound ** 2).mean())

    def tone(self, hertz, azimuth):
        """A loud tone from one side: windows spread it over all frequencies."""
        frequencies = numpy.array([0.0, hertz])
        received = directional.response(self.array, self.case.towards(numpy.array([float(azimuth)])), frequencies)
        turns = numpy.exp(2j * numpy.pi * hertz * numpy.arange(directional.FRAMES) / RATE)
        return 0.5 * (turns[:, None] * received[:, 1]).real

    def is_same(self, sound):
        off, on = self.both(sound)
        return numpy.array_equal(off, on)
