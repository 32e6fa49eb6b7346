"""A room by mirror images: what microphones and ears receive from a source in it."""

import numpy

import directional
from program import RATE
from waves import SPEED_OF_SOUND

# A room of 5 x 4 x 2.7 m with a reverberation time of 0.3 s: what its walls give back after Sabine.
ROOM = numpy.array([5.0, 4.0, 2.7])
REVERBERATION = 0.3
SURFACE = 2 * (ROOM[0] * ROOM[1] + ROOM[0] * ROOM[2] + ROOM[1] * ROOM[2])
GIVEN_BACK = numpy.sqrt(1 - 0.161 * ROOM.prod() / (SURFACE * REVERBERATION))
LISTENER = numpy.array([1.7, 1.9, 1.4])
RESPONSE = 8192
ECHOES = 0.12


class Grid:
    """Directions all around, and what the microphones of a body receive from there [direction, microphone, bin]: the
    first is that of the source itself, the others are 10 degrees apart."""

    COUNT = 400

    def __init__(self, task, source, frequencies):
        n = numpy.arange(self.COUNT) + 0.5
        up, turn = 1 - 2 * n / self.COUNT, numpy.pi * (1 + numpy.sqrt(5)) * n
        flat = numpy.sqrt(1 - up ** 2)
        around = numpy.stack([flat * numpy.cos(turn), flat * numpy.sin(turn), up], axis=-1)
        direct = source - LISTENER
        self.towards = numpy.concatenate([[direct / numpy.linalg.norm(direct)], around])
        self.received = numpy.stack([directional.response(task.array, one[None] @ task.case.axes, frequencies)
                                     for one in self.towards])

    def nearest(self, towards):
        return (towards @ self.towards.T).argmax(axis=1)


def images(source, chunk=256):
    """Where the walls' mirror images of a source are, seen from the listener: unit vectors in the scene (X forward,
    Y left), delays in seconds after the direct sound less 2 ms, and gains against it.

    Source: J. Allen and D. Berkley, JASA 65(4), 1979.
    """
    reach = numpy.ceil(ECHOES * SPEED_OF_SOUND / ROOM / 2).astype(int) + 1
    n = numpy.stack(numpy.meshgrid(*(numpy.arange(-r, r + 1) for r in reach), indexing="ij"), -1).reshape(-1, 1, 3)
    p = numpy.stack(numpy.meshgrid(*[[0, 1]] * 3, indexing="ij"), -1).reshape(1, -1, 3)
    places = ((1 - 2 * p) * source + 2 * n * ROOM).reshape(-1, 3) - LISTENER
    bounces = (numpy.abs(n - p) + numpy.abs(n)).sum(axis=-1).reshape(-1)
    far = numpy.linalg.norm(places, axis=1)
    direct = numpy.linalg.norm(source - LISTENER)
    near = far - direct < ECHOES * SPEED_OF_SOUND
    places, bounces, far = places[near], bounces[near], far[near]
    for start in range(0, len(far), chunk):
        part = slice(start, start + chunk)
        yield (places[part] / far[part, None], (far[part] - direct) / SPEED_OF_SOUND + 0.002,
               GIVEN_BACK ** bounces[part] * direct / far[part])


def lateral(towards):
    """The places in the ring, counted to the right from forward, of directions: those of the same angle to the side."""
    side = numpy.degrees(numpy.arcsin(numpy.clip(-towards[:, 1], -1, 1)))
    azimuth = numpy.where(towards[:, 0] >= 0, side, 180 - side)
    return numpy.round(azimuth / 5).astype(int) % 72


def heard_through(spectra, voice):
    """A voice through responses [signal, bin] of a room, as long as the voice."""
    responses = numpy.fft.irfft(spectra, RESPONSE)
    length = 1 << int(numpy.ceil(numpy.log2(len(voice) + RESPONSE)))
    return numpy.fft.irfft(numpy.fft.rfft(responses, length) * numpy.fft.rfft(voice, length), length)[:, :len(voice)]
