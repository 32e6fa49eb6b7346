"""Pinna as a black box: microphone signals in, ear signals out."""

import os
import pathlib
import subprocess
import tempfile

import numpy
import soundfile

RATE = 48000
# Frames after which the noise repeats: the response at its frequencies is exact, and narrow bands at 200 Hz have a bin.
PERIOD = 4096
PEAK = 0.25
FREQUENCIES = numpy.fft.rfftfreq(PERIOD, 1 / RATE)
# Noise is pink between these frequencies and silent elsewhere.
LOW, HIGH = 40.0, 20000.0
HEARD = (FREQUENCIES >= LOW) & (FREQUENCIES <= HIGH)


def noise(seed=18):
    """The spectrum of a period of pink noise."""
    phases = numpy.random.default_rng(seed).uniform(0, 2 * numpy.pi, len(FREQUENCIES))
    return numpy.where(HEARD, numpy.exp(1j * phases) / numpy.sqrt(numpy.maximum(FREQUENCIES, LOW)), 0)


NOISE = noise()


def sound(received):
    """Frames [frame, channel] in which all channels receive pink noise, segment after segment [segment, channel,
    bin], and their scale.

    Every segment is two periods of noise. The evaluated part begins half a period after the start of the segment and
    ends half a period before the next segment, which excludes the neighbouring segments and the filters' tails. """
    periods = numpy.fft.irfft(numpy.where(HEARD, received, 0) * NOISE, PERIOD, axis=-1)
    scale = PEAK / numpy.abs(periods).max()
    return numpy.concatenate([numpy.tile(one.T * scale, (2, 1)) for one in periods]), scale


def analysed(frames, scale):
    """Responses [segment, channel, bin] from renderings of ``sound``."""
    segments = frames.reshape(-1, 2 * PERIOD, frames.shape[1])
    middle = numpy.roll(segments[:, PERIOD // 2:PERIOD // 2 + PERIOD], PERIOD // 2, axis=1)
    spectra = numpy.swapaxes(numpy.fft.rfft(middle, axis=1), 1, 2) / scale
    return numpy.where(HEARD, spectra / numpy.where(HEARD, NOISE, 1), 0)


class Problem(Exception):
    """The program failed."""


class Program:
    """One binary with its own cache, so that filters of another binary are never judged."""

    def __init__(self, binary, folder, cache=None):
        self.binary, self.folder = pathlib.Path(binary).resolve(), pathlib.Path(folder)
        self.cache = pathlib.Path(cache or self.folder / "cache").resolve()
        self.settings = self.folder / "pinna.toml"
        self.settings.write_text("")

    def run(self, words, allowed=(0,)):
        done = subprocess.run([self.binary, *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "PINNA_CACHE": str(self.cache)})
        if done.returncode not in allowed:
            raise Problem(f"pinna {' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def render(self, array, case, sound, options=()):
        """Frames of ears from frames of microphones in the order of the board file, by filters alone unless options say
        so; wind stays unless they do: loud noise of the microphones themselves is wind."""
        frames = numpy.zeros((len(sound), array.capture), dtype=numpy.float32)
        frames[:, array.channels] = sound
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            heard, made = pathlib.Path(folder) / "in.wav", pathlib.Path(folder) / "out.wav"
            soundfile.write(heard, frames, RATE, subtype="FLOAT")
            words = ["render", "--board", array.file, "--source", case.source, "--pattern", "stereo", "--ears", "kemar",
                     "--low-cut", "off", "--samples", "f32", "--no-limiter", "--config", self.settings, *options]
            words += ["--orientation", case.orientation] if case.orientation else []
            words += [] if "--wind" in options else ["--wind", "off"]
            words += [] if "--rendering" in options else ["--rendering", "linear"]
            self.run([*words, heard, made])
            result, rate = soundfile.read(made, dtype="float64")
        if rate != RATE or result.shape != (len(sound), 2):
            raise Problem(f"{array.name}, {case}: {result.shape[0]} frames of {result.shape[1]} channels came out")
        return result

    def responses(self, array, case, received, options=()):
        """Responses [segment, ear, bin] to what microphones receive, [segment, microphone, bin], found with pink
        noise."""
        frames, scale = sound(received)
        return analysed(self.render(array, case, frames, options), scale)
