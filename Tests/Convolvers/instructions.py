#!/usr/bin/env python3
"""Compares Pinna's filter engine on arm64 with other convolvers, by instructions counted in an emulator.

Instruction counts are not times: they do not show parallel execution or waits for memory. """

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

from compare import CASES, LARGEST_ERROR, error
from convolvers import PEERS, Convolver, ours
from material import BLOCK, RATE, Material

# A short and a long file: the difference of their counts excludes the start.
SECONDS = (2, 4)
# The peers that run under emulation, with the paths of their programs: BruteFIR's file in /usr/bin is a script. sox
# would start other programs, and SciPy does not finish.
PROGRAMS = {
    "fconvolver": "usr/bin/fconvolver",
    "brutefir": "usr/lib/brutefir/brutefir.real",
    "ffmpeg": "usr/bin/ffmpeg",
}
# Folders of libraries that Debian finds by symbolic links which are made when packages are configured.
LIBRARIES = [f"usr/lib/aarch64-linux-gnu{folder}" for folder in ("", "/blas", "/lapack", "/pulseaudio")]
SWIFT_LIBRARIES = ["usr/libexec/swift/lib/swift/linux"]


class Emulator:
    """QEMU with the counting plugin."""

    def __init__(self, program: str, plugin: str, folder: str):
        self.program = program
        self.plugin = plugin
        self.counter = os.path.join(folder, "counter")

    def count(self, root: str, libraries: list[str], command: list[str]) -> int:
        """The instructions of a command, over all of its processes and threads."""
        with open(self.counter, "wb") as file:
            file.write(bytes(8))
        paths = ":".join(os.path.join(root, folder) for folder in libraries)
        words = [self.program, "-L", root, "-E", f"LD_LIBRARY_PATH={paths}"]
        words += ["-plugin", f"{self.plugin},into={self.counter}", *command]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            sys.exit(f"{command[0]} failed:\n{done.stdout.decode(errors='replace')[-2000:]}")
        return int(np.fromfile(self.counter, np.uint64)[0])


def per_frame(counts: list[int]) -> float:
    """Instructions per frame, without the start."""
    return (counts[1] - counts[0]) / ((SECONDS[1] - SECONDS[0]) * RATE)


def commands(material: Material, options: argparse.Namespace) -> list[tuple[Convolver, str, list[str], list[str]]]:
    """Every program with its own folder and libraries, and its command line; Pinna's engine is the first."""
    mine = ours("ours", options.program, "ours.wav")
    result = [(mine, options.sysroot, SWIFT_LIBRARIES, mine.command(material))]
    for peer in PEERS:
        name, *arguments = peer.command(material)
        if name in PROGRAMS:
            result.append((peer, options.peers, LIBRARIES, [os.path.join(options.peers, PROGRAMS[name]), *arguments]))
    return result


def measure(folder: str, case: tuple[int, int], options: argparse.Namespace, emulator: Emulator) -> list[str]:
    """Prints the table of one case; returns the missed goals."""
    channels, taps = case
    counts: dict[str, list[int]] = {}
    errors: dict[str, float] = {}
    for seconds in SECONDS:
        # The same folder keeps the same plans of BruteFIR.
        material = Material(os.path.join(folder, f"{channels}_{taps}"), channels, taps, seconds)
        reference = material.reference(len(material.signal))
        for program, root, libraries, command in commands(material, options):
            if program.name.startswith("BruteFIR") and seconds == SECONDS[0]:
                # The first run makes plans, which the program keeps.
                emulator.count(root, libraries, command)
            counts.setdefault(program.name, []).append(emulator.count(root, libraries, command))
            errors[program.name] = error(program, material, reference)
    shutil.rmtree(material.folder)
    print(f"\n{channels} channels, {taps} taps, block {BLOCK}: instructions per frame")
    print(f"  {'':24}{'count':>8}{'ours/peer':>12}{'error':>10}")
    least = per_frame(counts["ours"])
    missed = []
    for name, pair in counts.items():
        each = per_frame(pair)
        print(f"  {name:24}{each:8.0f}{least / each:12.3f}{errors[name]:10.1e}")
        if errors[name] > (LARGEST_ERROR if name == "ours" else 1e-5):
            missed.append(f"{channels}/{taps}, {name}: relative RMS error {errors[name]:.1e}")
    return missed


def kernel(case: tuple[int, int], options: argparse.Namespace, emulator: Emulator) -> None:
    """Compares the engine without files with the same algorithm in C."""
    found = []
    for language in ("swift", "c"):
        counts = []
        for seconds in SECONDS:
            words = [options.program, "kernel", language, *map(str, case), str(seconds * RATE // BLOCK)]
            counts.append(emulator.count(options.sysroot, SWIFT_LIBRARIES, words))
        found.append(per_frame(counts))
    print(f"  {case[0]} x {case[1]}: {found[0]:.0f}, in C {found[1]:.0f}, ratio {found[0] / found[1]:.2f}")


def main() -> None:
    """Counts all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="pinna-convolve for arm64")
    parser.add_argument("--sysroot", required=True, help="the libraries that it needs")
    parser.add_argument("--peers", required=True, help="an unpacked Debian for arm64 with the other programs")
    parser.add_argument("--emulator", required=True, help="qemu-aarch64")
    parser.add_argument("--plugin", required=True, help="the plugin that counts, see instructions.c")
    options = parser.parse_args()
    print("arm64 under emulation: INSTRUCTIONS, not time. Per frame, the difference of files (or blocks) of"
          f" {SECONDS[0]} and {SECONDS[1]} s")
    missed = []
    with tempfile.TemporaryDirectory(prefix="pinna-instructions-", dir="/var/tmp") as folder:
        # BruteFIR makes files in the home directory.
        os.environ["HOME"] = folder
        emulator = Emulator(options.emulator, options.plugin, folder)
        print(f"\nFilter engine in Swift and in C, block {BLOCK}, without files: instructions per frame")
        for case in [(4, 256), *CASES]:
            kernel(case, options, emulator)
        for case in CASES:
            missed += measure(folder, case, options, emulator)
    print()
    for line in missed:
        print(f"Missed: {line}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
