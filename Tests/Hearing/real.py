"""Six microphones measured in a room (R3VIVAL, see real/README.md), rendered and judged against a head.

Each of four data sources faces another way, so 12 measured directions, 2 rooms and 2 distances make 192 sounds. Sounds
more than 9 degrees from the middle have a side in level and in time: 320 signs. """

import json

import numpy
import soundfile

import arrays
import figures
import measures
import table
from heads import REAL
from program import FREQUENCIES, HEARD, RATE

PLACES = [(0, 48, 0), (0, -48, 0), (33.9, 0, 33.9), (-33.9, 0, 33.9), (33.9, 0, -33.9), (-33.9, 0, -33.9)]
NAMES = ["front", "back", "right-top", "left-top", "right-bottom", "left-bottom"]
CLAPPED = [0, 1, 4, 5]
LEAST_DEGREES = 9
# The frequencies for comparing microphone gains: wavelengths are much longer than the array.
GAIN_BAND = (200, 1500)


class Measured:
    """Impulse responses [room, distance, direction, microphone, sample] and their transforms, azimuths positive to the
    right of +y, and gains in dB that make all microphones alike."""

    def __init__(self):
        with numpy.load(REAL / "r3vival-direct.npz") as file:
            self.samples = numpy.moveaxis(file["irs"][..., :6].astype(float), -1, -2)
            self.azimuths = file["azimuths"].astype(float)
        waves = numpy.exp(-2j * numpy.pi * numpy.outer(numpy.arange(self.samples.shape[-1]), FREQUENCIES) / RATE)
        self.responses = self.samples @ waves
        band = (FREQUENCIES > GAIN_BAND[0]) & (FREQUENCIES < GAIN_BAND[1])
        pink = numpy.where(band, 1 / numpy.maximum(FREQUENCIES, 1), 0)
        level = measures.decibels(numpy.abs(self.responses) ** 2 @ pink).mean(axis=(0, 1, 2))
        self.gains = level.mean() - level


class Rendered:
    """The ear signals of all measured sounds, for one facing direction after another."""

    def __init__(self, program, ring, array, measured, cases):
        received = measured.responses.reshape(-1, *measured.responses.shape[3:])
        own = numpy.where(HEARD, (numpy.abs(received) ** 2).mean(axis=(0, 1)), 1)
        self.ears, self.raw, self.azimuths, self.heads, self.horizons = [], [], [], [], []
        levels, lates = [], []
        for case in cases:
            heard = program.responses(array, case, received)
            forward = numpy.degrees(numpy.arctan2(case.axes[0][0], case.axes[0][1]))
            azimuths = (measured.azimuths - forward + 180) % 360 - 180
            # The loudspeaker and the microphones add their own coloration, for which the filters are not responsible.
            self.horizons.append(measures.horizon(heard, own)[0])
            levels.append(measures.decibels(measures.powers(heard, measures.PINK[None]).mean())
                          - measures.decibels(measures.powers(received, measures.PINK[None]).mean()))
            lates.append(measures.lateness(heard * numpy.conj(received.mean(axis=1, keepdims=True))))
            self.raw.append(heard)
            self.ears.append(heard / numpy.sqrt(own))
            self.azimuths.append(numpy.tile(azimuths, 4))
            self.heads.append(ring.at(self.azimuths[-1]))
        self.ears, self.raw, self.azimuths, self.heads = map(
            numpy.concatenate, (self.ears, self.raw, self.azimuths, self.heads))
        self.level, self.late = float(numpy.mean(levels)), max(lates, key=abs)

    def figures(self):
        wrong, by = measures.wrong_levels(self.raw, self.azimuths, LEAST_DEGREES)
        late = measures.wrong_times(self.raw, self.azimuths, LEAST_DEGREES)
        horizon = max(self.horizons, key=lambda levels: numpy.abs(levels).max())
        worst = numpy.abs(horizon).argmax()
        narrow, low, high = figures.errors(self.ears, self.heads)
        times, heads_times = measures.time_differences(self.ears), measures.time_differences(self.heads)
        ahead = self.azimuths == 0
        return figures.Figures(
            wrong_levels=int(wrong.sum()), wrong_times=int(late.sum()),
            sides=int(measures.beside_the_middle(self.azimuths, LEAST_DEGREES).sum()), wrong_by=by,
            wrong_at=[float(a) for a in self.azimuths[wrong | late]], colour=float(horizon[worst]),
            colour_at=float(measures.WIDE_CENTRES[worst]), front=None, front_azimuth=None, front_at=None,
            comb=float(measures.steps(measures.level_differences(self.ears, measures.NARROW))
                       - measures.steps(measures.level_differences(self.heads, measures.NARROW))),
            ild_narrow=float(narrow), ild_narrow_low=float(low), ild_narrow_high=float(high),
            ild=float(numpy.abs(measures.level_differences(self.ears, measures.ERB)
                                - measures.level_differences(self.heads, measures.ERB)).mean()),
            itd=float(numpy.abs(times - heads_times).mean()),
            centre=float((times[ahead] - heads_times[ahead]).mean()), front_to_back=None, level=self.level,
            late=self.late)


def judge(made, calibrated):
    """The findings of the real array; microphones as they came, or with the gains that calibrating gives."""
    narrow = 2.95 if calibrated else 4.0
    found = [
        figures.Finding("real array: signs wrong", made.wrong_levels + made.wrong_times, 0, 0, ""),
        figures.Finding("real array: comb above the head's", made.comb, 1.0, 0.7, "dB"),
        figures.Finding("real array: colour", abs(made.colour), 3.0, 2.0, "dB"),
        figures.Finding("real array: ILD in 1/12 octaves", made.ild_narrow, narrow, narrow, "dB"),
        figures.Finding("real array: level against one microphone", abs(made.level), figures.LEVEL,
                        figures.LEVEL_GOAL, "dB"),
        figures.Finding("real array: late or early", abs(made.late), figures.LATE,
                        figures.LATE_GOAL, "us"),
    ]
    if not calibrated:
        found += [
            figures.Finding("real array: ILD below 1.5 kHz", made.ild_narrow_low, 3.22, 2.9, "dB"),
            figures.Finding("real array: ILD above 1.5 kHz", made.ild_narrow_high, 5.11, 4.3, "dB"),
            figures.Finding("real array: ITD", made.itd, 83, 45, "us"),
        ]
    return found


def row(program, ring, folder, calibrated, ways=slice(None)):
    measured = Measured()
    name = "r3vival-calibrated" if calibrated else "r3vival"
    array = arrays.write(folder, name, PLACES, "four ways", NAMES, measured.gains if calibrated else None)
    made = Rendered(program, ring, array, measured, array.cases[ways]).figures()
    return [table.Row(name, made, judge(made, calibrated))]


def claps(program, folder):
    """Gains from claps around four of the microphones, against those that the measured responses have."""
    measured = Measured()
    array = arrays.write(folder, "r3vival-claps", [PLACES[n] for n in CLAPPED], "four ways",
                         [NAMES[n] for n in CLAPPED])
    samples, rate = soundfile.read(REAL / "r3vival-claps.flac", dtype="int16")
    recording = program.folder / "claps.wav"
    soundfile.write(recording, samples, rate, subtype="PCM_16")
    sounds = ",".join(f"{(azimuth + 180) % 360 - 180:.0f}" for azimuth in measured.azimuths)
    done = program.run(["check", "--calibrate", program.folder / "calibrated.toml", "--recording", recording,
                        "--sounds", sounds, "--board", array.file, "--config", program.settings, "--json"],
                       allowed=(0, 1))
    report = json.loads(done.stdout)
    found = numpy.array([microphone["after"]["gainDecibels"] for microphone in report["microphones"]])
    kept = [microphone["after"]["channel"] for microphone in report["microphones"]] == list(range(len(CLAPPED)))
    known = measured.gains[CLAPPED]
    error = (found - found.mean()) - (known - known.mean())
    return [table.Note(
        "r3vival-claps", f"gains {numpy.round(found, 2).tolist()} dB, errors {numpy.round(error, 2).tolist()} dB", [
            figures.Finding("claps: error of a gain", numpy.abs(error).max(), 0.2, 0.16, "dB"),
            figures.Finding("claps: gains known, channels kept", float(report["knowsGains"] and kept), 1, 1, "",
                            least=True)])]


def jobs(program, ring, folder):
    return [("r3vival", lambda: row(program, ring, folder, False)),
            ("r3vival-calibrated", lambda: row(program, ring, folder, True)),
            ("r3vival-claps", lambda: claps(program, folder))]


def short_jobs(program, ring, folder):
    """Two of the four ways: the others see the same array from its other side."""
    return [("r3vival", lambda: row(program, ring, folder, False, slice(2))),
            ("r3vival-claps", lambda: claps(program, folder))]
