"""A room by the image source method: the signals of microphones and ears from a source in the room."""

from dataclasses import dataclass

import numpy

import directional
from program import RATE
from waves import SPEED_OF_SOUND

RESPONSE = 8192


@dataclass(frozen=True)
class Room:
    """A box in metres, its reverberation time in seconds, and the place of the listener."""
    size: tuple
    reverberation: float
    listener: tuple

    @property
    def given_back(self):
        """The pressure reflection factor of the walls, after Sabine."""
        x, y, z = self.size
        return numpy.sqrt(1 - 0.161 * x * y * z / (2 * (x * y + x * z + y * z) * self.reverberation))

    @property
    def echoes(self):
        """The time after the direct sound up to which images count, in seconds."""
        return 0.4 * self.reverberation


ROOM = Room((5.0, 4.0, 2.7), 0.3, (1.7, 1.9, 1.4))
LISTENER = numpy.array(ROOM.listener)


def everywhere(count):
    """Directions that are spread evenly [direction, axis]."""
    n = numpy.arange(count) + 0.5
    up, turn = 1 - 2 * n / count, numpy.pi * (1 + numpy.sqrt(5)) * n
    flat = numpy.sqrt(1 - up ** 2)
    return numpy.stack([flat * numpy.cos(turn), flat * numpy.sin(turn), up], axis=-1)


class Grid:
    """Directions all around, and what the microphones of a body receive from there [direction, microphone, bin]: the
    first is that of the source itself, the others are 10 degrees apart."""

    COUNT = 400

    def __init__(self, task, source, frequencies):
        direct = source - LISTENER
        self.towards = numpy.concatenate([[direct / numpy.linalg.norm(direct)], everywhere(self.COUNT)])
        self.received = numpy.stack([directional.response(task.array, one[None] @ task.case.axes, frequencies)
                                     for one in self.towards])

    def nearest(self, towards):
        return (towards @ self.towards.T).argmax(axis=1)


def images(source, room=ROOM, chunk=256):
    """Where the walls' mirror images of a source are, seen from the listener: unit vectors in the scene (X forward,
    Y left), delays in seconds after the direct sound less 2 ms, and gains against it.

    Source: J. Allen and D. Berkley, JASA 65(4), 1979.
    """
    size = numpy.array(room.size)
    reach = numpy.ceil(room.echoes * SPEED_OF_SOUND / size / 2).astype(int) + 1
    n = numpy.stack(numpy.meshgrid(*(numpy.arange(-r, r + 1) for r in reach), indexing="ij"), -1).reshape(-1, 1, 3)
    p = numpy.stack(numpy.meshgrid(*[[0, 1]] * 3, indexing="ij"), -1).reshape(1, -1, 3)
    places = ((1 - 2 * p) * source + 2 * n * size).reshape(-1, 3) - room.listener
    bounces = (numpy.abs(n - p) + numpy.abs(n)).sum(axis=-1).reshape(-1)
    far = numpy.linalg.norm(places, axis=1)
    direct = numpy.linalg.norm(source - room.listener)
    near = far - direct < room.echoes * SPEED_OF_SOUND
    places, bounces, far = places[near], bounces[near], far[near]
    for start in range(0, len(far), chunk):
        part = slice(start, start + chunk)
        yield (places[part] / far[part, None], (far[part] - direct) / SPEED_OF_SOUND + 0.002,
               room.given_back ** bounces[part] * direct / far[part])


def lateral(towards):
    """The places in the ring, counted to the right from forward, of directions: those of the same angle to the side."""
    side = numpy.degrees(numpy.arcsin(numpy.clip(-towards[:, 1], -1, 1)))
    azimuth = numpy.where(towards[:, 0] >= 0, side, 180 - side)
    return numpy.round(azimuth / 5).astype(int) % 72


def heard_through(spectra, voice):
    """A voice filtered with responses [signal, bin] of a room, cut to the length of the voice."""
    responses = numpy.fft.irfft(spectra, RESPONSE)
    length = 1 << int(numpy.ceil(numpy.log2(len(voice) + RESPONSE)))
    return numpy.fft.irfft(numpy.fft.rfft(responses, length) * numpy.fft.rfft(voice, length), length)[:, :len(voice)]
