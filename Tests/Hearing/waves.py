"""The signals of microphones for plane waves, by this folder's own formulas, without any code of Pinna.

Convention: e^{+jwt}, phase relative to the origin of the device frame, responses [direction, microphone, frequency].
"""

import numpy
from scipy.special import eval_legendre, spherical_jn, spherical_yn

SPEED_OF_SOUND = 343.0


def free_field(positions, towards, frequencies):
    """Microphones in free air: a wave arrives earlier at microphones closer to its source."""
    advance = towards @ positions.T / SPEED_OF_SOUND
    return numpy.exp(2j * numpy.pi * frequencies * advance[..., None])


def sphere(positions, radius, towards, frequencies):
    """Microphones in the surface of a rigid sphere around the origin.

    Source: the plane wave as a series of spherical harmonics and the Wronskian of spherical Bessel functions, as in
    Williams, Fourier Acoustics (1999), 6.10, for e^{+jwt}.
    """
    cosine = towards @ (positions / numpy.linalg.norm(positions, axis=1, keepdims=True)).T
    ka = 2 * numpy.pi * numpy.maximum(frequencies, 1e-3) * radius / SPEED_OF_SOUND
    result = numpy.zeros(cosine.shape + frequencies.shape, dtype=complex)
    for n in range(int(ka.max() * 1.2) + 15):
        slope = spherical_jn(n, ka, True) - 1j * spherical_yn(n, ka, True)
        with numpy.errstate(over="ignore", invalid="ignore", divide="ignore"):
            term = numpy.nan_to_num((2 * n + 1) * 1j ** n * -1j / (ka ** 2 * slope))
        result += eval_legendre(n, numpy.clip(cosine, -1, 1))[..., None] * term
    return result


def received(array, case, azimuths, frequencies, elevation=0.0):
    """The signals of an array's microphones in a case, for azimuths in degrees, positive to the right, at one
    elevation."""
    return received_from(array, case.towards(numpy.asarray(azimuths, dtype=float), elevation), frequencies)


def received_from(array, towards, frequencies):
    """The same signals for unit vectors in the device frame."""
    if array.model == "sphere":
        return sphere(array.positions, array.body["radius"] / 1000, towards, frequencies)
    if array.model == "box":
        import boxes
        return boxes.received(array, towards, frequencies)
    return free_field(array.positions, towards, frequencies)
