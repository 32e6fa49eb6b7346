"""`render --focus`: sounds from outside a sector get softer, and all remaining sounds keep their direction.

To separate two sounds in a rendering that depends on both, their sum and their difference are rendered. Source: B.
Hagerman and A. Olofsson, A method to measure the effect of noise reduction algorithms using simultaneous speech and
noise, Acta Acustica 90, 2004. """

import numpy
import soundfile
from scipy.signal import resample_poly

import directional
import figures
import harm
import measures
import scenes
import table
from program import RATE, Problem

SECONDS = 1.8
STRENGTH = 9.0
# The direction of another voice while the wanted voice is in front, and its minimum attenuation: with exact and with
# differing microphones, limit and goal, dB.
OTHERS = {60: ((5, 7), (4, 6)), 90: ((5, 8), (4, 6))}
# An upright plane of microphones cannot tell back from front: there, a third of the babble from all around is in the
# sector; elsewhere, a sixth.
BABBLE, BABBLE_UPRIGHT, DIFFUSE = (2.5, 4), (2, 2.5), (4, 5)
# Limits for the wanted voice next to another voice: level in dB(A), level difference in dB, time difference in us.
LEVEL, ILD, ITD = (1, 0.4), (0.5, 0.25), (15, 8)
# A voice alone: in the sector at least, and outside of it 9 dB softer within these, dB(A).
ALONE, ALONE_OUTSIDE = (-0.5, -0.2), (1.5, 0.6)
# The softened voice: level and time difference.
SOFT_ILD, SOFT_ITD = (2, 1), (120, 80)
# The limit for noise alone: the logarithm of the ratio of kurtoses.
KURTOSIS = (0.15, 0.1)
SUM = 1e-6
# One sigma of microphones from one batch, and the number of boards.
GAIN, PHASE, BOARDS, FEW_BOARDS = 0.7, 1.0, 8, 1
SEED = 6
VOICES = ("Front_Center.wav", "Front_Left.wav", "Rear_Right.wav", "Side_Left.wav", "Rear_Center.wav", "Front_Right.wav")
MANY = 12
SPECTRUM = int(SECONDS * RATE)
WEIGHTS = measures.a_weighting(numpy.fft.rfftfreq(SPECTRUM, 1 / RATE))


def voice(number):
    """A voice of one power, which begins again where it ends; no two are alike."""
    sound = soundfile.read(directional.VOICES / VOICES[number % len(VOICES)])[0]
    if number >= len(VOICES):
        sound = resample_poly(sound, 20, 23)
    sound = numpy.resize(numpy.roll(sound, 4801 * number), SPECTRUM)
    return sound / numpy.sqrt((sound ** 2).mean())


def heard_power(ears):
    """The A-weighted power of each ear."""
    return numpy.abs(numpy.fft.rfft(ears)) ** 2 @ WEIGHTS


def cues(ears):
    """The A-weighted level difference of both ears, and the time difference."""
    power = heard_power(ears)
    few = numpy.fft.rfft(ears, axis=-1)
    cross = few[0] * numpy.conj(few[1])
    frequencies = numpy.fft.rfftfreq(SPECTRUM, 1 / RATE)
    cross = cross / (1 + (frequencies / measures.TIME_LIMIT) ** 4)
    correlation = numpy.fft.irfft(cross, SPECTRUM * measures.FINER)
    most = int(measures.LONGEST_SECONDS * RATE * measures.FINER)
    around = numpy.concatenate([correlation[-most:], correlation[:most + 1]])
    time = (around.argmax() - most) / (RATE * measures.FINER) * 1e6
    return measures.decibels(power[0] / power[1]), time


def level(ears):
    """The A-weighted level of both ears."""
    return measures.decibels(heard_power(ears).sum())


def loss(before, after):
    """The attenuation of the other sound relative to the wanted sound, at the better ear, dB; both arguments are
    pairs."""
    ratios = [measures.decibels((heard_power(wanted) / heard_power(other)).max())
              for wanted, other in (before, after)]
    return float(ratios[1] - ratios[0])


class Task(scenes.Task):
    PART = "focus"

    def run(self, program, ring):
        self.program = program
        if self.kind == scenes.PAIRED:
            return self.refusal()
        words, found = [], []
        for part in (self.alone, self.beside, self.around, self.stems):
            more, findings = part()
            words.append(more)
            found += findings
        return table.Note(str(self), "; ".join(words), found)

    def refusal(self):
        """Two uncalibrated microphones cannot keep a voice in its place."""
        try:
            self.render(self.from_side(voice(0), 0))
        except Problem as problem:
            said = str(problem)
            isRefused = "exit code 78" in said and "--calibrate" in said
        else:
            isRefused = False
        return table.Note(str(self), "refused" if isRefused else "NOT REFUSED", [
            figures.Finding("focus: a pair that is not calibrated is refused", int(not isRefused), 0, 0, "")])

    def from_side(self, sound, azimuth, board=None):
        """A sound at the microphones, those of a board that differ by factors or all alike."""
        frequencies = numpy.fft.rfftfreq(SPECTRUM, 1 / RATE)
        received = directional.response(self.array, self.case.towards(numpy.array([float(azimuth)])), frequencies)
        if board is not None:
            received = received * board[:, None]
        return numpy.fft.irfft(received * numpy.fft.rfft(sound), SPECTRUM).T * 0.02

    def render(self, sound, *options, focus=0):
        more = ("--focus", focus, *options) if focus is not None else options
        return self.program.render(self.array, self.case, sound, (*self.options, *directional.DIRECTIONAL, *more)).T

    def parts(self, one, other, focus):
        """The two sounds in a rendering of both, separated."""
        sums, differences = self.render(one + other, focus=focus), self.render(one - other, focus=focus)
        return (sums + differences) / 2, (sums - differences) / 2

    def alone(self):
        words, found = [], []
        for azimuth, (must, goal) in ((0, ALONE), (90, ALONE_OUTSIDE)):
            sound = self.from_side(voice(0), azimuth)
            before, after = self.render(sound, focus=None), self.render(sound)
            change = float(level(after) - level(before))
            words.append(f"{azimuth}: {change:+.1f} dB")
            if azimuth:
                found.append(figures.Finding("focus: a voice outside, alone, off by", abs(change + STRENGTH), must,
                                             goal, "dB"))
            else:
                found.append(figures.Finding("focus: a voice inside, alone", change, must, goal, "dB", least=True))
        return "alone " + ", ".join(words), found

    def beside(self):
        """A voice in front, next to another voice."""
        words, found = [], []
        for azimuth, (exact, differing) in list(OTHERS.items())[:1 if self.short else None]:
            figure, findings = self.two(azimuth, None)
            words.append(f"{azimuth}: {figure:.1f}")
            found += findings
            found.append(figures.Finding(f"focus: another voice at {azimuth}", figure, *exact, "dB", least=True))
            boards = self.boards()
            gains = [self.two(azimuth, board)[0] for board in boards]
            words.append(f"differing {numpy.mean(gains):.1f}")
            found.append(figures.Finding(f"focus: another voice at {azimuth}, microphones that differ",
                                         float(numpy.mean(gains)), *differing, "dB", least=True))
        return "beside " + ", ".join(words) + " dB", found

    def boards(self):
        random = numpy.random.default_rng(SEED)
        count = len(self.array.channels)
        return [10 ** (random.normal(0, GAIN, count) / 20)
                * numpy.exp(1j * numpy.radians(random.normal(0, PHASE, count)))
                for _ in range(FEW_BOARDS if self.short else BOARDS)]

    def two(self, azimuth, board):
        wanted, other = self.from_side(voice(0), 0, board), self.from_side(voice(1), azimuth, board)
        before, after = (self.parts(wanted, other, focus) for focus in (None, 0))
        kept = [cues(one) for one in (before[0], after[0])]
        soft = [cues(one) for one in (before[1], after[1])]
        changes = [abs(one - two) for one, two in zip(*kept)] + [abs(one - two) for one, two in zip(*soft)]
        found = [
            figures.Finding(f"focus: the wanted voice beside one at {azimuth}, level",
                            abs(float(level(after[0]) - level(before[0]))), *LEVEL, "dB"),
            figures.Finding("focus: its level difference", changes[0], *ILD, "dB"),
            figures.Finding("focus: its time difference", changes[1], *ITD, "us"),
            figures.Finding("focus: the softened voice, level difference", changes[2], *SOFT_ILD, "dB"),
            figures.Finding("focus: its time difference", changes[3], *SOFT_ITD, "us"),
        ]
        return loss(before, after), found

    def around(self):
        """Babble and diffuse noise, as loud as the wanted voice; and noise alone."""
        wanted = self.from_side(voice(0), 0)
        babble = sum(self.from_side(voice(n), (n + 0.5) * 360 / MANY) for n in range(MANY))
        diffuse = numpy.resize(self.diffuse(), wanted.shape)
        words, found = [], []
        isUpright = self.case.orientation and self.array.positions.std(axis=0).min() < 1e-4
        for name, noise, limits in (("babble", babble, BABBLE_UPRIGHT if isUpright else BABBLE),
                                    ("diffuse", diffuse, DIFFUSE)):
            noise = noise * numpy.sqrt((wanted ** 2).mean() / (noise ** 2).mean())
            before, after = (self.parts(wanted, noise, focus) for focus in (None, 0))
            figure = loss(before, after)
            words.append(f"{name} {figure:.1f}")
            found.append(figures.Finding(f"focus: {name}", figure, *limits, "dB", least=True))
        noise = self.diffuse()
        peaky = [harm.kurtosis(self.render(noise, focus=focus)) for focus in (None, 0)]
        ratio = float(numpy.log(peaky[1] / peaky[0]))
        found.append(figures.Finding("focus: kurtosis of noise alone, log ratio", abs(ratio), *KURTOSIS, ""))
        return ", ".join(words) + f" dB, kurtosis {ratio:+.2f}", found

    def stems(self):
        """Foreground and background add up to the take, and strength 0 gives the take bit for bit."""
        sound = self.from_side(voice(0), 0) + self.from_side(voice(1), -70)
        whole = self.render(sound, focus=None)
        both = [self.render(sound, part) for part in ("--foreground", "--background")]
        off = float(numpy.abs(both[0] + both[1] - whole).max() / numpy.abs(whole).max())
        changed = int((self.render(sound, "--focus-strength", 0) != whole).sum())
        return f"stems {off:.0e}", [
            figures.Finding("focus: sum of the stems against the take", off, SUM, SUM, ""),
            figures.Finding("focus: samples that strength 0 changes", changed, 0, 0, "")]
