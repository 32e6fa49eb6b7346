"""Judges `render --pattern ambix` for waves from around an array, against spherical harmonics, and its refusals.

A wave of pressure 1 from azimuth a has W 1, Y the sine and X the cosine of the angle from forward to the left.
Directions come from the channels alone, as in receivers: the angle of the mean products of W with X and of W with Y.
"""

import json
import pathlib
import re
import tempfile

import numpy
import soundfile

import bands
import figures
import table
import waves
from program import FREQUENCIES, RATE, Problem, analysed, sound

CHANNELS = ("W", "Y", "Z", "X")
# The limits within the bandwidth: mean error of directions, and levels against the harmonics.
DIRECTION, LEVEL, AGREEMENT = 10.0, 3.0, 0.8
# The same at 1 kHz, where every array on a table works well.
MIDDLE, MIDDLE_LEVEL, MIDDLE_DIRECTION = 1000, 0.5, 3.0
# The minimum bandwidth of an array on a table, hertz.
LOW, HIGH = 315, 1900
# Microphone differences: one sigma in dB and degrees, the number of boards, and the mean error of directions at 1 kHz.
GAIN_SPREAD, PHASE_SPREAD, DRAWS, MISMATCHED = 0.7, 1.0, 6, 6.0
# Above the bandwidth, directions are wrong, but the level of W is right up to this frequency.
TOP, COLOUR = 12000, 3.0
CENTRES, THIRDS = bands.octaves(FREQUENCIES, 3, 100, 16000)


class Task:
    """One array in one case that must give ambisonics."""

    def __init__(self, array, case):
        self.array, self.case = array, case

    def __str__(self):
        return f"{self.array.name} {self.case} ambisonics"

    def run(self, program, ring):
        azimuths = ring.azimuths
        received = waves.received(self.array, self.case, azimuths, FREQUENCIES)
        heard, facts, silence = rendered(program, self.array, self.case, received)
        low, high = map(float, re.search(r"from (\d+) to (\d+) Hz", facts["ambisonics"]).groups())
        errors, levels, agreement = measured(heard, azimuths)
        inside = (CENTRES / 2 ** (1 / 6) >= low) & (CENTRES * 2 ** (1 / 6) <= high)
        middle = numpy.abs(CENTRES - MIDDLE).argmin()
        # The next third octave above the promised bandwidth: it should be worse than the promise.
        beyond = min(int(numpy.searchsorted(CENTRES, high * 2 ** (1 / 2))), len(CENTRES) - 1)
        is_worse = (errors[beyond] > DIRECTION or numpy.abs(levels[:, beyond]).max() > LEVEL
                    or agreement[:, beyond].min() < AGREEMENT)
        mismatched = self.mismatched(program, received[::3], azimuths[::3], middle)
        found = [
            figures.Finding("ambisonics: samples of Z that are not silent", silence, 0, 0, ""),
            figures.Finding("ambisonics: names and number of channels wrong",
                            int(facts["channelCount"] != 4 or facts["tracks"] != list(CHANNELS)), 0, 0, ""),
            figures.Finding("ambisonics: direction in the band", errors[inside].max(), DIRECTION, DIRECTION / 2,
                            "degrees"),
            figures.Finding("ambisonics: level in the band", numpy.abs(levels[:, inside]).max(), LEVEL, LEVEL, "dB"),
            figures.Finding("ambisonics: agreement in the band, 1 less", 1 - agreement[:, inside].min(),
                            1 - AGREEMENT, 0.1, ""),
            figures.Finding("ambisonics: level at 1 kHz", numpy.abs(levels[:, middle]).max(), MIDDLE_LEVEL, 0.2, "dB"),
            figures.Finding("ambisonics: direction at 1 kHz", errors[middle], MIDDLE_DIRECTION, 1, "degrees"),
            figures.Finding("ambisonics: the same with mismatch", mismatched, MISMATCHED, 4, "degrees"),
            figures.Finding("ambisonics: lower limit", low, LOW, 180, "Hz"),
            figures.Finding("ambisonics: upper limit, below 1900 Hz by", max(0, HIGH - high), 0, 0, "Hz"),
            figures.Finding("ambisonics: good beyond the band that is told", int(not is_worse), None, 0, ""),
            figures.Finding("ambisonics: level of W up to 12 kHz",
                            numpy.abs(levels[0, (CENTRES > LOW) & (CENTRES < TOP)]).max(), COLOUR, 1.5, "dB"),
        ]
        shown = [int(numpy.abs(CENTRES - hertz).argmin()) for hertz in (250, 500, 1000, 2000, 4000, 8000)]
        words = (f"told {low:.0f} to {high:.0f} Hz; directions "
                 + ", ".join(f"{errors[n]:.1f}@{CENTRES[n]:.0f}" for n in shown)
                 + f"; 1 kHz {' '.join(f'{levels[n, middle]:+.2f}' for n in range(3))} dB, with mismatch "
                 f"{mismatched:.1f} degrees")
        return table.Note(str(self), words, found)

    def mismatched(self, program, received, azimuths, middle):
        """The mean error of directions at 1 kHz, for boards with differing microphones."""
        random = numpy.random.default_rng(19)
        errors = []
        for _ in range(DRAWS):
            count = received.shape[1]
            factors = (10 ** (random.normal(0, GAIN_SPREAD, count) / 20)
                       * numpy.exp(1j * numpy.radians(random.normal(0, PHASE_SPREAD, count))))
            heard, _, _ = rendered(program, self.array, self.case, received * factors[:, None])
            errors.append(measured(heard, azimuths)[0][middle])
        return float(numpy.mean(errors))


class Refusal:
    """One array in one case that cannot give ambisonics, and the text of its refusal."""

    def __init__(self, array, case, words):
        self.array, self.case, self.words = array, case, words

    def __str__(self):
        return f"{self.array.name} {self.case} no ambisonics"

    def run(self, program, ring):
        received = waves.received(self.array, self.case, ring.azimuths[:4], FREQUENCIES)
        frames, _ = sound(received)
        done, is_there, _ = call(program, self.array, self.case, frames)
        wrong = int(done.returncode != 78 or is_there or self.words not in done.stderr)
        return table.Note(str(self), done.stderr.strip(),
                          [figures.Finding("ambisonics: not refused, or without the reason", wrong, 0, 0, "")])


def call(program, array, case, sound_of_microphones):
    """The program's output, the existence of the file, and the file's frames with the program's description of it."""
    frames = numpy.zeros((len(sound_of_microphones), array.capture), dtype=numpy.float32)
    frames[:, array.channels] = sound_of_microphones
    with tempfile.TemporaryDirectory(dir=program.folder) as folder:
        heard, made = pathlib.Path(folder) / "in.wav", pathlib.Path(folder) / "out.wav"
        soundfile.write(heard, frames, RATE, subtype="FLOAT")
        words = ["render", "--board", array.file, "--source", case.source, "--pattern", "ambix", "--low-cut", "off",
                 "--samples", "f32", "--no-limiter", "--config", program.settings, "--json"]
        words += ["--orientation", case.orientation] if case.orientation else []
        done = program.run([*words, heard, made], allowed=(0, 78))
        if done.returncode:
            return done, made.exists(), None
        result, _ = soundfile.read(made, dtype="float64", always_2d=True)
        facts, text = json.loads(done.stdout), made.read_bytes()
        # The file itself states the same.
        if f"<AMBISONICS>{facts['ambisonics']}</AMBISONICS>".encode() not in text:
            raise Problem(f"{array.name}, {case}: the file does not say {facts['ambisonics']}")
        facts["tracks"] = [name.decode() for name in re.findall(rb"<NAME>([^<]*)</NAME>", text)]
        return done, True, (result, facts)


def rendered(program, array, case, received):
    """Responses [segment, W Y X, bin], the program's description of them, and the samples of Z that are not silent."""
    frames, scale = sound(received)
    done, _, made = call(program, array, case, frames)
    if made is None:
        raise Problem(f"{array.name}, {case}: {done.stderr}")
    result, facts = made
    if result.shape != (len(frames), 4):
        raise Problem(f"{array.name}, {case}: {result.shape[0]} frames of {result.shape[1]} channels came out")
    return analysed(result[:, [0, 1, 3]], scale), facts, int((result[:, 2] != 0).sum())


def measured(heard, azimuths):
    """Mean error of directions per third octave, levels of W, Y and X against their harmonics in decibels, and the
    agreement of Y and X with theirs."""
    left = -numpy.radians(azimuths)
    harmonics = numpy.stack([numpy.ones_like(left), numpy.sin(left), numpy.cos(left)], axis=1)
    powers = numpy.abs(heard) ** 2 @ THIRDS.T
    common = (numpy.conj(heard[:, :1]) * heard).real @ THIRDS.T
    flat = THIRDS.sum(axis=1)
    levels = 10 * numpy.log10(powers.sum(axis=0) / ((harmonics ** 2).sum(axis=0)[:, None] * flat) + 1e-12)
    told = numpy.arctan2(common[:, 1], common[:, 2])
    errors = numpy.degrees(numpy.abs((told - left[:, None] + numpy.pi) % (2 * numpy.pi) - numpy.pi)).mean(axis=0)
    wanted = numpy.abs(heard[:, :1]) @ THIRDS.T / flat
    seen = common[:, 1:] / (wanted * flat)
    agreement = (seen * harmonics[:, 1:, None]).sum(axis=0) / numpy.sqrt(
        (seen ** 2).sum(axis=0) * (harmonics[:, 1:, None] ** 2).sum(axis=0))
    return errors, levels, agreement
