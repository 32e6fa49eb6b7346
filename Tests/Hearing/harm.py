"""Cases that rendering by direction must not harm: rooms, moving sounds, boards that differ from their file, and the
evenness of noise; and the causality of the rendering.

Every figure compares renderings of the same sound, by filters alone and by direction. """

import numpy
import soundfile

import arrays
import bands
import directional
import figures
import measures
import rooms
import table
import waves
from program import FREQUENCIES, RATE
from waves import SPEED_OF_SOUND

# The distance in metres, and the fraction by which errors of level and phase may exceed those of filters alone.
DISTANCES = ((1.8, 1.05, 1.10), (3.0, 1.05, 1.10))
AROUND = (-60, 30)
# Degrees per second.
SPEED = 90
# One sigma of a board with worse microphones than its file states, and the number of boards.
GAIN, PHASE, BOARDS = 1.0, 5.0, 3
# The tolerance for chance, decibels and microseconds.
SAME, SAME_TIME = 0.02, 5.5
# The limit for the logarithm of the ratio of kurtoses of noise, and the evaluated range of its frames.
KURTOSIS, KURTOSIS_GOAL = 0.1, 0.05
KURTOSIS_FRAME = 512
# Frames by which sounds begin later: an eighth of the windows each.
PLACES = (0, 64, 128, 192)
# The number of output frames that depend on the end of a sound, through windows and filters.
END = 4096


class Task(directional.Task):
    """One array in one case: all parts, or some."""

    PARTS = ("mismatch", "musical_noise", "prefix", "rooms", "moving")

    def __init__(self, array, case, options=(), parts=PARTS):
        super().__init__(array, case, options)
        self.parts = parts

    def __str__(self):
        return f"{self.array.name} {self.case}, harm"

    def run(self, program, ring):
        self.program, self.ring = program, ring
        words, found = [], []
        for part in self.parts:
            more, findings = getattr(self, part)()
            words.append(more)
            found += findings
        return table.Note(str(self), "; ".join(words), found)

    # Boards

    def mismatch(self):
        """Boards with larger differences between microphones than their file states."""
        return compare(self, "mismatch", [draw(len(self.array.channels), seed) for seed in range(BOARDS)])

    def prefix(self):
        """The beginning of a sound gives the beginning of the rendering, bit for bit."""
        sound = self.diffuse() + self.wave(40) * 0.1
        frames = len(sound) // 2
        whole = self.program.render(self.array, self.case, sound, self.options + directional.DIRECTIONAL)
        part = self.program.render(self.array, self.case, sound[:frames], self.options + directional.DIRECTIONAL)
        changed = int((whole[:frames - END] != part[:frames - END]).sum())
        return (f"prefix {'the same' if not changed else 'CHANGED'}",
                [figures.Finding("directional: a prefix changes, samples", changed, 0, 0, "")])

    # Sounds

    def wave(self, azimuth, seed=4):
        """Pink noise from one side at the microphones, of mean power 1."""
        frames = directional.FRAMES
        frequencies = numpy.fft.rfftfreq(frames, 1 / RATE)
        random = numpy.random.default_rng(seed)
        phases = numpy.exp(2j * numpy.pi * random.uniform(size=len(frequencies)))
        spectrum = phases / numpy.sqrt(numpy.maximum(frequencies, 40)) * (frequencies > 40)
        received = directional.response(self.array, self.case.towards(numpy.array([float(azimuth)])), frequencies)
        sound = numpy.fft.irfft(received * spectrum, frames).T
        return sound / numpy.sqrt((sound ** 2).mean())

    def musical_noise(self):
        """The peakiness of diffuse noise below a wave, by filters alone and by direction: half the difference between
        the renderings of wave + noise and wave - noise is the noise."""
        wave, noise = self.wave(30), self.diffuse()
        noise /= numpy.sqrt((noise ** 2).mean())
        ratios = {}
        for decibels in (0, 12, 24):
            # One window in thousands decides, so the softest noise is played from several places in the windows on.
            starts = PLACES if decibels == 24 else PLACES[:1]
            ratios[decibels] = max((self.peakier(wave, 10 ** (-decibels / 20) * noise, start) for start in starts),
                                   key=abs)
        alone = [kurtosis(one) for one in self.both(noise * 0.03)]
        ratios["alone"] = float(numpy.log(alone[1] / alone[0]))
        return ("musical noise " + ", ".join(f"{what} {ratio:+.3f}" for what, ratio in ratios.items()),
                [figures.Finding("directional: kurtosis of noise, log ratio", max(map(abs, ratios.values())), KURTOSIS,
                                 KURTOSIS_GOAL, "")])

    def peakier(self, wave, noise, start):
        """The logarithm of the ratio of kurtoses of noise below a wave that both begin ``start`` frames later."""
        wave, noise = (numpy.roll(one, start, axis=0) * 0.03 for one in (wave, noise))
        peaky = [kurtosis((a - b) / 2) for a, b in zip(self.both(wave + noise), self.both(wave - noise))]
        return float(numpy.log(peaky[1] / peaky[0]))

    def rooms(self):
        """A voice in a room, against a head in the place of the microphones."""
        voice = soundfile.read(directional.VOICES / directional.TALKERS[0])[0]
        words, found = [], []
        for distance, level, phase in DISTANCES:
            errors = numpy.mean([self.in_room(voice, azimuth, distance) for azimuth in AROUND], axis=0)
            (level_alone, phase_alone), (level_made, phase_made) = errors
            words.append(f"room {distance} m {level_alone:.2f} -> {level_made:.2f} dB, "
                         f"{phase_alone:.3f} -> {phase_made:.3f} rad")
            found += [figures.Finding(f"directional: room, {distance} m, ILD against linear", level_made / level_alone,
                                      level, 1, ""),
                      figures.Finding(f"directional: room, {distance} m, phase against linear",
                                      phase_made / phase_alone, phase, 1, "")]
        return "; ".join(words), found

    def in_room(self, voice, azimuth, distance):
        angle = numpy.radians(azimuth)
        source = rooms.LISTENER + distance * numpy.array([numpy.cos(angle), -numpy.sin(angle), 0.05])
        frequencies = numpy.fft.rfftfreq(rooms.RESPONSE, 1 / RATE)
        microphones = numpy.zeros((len(self.array.channels), len(frequencies)), dtype=complex)
        ears = numpy.zeros((2, len(frequencies)), dtype=complex)
        head, offsets = self.head(frequencies), self.array.positions @ self.case.axes.T
        grid = None if self.array.model == "free-field" else rooms.Grid(self, source, frequencies)
        for towards, delays, gains in rooms.images(source):
            waves_there = gains[:, None] * numpy.exp(-2j * numpy.pi * delays[:, None] * frequencies)
            if grid:
                nearest = grid.nearest(towards)
                towards = grid.towards[nearest]
                for place in numpy.unique(nearest):
                    microphones += grid.received[place] * waves_there[nearest == place].sum(axis=0)
            else:
                lags = delays[:, None] - (towards @ offsets.T) / SPEED_OF_SOUND
                for n in range(lags.shape[1]):
                    microphones[n] += gains @ numpy.exp(-2j * numpy.pi * lags[:, n, None] * frequencies)
            places = rooms.lateral(towards)
            for place in numpy.unique(places):
                ears += head[place] * waves_there[places == place].sum(axis=0)
        heard, aim = (rooms.heard_through(one, voice) for one in (microphones, ears))
        sound = heard.T * 0.3 / numpy.abs(heard).max()
        return [errors(one, aim) for one in self.both(sound)]

    def head(self, frequencies):
        """Both ears for every direction of the ring; the delay that all have in common is taken out."""
        responses = self.ring.responses
        late = int(numpy.median(numpy.abs(numpy.fft.irfft(responses)).argmax(axis=-1)))
        responses = responses * numpy.exp(2j * numpy.pi * FREQUENCIES * late / RATE)
        order = numpy.argsort(self.ring.azimuths % 360)
        return numpy.stack([[numpy.interp(frequencies, FREQUENCIES, ear.real)
                             + 1j * numpy.interp(frequencies, FREQUENCIES, ear.imag) for ear in responses[n]]
                            for n in order])

    def moving(self):
        """Noise that moves from one side to the other."""
        alone, made = self.moved()
        return (f"moving {alone:.2f} -> {made:.2f} dB",
                [figures.Finding("directional: moving sound, ILD against linear", made, alone, 1.1, "dB")])

    def moved(self, seed=8, start=-90):
        """The error of level differences for noise that moves to the right by half a turn, by filters alone and by
        direction."""
        frames, finer = 2 * RATE, 16
        random = numpy.random.default_rng(seed)
        spectrum = numpy.fft.rfft(random.standard_normal(frames))
        fine = numpy.fft.irfft(spectrum, frames * finer) * finer
        times = numpy.arange(frames) / RATE
        azimuths = start + SPEED * times
        if self.array.model == "free-field":
            lags = self.case.towards(azimuths) @ self.array.positions.T / SPEED_OF_SOUND
            places = numpy.arange(frames * finer)
            sound = numpy.stack([numpy.interp((times + lag) * RATE * finer, places, fine) for lag in lags.T], axis=-1)
        else:
            sound = numpy.zeros((frames, len(self.array.channels)))
            frequencies = numpy.fft.rfftfreq(frames, 1 / RATE)
            for azimuth in range(start, start + 181):
                share = numpy.maximum(0, 1 - numpy.abs(azimuths - azimuth))
                received = directional.response(
                    self.array, self.case.towards(numpy.array([float(azimuth)])), frequencies)
                sound += numpy.fft.irfft(received * spectrum, frames).T * share[:, None]
        aim = passing(self.head(numpy.fft.rfftfreq(frames, 1 / RATE)), spectrum, azimuths)
        sound = sound * 0.3 / numpy.abs(sound).max()
        return [errors(one[:, :frames], aim)[0] for one in self.both(sound)]


def passing(head, spectrum, azimuths):
    """Noise at a head [ear, frame] that moves from one direction of the ring to the next, always to the right."""
    frames = len(azimuths)
    aim = numpy.zeros((2, frames))
    for azimuth in range(int(azimuths[0]) // 5 * 5, int(azimuths[-1]) + 5, 5):
        share = numpy.maximum(0, 1 - numpy.abs(azimuths - azimuth) / 5)
        aim += numpy.fft.irfft(head[azimuth % 360 // 5] * spectrum, frames) * share
    return aim


class WrongBody(directional.Task):
    """Microphones on a sphere whose board file describes them as in free air."""

    def __init__(self, folder, array):
        self.ball = array
        held = "hand-held" if any(case.orientation for case in array.cases) else "table"
        bare = arrays.write(folder, f"{array.name}-bare", array.positions * 1000, held)
        super().__init__(bare, bare.cases[0])

    def __str__(self):
        return f"{self.ball.name}, taken for microphones in the air"

    def run(self, program, ring):
        self.program, self.ring = program, ring
        radius = self.ball.body["radius"] / 1000

        def received(azimuths):
            return waves.sphere(self.ball.positions, radius, self.case.towards(azimuths), FREQUENCIES)

        words, found = compare(self, "wrong body", [1], received)
        return table.Note(str(self), words, found)


def draw(count, seed):
    random = numpy.random.default_rng(seed + 40)
    gains = 10 ** (random.normal(0, GAIN, count) / 20)
    return gains * numpy.exp(1j * numpy.radians(random.normal(0, PHASE, count)))


def compare(task, what, boards, received=None):
    """ILD and ITD errors over directions, for boards with other microphone gains [microphone]."""
    azimuths = task.ring.azimuths[::3]
    if received is None:
        microphones = waves.received(task.array, task.case, azimuths, FREQUENCIES)
    else:
        microphones = received(azimuths)
    ears = task.ring.responses[::3]
    found = []
    for board in boards:
        changed = microphones * (board[None, :, None] if isinstance(board, numpy.ndarray) else board)
        found.append([figures.figures(
            task.program.responses(task.array, task.case, changed, task.options + more), azimuths, ears, changed)
            for more in (directional.LINEAR, directional.DIRECTIONAL)])
    level, time = ([numpy.mean([getattr(one[n], name) for one in found]) for n in (0, 1)] for name in ("ild", "itd"))
    return (f"{what} ILD {level[0]:.2f} -> {level[1]:.2f} dB, ITD {time[0]:.0f} -> {time[1]:.0f} us",
            [figures.Finding(f"directional: {what}, ILD against linear", level[1], level[0] + SAME, level[0], "dB"),
             figures.Finding(f"directional: {what}, ITD against linear", time[1],
                             max(time[0] + SAME_TIME, directional.LEAST_ITD), time[0], "us")])


LOW_BANDS = directional.FRAME_BANDS[(directional.FRAME_CENTRES[(directional.FRAME_CENTRES > 300)
                                                                & (directional.FRAME_CENTRES < 6000)]
                                     < measures.TIME_LIMIT)]


def short(heard):
    frame = directional.SPEECH_FRAME
    starts = numpy.arange(0, heard.shape[1] - frame, frame // 2)[:, None]
    return numpy.fft.rfft(heard[:, starts + numpy.arange(frame)] * numpy.hanning(frame))


def errors(heard, aim):
    """Errors of short frames against those of a head: level differences in dB, phase differences in radians."""
    levels, wanted = (directional.differences(one) for one in (heard, aim))
    loud = wanted[1]
    level = float(numpy.abs(levels[0] - wanted[0])[loud].mean())
    spectra = [short(one) for one in (heard, aim)]
    cross = [(one[0] * numpy.conj(one[1])) @ LOW_BANDS.T for one in spectra]
    turned = numpy.abs(numpy.angle(cross[0] * numpy.conj(cross[1])))
    return level, float(turned[loud[:, :turned.shape[1]]].mean())


def kurtosis(heard):
    """The kurtosis of the power of short frames from 0.5 to 8 kHz, each frequency by itself, mean of both ears.

    Source: Y. Uemura et al., IWAENC 2008, for the change of it as a measure of musical noise.
    """
    heard = heard[:, directional.BEGINNING:]
    starts = numpy.arange(0, heard.shape[1] - KURTOSIS_FRAME, KURTOSIS_FRAME // 2)[:, None]
    power = numpy.abs(numpy.fft.rfft(heard[:, starts + numpy.arange(KURTOSIS_FRAME)]
                                     * numpy.hanning(KURTOSIS_FRAME))) ** 2
    frequencies = numpy.fft.rfftfreq(KURTOSIS_FRAME, 1 / RATE)
    power = power[..., (frequencies > 500) & (frequencies < 8000)]
    power /= power.mean(axis=1, keepdims=True)
    return float(((power ** 4).mean(axis=1) / (power ** 2).mean(axis=1) ** 2).mean())
