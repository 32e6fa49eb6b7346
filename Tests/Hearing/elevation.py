"""Sounds from above and below the horizon, against the head at that elevation, by filters alone and by direction."""

import numpy

import directional
import figures
import measures
import scenes
import table
import waves
from program import FREQUENCIES

ELEVATIONS = (-20, -10, 0, 10, 20, 30, 45)
SHORT = (-10, 0, 20, 45)
# Azimuths all round, on and between the 5 degree steps of the program's grid.
AZIMUTHS = numpy.arange(-176.25, 180, 11.25)
# Level differences from 0.2 to 6 kHz in dB: limit and goal at every elevation.
LIMITS = {scenes.PHONE: (1.2, 1.0), scenes.RING: (1.3, 1.0)}
# Errors of level differences on the horizon when the search covered only the horizon's directions, dB.
HORIZON = {
    ("phone-free", "Back landscapeRight"): 0.586,
    ("square-held", "Back portrait"): 0.946,
    ("pair-74", "Back portrait"): 0.913,
    ("phone-free", "Back portrait"): 0.383,
    ("phone-box", "Back landscapeRight"): 0.546,
    ("phone-box", "Back portrait"): 0.475,
    ("square-table", "Top"): 0.454,
    ("six-held", "Back portrait"): 0.893,
    ("six-table", "Top"): 0.376,
    ("phone-5-5", "Back landscapeLeft"): 0.317,
    ("ring-5-5", "Top"): 0.349,
    ("ball-4-5", "Top"): 0.374,
}
ROOM, SAME, SAME_TIME = 1.02, 0.02, 5.0


class Aim:
    """The head's level differences, level differences above 6 kHz, and time differences, for all directions."""

    def __init__(self, globe):
        self.globe, self.all = globe, cues(globe.responses)

    def at(self, elevation, azimuths=AZIMUTHS):
        return [self.globe.between(one, azimuths, elevation) for one in self.all]


def cues(responses):
    """Level differences in ERB bands from 0.2 to 6 kHz and in third octaves above, and time differences."""
    return (measures.level_differences(responses, measures.ERB),
            measures.level_differences(responses, directional.HIGH_BANDS), measures.time_differences(responses))


def errors(heard, aim):
    """Mean errors in dB, dB and microseconds."""
    return [float(numpy.abs(one - wanted).mean()) for one, wanted in zip(cues(heard), aim)]


def judge(linear, made, elevation, kind, horizon=None):
    """Findings for one elevation from errors by filters alone and by direction."""
    what = f"elevation {elevation}:"
    found = [
        figures.Finding(f"{what} ILD against linear", made[0], linear[0] + SAME, linear[0] / 2, "dB"),
        figures.Finding(f"{what} ILD above 6 kHz against linear", made[1], linear[1] + SAME, linear[1] / 2, "dB"),
        figures.Finding(f"{what} ITD against linear", made[2], max(linear[2] + SAME_TIME, directional.LEAST_ITD),
                        linear[2] / 2, "us"),
    ]
    if kind in LIMITS:
        found.append(figures.Finding(f"{what} ILD", made[0], *LIMITS[kind], "dB"))
    if horizon and not elevation:
        found.append(figures.Finding(f"{what} ILD against earlier", made[0], horizon * ROOM, horizon, "dB"))
    return found


class Task(scenes.Task):
    PART = "elevation"

    def run(self, program, ring):
        aim, words, found = Aim(ring.globe), [], []
        elevations = SHORT if self.short else ELEVATIONS
        received = numpy.concatenate([waves.received(self.array, self.case, AZIMUTHS, FREQUENCIES, elevation)
                                      for elevation in elevations])
        heard = [numpy.split(program.responses(self.array, self.case, received, self.options + more),
                             len(elevations)) for more in (directional.LINEAR, directional.DIRECTIONAL)]
        for n, elevation in enumerate(elevations):
            linear, made = (errors(one[n], aim.at(elevation)) for one in heard)
            # Microphones in one horizontal plane, as on a table, cannot tell below from above.
            kind = self.kind if elevation >= 0 or self.case.orientation else None
            found += judge(linear, made, elevation, kind, HORIZON.get((self.array.name, str(self.case))))
            words.append(f"{elevation:+d} {linear[0]:.2f} -> {made[0]:.2f} dB, {linear[1]:.1f} -> {made[1]:.1f}, "
                         f"{linear[2]:.0f} -> {made[2]:.0f} us")
        return table.Note(str(self), "; ".join(words), found)
