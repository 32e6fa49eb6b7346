"""Voices in rooms with reverberation times of 0.3, 0.6 and 1.2 s, against a head in the place of the microphones, in
frames of 21 ms."""

import functools

import numpy
import soundfile
from scipy.signal import oaconvolve

import directional
import figures
import harm
import measures
import rooms
import scenes
import table
import waves
from program import FREQUENCIES, HEARD, PERIOD, RATE

ROOMS = (rooms.Room((4.4, 3.6, 2.6), 0.3, (1.6, 1.7, 1.2)), rooms.Room((6.6, 5.1, 3.0), 0.6, (2.3, 2.9, 1.3)),
         rooms.Room((11.0, 8.2, 4.3), 1.2, (4.1, 3.7, 1.5)))
# Azimuth in degrees, distance and height above the listener in metres, and the voice.
SOURCES = ((-55, 1.4, 0.2, "Rear_Center.wav"), (25, 1.9, 0.1, "Side_Right.wav"))
# Taps of an image that arrives between two frames, and directions that are added up at a time.
TAPS, CHUNK = 32, 64
# The directions from which a body receives images.
COUNT = 400
# Errors of levels and of level differences by direction with refined filters, dB, by the reverberation time and the
# form (True: short).
EARLIER = {
    ("phone-free", "Back landscapeRight"): {
        (0.3, False): (1.789, 2.659), (0.6, False): (1.814, 2.845), (1.2, False): (1.752, 2.761),
        (0.6, True): (1.923, 3.099)},
    ("square-held", "Back portrait"): {
        (0.3, False): (1.839, 2.357), (0.6, False): (1.712, 2.302), (1.2, False): (1.656, 2.221),
        (0.6, True): (1.697, 2.407)},
    ("pair-74", "Back portrait"): {
        (0.3, False): (1.651, 2.271), (0.6, False): (1.688, 2.362), (1.2, False): (1.651, 2.305),
        (0.6, True): (1.732, 2.562)},
    ("phone-free", "Back portrait"): {
        (0.3, False): (2.181, 2.811), (0.6, False): (2.180, 2.924), (1.2, False): (2.183, 3.028)},
    ("phone-box", "Back landscapeRight"): {
        (0.3, False): (1.645, 2.278), (0.6, False): (1.625, 2.349), (1.2, False): (1.557, 2.223)},
    ("phone-box", "Back portrait"): {
        (0.3, False): (2.292, 2.908), (0.6, False): (2.221, 2.890), (1.2, False): (2.211, 2.934)},
    ("square-table", "Top"): {
        (0.3, False): (1.822, 2.524), (0.6, False): (1.898, 2.505), (1.2, False): (1.792, 2.462)},
    ("six-held", "Back portrait"): {
        (0.3, False): (1.670, 2.148), (0.6, False): (1.682, 2.322), (1.2, False): (1.609, 2.267)},
    ("six-table", "Top"): {
        (0.3, False): (1.613, 2.107), (0.6, False): (1.624, 2.102), (1.2, False): (1.471, 1.974)},
    ("phone-5-5", "Back landscapeLeft"): {
        (0.3, False): (1.690, 2.333), (0.6, False): (1.652, 2.226), (1.2, False): (1.632, 2.188)},
    ("ring-5-5", "Top"): {
        (0.3, False): (1.524, 2.026), (0.6, False): (1.615, 2.085), (1.2, False): (1.455, 1.899)},
    ("ball-4-5", "Top"): {
        (0.3, False): (2.755, 4.091), (0.6, False): (3.240, 4.885), (1.2, False): (2.808, 4.173)},
}
ROOM, WORSE, GOAL = 1.02, 1.01, 0.85


def place(room, azimuth, distance, height):
    angle = numpy.radians(azimuth)
    return numpy.array(room.listener) + [distance * numpy.cos(angle), -distance * numpy.sin(angle), height]


@functools.lru_cache
def arrivals(room, source):
    """All images of a source: directions in the scene, times in frames, and gains."""
    towards, delays, gains = (numpy.concatenate(part) for part in zip(*rooms.images(place(room, *source), room)))
    return towards, delays * RATE, gains


def length(room):
    return int((room.echoes + 0.02) * RATE)


def impulses(frames, gains, rows, count, long):
    """Impulses at times between frames, added up in rows [row, frame]: sinc functions below a Kaiser window."""
    whole = numpy.floor(frames).astype(int)
    taps = numpy.arange(-TAPS // 2 + 1, TAPS // 2 + 1) - (frames - whole)[:, None]
    window = numpy.i0(8 * numpy.sqrt(numpy.clip(1 - (taps / (TAPS / 2)) ** 2, 0, 1))) / numpy.i0(8)
    at = rows[:, None] * long + whole[:, None] + numpy.arange(-TAPS // 2 + 1, TAPS // 2 + 1)
    made = numpy.bincount(at.ravel(), (gains[:, None] * numpy.sinc(taps) * window).ravel(), count * long)
    return made.reshape(count, long)


def through(responses, nearest, frames, gains, long):
    """The response [signal, frame] of a room to which each image adds the response [direction, signal, bin] of its
    nearest direction."""
    late = numpy.exp(-2j * numpy.pi * numpy.arange(PERIOD // 2 + 1) * scenes.LEAD / PERIOD)
    made = 0
    for start in range(0, len(responses), CHUNK):
        part = (nearest >= start) & (nearest < start + CHUNK)
        if part.any():
            count = len(responses[start:start + CHUNK])
            trains = impulses(frames[part], gains[part], nearest[part] - start, count, long)
            samples = numpy.fft.irfft(numpy.where(HEARD, responses[start:start + CHUNK], 0) * late, PERIOD)
            made = made + oaconvolve(trains[:, None], samples, axes=-1).sum(axis=0)
    return made[:, scenes.LEAD:scenes.LEAD + long]


@functools.lru_cache
def at_head(globe, room, source):
    """The response of a room at the ears [ear, frame]."""
    towards, frames, gains = arrivals(room, source)
    return through(globe.responses, globe.nearest(towards), frames, gains, length(room))


def at_microphones(array, case, around, room, source):
    """The response of a room at microphones [microphone, frame]; bodies receive from the directions of ``around``
    [direction, microphone, bin]."""
    towards, frames, gains = arrivals(room, source)
    if around is not None:
        nearest = (towards @ rooms.everywhere(COUNT).T).argmax(axis=1)
        return through(around, nearest, frames, gains, length(room))
    early = towards @ case.axes @ array.positions.T / waves.SPEED_OF_SOUND * RATE
    rows = numpy.zeros(len(frames), dtype=int)
    return numpy.concatenate([impulses(frames - one, gains, rows, 1, length(room)) for one in early.T])


def errors(heard, aim):
    """Errors of short frames against those of a head [ear, frame], in dB: levels of both ears, less what all have in
    common, and level differences."""
    powers = [numpy.abs(harm.short(one)) ** 2 @ directional.FRAME_BANDS.T + 1e-12 for one in (heard, aim)]
    loud = directional.differences(aim)[1]
    error = measures.decibels(powers[0] / powers[1])[:, loud]
    return float(numpy.abs(error - error.mean()).mean()), float(numpy.abs(error[0] - error[1]).mean())


def judge(room, linear, made, earlier=None):
    found = []
    for n, what in enumerate(("level", "ILD")):
        name = f"room of {room.reverberation} s: {what}"
        found.append(figures.Finding(f"{name} against linear", made[n], linear[n] * WORSE, linear[n] * GOAL, "dB"))
        if earlier:
            found.append(figures.Finding(f"{name} against earlier", made[n], earlier[n] * ROOM, earlier[n] * GOAL,
                                         "dB"))
    return found


class Task(scenes.Task):
    PART = "rooms"

    def run(self, program, ring):
        self.program, words, found = program, [], []
        around = None if self.array.model == "free-field" else waves.received_from(
            self.array, rooms.everywhere(COUNT) @ self.case.axes, FREQUENCIES)
        known = EARLIER.get((self.array.name, str(self.case)), {})
        for room in ROOMS[1:2] if self.short else ROOMS:
            linear, made = self.spoken(ring.globe, room, around)
            found += judge(room, linear, made, known.get((room.reverberation, self.short)))
            words.append(f"{room.reverberation} s: level {linear[0]:.3f} -> {made[0]:.3f} dB, "
                         f"ILD {linear[1]:.3f} -> {made[1]:.3f} dB")
        return table.Note(str(self), "; ".join(words), found)

    def spoken(self, globe, room, around):
        """Errors by filters alone and by direction, mean over sources."""
        found = []
        for *source, name in SOURCES[:1] if self.short else SOURCES:
            voice = soundfile.read(directional.VOICES / name)[0]
            long = len(voice) + length(room)
            aim, sound = (oaconvolve(response, voice[None], axes=-1)[:, :long] for response in (
                at_head(globe, room, tuple(source)),
                at_microphones(self.array, self.case, around, room, tuple(source))))
            sound = sound.T * 0.3 / numpy.abs(sound).max()
            found.append([errors(heard, aim) for heard in self.both(sound)])
        return numpy.mean(found, axis=0)
