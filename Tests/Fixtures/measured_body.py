#!/usr/bin/env python3
"""A SOFA file of microphones in free air, like a measurement by another program: with a delay and a low level.

Positions are in SOFA's axes (X forward, Y left, Z up), in metres. In every response, the sound arrives earlier the
closer the microphone is to the source.

  measured_body.py --convention GeneralFIR --rate 44100 --receiver 0.01 0.02 0 --receiver 0 -0.02 0 body.sofa
"""

import argparse
import sys

import numpy
import sofar

# netCDF stores all responses in one piece, and libmysofa reads pieces of up to 2^20 samples.
TAPS = 256
SECONDS_LATE = 0.002
GAIN = 0.1
SPEED_OF_SOUND = 343.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--convention", default="SimpleFreeFieldHRIR")
    parser.add_argument("--rate", type=int, default=48000, help="frames per second")
    parser.add_argument("--receiver", nargs=3, type=float, action="append", required=True,
                        metavar=("X", "Y", "Z"))
    parser.add_argument("file")
    return parser.parse_args()


def directions():
    """Azimuth and elevation in degrees: every 10 degrees, and the poles."""
    rings = [(azimuth, elevation) for elevation in range(-80, 81, 10) for azimuth in range(0, 360, 10)]
    return numpy.array(rings + [(0, -90), (0, 90)], dtype=float)


def response(advance, rate):
    """A band-limited click, advanced by a number of seconds."""
    frequencies = numpy.fft.rfftfreq(TAPS, 1 / rate)
    spectrum = GAIN * numpy.exp(-2j * numpy.pi * frequencies * (SECONDS_LATE - advance))
    spectrum[-1] = 0
    return numpy.fft.irfft(spectrum, TAPS)


def main():
    given = arguments()
    angles = directions()
    azimuth, elevation = numpy.radians(angles).T
    towards = numpy.array([numpy.cos(elevation) * numpy.cos(azimuth),
                           numpy.cos(elevation) * numpy.sin(azimuth), numpy.sin(elevation)]).T
    receivers = numpy.array(given.receiver)
    advances = towards @ receivers.T / SPEED_OF_SOUND
    sofa = sofar.Sofa(given.convention)
    sofa.Data_IR = numpy.array([[response(a, given.rate) for a in row] for row in advances])
    sofa.Data_Delay = numpy.zeros((1, len(receivers)))
    sofa.Data_SamplingRate = given.rate
    sofa.SourcePosition = numpy.column_stack([angles, numpy.full(len(angles), 1.5)])
    sofa.SourcePosition_Type = "spherical"
    sofa.SourcePosition_Units = "degree, degree, metre"
    sofa.ReceiverPosition = receivers
    sofa.ReceiverPosition_Type = "cartesian"
    sofa.ReceiverPosition_Units = "metre"
    sofar.write_sofa(given.file, sofa)
    return 0


if __name__ == "__main__":
    sys.exit(main())
