"""Judges `render --rendering directional`, against filters alone and against a head.

This rendering depends on the sound, so the sounds vary: noise from every side, speech, two talkers, diffuse noise,
self-noise of the microphones. """

import pathlib

import numpy
import soundfile

import bands
import figures
import measures
import table
import waves
from program import FREQUENCIES, RATE

DIRECTIONAL = ("--rendering", "directional")
LINEAR = ("--rendering", "linear")
VOICES = pathlib.Path("/usr/share/sounds/alsa")
TALKERS = ("Front_Center.wav", "Front_Left.wav")
# The directions of one voice, and of two simultaneous voices.
ONE = (-90, -30, 0, 30, 60, 120)
TWO = ((-30, 30), (-60, 0), (20, 80))
# A length sufficient for judging noise, and the part of it that is the beginning.
FRAMES, BEGINNING = 49152, 8192
WAVES = 240
# Seeds of the microphones' own noise, a second each.
SELF_NOISES = (3, 4, 5, 6)
# Level differences above this frequency are judged separately: there, the pinnae determine them.
HIGH = 6000
HIGH_BANDS = bands.octaves(FREQUENCIES, 3, HIGH, 16000)[1]
# The length of speech frames, and their minimum level relative to the loudest frame.
SPEECH_FRAME, SPEECH_RANGE = 1024, 30
# Level difference in ERB bands and time difference: must and goal. Diffuse sound: worst band, coherence. Sensor noise.
AIMS = {
    ("phone-free", "Back landscapeRight"): ((1.0, 0.5), (25, 12)),
    ("phone-free", "Back portrait"): ((0.8, 0.45), (25, 12)),
    ("respeaker-held", "Back portrait"): ((1.2, 0.9), (20, 13)),
    ("matrix-held", "Back portrait"): ((1.0, 0.87), (16.1, 12)),
    ("pair-60", "Back portrait"): ((1.3, 1.0), (30, 15)),
    ("phone-box", "Back landscapeRight"): ((1.0, 0.5), (25, 12)),
}
DIFFUSE, DIFFUSE_GOAL, COHERENCE, COHERENCE_GOAL, SENSOR = 0.5, 0.2, 0.05, 0.01, 0.05
SPEECH = 1.0
# Smaller errors of time differences are inaudible (Brughera, Dunai and Hartmann, JASA 133, 2013).
LEAST_ITD = 15
ERB_CENTRES, ERB = bands.erb(numpy.fft.rfftfreq(FRAMES - BEGINNING, 1 / RATE))
ERB = ERB[(ERB_CENTRES > 100) & (ERB_CENTRES < 16000)]
FRAME_CENTRES, FRAME_BANDS = bands.erb(numpy.fft.rfftfreq(SPEECH_FRAME, 1 / RATE))
FRAME_BANDS = FRAME_BANDS[(FRAME_CENTRES > 300) & (FRAME_CENTRES < 6000)]


class Task:
    """One array in one case: filters alone and by direction."""

    def __init__(self, array, case, options=(), aims=None):
        self.array, self.case, self.options, self.aims = array, case, tuple(options), aims

    def __str__(self):
        return f"{self.array.name} {self.case} by direction"

    def run(self, program, ring):
        self.program, self.ring = program, ring
        azimuths = ring.azimuths
        received = waves.received(self.array, self.case, azimuths, FREQUENCIES)
        linear, made = (figures.figures(self.program.responses(
            self.array, self.case, received, self.options + more), azimuths, ring.responses, received)
            for more in (LINEAR, DIRECTIONAL))
        linear_high, high = (self.high(received, azimuths, more) for more in (LINEAR, DIRECTIONAL))
        diffuse, coherence = self.harm(self.diffuse())
        # A stage takes a band of it for a sound once in some seconds at most, so one second says little.
        sensor = float(numpy.mean([self.harm(numpy.random.default_rng(seed).standard_normal(
            (FRAMES, len(self.array.channels))) * 0.05)[0] for seed in SELF_NOISES]))
        found = [
            figures.Finding("directional: sides wrong in level", made.wrong_levels, 0, 0, ""),
            figures.Finding("directional: sides wrong in time", made.wrong_times, 0, 0, ""),
            figures.Finding("directional: ILD in ERB bands against linear", made.ild, linear.ild, linear.ild / 2, "dB"),
            figures.Finding("directional: ITD against linear", made.itd, max(linear.itd + 5, LEAST_ITD), linear.itd,
                            "us"),
            figures.Finding("directional: ILD above 6 kHz against linear", high, linear_high, linear_high / 2, "dB"),
            figures.Finding("directional: diffuse sound, worst band", diffuse, DIFFUSE, DIFFUSE_GOAL, "dB"),
            figures.Finding("directional: diffuse sound, coherence", coherence, COHERENCE, COHERENCE_GOAL, ""),
            figures.Finding("directional: sensor noise", sensor, SENSOR, 0, "dB"),
        ]
        words = (f"ILD {linear.ild:.2f} -> {made.ild:.2f} dB, above 6 kHz {linear_high:.1f} -> {high:.1f}, "
                 f"ITD {linear.itd:.0f} -> {made.itd:.0f} us, sides {made.wrong_levels}+{made.wrong_times}, "
                 f"colour {made.colour:+.1f}, diffuse {diffuse:.2f} dB {coherence:.3f}, sensor {sensor:.3f} dB")
        if self.aims:
            (ild, ild_goal), (itd, itd_goal) = self.aims
            found += [figures.Finding("directional: ILD in ERB bands", made.ild, ild, ild_goal * 1.1, "dB"),
                      figures.Finding("directional: ITD", made.itd, itd, itd_goal * 1.1, "us")]
            spoken, talkers = self.voices()
            words += f", speech {spoken[0]:.2f} -> {spoken[1]:.2f} dB, two talkers {talkers[0]:.2f} -> {talkers[1]:.2f}"
            found += [figures.Finding("directional: ILD of speech", spoken[1], SPEECH, 0.7, "dB"),
                      figures.Finding("directional: two talkers against linear", talkers[1], talkers[0],
                                      talkers[0] * 0.65, "dB")]
        return table.Note(str(self), words, found)

    def high(self, received, azimuths, more):
        """The error of level differences above 6 kHz."""
        heard = self.program.responses(self.array, self.case, received, self.options + more)
        return float(numpy.abs(measures.level_differences(heard, HIGH_BANDS)
                               - measures.level_differences(self.ring.responses, HIGH_BANDS)).mean())

    def both(self, sound):
        """The renderings of a sound, by filters alone and by direction."""
        return [self.program.render(self.array, self.case, sound, self.options + more).T
                for more in (LINEAR, DIRECTIONAL)]

    def harm(self, sound):
        """The change of the worst band of noise in decibels, and the coherence of both ears."""
        stats = []
        for heard in self.both(sound):
            spectra = numpy.fft.rfft(heard[:, BEGINNING:])
            power = numpy.abs(spectra) ** 2 @ ERB.T
            stats.append((measures.decibels(power), (spectra[0] * numpy.conj(spectra[1])) @ ERB.T
                          / numpy.sqrt(power[0] * power[1])))
        return (float(numpy.abs(stats[0][0] - stats[1][0]).max()),
                float(numpy.abs(numpy.abs(stats[0][1]) - numpy.abs(stats[1][1])).max()))

    def diffuse(self):
        """Diffuse noise: enough independent waves to be indistinguishable from a continuous field."""
        random = numpy.random.default_rng(2)
        height = random.uniform(-1, 1, WAVES)
        around = random.uniform(-180, 180, WAVES)
        frequencies = numpy.fft.rfftfreq(FRAMES, 1 / RATE)
        total = numpy.zeros((len(self.array.channels), len(frequencies)), dtype=complex)
        # Responses of bodies are smooth over frequency; where they are computed, fewer frequencies do.
        for z, azimuth in zip(height, around):
            towards = self.case.towards(numpy.array([azimuth]), numpy.degrees(numpy.arcsin(z)))
            noise = numpy.exp(2j * numpy.pi * random.uniform(size=len(frequencies)))
            total += response(self.array, towards, frequencies) * noise
        sound = numpy.fft.irfft(total, FRAMES).T
        return sound * 0.1 / numpy.abs(sound).max()

    def voices(self):
        """The error of level differences of speech: one voice, two voices, each by filters alone and by direction."""
        talkers = [soundfile.read(VOICES / name)[0] for name in TALKERS]
        frames = min(len(talker) for talker in talkers)
        talkers = [talker[:frames] for talker in talkers]
        one = [self.spoken([(azimuth, talkers[0])]) for azimuth in ONE
               if not (self.array.positions.std(axis=0).min() < 1e-4 and abs(azimuth) > 90)]
        two = [self.spoken(list(zip(pair, talkers))) for pair in TWO]
        return numpy.mean(one, axis=0), numpy.mean(two, axis=0)

    def spoken(self, voices):
        frames = len(voices[0][1])
        length = 1 << int(numpy.ceil(numpy.log2(frames + 4096)))
        frequencies = numpy.fft.rfftfreq(length, 1 / RATE)
        delay = numpy.exp(-2j * numpy.pi * frequencies * 64 / RATE)
        microphones, ears = 0, 0
        for azimuth, voice in voices:
            spectrum = numpy.fft.rfft(voice, length) * delay
            microphones = microphones + spectrum * response(
                self.array, self.case.towards(numpy.array([float(azimuth)])), frequencies)
            head = self.ring.at([azimuth])[0]
            # Without the common delay of all directions, a response is smooth between frequencies.
            late = int(numpy.median(numpy.abs(numpy.fft.irfft(head)).argmax(axis=-1)))
            head = head * numpy.exp(2j * numpy.pi * FREQUENCIES * late / RATE)
            ears = ears + spectrum * numpy.stack([numpy.interp(frequencies, FREQUENCIES, ear.real)
                                                  + 1j * numpy.interp(frequencies, FREQUENCIES, ear.imag)
                                                  for ear in head])
        sound = numpy.fft.irfft(microphones, length)[:, :frames].T
        aim = differences(numpy.fft.irfft(ears, length)[:, :frames])
        return [float(numpy.abs(differences(heard)[0] - aim[0])[aim[1]].mean())
                for heard in self.both(sound * 0.3 / numpy.abs(sound).max())]


def response(array, towards, frequencies):
    """One wave at many frequencies [microphone, frequency]; of bodies at those of the program's sound, and between."""
    if array.model == "free-field":
        return waves.free_field(array.positions, towards, frequencies)[0]
    if array.model == "sphere":
        few = waves.sphere(array.positions, array.body["radius"] / 1000, towards, FREQUENCIES)[0]
    else:
        import boxes
        few = boxes.received(array, towards, FREQUENCIES)[0]
    return numpy.stack([numpy.interp(frequencies, FREQUENCIES, one.real)
                        + 1j * numpy.interp(frequencies, FREQUENCIES, one.imag) for one in few])


def differences(heard):
    """Level differences of short frames [band, frame], and a mask of frames with audible sound."""
    starts = numpy.arange(0, heard.shape[1] - SPEECH_FRAME, SPEECH_FRAME // 2)[:, None]
    frames = heard[:, starts + numpy.arange(SPEECH_FRAME)] * numpy.hanning(SPEECH_FRAME)
    power = numpy.abs(numpy.fft.rfft(frames)) ** 2 @ FRAME_BANDS.T + 1e-12
    level = measures.decibels(power.sum(axis=0))
    return measures.decibels(power[0]) - measures.decibels(power[1]), level > level.max() - SPEECH_RANGE
