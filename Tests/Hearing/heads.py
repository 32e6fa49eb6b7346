"""The ears that are judged against: MIT's KEMAR at the height of its ears, every 5 degrees."""

import pathlib

import numpy

from program import FREQUENCIES, HEARD

REAL = pathlib.Path(__file__).parent / "real"


class Ring:
    """Responses [direction, ear, bin] at azimuths in degrees, positive to the right, each bin with the same power over
    all directions: what the head does to every sound alike is taken off."""

    def __init__(self):
        with numpy.load(REAL / "kemar-ring.npz") as file:
            samples, self.azimuths = file["ir"].astype(float), file["az"].astype(float)
            rate = float(file["fs"])
        waves = numpy.exp(-2j * numpy.pi * numpy.outer(numpy.arange(samples.shape[-1]), FREQUENCIES) / rate)
        responses = samples @ waves
        self.responses = numpy.where(HEARD, responses / numpy.sqrt((numpy.abs(responses) ** 2).mean(axis=(0, 1))), 0)

    def at(self, azimuths):
        """The ears for azimuths that are multiples of 5 degrees."""
        index = numpy.round((numpy.asarray(azimuths) - self.azimuths[0]) / 5).astype(int) % len(self.azimuths)
        turned = (self.azimuths[index] - azimuths + 180) % 360 - 180
        if numpy.abs(turned).max() > 0.01:
            raise ValueError("the head was measured every 5 degrees")
        return self.responses[index]
