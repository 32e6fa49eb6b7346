"""The figures of one rendering of one array, and their limits."""

from dataclasses import asdict, dataclass

import numpy

import measures
from measures import ERB, NARROW, NARROW_CENTRES, WIDE_CENTRES

# Differences between the microphones of an uncalibrated board: dB and degrees, one sigma, and the number of boards.
# Real capsules of one batch differ by 0.7 dB.
GAIN_SPREAD, PHASE_SPREAD, DRAWS = 0.7, 1.0, 64


@dataclass
class Figures:
    """Decibels and microseconds."""
    wrong_levels: int
    wrong_times: int
    sides: int
    wrong_by: float
    wrong_at: list
    colour: float
    colour_at: float
    front: float
    front_azimuth: float
    front_at: float
    comb: float
    ild_narrow: float
    ild_narrow_low: float
    ild_narrow_high: float
    ild: float
    itd: float
    centre: float
    front_to_back: float
    level: float
    late: float
    wrong_wide: int = 0
    wrong_between: int = 0
    noise: float | None = None
    ild_mismatched: float | None = None

    def as_dict(self):
        return asdict(self)


def errors(responses, ears):
    """Mean errors of level differences in narrow bands: over all bands, below 1.5 kHz, and above 1.5 kHz."""
    difference = numpy.abs(measures.level_differences(responses, NARROW) - measures.level_differences(ears, NARROW))
    low = NARROW_CENTRES < measures.TIME_LIMIT
    return difference.mean(), difference[..., low].mean(), difference[..., ~low].mean()


def figures(responses, azimuths, ears, microphones, channels=None):
    """Figures from responses [direction, ear, bin], those of a head, what the microphones received [direction,
    microphone, bin], and the filters themselves [microphone, ear, bin] where they are known."""
    wrong, by = measures.wrong_levels(responses, azimuths)
    late = measures.wrong_times(responses, azimuths)
    horizon, _ = measures.horizon(responses)
    worst = numpy.abs(horizon).argmax()
    front, front_azimuth, front_at = measures.worst_front(responses, azimuths)
    narrow, low, high = errors(responses, ears)
    times, heads_times = measures.time_differences(responses), measures.time_differences(ears)
    pink = measures.PINK[None]
    level = measures.decibels(measures.powers(responses, pink).mean()) - measures.decibels(
        measures.powers(microphones, pink).mean())
    noise = mismatched = None
    wide, _ = measures.wrong_levels(responses, azimuths, spectrum=measures.WIDE_PINK)
    if channels is not None:
        weights = measures.a_weighting(measures.FREQUENCIES)
        power = (numpy.abs(channels) ** 2).sum(axis=0) @ weights
        noise = float(measures.decibels(power.mean() / weights.sum()))
        mismatched = float(mismatch(channels, microphones, ears))
    return Figures(
        wrong_levels=int(wrong.sum()), wrong_times=int(late.sum()),
        sides=int(measures.beside_the_middle(azimuths).sum()), wrong_by=by,
        wrong_at=[float(a) for a in azimuths[wrong | late]],
        colour=float(horizon[worst]), colour_at=float(WIDE_CENTRES[worst]),
        front=front, front_azimuth=front_azimuth, front_at=front_at,
        comb=float(measures.steps(measures.level_differences(responses, NARROW))
                   - measures.steps(measures.level_differences(ears, NARROW))),
        ild_narrow=float(narrow), ild_narrow_low=float(low), ild_narrow_high=float(high),
        ild=float(numpy.abs(measures.level_differences(responses, ERB)
                            - measures.level_differences(ears, ERB)).mean()),
        itd=float(numpy.abs(times - heads_times).mean()),
        centre=float(times[azimuths == 0][0] - heads_times[azimuths == 0][0]),
        front_to_back=measures.front_to_back(responses, azimuths),
        level=float(level), late=measures.lateness(responses), wrong_wide=int(wide.sum()),
        noise=noise, ild_mismatched=mismatched)


def mismatch(channels, microphones, ears):
    """The error in narrow bands on boards with differing microphones, the same boards every time."""
    random = numpy.random.default_rng(7)
    result = []
    for _ in range(DRAWS):
        gains = 10 ** (random.normal(0, GAIN_SPREAD, len(channels)) / 20)
        turns = numpy.exp(1j * numpy.radians(random.normal(0, PHASE_SPREAD, len(channels))))
        heard = numpy.einsum("m,meb,dmb->deb", gains * turns, channels, microphones)
        result.append(errors(heard, ears)[0])
    return numpy.mean(result)


@dataclass
class Finding:
    """A figure with its limit (None for no limit) and its goal; `least` says that they are lower bounds."""
    what: str
    value: float
    must: float | None
    goal: float
    unit: str
    least: bool = False

    def beyond(self, limit):
        """The amount by which the figure misses a limit; a value that is not a number misses it infinitely."""
        worse = limit - self.value if self.least else self.value - limit
        return worse if numpy.isfinite(worse) else numpy.inf

    @property
    def broken(self):
        return self.must is not None and self.beyond(self.must) > 0

    @property
    def short_of_goal(self):
        return self.beyond(self.goal) > 0

    def __str__(self):
        relation = "at least" if self.least else "at most"
        must = "" if self.must is None else f"must be {relation} {self.must:.2f}, "
        return f"{self.what} {self.value:.2f} {self.unit}".strip() + f": {must}should be {relation} {self.goal:.2f}"


# The maximum offset of the middle, microseconds; for known arrays, and for arrays generated from a seed.
CENTRE, CENTRE_UNKNOWN, CENTRE_GOAL = 20.0, 65.5, 10.0
# The minimum level of a direction in front by filters alone, decibels: some arrays reach it straight ahead at 8 kHz.
FRONT, FRONT_GOAL = -9.9, -4.3
# The maximum deviation of a take from the microphones' own loudness, decibels, and from their time, microseconds.
LEVEL, LEVEL_GOAL = 4.0, 2.0
LATE, LATE_GOAL = 1000.0, 300.0


@dataclass
class Aims:
    """The limits for one array; the figures are those of ``Figures``."""
    ild: float
    ild_narrow: float
    ild_mismatched: float
    itd: float
    centre: float
    noise: float
    front_to_back: float
    front: float


def judge(made, aims=None, known=True):
    """The limits for any array, and the additional limits for an array with goals.

    A known array must not have a wrong side; an array generated from a seed should not have one. """
    front, centre = (aims.front, aims.centre) if aims else (FRONT, CENTRE if known else CENTRE_UNKNOWN)
    found = [
        Finding("sides wrong in level", made.wrong_levels, 0 if known else None, 0, ""),
        Finding("sides wrong in time", made.wrong_times, 0 if known else None, 0, ""),
        Finding("sides wrong in level, 40 Hz to 20 kHz", made.wrong_wide, None, 0, ""),
        Finding("sides wrong between 5 degrees", made.wrong_between, None, 0, ""),
        Finding("colour", abs(made.colour), 1.5, 1.0, "dB"),
        Finding("weakest direction in front", made.front, front, FRONT_GOAL, "dB", least=True),
        Finding("comb above the head's", made.comb, 1.0, 0.6, "dB"),
        Finding("centre", abs(made.centre), centre, min(centre, CENTRE_GOAL), "us"),
        Finding("level against one microphone", abs(made.level), LEVEL, LEVEL_GOAL, "dB"),
        Finding("late or early", abs(made.late), LATE, LATE_GOAL, "us"),
    ]
    if aims:
        found += [
            Finding("ILD in ERB bands", made.ild, aims.ild, aims.ild, "dB"),
            Finding("ILD in 1/12 octaves", made.ild_narrow, aims.ild_narrow, aims.ild_narrow, "dB"),
            Finding("ITD", made.itd, aims.itd, aims.itd, "us"),
            Finding("front to back", made.front_to_back, aims.front_to_back, aims.front_to_back, "dB", least=True),
        ]
        if made.noise is not None:
            found += [
                Finding("ILD with mismatch", made.ild_mismatched, aims.ild_mismatched, aims.ild_mismatched, "dB"),
                Finding("self-noise", made.noise, aims.noise, aims.noise, "dB(A)"),
            ]
    return found
