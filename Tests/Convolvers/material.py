"""The input of all convolvers: noise of several channels, a matrix of noise filters, and the files of each program."""

import os

import numpy as np
from scipy.io import wavfile
from scipy.signal import oaconvolve

RATE = 48_000
BLOCK = 128


class Material:
    """Input and filters of one case, as arrays and as files in a folder."""

    def __init__(self, folder: str, channels: int, taps: int, seconds: float):
        self.folder = folder
        self.channels = channels
        self.taps = taps
        random = np.random.default_rng(channels * taps)
        frames = int(seconds * RATE)
        # Low enough to avoid clipping: sox and ffmpeg's layouts clip at full scale.
        self.signal = (0.02 * random.uniform(-1, 1, (frames, channels))).astype(np.float32)
        # Each filter has the energy 1; [tap, output, input].
        filters = random.uniform(-1, 1, (taps, 2, channels)) * np.sqrt(3 / taps)
        self.filters = filters.astype(np.float32)
        os.makedirs(folder, exist_ok=True)
        self.write_files()

    def path(self, name: str) -> str:
        """A file in the folder of this case."""
        return os.path.join(self.folder, name)

    def write_files(self) -> None:
        """The input, and the filters in every arrangement that a program needs."""
        wavfile.write(self.path("input.wav"), RATE, self.signal)
        wavfile.write(self.path("silence.wav"), RATE, np.zeros((BLOCK, self.channels), np.float32))
        self.signal.tofile(self.path("input.raw"))
        wavfile.write(self.path("filters.wav"), RATE, self.filters.reshape(self.taps, -1))
        for side, name in enumerate(("left", "right")):
            wavfile.write(self.path(f"{name}.wav"), RATE, np.ascontiguousarray(self.filters[:, side]))
        for channel in range(self.channels):
            pair = np.ascontiguousarray(self.filters[:, :, channel])
            wavfile.write(self.path(f"pair{channel}.wav"), RATE, pair)
            for side in range(2):
                pair[:, side].tofile(self.path(f"filter{side}_{channel}.raw"))
                np.savetxt(self.path(f"filter{side}_{channel}.txt"), pair[:, side], fmt="%.9g")
        self.write_text("fconvolver.conf", self.fconvolver())
        self.write_text("brutefir.conf", self.brutefir())

    def write_text(self, name: str, lines: list[str]) -> None:
        """A text file of these lines."""
        with open(self.path(name), "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")

    def fconvolver(self) -> list[str]:
        """A configuration of fconvolver and jconvolver."""
        lines = [f"/convolver/new {self.channels} 2 {BLOCK} {self.taps}"]
        for channel in range(self.channels):
            for side in range(2):
                place = side * self.channels + channel + 1
                file = self.path("filters.wav")
                lines.append(f"/impulse/read {channel + 1} {side + 1} 1 0 0 0 {place} {file}")
        return lines

    def brutefir(self) -> list[str]:
        """A configuration of BruteFIR: one filter from every input to every output."""
        names = [f'"in{channel}"' for channel in range(self.channels)]
        lines = [
            f"sampling_rate: {RATE}; filter_length: {BLOCK},{-(-self.taps // BLOCK)};",
            f'float_bits: 32; show_progress: false; convolver_config: "{self.path("brutefir.plans")}";',
            f'input {", ".join(names)} {{ device: "file" {{ path: "{self.path("input.raw")}"; }};',
            f'  sample: "FLOAT_LE"; channels: {self.channels}; }};',
            f'output "left", "right" {{ device: "file" {{ path: "{self.path("output.raw")}"; }};',
            '  sample: "FLOAT_LE"; channels: 2; dither: false; };',
        ]
        for channel in range(self.channels):
            for side, name in enumerate(("left", "right")):
                key = f"{side}_{channel}"
                file = self.path(f"filter{key}.raw")
                lines.append(f'coeff "c{key}" {{ filename: "{file}"; format: "FLOAT_LE"; }};')
                ends = f'from_inputs: "in{channel}"; to_outputs: "{name}"'
                lines.append(f'filter "f{key}" {{ {ends}; coeff: "c{key}"; }};')
        return lines

    def reference(self, frames: int) -> np.ndarray:
        """The start of the output by convolution in double precision."""
        signal = self.signal[:frames].astype(float)
        return np.stack(
            [oaconvolve(signal, self.filters[:, side].astype(float), axes=0).sum(axis=1)[:frames] for side in range(2)],
            axis=1,
        )
