"""Measured microphones in a room by direction, against filters alone: noise, and a voice that comes from every side."""

import numpy
import soundfile

import arrays
import bands
import directional
import figures
import measures
import real
import table
from program import FREQUENCIES, RATE

# Limits for uncorrected microphones and for known gains: level below and above 1.5 kHz, dB; time, us.
AIMS = {False: (0.8, 1.2, 30), True: (0.5, 1.2, 25)}
# Level above 6 kHz, dB.
HIGH = 6.5
CENTRES, ERB = bands.erb(FREQUENCIES)
EMPHASIS = ("--front-emphasis", 0)


class OneWay:
    """A program that renders all sounds in one way."""

    def __init__(self, program, way):
        self.program, self.way = program, (*way, *EMPHASIS)

    def responses(self, *words):
        return self.program.responses(*words, self.way)


def levels(heard, low, high):
    """The error of level differences in bands of the ear."""
    chosen = ERB[(CENTRES > low) & (CENTRES < high)]
    return float(numpy.abs(measures.level_differences(heard.ears, chosen)
                           - measures.level_differences(heard.heads, chosen)).mean())


def errors(heard):
    times = numpy.abs(measures.time_differences(heard.ears) - measures.time_differences(heard.heads)).mean()
    return [levels(heard, 200, 1500), levels(heard, 1500, 6000), levels(heard, 6000, 16000), float(times)]


def wrong_sides(heard):
    level, _ = measures.wrong_levels(heard.raw, heard.azimuths, real.LEAST_DEGREES)
    return int(level.sum() + measures.wrong_times(heard.raw, heard.azimuths, real.LEAST_DEGREES).sum())


def spoken(program, measured, array, case):
    """Measured directions from which a voice is not louder and earlier on its side, and how many have one."""
    voice = soundfile.read(directional.VOICES / directional.TALKERS[0])[0]
    responses = measured.samples.reshape(-1, *measured.samples.shape[3:])
    azimuths = numpy.tile(measured.azimuths, len(responses) // len(measured.azimuths))
    forward = numpy.degrees(numpy.arctan2(case.axes[0][0], case.axes[0][1]))
    azimuths = (azimuths - forward + 180) % 360 - 180
    length = len(voice) + responses.shape[-1]
    spectrum = numpy.fft.rfft(voice, length)
    sounds = [numpy.fft.irfft(numpy.fft.rfft(one, length) * spectrum, length).T for one in responses]
    sound = numpy.concatenate(sounds)
    sound *= 0.3 / numpy.abs(sound).max()
    heard = program.render(array, case, sound, directional.DIRECTIONAL + EMPHASIS)
    frequencies = numpy.fft.rfftfreq(length, 1 / RATE)
    inside = (frequencies > measures.LOW) & (frequencies < measures.HIGH)
    wrong, sides = 0, 0
    for azimuth, ears in zip(azimuths, heard.reshape(-1, length, 2)):
        if not measures.beside_the_middle(azimuth, real.LEAST_DEGREES):
            continue
        left, right = numpy.fft.rfft(ears.T)
        level = (numpy.abs(right[inside]) ** 2).sum() - (numpy.abs(left[inside]) ** 2).sum()
        cross = numpy.fft.irfft(left * numpy.conj(right) / (1 + (frequencies / measures.TIME_LIMIT) ** 4), length)
        most = int(measures.LONGEST_SECONDS * RATE)
        late = numpy.concatenate([cross[-most:], cross[:most + 1]]).argmax() - most
        wrong += int(level * numpy.sign(azimuth) <= 0) + int(late * numpy.sign(azimuth) <= 0)
        sides += 2
    return wrong, sides


def row(program, ring, folder, calibrated):
    measured = real.Measured()
    name = "r3vival-calibrated" if calibrated else "r3vival"
    array = arrays.write(folder, f"{name}-emphasis-0", real.PLACES, "four ways", real.NAMES,
                         measured.gains if calibrated else None)
    alone, made = (real.Rendered(OneWay(program, way), ring, array, measured, array.cases)
                   for way in (directional.LINEAR, directional.DIRECTIONAL))
    before, after = errors(alone), errors(made)
    voices = [spoken(program, measured, array, case) for case in array.cases]
    wrong, sides = (sum(column) for column in zip(*voices))
    low, high, time = AIMS[calibrated]
    found = [
        figures.Finding("real array by direction: ILD below 1.5 kHz", after[0], low, low, "dB"),
        figures.Finding("real array by direction: ILD above 1.5 kHz", after[1], high, high, "dB"),
        figures.Finding("real array by direction: ILD above 6 kHz", after[2], HIGH, HIGH, "dB"),
        figures.Finding("real array by direction: ITD", after[3], time, time, "us"),
        figures.Finding("real array by direction: signs of noise wrong", wrong_sides(made), 0, 0, ""),
        figures.Finding("real array by direction: signs of speech wrong", wrong, 0, 0, ""),
    ]
    words = ", ".join(f"{what} {one:.2f} -> {other:.2f} dB" for what, one, other in
                      zip(("ILD below 1.5 kHz", "above", "above 6 kHz"), before, after))
    return [table.Note(f"{name} by direction", f"{words}, ITD {before[3]:.0f} -> {after[3]:.0f} us, "
                       f"sides of a voice {wrong}/{sides} wrong", found)]


def jobs(program, ring, folder):
    return [("r3vival by direction", lambda: row(program, ring, folder, False)),
            ("r3vival-calibrated by direction", lambda: row(program, ring, folder, True))]
