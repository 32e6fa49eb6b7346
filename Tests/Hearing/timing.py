"""Checks that a rendered file is not shifted in time against its microphones."""

import numpy

import arrays
import figures
import table
import waves
from program import FREQUENCIES, sound


def rows(program, ring, folder):
    """The same filters with and without their delay, as they come out."""
    array = arrays.write(folder, "pair-timing", arrays.PAIR, "table")
    received = waves.received(array, array.cases[0], ring.azimuths[:4], FREQUENCIES)
    frames, _ = sound(received)
    at_once, kept = (program.render(array, array.cases[0], frames, options)
                     for options in ((), ("--keep-delay",)))
    errors = [numpy.abs(kept[shift:] - at_once[:len(frames) - shift]).max() for shift in range(513)]
    delay = int(numpy.argmin(errors))
    return [table.Note("timing", f"--keep-delay is {delay} frames later", [
        figures.Finding("--keep-delay is anything but a delay", errors[delay], 1e-6, 1e-6, "of full scale"),
        figures.Finding("--keep-delay delays, frames", delay, 1, 1, "", least=True)])]
