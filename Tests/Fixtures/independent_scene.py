#!/usr/bin/env python3
"""The signals of a board's microphones for distant sources, made by pyroomacoustics, an independent simulator.

An anechoic room contains the microphones and one source of pink noise at a time. All positions are in the device frame
of the board, in metres, relative to the centre of the board. Every scene becomes one WAV file (32-bit float) with the
channels of the capture device; channels without a microphone are silent.

  independent_scene.py --rate 48000 --channels 8 --seed 1 \\
    --microphone 0 -0.03 0 0 --microphone 1 0.03 0 0 --scene 0 0 1 front.wav --scene 1 0 0 right.wav
"""

import argparse
import sys

import numpy
import pyroomacoustics
import soundfile

SECONDS = 0.5
METRES = 5.0
PEAK = 0.25


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=int, required=True, help="frames per second")
    parser.add_argument("--channels", type=int, required=True, help="channels of the capture device")
    parser.add_argument("--seed", type=int, default=1, help="of the noise")
    parser.add_argument("--microphone", nargs=4, action="append", required=True,
                        metavar=("CHANNEL", "X", "Y", "Z"))
    parser.add_argument("--scene", nargs=4, action="append", required=True,
                        metavar=("X", "Y", "Z", "FILE"), help="a direction and where to write it")
    return parser.parse_args()


def pink(frames, seed):
    """Noise with the same power in every octave: white noise divided by the square root of the frequency."""
    spectrum = numpy.fft.rfft(numpy.random.default_rng(seed).standard_normal(frames))
    bins = numpy.arange(len(spectrum))
    spectrum[1:] /= numpy.sqrt(bins[1:])
    spectrum[0] = 0
    return numpy.fft.irfft(spectrum, frames)


def scene(rate, positions, direction, noise):
    """One signal per microphone; positions are columns."""
    room = pyroomacoustics.AnechoicRoom(dim=3, fs=rate)
    towards = numpy.array(direction) / numpy.linalg.norm(direction)
    # The source is far from the centre of the microphones; the room has no walls, so its origin is arbitrary.
    room.add_source(positions.mean(axis=1) + METRES * towards, signal=noise)
    room.add_microphone_array(pyroomacoustics.MicrophoneArray(positions, rate))
    room.simulate()
    return room.mic_array.signals


def main():
    given = arguments()
    channels = [int(row[0]) for row in given.microphone]
    positions = numpy.array([[float(word) for word in row[1:]] for row in given.microphone]).T
    noise = pink(int(SECONDS * given.rate), given.seed)
    for x, y, z, path in given.scene:
        signals = scene(given.rate, positions, [float(x), float(y), float(z)], noise)
        frames = numpy.zeros((signals.shape[1], given.channels))
        frames[:, channels] = signals.T
        soundfile.write(path, frames * (PEAK / numpy.abs(frames).max()), given.rate, subtype="FLOAT")
    return 0


if __name__ == "__main__":
    sys.exit(main())
