"""The programs that filter the same file with the same filters, and their command lines."""

import shlex
import sys
import warnings
from dataclasses import dataclass
from typing import Callable

import numpy as np
from scipy.io import wavfile

from material import BLOCK, Material

# The names of the channels in ffmpeg's layouts of eight and sixteen channels, in the order of the file.
LAYOUTS = {
    8: ("octagonal", "FL|FR|FC|BL|BR|BC|SL|SR"),
    16: ("hexadecagonal", "FL|FR|FC|BL|BR|BC|SL|SR|TFL|TFC|TFR|TBL|TBC|TBR|WL|WR"),
}
# Some versions of the filter `headphone` treat the channel in this place as the LFE channel and mix it in unfiltered.
HEADPHONE_BYPASS = 3


@dataclass(frozen=True)
class Convolver:
    """One program: its command line for a case, and the file that it makes."""

    name: str
    command: Callable[[Material], list[str]]
    output: str
    # The channel that may reach both outputs unfiltered.
    bypass: int | None = None
    # By how much it is judged: what the project wants of CPU(ours) / CPU(this) for (channels, taps), baseline and v3.
    goals: dict[tuple[int, int], tuple[float, float]] | None = None

    def result(self, material: Material) -> np.ndarray:
        """The output of the program, as frames x outputs."""
        path = material.path(self.output)
        if path.endswith(".raw"):
            return np.fromfile(path, np.float32).reshape(-1, 2)
        with warnings.catch_warnings():
            # The reader warns about chunks that other programs write in addition to the sound.
            warnings.simplefilter("ignore", wavfile.WavFileWarning)
            return wavfile.read(path)[1]


def ours(name: str, program: str, output: str) -> Convolver:
    """Pinna's engine as a separate program."""
    return Convolver(
        name,
        lambda m: [program, str(BLOCK), m.path("input.wav"), m.path("filters.wav"), m.path(output)],
        output,
    )


def fconvolver(material: Material) -> list[str]:
    paths = [material.path(name) for name in ("fconvolver.conf", "input.wav", "fconvolver.wav")]
    return ["fconvolver", "-V", "-T", *paths]


def brutefir(material: Material) -> list[str]:
    return ["brutefir", material.path("brutefir.conf")]


def headphone(material: Material) -> list[str]:
    layout, names = LAYOUTS[material.channels]
    # The program lowers its output by 3 dB per channel; `gain` compensates for this up to its maximum.
    gain = min(40, 3 * material.channels)
    inputs = [word for n in range(material.channels) for word in ("-i", material.path(f"pair{n}.wav"))]
    return [
        *("ffmpeg", "-v", "error", "-y", "-ch_layout", layout, "-i", material.path("input.wav"), *inputs),
        *("-filter_complex", f"headphone=map={names}:type=freq:gain={gain}:hrir=stereo"),
        *("-c:a", "pcm_f32le", material.path("headphone.wav")),
    ]


def afir(material: Material) -> list[str]:
    layout, _ = LAYOUTS[material.channels]
    mix = "+".join(f"c{n}" for n in range(material.channels))
    side = f"afir=gtype=none:minp={BLOCK},pan=mono|c0={mix}"
    graph = f"[0:a]asplit[a][b];[a][1:a]{side}[l];[b][2:a]{side}[r];[l][r]amerge"
    files = [word for n in ("input", "left", "right")
             for word in ("-ch_layout", layout, "-i", material.path(f"{n}.wav"))]
    return [
        *("ffmpeg", "-v", "error", "-y", *files, "-filter_complex", graph),
        *("-c:a", "pcm_f32le", material.path("afir.wav")),
    ]


def sox(material: Material) -> list[str]:
    """One sox process per input and output, mixed by two more."""
    source = shlex.quote(material.path("input.wav"))
    commands = []
    for side in range(2):
        pipes = [
            "-v 1 " + shlex.quote(f"|sox -D {source} -p remix {n + 1} fir {material.path(f'filter{side}_{n}.txt')}")
            for n in range(material.channels)
        ]
        commands.append(f"sox -D -m {' '.join(pipes)} {shlex.quote(material.path(f'sox{side}.wav'))}")
    made = [shlex.quote(material.path(name)) for name in ("sox0.wav", "sox1.wav", "sox.wav")]
    commands.append(f"sox -D -M {made[0]} {made[1]} -b 32 -e floating-point {made[2]}")
    return ["sh", "-c", " && ".join(commands)]


SCIPY = """
import sys, warnings
import numpy as np
from scipy.io import wavfile
from scipy.signal import oaconvolve
signal = wavfile.read(sys.argv[1])[1]
frames, channels = signal.shape
filters = wavfile.read(sys.argv[2])[1].reshape(-1, 2, channels)
sides = [oaconvolve(signal, filters[:, side], axes=0).sum(axis=1)[:frames] for side in range(2)]
wavfile.write(sys.argv[3], 48_000, np.stack(sides, axis=1))
"""


def scipy(material: Material) -> list[str]:
    paths = [material.path(name) for name in ("input.wav", "filters.wav", "scipy.wav")]
    return [sys.executable, "-c", SCIPY, *paths]


def goals(*rows: tuple[float, float]) -> dict[tuple[int, int], tuple[float, float]]:
    """Goals for 8/512, 16/512 and 16/2048."""
    return dict(zip(((8, 512), (16, 512), (16, 2048)), rows))


PEERS = [
    Convolver("fconvolver -V", fconvolver, "fconvolver.wav", goals=goals((1.0, 0.75), (1.05, 0.70), (2.0, 1.1))),
    Convolver("BruteFIR, block 128", brutefir, "output.raw", goals=goals((0.15, 0.12), (0.17, 0.12), (0.15, 0.10))),
    Convolver(
        "ffmpeg headphone, freq", headphone, "headphone.wav", HEADPHONE_BYPASS,
        goals=goals((0.30, 0.22), (0.30, 0.20), (0.35, 0.25)),
    ),
    Convolver("ffmpeg afir", afir, "afir.wav"),
    Convolver("SciPy oaconvolve", scipy, "scipy.wav", goals=goals((0.10, 0.08), (0.06, 0.05), (0.12, 0.08))),
    Convolver("sox fir", sox, "sox.wav"),
]
