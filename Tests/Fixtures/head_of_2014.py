#!/usr/bin/env python3
"""A SOFA file like those published in 2014: version 0.4, with the left ear first and placed on the right.

For each direction of the layout, the response is that of another head at its nearest direction. Layouts are those of
CIPIC 003, LISTEN 1002, the KU 100 of Cologne, and MIT's KEMAR.

  head_of_2014.py --layout cipic --head /usr/share/libmysofa/default.sofa head.sofa
"""

import argparse
import sys

import netCDF4
import numpy
import sofar
from scipy.signal import resample_poly

# Rate in Hz, samples of a response, distance of the receivers from the middle and of the sources, in metres.
LAYOUTS = {"cipic": (44100, 200, 0.09, 1.0), "listen": (48000, 512, 0.09, 1.95),
           "cologne": (48000, 128, 0.0875, 3.25), "mit": (44100, 512, 0.09, 1.4)}


def directions(layout, own):
    """Azimuths and elevations in degrees."""
    if layout == "cipic":
        # Interaural-polar: lateral angles, and 50 steps of 5.625 degrees around the axis of the ears.
        lateral = numpy.radians([-80, -65, -55, *range(-45, 46, 5), 55, 65, 80])
        around = numpy.radians(-45 + 5.625 * numpy.arange(50))
        points = [(numpy.cos(a) * numpy.cos(p), numpy.sin(a), numpy.cos(a) * numpy.sin(p))
                  for a in lateral for p in around]
    elif layout == "listen":
        rings = [(e, 15 if e < 60 else 30) for e in range(-45, 61, 15)] + [(75, 60), (90, 360)]
        return numpy.array([(a, e) for e, step in rings for a in range(0, 360, step)], dtype=float)
    elif layout == "cologne":
        # As many points as the Lebedev grid in the file, on a spiral of equal areas.
        z = 1 - (2 * numpy.arange(2354) + 1) / 2354
        angle = numpy.arange(2354) * numpy.pi * (3 - 5 ** 0.5)
        points = numpy.array([(1 - z * z) ** 0.5 * numpy.cos(angle), (1 - z * z) ** 0.5 * numpy.sin(angle), z]).T
    else:
        return own
    x, y, z = numpy.array(points).T
    return numpy.array([numpy.degrees(numpy.arctan2(y, x)) % 360, numpy.degrees(numpy.arcsin(z))]).T


def vectors(angles):
    azimuth, elevation = numpy.radians(angles).T
    return numpy.array([numpy.cos(elevation) * numpy.cos(azimuth), numpy.cos(elevation) * numpy.sin(azimuth),
                        numpy.sin(elevation)]).T


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layout", choices=LAYOUTS, required=True)
    parser.add_argument("--head", required=True)
    parser.add_argument("file")
    given = parser.parse_args()
    rate, taps, apart, away = LAYOUTS[given.layout]
    head = sofar.read_sofa(given.head, verify=False)
    own = head.SourcePosition[:, :2]
    angles = directions(given.layout, own)
    nearest = numpy.argmax(vectors(angles) @ vectors(own).T, axis=1)
    # The times of the head and of the layouts have the same origin: the first samples are silence.
    samples = resample_poly(head.Data_IR, rate, int(head.Data_SamplingRate), axis=-1)[nearest, :, :taps]
    sofa = sofar.Sofa("SimpleFreeFieldHRIR")
    sofa.Data_IR = samples
    sofa.Data_Delay = numpy.zeros((1, 2))
    sofa.Data_SamplingRate = rate
    sofa.SourcePosition = numpy.column_stack([angles, numpy.full(len(angles), away)])
    sofa.SourcePosition_Type = "spherical"
    sofa.SourcePosition_Units = "degree, degree, metre"
    sofa.ReceiverPosition = numpy.array([[0, -apart, 0], [0, apart, 0]])
    sofar.write_sofa(given.file, sofa)
    with netCDF4.Dataset(given.file, "a") as file:
        file.setncattr("SOFAConventionsVersion", "0.4")
        file.setncattr("Version", "0.6")
        for name in ["ListenerPosition", "ReceiverPosition", "EmitterPosition"]:
            file.variables[name].setncattr("Units", "meter")
        file.variables["SourcePosition"].setncattr("Units", "degree, degree, meter")
    return 0


if __name__ == "__main__":
    sys.exit(main())
