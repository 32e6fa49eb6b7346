"""An ordinary room around the virtual board, for checkups, and faults of the microphones in it.

The sound comes from first principles, not from the program under test: plane waves of noise from three directions,
delayed by interpolating smooth noise, and self-noise of every microphone. The end of the loop joins its beginning. """
import array
import math
import random

import scene

FRAMES = 3 * scene.RATE
# Directions towards the sources, device frame, and their levels as RMS of full scale.
SOURCES = [((0.1, 1.0, 0.2), 0.0060), ((1.0, 0.1, -0.3), 0.0030), ((-0.7, -0.5, 0.5), 0.0020)]
# -88 dBFS over the whole band: some -91 dBFS(A).
SELF_NOISE = 4e-5
# I2S microphones give 24 bits in words of 32.
STEP = 1 << 8


def smooth(values, corner):
    """A low pass of the second order around a loop: what lies between its samples is nearly a straight line."""
    keep = math.exp(-2 * math.pi * corner / scene.RATE)
    for _ in range(2):
        state = 0.0
        # The second turn begins as the first one ended.
        for turn in range(2):
            out = []
            for value in values:
                state = keep * state + (1 - keep) * value
                out.append(state)
        values = out
    return values


def channels(seed=11):
    """The room as every microphone hears it, full scale 1."""
    chance = random.Random(seed)
    heard = [[chance.gauss(0, SELF_NOISE) for _ in range(FRAMES)] for _ in scene.MICROPHONES]
    for direction, level in SOURCES:
        noise = smooth([chance.gauss(0, 1) for _ in range(FRAMES)], 1500)
        scale = level / math.sqrt(sum(value * value for value in noise) / FRAMES)
        length = math.sqrt(sum(d * d for d in direction))
        for microphone, position in enumerate(scene.MICROPHONES):
            lead = sum(p * d for p, d in zip(position, direction)) / length / scene.SPEED_OF_SOUND * scene.RATE
            whole = math.floor(lead)
            part = lead - whole
            later = noise[whole % FRAMES:] + noise[:whole % FRAMES]
            after = later[1:] + later[:1]
            own = heard[microphone]
            heard[microphone] = [o + scale * (a * (1 - part) + b * part) for o, a, b in zip(own, later, after)]
    return heard


def integers(values):
    """24 bits in words of 32, clipped at full scale."""
    top = 1 << 23
    return [max(-top, min(top - 1, round(value * top))) * STEP for value in values]


def hum(level):
    """Hum at 50 Hz and three multiples; a loop of 3 s contains whole periods of all four."""
    return [level / 2 * sum(math.sin(2 * math.pi * 50 * k * n / scene.RATE + k) for k in range(1, 5))
            for n in range(FRAMES)]


def sounds():
    """The microphones' samples by name, each with its fault."""
    room = channels()
    words = [integers(one) for one in room]

    def changed(microphone, make):
        return words[:microphone] + [make(words[microphone])] + words[microphone + 1:]

    def scaled(microphone, decibels):
        factor = 10 ** (decibels / 20)
        return changed(microphone, lambda _: integers([factor * value for value in room[microphone]]))

    offset = (1 << 31) * 3 // 100
    humming = [a + b for a, b in zip(room[0], hum(0.01))]
    return {
        "healthy": words,
        "dead": changed(1, lambda own: [0] * len(own)),
        "covered": scaled(1, -30),
        "soft": scaled(3, -3),
        "inverted": changed(0, lambda own: [-word for word in own]),
        "duplicated": changed(1, lambda own: words[0]),
        "swapped": [words[2], words[1], words[0], words[3]],
        "rotated": words[1:] + words[:1],
        "offset": changed(2, lambda own: [word + offset for word in own]),
        "stuck bit": changed(1, lambda own: [word & ~(1 << 17) for word in own]),
        "16 bits in 32": [[word >> 16 << 16 for word in own] for own in words],
        "hum": changed(0, lambda own: integers(humming)),
        "clipping": [integers([100 * value for value in own]) for own in room],
    }


def wire(microphones):
    """The bytes of words as a device gives them, interleaved."""
    out = array.array("i", bytes(4 * len(microphones) * FRAMES))
    for channel, words in enumerate(microphones):
        out[channel::len(microphones)] = array.array("i", words)
    return out.tobytes()
