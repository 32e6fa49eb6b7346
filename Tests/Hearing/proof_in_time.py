"""Proves that the parts for milliseconds, tones and elevation accept a head and detect faults: the head's own sound
takes the place of the program's output."""

import numpy
import soundfile
from scipy.signal import oaconvolve

import directional
import elevation
import figures
import harm
import moving
import proof
import reverberation
import scenes
import table
import tones
import transients
from program import FREQUENCIES, RATE

PLACES = numpy.array([-140, -50, 25, 95])
TALL, HEIGHT = numpy.arange(-180, 180, 15), 20


def echo(frames, milliseconds, decibels):
    """Ears [ear, frame] with their echo, or what comes before them where the time is negative."""
    return frames + 10 ** (decibels / 20) * numpy.roll(frames, round(milliseconds * RATE / 1000), axis=1)


def trembling(frames, decibels=2.0, hertz=24):
    """Makes the left ear alternately louder and softer."""
    gain = 10 ** (decibels / 20 * numpy.sin(2 * numpy.pi * hertz * numpy.arange(frames.shape[1]) / RATE))
    return numpy.stack([frames[0] * gain, frames[1]])


def exchanged_at_times(frames):
    """Exchanges the ears for a tenth of each second."""
    at = (numpy.arange(frames.shape[1]) * 10 // RATE) % 5 == 0
    return numpy.where(at, frames[::-1], frames)


def broken(findings):
    return {finding.what for finding in findings if finding.broken}


def heights(ring):
    """The head at 20 degrees, the head that does not know of them, and one that is wrong in time and above 6 kHz."""
    aim = elevation.Aim(ring.globe).at(HEIGHT, TALL)
    true, flat = (ring.globe.at(TALL, height) for height in (HEIGHT, 0))
    late = flat * numpy.stack([numpy.exp(-2j * numpy.pi * FREQUENCIES * proof.LATE_SECONDS), 1 + 0 * FREQUENCIES])
    dull = true * numpy.stack([numpy.where(FREQUENCIES > 6000, 0.2, 1), 1 + 0 * FREQUENCIES])

    def found(made):
        return elevation.judge(elevation.errors(true, aim), elevation.errors(made, aim), HEIGHT, scenes.PHONE)

    yield "the head from above", found(true), set()
    yield "deaf to elevation", found(flat), {f"elevation {HEIGHT}: ILD", f"elevation {HEIGHT}: ILD against linear"}
    yield "late from above", found(late), {f"elevation {HEIGHT}: ITD against linear"}
    yield "dull from above", found(dull), {f"elevation {HEIGHT}: ILD above 6 kHz against linear"}


def horizon(ring):
    """The horizon, worse than the earlier results."""
    aim = elevation.Aim(ring.globe).at(0, TALL)
    made = elevation.errors(ring.globe.at(TALL, 10), aim)
    yield ("another horizon", elevation.judge([9, 99, 999], made, 0, scenes.STRANGE, made[0] / 2),
           {"elevation 0: ILD against earlier"})


def clicks(ring):
    trains = [transients.train(n) for n in range(len(PLACES))]
    heads = [scenes.ears(ring.globe.at([azimuth])[0], train) for azimuth, (train, _) in zip(PLACES, trains)]
    places = [where for _, where in trains]

    def found(spoil):
        made = transients.sharpness([(spoil(head), where) for head, where in zip(heads, places)])
        return transients.judge_clicks(made, "")

    yield "the head's clicks", found(lambda frames: frames), set()
    yield "clicks with an echo", found(lambda frames: echo(frames, 2, -13)), {"clicks : energy off the peak"}
    yield "clicks with a pre-echo", found(lambda frames: echo(frames, -4, -27)), {"clicks : pre-echo"}


def strokes(ring):
    for sound in transients.SOUNDS:
        source, places = sound(1)
        aim = scenes.ears(ring.globe.at([-65])[0], source)
        name = sound.__name__

        def found(heard, aim=aim, places=places, name=name):
            return transients.judge_sound(name, transients.against(heard, aim, places), "", 0.5)

        yield f"the head's {name}", found(numpy.roll(aim, 20, axis=1)), set()
        yield f"{name} with a pre-echo", found(echo(aim, -5, -27)), {f"{name} : pre-echo"}
        yield f"{name} on the other side", found(aim[::-1]), {f"{name} : ILD against the closed form"}


def steady(ring):
    frequencies = tones.tones(1)[::2]
    bins = numpy.argmin(numpy.abs(FREQUENCIES[:, None] - frequencies), axis=0)
    azimuths = numpy.radians(tones.AZIMUTHS)
    towards = numpy.stack([numpy.cos(azimuths), -numpy.sin(azimuths), 0 * azimuths], axis=-1)
    clean = tones.steady(ring.globe.responses[ring.globe.nearest(towards)][:, :, bins], frequencies).T
    clean += tones.noise(clean.shape, 50, 1)
    aims = tones.aims(ring.globe, frequencies)

    def found(frames):
        return tones.judge(*(tones.Steadiness(one.T, frequencies, aims, numpy.inf) for one in (clean, frames)))

    yield "the head's tones", found(clean), set()
    yield "trembling tones", found(trembling(clean, 12)), {
        "tones: ILD over time, mean deviation", "tones: sidebands, mean", "tones: sidebands, worst"}
    yield "tones that leave their side", found(exchanged_at_times(clean)), {
        "tones: sidebands, worst", "tones: tones on the wrong side in any frame"}


def changing(ring):
    for sound in tones.SOUNDS:
        aim = scenes.ears(ring.globe.at([40])[0], sound(1))
        for name, heard, expected in (("the head's", aim, False), ("a trembling", trembling(aim), True)):
            finding = tones.flutters(sound, 0.0, tones.flutter(heard, aim))
            yield f"{name} {sound.__name__}", [finding], {finding.what} if expected else set()


def going(ring):
    """Noise that goes by at a head, and at one that hears it 100 ms late or is exchanged."""
    frames = 2 * RATE
    head = harm.Task(None, None)
    head.ring = ring
    responses = head.head(numpy.fft.rfftfreq(frames, 1 / RATE))
    spectrum = numpy.fft.rfft(numpy.random.default_rng(1).standard_normal(frames))
    azimuths = -90 + harm.SPEED * numpy.arange(frames) / RATE
    aim, late = (harm.passing(responses, spectrum, azimuths - turned) for turned in (0, 10))
    near, off = (harm.errors(one, aim)[0] for one in (late, aim[::-1]))
    yield "the head as noise goes by", moving.judge(near, harm.errors(aim, aim)[0], near), set()
    yield "late as noise goes by", moving.judge(off, near, near / 1.03), {"moving: ILD against earlier"}
    yield "exchanged as noise goes by", moving.judge(near, off), {"moving: ILD against linear"}


def indoors(ring):
    """A voice in a room at a head, narrowed, and without the room."""
    room, (*source, name) = reverberation.ROOMS[0], reverberation.SOURCES[0]
    voice = soundfile.read(directional.VOICES / name)[0]
    aim = oaconvolve(reverberation.at_head(ring.globe, room, tuple(source)), voice[None], axes=-1)
    dry = numpy.zeros_like(aim)
    dry[:, 96:96 + len(voice)] = scenes.ears(ring.globe.at([source[0]])[0], voice)
    near, far, none = (reverberation.errors(one, aim) for one in (0.9 * aim + 0.1 * aim[::-1], dry, aim))
    beside = {f"room of {room.reverberation} s: {what} against linear" for what in ("level", "ILD")}
    yield "the head in a room", reverberation.judge(room, near, none, near), set()
    yield "the head without the room", reverberation.judge(room, near, far), beside
    yield "narrower in a room", reverberation.judge(room, far, near, [value / 1.03 for value in near]), {
        one.replace("linear", "earlier") for one in beside}


PROOFS = (heights, horizon, clicks, strokes, steady, changing, going, indoors)


def rows(ring):
    for prove in PROOFS:
        for name, findings, expected in prove(ring):
            seen = broken(findings)
            right = expected <= seen if expected else not seen
            yield table.Note(f"proof: {name}", ", ".join(sorted(seen)) or "nothing seen", [
                figures.Finding(f"proof: {name} is judged right", float(right), 1, 1, "", least=True)])
