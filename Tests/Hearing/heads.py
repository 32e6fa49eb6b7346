"""The reference ears: MIT's KEMAR, every 5 degrees on the horizon, and in all other measured directions."""

import functools
import pathlib

import numpy
import sofar

from program import FREQUENCIES, HEARD, RATE

REAL = pathlib.Path(__file__).parent / "real"
# KEMAR from -40 to 90 degrees of elevation, as libmysofa installs it.
ALL_AROUND = pathlib.Path("/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa")


class Ring:
    """Responses [direction, ear, bin] at azimuths in degrees, positive to the right, each bin with the same power over
    all directions: what the head does to every sound alike is taken off."""

    def __init__(self):
        with numpy.load(REAL / "kemar-ring.npz") as file:
            samples, self.azimuths = file["ir"].astype(float), file["az"].astype(float)
            rate = float(file["fs"])
        responses = spectra(samples, rate)
        self.power = (numpy.abs(responses) ** 2).mean(axis=(0, 1))
        self.responses = numpy.where(HEARD, responses / numpy.sqrt(self.power), 0)

    @functools.cached_property
    def globe(self):
        """The same head from above and below."""
        return Globe(self)

    def at(self, azimuths):
        """The ears for azimuths that are multiples of 5 degrees."""
        index = numpy.round((numpy.asarray(azimuths) - self.azimuths[0]) / 5).astype(int) % len(self.azimuths)
        turned = (self.azimuths[index] - azimuths + 180) % 360 - 180
        if numpy.abs(turned).max() > 0.01:
            raise ValueError("the head was measured every 5 degrees")
        return self.responses[index]


class Globe:
    """Responses [direction, ear, bin] of the same head at all measured elevations, divided by the minimum-phase
    response of the horizon's power, which avoids ringing before a sound, and without the common delay of all
    directions."""

    def __init__(self, ring):
        file = sofar.read_sofa(ALL_AROUND, verify=False, verbose=False)
        azimuths, self.elevations = file.SourcePosition[:, 0], file.SourcePosition[:, 1]
        self.azimuths = (180 - azimuths) % 360 - 180
        responses = spectra(file.Data_IR, float(numpy.ravel(file.Data_SamplingRate)[0]))
        responses = numpy.where(HEARD, responses / least_phase(ring.power), 0)
        late = int(numpy.median(numpy.abs(numpy.fft.irfft(responses)).argmax(axis=-1)))
        self.responses = responses * numpy.exp(2j * numpy.pi * FREQUENCIES * late / RATE)
        a, e = numpy.radians(self.azimuths), numpy.radians(self.elevations)
        # In the scene: X forward, Y left, Z up.
        self.towards = numpy.stack([numpy.cos(a) * numpy.cos(e), -numpy.sin(a) * numpy.cos(e), numpy.sin(e)], axis=-1)

    def nearest(self, towards):
        """Indices of the measured directions that are closest to unit vectors of the scene."""
        return (towards @ self.towards.T).argmax(axis=-1)

    def at(self, azimuths, elevation=0.0):
        """The ears for measured directions."""
        a, e = numpy.radians(numpy.asarray(azimuths, dtype=float)), numpy.radians(elevation)
        towards = numpy.stack([numpy.cos(a) * numpy.cos(e), -numpy.sin(a) * numpy.cos(e),
                               numpy.full_like(a, numpy.sin(e))], axis=-1)
        index = self.nearest(towards)
        if (towards * self.towards[index]).sum(axis=-1).min() < numpy.cos(numpy.radians(0.1)):
            raise ValueError("the head was not measured there")
        return self.responses[index]

    def between(self, figures, azimuths, elevation):
        """Figures [direction, ...] of all measured directions at others: linear over azimuth and elevation."""
        heights = numpy.unique(self.elevations)
        above = int(numpy.searchsorted(heights, elevation))
        if heights[above] == elevation:
            return self.around(figures, azimuths, heights[above])
        share = (elevation - heights[above - 1]) / (heights[above] - heights[above - 1])
        return ((1 - share) * self.around(figures, azimuths, heights[above - 1])
                + share * self.around(figures, azimuths, heights[above]))

    def around(self, figures, azimuths, height):
        """The same at one of the measured elevations."""
        there = numpy.nonzero(self.elevations == height)[0]
        there = there[numpy.argsort(self.azimuths[there])]
        flat = figures[there].reshape(len(there), -1)
        found = numpy.stack([numpy.interp(azimuths, self.azimuths[there], one, period=360) for one in flat.T], axis=-1)
        return found.reshape(len(azimuths), *figures.shape[1:])


def spectra(samples, rate):
    """Responses [..., bin] from impulse responses at another rate."""
    waves = numpy.exp(-2j * numpy.pi * numpy.outer(numpy.arange(samples.shape[-1]), FREQUENCIES) / rate)
    return samples @ waves


def least_phase(power):
    """The minimum-phase response of a power [bin], by its cepstrum (Oppenheim and Schafer, Discrete-Time Signal
    Processing, 12.1)."""
    inside = power[HEARD]
    log = numpy.log(numpy.clip(power, inside.min(), inside.max())) / 2
    cepstrum = numpy.fft.irfft(log)
    half = len(cepstrum) // 2
    cepstrum[1:half] *= 2
    cepstrum[half + 1:] = 0
    return numpy.exp(numpy.fft.rfft(cepstrum))
