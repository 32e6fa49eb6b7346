"""Measures of the sound at the ears, from responses [direction, ear (left, right), bin] at the frequencies of the test
sound."""

import numpy

import bands
from program import FREQUENCIES, HEARD, HIGH, LOW, PERIOD, RATE

# The octaves of the pink noise for which figures are given.
LOW, HIGH = 100.0, 12500.0
INSIDE = (FREQUENCIES >= LOW) & (FREQUENCIES <= HIGH)
PINK = numpy.where(INSIDE, 1 / numpy.maximum(FREQUENCIES, 1), 0)
WIDE_PINK = numpy.where(HEARD, 1 / numpy.maximum(FREQUENCIES, 1), 0)
# Above this frequency, fine structure gives no audible time differences (Brughera, Dunai and Hartmann, JASA 133, 2013).
TIME_LIMIT = 1500.0
# Both ears through a Butterworth low-pass of second order.
LOW_PASS = 1 / (1 + (FREQUENCIES / TIME_LIMIT) ** 4)
LONGEST_SECONDS = 1e-3
FINER = 8
LEFT, RIGHT = 0, 1


def decibels(power):
    return 10 * numpy.log10(numpy.maximum(power, 1e-30))


def powers(responses, weights):
    """Power in every band [..., band]; a band's weights need not add up to anything."""
    return numpy.abs(responses) ** 2 @ (weights / weights.sum(axis=-1, keepdims=True)).T


def level_differences(responses, weights):
    """The level of left relative to right in every band, decibels [..., band]."""
    both = decibels(powers(responses, weights))
    return both[..., LEFT, :] - both[..., RIGHT, :]


def time_differences(responses):
    """The delay of the left ear relative to the right ear in microseconds: the maximum of the cross-correlation of both
    ears below 1.5 kHz within 1 ms. Positive values are on the right."""
    cross = responses[..., LEFT, :] * numpy.conj(responses[..., RIGHT, :]) * LOW_PASS * HEARD
    correlation = numpy.fft.irfft(cross, PERIOD * FINER, axis=-1)
    most = int(LONGEST_SECONDS * RATE * FINER)
    correlation = numpy.concatenate([correlation[..., -most:], correlation[..., :most + 1]], axis=-1)
    peak = numpy.clip(correlation.argmax(axis=-1), 1, 2 * most - 1)[..., None]
    before, at, after = (numpy.take_along_axis(correlation, peak + n, -1)[..., 0] for n in (-1, 0, 1))
    bend = numpy.minimum(before - 2 * at + after, -1e-30)
    # At the ends of the range of 1 ms, there may be no peak to interpolate.
    beside = numpy.clip(0.5 * (before - after) / bend, -1, 1)
    return (peak[..., 0] - most + beside) / (RATE * FINER) * 1e6


def steps(differences):
    """Mean step between neighbouring bands, decibels."""
    return numpy.abs(numpy.diff(differences, axis=-1)).mean()


# ERB bands, in which filters were always judged; narrow ones that touch each other, whose centres lie between those
# of the usual series; third octaves with the usual centres.
ERB_CENTRES, ERB = bands.erb(FREQUENCIES)
ERB = ERB[(ERB_CENTRES >= 200) & (ERB_CENTRES <= 6000)]
NARROW_CENTRES, NARROW = bands.octaves(FREQUENCIES, 12, 200, 6000)
WIDE_CENTRES, WIDE = bands.octaves(FREQUENCIES, 3, 99, 12700, offset=0)
MIDDLE = (WIDE_CENTRES > 195) & (WIDE_CENTRES < 2005)


def a_weighting(frequencies):
    """Power weights of IEC 61672-1, annex E."""
    f = numpy.square(frequencies)
    amplitude = f * f * 12194 ** 2 / ((f + 20.6 ** 2) * (f + 12194 ** 2)
                                      * numpy.sqrt((f + 107.7 ** 2) * (f + 737.9 ** 2)))
    return amplitude ** 2 * ((frequencies >= LOW) & (frequencies <= HIGH))


def beside_the_middle(azimuths, degrees=10.01):
    """Directions with a side: more than this many degrees from the plane between the ears."""
    return numpy.abs(numpy.sin(numpy.radians(azimuths))) > numpy.sin(numpy.radians(degrees))


def wrong_levels(responses, azimuths, degrees=10.01, spectrum=PINK):
    """Directions whose pink noise is not louder on its own side, and the largest excess on the other side in
    decibels."""
    towards_right = -level_differences(responses, spectrum[None])[..., 0] * numpy.sign(azimuths)
    wrong = beside_the_middle(azimuths, degrees) & (towards_right <= 0)
    return wrong, float(-towards_right[wrong].min()) if wrong.any() else 0.0


def wrong_times(responses, azimuths, degrees=10.01):
    """Directions whose noise is not earlier on its own side."""
    return beside_the_middle(azimuths, degrees) & (time_differences(responses) * numpy.sign(azimuths) <= 0)


def horizon(responses, beside=None):
    """The power of both ears in third octaves over all directions, relative to its mean from 0.2 to 2 kHz or, if given,
    to the power of the microphones [bin], decibels."""
    power = (numpy.abs(responses) ** 2).mean(axis=tuple(range(responses.ndim - 1)))
    power = numpy.where(HEARD, power / (beside if beside is not None else 1), 0)
    level = decibels(WIDE @ power / WIDE.sum(axis=1))
    return level - level[MIDDLE].mean(), level[MIDDLE].mean()


def worst_front(responses, azimuths):
    """The weakest direction of the front half and its third octave, against the horizon from 0.2 to 2 kHz."""
    _, middle = horizon(responses)
    front = numpy.abs(azimuths) <= 90
    level = decibels(powers(responses[front], WIDE).mean(axis=1)) - middle
    direction, band = numpy.unravel_index(level.argmin(), level.shape)
    return float(level.min()), float(azimuths[front][direction]), float(WIDE_CENTRES[band])


def front_to_back(responses, azimuths):
    """The level of pink noise from within 45 degrees of forward relative to noise from behind, both ears, decibels."""
    power = powers(responses, PINK[None])[..., 0].mean(axis=-1)
    return float(decibels(power[numpy.abs(azimuths) <= 45].mean()) - decibels(power[numpy.abs(azimuths) >= 135].mean()))


def lateness(responses):
    """The delay of the sum of both ears relative to the centre of the microphones in microseconds: the mean group delay
    from 0.2 to 1.5 kHz over directions, weighted by power."""
    inside = (FREQUENCIES > 200) & (FREQUENCIES < TIME_LIMIT)
    turn = responses[..., 1:] * numpy.conj(responses[..., :-1])
    total = turn.sum(axis=tuple(range(responses.ndim - 1)))[inside[1:]].sum()
    return float(-numpy.angle(total) / (2 * numpy.pi * FREQUENCIES[1]) * 1e6)
