#!/usr/bin/env python3
"""The signals of a board and a head at the same place in the same room, made by pyroomacoustics, an independent
simulator.

A box-shaped room has one source of a single impulse at a time, and at one place either the microphones of a board in
free field or the measured head of a SOFA file. Positions of microphones are metres to the right, forward and up from
that place, as the listener looks; azimuths are degrees, positive to the right. Both files (32-bit float) have one
segment of the same length per azimuth, in the order given.

  room_scene.py --rate 48000 --room 6 5 3 --reverberation 0.35 --place 2.5 2 1.4 --facing 20 --distance 1.8 \\
    --frames 14400 --azimuth 0 --azimuth 30 --channels 2 --microphone 0 -0.03 0 0 --microphone 1 0.03 0 0 \\
    --head /usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa microphones.wav ears.wav
"""

import argparse
import sys

import numpy
import pyroomacoustics
import sofar
import soundfile
from pyroomacoustics.directivities import MeasuredDirectivity, Rotation3D
from pyroomacoustics.doa import GridSphere
from scipy.signal import resample_poly

PEAK = 0.25
# Reflections of every order are complete up to at least 75 ms; the last evaluated window begins at 55 ms.
HIGHEST_ORDER = 13


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=int, required=True, help="frames per second")
    parser.add_argument("--room", type=float, nargs=3, required=True, metavar=("X", "Y", "Z"))
    parser.add_argument("--reverberation", type=float, required=True, help="seconds until it is 60 dB softer")
    parser.add_argument("--place", type=float, nargs=3, required=True, metavar=("X", "Y", "Z"))
    parser.add_argument("--facing", type=float, required=True, help="degrees from the x axis, towards the y axis")
    parser.add_argument("--distance", type=float, required=True, help="metres to the source")
    parser.add_argument("--frames", type=int, required=True, help="of every segment")
    parser.add_argument("--azimuth", type=float, action="append", required=True)
    parser.add_argument("--channels", type=int, required=True, help="channels of the capture device")
    parser.add_argument("--microphone", nargs=4, action="append", required=True,
                        metavar=("CHANNEL", "RIGHT", "FORWARD", "UP"))
    parser.add_argument("--head", required=True, help="a SOFA file with a left and a right ear")
    parser.add_argument("microphones", help="the file of the board to write")
    parser.add_argument("ears", help="the file of the head to write")
    return parser.parse_args()


class Room:
    """A box with the same absorption on every wall."""

    def __init__(self, size, reverberation, rate):
        self.size, self.rate = size, rate
        absorption, order = pyroomacoustics.inverse_sabine(reverberation, size)
        self.material, self.order = pyroomacoustics.Material(absorption), min(order, HIGHEST_ORDER)

    def responses(self, source, array, frames):
        """Impulse responses of all microphones, one row each."""
        room = pyroomacoustics.ShoeBox(self.size, fs=self.rate, materials=self.material, max_order=self.order)
        room.add_source(source)
        room.add_microphone_array(array)
        room.compute_rir()
        rows = [row[0][:frames] for row in room.rir]
        return numpy.array([numpy.pad(row, (0, frames - len(row))) for row in rows])


def ears(path, facing, rate):
    """The left and right ear of a head facing a direction."""
    sofa = sofar.read_sofa(path, verify=False)
    responses = resample_poly(sofa.Data_IR, rate, int(sofa.Data_SamplingRate), axis=-1)
    azimuth, elevation = numpy.radians(sofa.SourcePosition[:, 0]), numpy.radians(sofa.SourcePosition[:, 1])
    # SOFA: x is forward, y is left, z is up.
    grid = GridSphere(cartesian_points=numpy.array([
        numpy.cos(elevation) * numpy.cos(azimuth), numpy.cos(elevation) * numpy.sin(azimuth), numpy.sin(elevation)]))
    turn = Rotation3D([facing], "z", degrees=True)
    left = 0 if sofa.ReceiverPosition[0, 1, 0] > 0 else 1
    return [MeasuredDirectivity(turn, grid, responses[:, ear], rate) for ear in (left, 1 - left)]


def main():
    given = arguments()
    room = Room(given.room, given.reverberation, given.rate)
    place, facing = numpy.array(given.place), numpy.radians(given.facing)
    forward = numpy.array([numpy.cos(facing), numpy.sin(facing), 0])
    right = numpy.array([numpy.sin(facing), -numpy.cos(facing), 0])
    axes = numpy.array([right, forward, [0, 0, 1]])
    channels = [int(row[0]) for row in given.microphone]
    offsets = numpy.array([[float(word) for word in row[1:]] for row in given.microphone])
    board = pyroomacoustics.MicrophoneArray((place + offsets @ axes).T, given.rate)
    head = pyroomacoustics.MicrophoneArray(
        numpy.stack([place, place], axis=1), given.rate, directivity=ears(given.head, given.facing, given.rate))
    recorded, heard = [], []
    for degrees in given.azimuth:
        azimuth = numpy.radians(degrees)
        source = place + given.distance * (numpy.cos(azimuth) * forward + numpy.sin(azimuth) * right)
        frames = numpy.zeros((given.frames, given.channels))
        frames[:, channels] = room.responses(source, board, given.frames).T
        recorded.append(frames)
        heard.append(room.responses(source, head, given.frames).T)
    for path, segments in ((given.microphones, recorded), (given.ears, heard)):
        frames = numpy.concatenate(segments)
        soundfile.write(path, frames * (PEAK / numpy.abs(frames).max()), given.rate, subtype="FLOAT")
    return 0


if __name__ == "__main__":
    sys.exit(main())
