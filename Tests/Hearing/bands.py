"""Frequency bands: ERB bands, narrow bands between them (1/12 octave), and third octaves.

A band is a row of weights over the bins of a spectrum; the power in a band is the row times the power of the bins. The
narrow bands and the ERB bands share only the frequency axis: filters optimised in one kind of band are judged in the
other. """

import numpy

REFERENCE_HERTZ = 1000.0


def erb(frequencies, low=80.0, high=17500.0):
    """Centres, and weights of gammatone filters of fourth order, one ERB apart.

    Source: Glasberg and Moore, Hear. Res. 47 (1990), equations 3 and 4; bandwidth 1.019 ERB: Patterson et al. (1992).
    """
    def rate(hertz):
        return 21.4 * numpy.log10(1 + 0.00437 * hertz)

    steps = numpy.arange(rate(low), rate(high))
    centres = (10 ** (steps / 21.4) - 1) / 0.00437
    widths = 1.019 * 24.7 * (1 + 0.00437 * centres)
    return centres, (1 + ((frequencies[None] - centres[:, None]) / widths[:, None]) ** 2) ** -4.0


def octaves(frequencies, parts, low, high, offset=0.5):
    """Centres and weights of adjacent rectangular bands, `parts` per octave.

    Centres are 1 kHz times a power of two, shifted by `offset` of a band. A bin that an edge divides counts in part.
    """
    first = numpy.ceil(parts * numpy.log2(low / REFERENCE_HERTZ) - offset)
    last = numpy.floor(parts * numpy.log2(high / REFERENCE_HERTZ) - offset)
    centres = REFERENCE_HERTZ * 2 ** ((numpy.arange(first, last + 1) + offset) / parts)
    half = 2 ** (0.5 / parts)
    width = frequencies[1] - frequencies[0]
    below = numpy.maximum(frequencies[None] - width / 2, centres[:, None] / half)
    above = numpy.minimum(frequencies[None] + width / 2, centres[:, None] * half)
    return centres, numpy.maximum(0, above - below) / width
