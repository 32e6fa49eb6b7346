#!/usr/bin/env python3
"""A SOFA file of a head in the style of different laboratories, optionally with one of the usual mistakes.

The head is Brown and Duda's model ("A structural model for binaural sound synthesis", IEEE Trans. Speech Audio Process.
6, 1998): the delay around a sphere of 8.75 cm and a shadow of first order, ears at +-100 degrees.

  measured_head.py --grid ring --rate 96000 --positions cartesian --view 0 1 0 --ears swapped head.sofa
"""

import argparse
import sys

import numpy
import sofar

RADIUS = 0.0875
SPEED_OF_SOUND = 343.0
SECONDS_LATE = 0.0015
GAIN = 0.3
EARS = numpy.radians([100.0, -100.0])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--convention", default="SimpleFreeFieldHRIR")
    parser.add_argument("--grid", default="sphere",
                        choices=["sphere", "ring", "fifty", "band", "front", "median", "three"])
    parser.add_argument("--rate", type=int, default=48000, help="frames per second")
    parser.add_argument("--taps", type=int, default=256)
    parser.add_argument("--positions", default="spherical", choices=["spherical", "cartesian"])
    parser.add_argument("--distance", type=float, action="append", help="metres, one set of directions each")
    parser.add_argument("--delay", default="none", choices=["none", "receiver", "measurement"],
                        help="the part of every delay that is in Data.Delay instead of the responses")
    parser.add_argument("--view", type=float, nargs=3, default=[1, 0, 0], help="ListenerView")
    parser.add_argument("--up", type=float, nargs=3, default=[0, 0, 1], help="ListenerUp")
    parser.add_argument("--listener", type=float, nargs=3, default=[0, 0, 0], help="ListenerPosition")
    parser.add_argument("--ears", default="right", choices=["right", "swapped", "mislabelled", "unplaced"],
                        help="swapped: the right ear first, and said so; mislabelled: not said")
    parser.add_argument("--emitter", type=float, nargs=3, default=[0, 0, 0], help="EmitterPosition")
    parser.add_argument("--roll-off", type=float, default=0, help="hertz, second order")
    parser.add_argument("--mistake", default="none", choices=["none", "nan", "silent", "one-silent", "no-delays"])
    parser.add_argument("file")
    return parser.parse_args()


def directions(grid):
    """Unit vectors in the head's coordinates."""
    if grid == "fifty":
        # A spiral of equal areas (Saff and Kuijlaars, Math. Intelligencer 19, 1997).
        z = 1 - (2 * numpy.arange(50) + 1) / 50
        azimuth = numpy.arange(50) * numpy.pi * (3 - 5 ** 0.5)
        return numpy.array([(1 - z * z) ** 0.5 * numpy.cos(azimuth), (1 - z * z) ** 0.5 * numpy.sin(azimuth), z]).T
    elevations = {"sphere": range(-80, 81, 10), "band": range(-40, 41, 10), "front": range(-40, 91, 10)}.get(grid, [0])
    azimuths = {"front": range(-40, 41, 10), "median": [0, 180], "three": [0, 90, 270]}.get(grid, range(0, 360, 5))
    angles = [(a, e) for e in elevations for a in azimuths] + ([(0, -90), (0, 90)] if grid == "sphere" else [])
    azimuth, elevation = numpy.radians(numpy.array(angles, dtype=float)).T
    return numpy.array([numpy.cos(elevation) * numpy.cos(azimuth), numpy.cos(elevation) * numpy.sin(azimuth),
                        numpy.sin(elevation)]).T


def delay(cosine):
    """The travel time from the centre to an ear in seconds: straight for sources in view of the ear, otherwise around
    the sphere."""
    angle = numpy.arccos(numpy.clip(cosine, -1, 1))
    return RADIUS / SPEED_OF_SOUND * numpy.where(angle < numpy.pi / 2, -numpy.cos(angle), angle - numpy.pi / 2)


def spectrum(cosine, frequencies):
    """The head shadow at an ear: level and spectrum."""
    angle = numpy.arccos(numpy.clip(cosine, -1, 1))
    alpha = 1.05 + 0.95 * numpy.cos(angle * 180 / 150)
    turn = 2j * numpy.pi * frequencies * RADIUS / SPEED_OF_SOUND / 2
    return (1 + alpha * turn) / (1 + turn)


def heads_axes(view, up):
    """Rows: where the head's forward, left and up point in the axes of the room."""
    forward = numpy.array(view) / numpy.linalg.norm(view)
    above = numpy.array(up) - numpy.dot(up, forward) * forward
    if numpy.linalg.norm(above) == 0:
        return numpy.eye(3)
    above /= numpy.linalg.norm(above)
    return numpy.array([forward, numpy.cross(above, forward), above])


def responses(given, towards):
    """Impulse responses [direction][ear][tap], and the separately stated delays in frames."""
    frequencies = numpy.fft.rfftfreq(given.taps, 1 / given.rate)
    sources = numpy.array([[numpy.cos(e), numpy.sin(e), 0] for e in EARS])
    cosines = towards @ sources.T
    late = delay(cosines) * (given.mistake != "no-delays") + SECONDS_LATE
    apart = numpy.zeros((1, 2))
    if given.delay == "receiver":
        apart = numpy.array([[30.0, 30.0]])
    elif given.delay == "measurement":
        apart = numpy.round((late - 0.0008) * given.rate)
    values = GAIN * spectrum(cosines[..., None], frequencies)
    values = values * numpy.exp(-2j * numpy.pi * frequencies * (late - apart / given.rate)[..., None])
    if given.roll_off > 0:
        s = 1j * frequencies / given.roll_off
        values = values * s * s / (s * s + 2 ** 0.5 * s + 1)
    values[..., -1] = 0
    return numpy.fft.irfft(values, given.taps), apart


def main():
    given = arguments()
    once = directions(given.grid)
    away = given.distance or [1.5]
    towards = numpy.concatenate([once for _ in away])
    distances = numpy.repeat(away, len(once))
    samples, apart = responses(given, towards)
    receivers = numpy.array([[0, 0.09, 0], [0, -0.09, 0]])
    if given.ears in ["swapped", "mislabelled"]:
        samples, apart = samples[:, ::-1], apart[:, ::-1]
    if given.ears == "swapped":
        receivers = receivers[::-1]
    if given.ears == "unplaced":
        receivers = receivers * 0
    if given.mistake == "nan":
        samples[3, 1, 7] = numpy.nan
    if given.mistake == "silent":
        samples = samples * 0
    if given.mistake == "one-silent":
        samples[5, 0] = 0
    sofa = sofar.Sofa(given.convention)
    sofa.Data_IR = samples
    sofa.Data_Delay = apart
    sofa.Data_SamplingRate = given.rate
    place = distances[:, None] * (towards @ heads_axes(given.view, given.up)) + numpy.array(given.listener)
    if given.positions == "spherical":
        length = numpy.linalg.norm(place, axis=1)
        place = numpy.array([numpy.degrees(numpy.arctan2(place[:, 1], place[:, 0])) % 360,
                             numpy.degrees(numpy.arcsin(place[:, 2] / length)), length]).T
    sofa.SourcePosition = place
    sofa.SourcePosition_Type = given.positions
    sofa.SourcePosition_Units = "degree, degree, metre" if given.positions == "spherical" else "metre"
    sofa.ReceiverPosition = receivers
    sofa.ReceiverPosition_Type = "cartesian"
    sofa.ReceiverPosition_Units = "metre"
    sofa.ListenerPosition = numpy.array([given.listener])
    sofa.ListenerPosition_Type = "cartesian"
    sofa.ListenerPosition_Units = "metre"
    # Conventions for objects other than heads have no view; its default is the X axis.
    if given.convention == "SimpleFreeFieldHRIR":
        sofa.ListenerView = numpy.array([given.view])
        sofa.ListenerView_Type = "cartesian"
        sofa.ListenerView_Units = "metre"
        sofa.ListenerUp = numpy.array([given.up])
    sofa.EmitterPosition = numpy.array([given.emitter])
    sofa.EmitterPosition_Type = "cartesian"
    sofa.EmitterPosition_Units = "metre"
    sofar.write_sofa(given.file, sofa)
    return 0


if __name__ == "__main__":
    sys.exit(main())
