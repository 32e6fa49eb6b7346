"""The sound around the virtual board: bursts from the four edges, as received by four microphones of the phone.

The sound comes from first principles (plane waves, c = 343 m/s), not from the program under test. """
import array
import math
import random

RATE = 48000
SPEED_OF_SOUND = 343.0
# Metres, device frame: x to the right edge, y to the top edge, z out of the front (boards/phone.toml).
MICROPHONES = [(-0.022, -0.0735, 0.0), (0.022, -0.0735, 0.0), (0.0, 0.069, 0.004), (0.018, 0.061, -0.004)]
# The edge from which each burst of the sequence comes.
EDGES = ["left", "right", "bottom", "top"]
TOWARDS = {"left": (-1, 0, 0), "right": (1, 0, 0), "bottom": (0, -1, 0), "top": (0, 1, 0)}
# Lengths in frames: a long silence marks the beginning of the sequence, and short silences separate the bursts.
BURST, PAUSE, LEAD = 7200, 4800, 14400
PERIOD = LEAD + len(EDGES) * (BURST + PAUSE)
LOW, HIGH, TONES, LEVEL = 250.0, 5000.0, 40, 0.03


def burst(edge, seed):
    """Frames of all microphones: noise of many tones, whose phase at a microphone is that of a plane wave."""
    chance = random.Random(seed)
    tones = [(2 * math.pi * LOW * (HIGH / LOW) ** chance.random(), chance.uniform(0, 2 * math.pi))
             for _ in range(TONES)]
    channels = []
    for position in MICROPHONES:
        # The nearer to the edge, the earlier: a wave from direction d reaches p by p.d/c before the origin.
        lead = sum(p * d for p, d in zip(position, TOWARDS[edge])) / SPEED_OF_SOUND
        signal = [0.0] * BURST
        for omega, phase in tones:
            # A rotation per frame is quicker than a sine per frame, and exact enough for a fraction of a second.
            step = complex(math.cos(omega / RATE), math.sin(omega / RATE))
            turn = complex(math.cos(phase + omega * lead), math.sin(phase + omega * lead))
            for n in range(BURST):
                signal[n] += turn.real
                turn *= step
        fade = 480
        for n in range(fade):
            gain = 0.5 - 0.5 * math.cos(math.pi * n / fade)
            signal[n] *= gain
            signal[BURST - 1 - n] *= gain
        channels.append([LEVEL * value for value in signal])
    return channels


def sequence():
    """One period: for each frame a tuple of the microphones, full scale 1."""
    silence = [0.0] * len(MICROPHONES)
    frames = [silence] * LEAD
    for number, edge in enumerate(EDGES):
        frames += [list(frame) for frame in zip(*burst(edge, 1000 + number))]
        frames += [silence] * PAUSE
    return frames


def words(frames, bits, channels, least=1):
    """Interleaved integers of this many bits; channels beyond the microphones repeat the microphones at a lower level.

    The lowest bits carry random marks, so that every frame of a period is distinguishable, even in silence. """
    top = 1 << (bits - 1)
    scales = [top / (1 + channel // len(MICROPHONES)) for channel in range(channels)]
    marks = iter(random.Random(7).randbytes(len(frames) * channels))
    # Far from full scale: nothing is clipped.
    return array.array("i", [round(frame[channel % len(frame)] * scale) + least * (next(marks) % 61 - 30)
                             for frame in frames for channel, scale in enumerate(scales)])


def wire(samples, form):
    """The bytes of integers as a device gives them."""
    if form == "S16_LE":
        return array.array("h", samples).tobytes()
    if form == "S24_3LE":
        data = bytearray()
        for value in samples:
            data += (value & 0xFFFFFF).to_bytes(3, "little")
        return bytes(data)
    return samples.tobytes()


BITS = {"S16_LE": 16, "S24_3LE": 24, "S32_LE": 32}
# A mark of some hundred steps of 32 bits lies at -146 dBFS, of 16 bits one step is enough.
MARK = {"S16_LE": 1, "S24_3LE": 1, "S32_LE": 256}
