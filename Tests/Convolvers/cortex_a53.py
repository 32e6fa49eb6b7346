#!/usr/bin/env python3
"""The load of rendering by direction on a Cortex-A53 at 1 GHz, as in a Raspberry Pi Zero 2 and 3.

`pinna render` for arm64 makes stereo of a sound that two and four microphones hear; an emulator counts how often it
executes each block of instructions, and what every block takes comes from LLVM's model of the processor (llvm-mca).
Both give the same figures on every machine. The model issues instructions in order, two at a time where they fit, and
waits for their operands. It also completes them in order, although the processor does not require this of an integer
addition after a floating-point addition: "least" is the time that its units need without any waits. The model has no
caches, predicts every branch correctly, and treats a 128-bit load like a 64-bit load. The table therefore adds a cycle
for every load of 128 bits, and waits for lines that are missing in a simulation of the caches without prefetch; these
waits vary slightly with the addresses of a run. None of the figures includes the kernel, capture, meters and the raw
file. The exit code is 1 if even "least" exceeds the goal. """

import argparse
import array
import dataclasses
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import tomllib
import wave
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOARDS = ("i2s-pair", "respeaker-4mic-hat")
RATE = 48_000
HERTZ = 1e9
GOAL = 0.10
# A short and a long file: the difference of their counts excludes the start.
SECONDS = (2, 4)
# The model gets blocks that together make up this part of all instructions; the remaining blocks are assumed to run at
# the same pace.
COVERED = 0.98
ITERATIONS = 200
# Cycles until data come from the second level and from memory, in the order of magnitude of measurements on a
# Raspberry Pi 3. A load of 128 bits takes a cycle more than one of 64: ncnn, docs, arm-a53-a55-dual-issue.md.
SECOND_LEVEL, MEMORY = 15, 150

# The parts of the rendering by the folders that their types are in.
PARTS = {"stage": ("Directional", "Wind"), "engine": ("Filters",), "limiter": ("Limiter.swift",), "rest": ()}


@dataclasses.dataclass
class Cost:
    """Sums over blocks, per frame: instructions, minimum cycles, cycles by the model, and cycles that the model leaves
    out."""

    instructions: float = 0.0
    least: float = 0.0
    cycles: float = 0.0
    wide: float = 0.0
    memory: float = 0.0

    @property
    def shares(self) -> tuple[float, float, float]:
        """The load of a core: the minimum, by the model, and with the cycles that the model leaves out."""
        all_cycles = (self.least, self.cycles, self.cycles + self.wide + self.memory)
        return tuple(cycles * RATE / HERTZ for cycles in all_cycles)


@dataclasses.dataclass
class Block:
    """Consecutive instructions that are executed equally often."""

    function: str
    words: tuple[int, ...]
    count: int
    least: float = 0.0
    cycles: float = 0.0

    @property
    def instructions(self) -> int:
        """All executed instructions."""
        return self.count * len(self.words)


def part_of() -> dict[str, str]:
    """The parts by type, for types of the module Realtime."""
    found = {}
    for part, places in PARTS.items():
        for place in places:
            path = ROOT / "Sources/Realtime" / place
            for file in [path] if path.suffix else path.glob("*.swift"):
                for name in re.findall(r"^(?:public )?(?:struct|enum|final class) (\w+)", file.read_text(), re.M):
                    found[name] = part
    return found


def part(function: str, types: dict[str, str]) -> str:
    """The part that a function belongs to, by its mangled name."""
    match = re.match(r"\$s8Realtime(\d+)(\w+)", function)
    return types.get(match[2][:int(match[1])], "rest") if match else "rest"


def make_sound(path: str, board: pathlib.Path, seconds: int) -> None:
    """Samples of a board's microphones: two voices on different sides that come and go, and noise.

    Their path lengths are rounded to the distance that sound travels in a quarter of a sample. """
    with board.open("rb") as file:
        described = tomllib.load(file)
    places = {m["channel"]: m["position"] for m in described["microphone"]}
    chance = random.Random(1)
    finer, hop = 4 * RATE, RATE // 8
    frames = seconds * RATE
    mixed = [[0.0] * frames for _ in range(described["capture"]["channels"])]
    for azimuth, level in ((-50, 0.5), (35, 0.2)):
        side = (math.sin(math.radians(azimuth)), 0.3, math.cos(math.radians(azimuth)))
        length = math.sqrt(sum(x * x for x in side))
        sound, last = [], 0.0
        for n in range(4 * frames + 400):
            syllable = 1.0 if (n // (4 * hop) + (azimuth > 0)) % 3 else 0.05
            last += 0.1 * (chance.uniform(-1, 1) - last)
            sound.append(level * syllable * 3 * last)
        for channel, place in places.items():
            ahead = sum(p * x for p, x in zip(place, side)) / length / 1000
            first = 200 + round(ahead / 343 * finer)
            mixed[channel] = [a + b for a, b in zip(mixed[channel], sound[first::4])]
    words = array.array("i", bytes(4 * frames * len(mixed)))
    for channel, samples in enumerate(mixed):
        for n, sample in enumerate(samples):
            noisy = sample + 3e-4 * chance.uniform(-1, 1)
            words[n * len(mixed) + channel] = round(max(-1.0, min(noisy, 1.0)) * 0x7FFFFF00)
    with wave.open(path, "wb") as file:
        file.setnchannels(len(mixed))
        file.setsampwidth(4)
        file.setframerate(RATE)
        file.writeframes(words.tobytes())


class Executed:
    """The execution of a program: for every instruction its word, its function and its count, and the misses of
    blocks."""

    def __init__(self, path: str):
        self.words: dict[int, int] = {}
        self.functions: dict[int, str] = {}
        self.counts: dict[int, int] = defaultdict(int)
        self.misses: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        with open(path, encoding="ascii") as file:
            for line in file:
                address, count, first, second, function, *words = line.split()
                misses = self.misses[function]
                misses[0] += int(first)
                misses[1] += int(second)
                for place, word in enumerate(words):
                    at = int(address, 16) + 4 * place
                    self.words[at] = int(word, 16)
                    self.functions[at] = function
                    self.counts[at] += int(count)

    def blocks_beyond(self, other: "Executed") -> list[Block]:
        """The additional executions compared with another run, as blocks."""
        blocks: list[Block] = []
        last = None
        for at in sorted(self.counts):
            word, function = self.words[at], self.functions[at]
            count = self.counts[at] - other.counts.get(at, 0)
            if count <= 0:
                continue
            if last == (at - 4, count, function) and not ends_block(blocks[-1].words[-1]):
                blocks[-1].words += (word,)
            else:
                blocks.append(Block(function, (word,), count))
            last = (at, count, function)
        return blocks


def ends_block(word: int) -> bool:
    """True for unconditional branches: B, BL, BR, BLR, RET."""
    return word >> 26 in (0b000101, 0b100101) or word >> 25 == 0b1101011


def wide_loads(word: int) -> int:
    """The number of 128-bit loads in an instruction: LDR and LDUR Q, LDP Q, LD1 and other loads of whole registers."""
    if word & 0x3F000000 == 0x3D000000 or word & 0x3F000000 == 0x3C000000:
        return int(word >> 30 == 0 and word >> 22 & 3 == 3)
    if word & 0xFE400000 == 0xAC400000:
        return 2
    if word & 0xBF400000 == 0x0C400000:
        registers = {0b0111: 1, 0b1010: 2, 0b1000: 2, 0b0110: 3, 0b0100: 3, 0b0010: 4, 0b0000: 4}
        return registers.get(word >> 12 & 15, 0) if word >> 30 & 1 else 0
    return 0


class Model:
    """LLVM's tools, in a folder with another Debian."""

    def __init__(self, root: str):
        self.root = root

    def run(self, tool: str, options: list[str], text: str) -> str:
        """The output of a tool for a text."""
        words = ["chroot", self.root, tool, *options, "-"]
        done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{tool} failed:\n{done.stderr[-2000:]}")
        return done.stdout

    def texts(self, words: set[int]) -> dict[int, str]:
        """Instructions in assembler syntax, without jumps to other blocks."""
        ordered = sorted(words)
        codes = "".join(" ".join(f"0x{byte:02x}" for byte in word.to_bytes(4, "little")) + "\n" for word in ordered)
        made = self.run("llvm-mc", ["-triple=aarch64", "-mattr=+all", "--disassemble"], codes).splitlines()
        lines = [line.strip() for line in made if line.startswith("\t") and not line.startswith("\t.")]
        if len(lines) != len(ordered):
            sys.exit(f"llvm-mc read {len(lines)} of {len(ordered)} instructions")
        # The model would give calls 100 cycles, and system calls a meaningless number.
        changes = (r"^bl\b", "b"), (r"^blr\b", "br"), (r"^ret\b.*", "br x30"), (r"^svc\b.*", "nop")
        result = {}
        for word, line in zip(ordered, lines):
            for pattern, new in changes:
                line = re.sub(pattern, new, line)
            result[word] = line
        return result

    def time(self, blocks: list[Block]) -> None:
        """Sets the cycles of blocks, each repeated like a loop."""
        texts = self.texts({word for block in blocks for word in block.words})
        regions = ["\n".join([f"# LLVM-MCA-BEGIN {n}", *(texts[word] for word in block.words), f"# LLVM-MCA-END {n}\n"])
                   for n, block in enumerate(blocks)]
        options = ["-mtriple=aarch64", "-mcpu=cortex-a53", "-mattr=+all", f"-iterations={ITERATIONS}", "--json"]
        for region in json.loads(self.run("llvm-mca", options, "".join(regions)))["CodeRegions"]:
            block, found = blocks[int(region["Name"])], region["SummaryView"]
            block.least, block.cycles = found["BlockRThroughput"], found["TotalCycles"] / ITERATIONS


class Emulator:
    """QEMU with the plugin that counts blocks."""

    def __init__(self, options: argparse.Namespace, folder: str):
        self.options = options
        self.folder = folder

    def render(self, board: pathlib.Path, seconds: int, counted: bool) -> Executed | None:
        """Renders this many seconds by direction."""
        raw, into = f"{self.folder}/{board.stem}_{seconds}.wav", f"{self.folder}/out.wav"
        if not os.path.exists(raw):
            make_sound(raw, board, seconds)
        libraries = f"{self.options.sysroot}/usr/libexec/swift/lib/swift/linux"
        words = [self.options.emulator, "-L", self.options.sysroot, "-E", f"LD_LIBRARY_PATH={libraries}"]
        words += ["-plugin", f"{self.options.plugin},into={self.folder}/blocks"] if counted else []
        words += [self.options.program, "render", raw, into, "--board", str(board), "--orientation", "portrait"]
        words += ["--pattern", "stereo", "--rendering", "directional"]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=os.environ | {"HOME": self.folder, "XDG_CACHE_HOME": f"{self.folder}/cache"},
                              check=False)
        if done.returncode != 0:
            sys.exit(f"pinna render failed:\n{done.stdout.decode(errors='replace')[-2000:]}")
        os.remove(into)
        return Executed(f"{self.folder}/blocks") if counted else None


def hot(blocks: list[Block]) -> list[Block]:
    """The blocks that make up nearly all instructions."""
    ordered = sorted(blocks, key=lambda block: -block.instructions)
    total, sums, count = sum(block.instructions for block in blocks), 0, 0
    while sums < COVERED * total:
        sums += ordered[count].instructions
        count += 1
    return ordered[:count]


def costs(blocks: list[Block], runs: list[Executed], types: dict[str, str]) -> dict[str, Cost]:
    """The cost of every part, per frame."""
    frames = (SECONDS[1] - SECONDS[0]) * RATE
    found = {name: Cost() for name in PARTS}
    timed: dict[str, float] = defaultdict(float)
    for block in blocks:
        cost = found[part(block.function, types)]
        cost.instructions += block.instructions / frames
        cost.wide += block.count * sum(map(wide_loads, block.words)) / frames
        if block.cycles:
            cost.least += block.count * block.least / frames
            cost.cycles += block.count * block.cycles / frames
            timed[part(block.function, types)] += block.instructions / frames
    for name, cost in found.items():
        if timed[name]:
            cost.least *= cost.instructions / timed[name]
            cost.cycles *= cost.instructions / timed[name]
    for sign, run in zip((-1, 1), runs):
        for function, (first, second) in run.misses.items():
            found[part(function, types)].memory += sign * (first * SECOND_LEVEL + second * MEMORY) / frames
    return found


def print_costs(found: dict[str, Cost]) -> tuple[float, float, float]:
    """Prints the table of parts; returns the loads of a core."""
    print(f"  {'part':8}{'instructions':>14}{'least':>8}{'cycles':>8}{'+ wide':>8}{'+ misses':>9}"
          f"{'  share of a core: least, model, with all':>44}")
    total = Cost()
    for cost in found.values():
        for field in dataclasses.fields(Cost):
            setattr(total, field.name, getattr(total, field.name) + getattr(cost, field.name))
    for name, cost in [*found.items(), ("all", total)]:
        print(f"  {name:8}{cost.instructions:14.0f}{cost.least:8.0f}{cost.cycles:8.0f}{cost.wide:8.0f}"
              f"{cost.memory:9.0f}" + "".join(f"{share:14.2%}" for share in cost.shares))
    return total.shares


def print_hot(blocks: list[Block], types: dict[str, str], limit: int) -> None:
    """The blocks that take the most cycles."""
    frames = (SECONDS[1] - SECONDS[0]) * RATE
    print(f"  {'cycles/frame':>14}{'instructions':>14}{'least':>8}{'cycles':>8}  function")
    for block in sorted(blocks, key=lambda block: -block.count * block.cycles)[:limit]:
        print(f"  {block.count * block.cycles / frames:14.1f}{len(block.words):14}{block.least:8.1f}{block.cycles:8.1f}"
              f"  {part(block.function, types)}: {block.function}")


def main() -> None:
    """Both boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="pinna for arm64")
    parser.add_argument("--sysroot", required=True, help="the libraries that it needs")
    parser.add_argument("--emulator", required=True, help="qemu-aarch64")
    parser.add_argument("--plugin", required=True, help="the plugin that counts, see blocks.c")
    parser.add_argument("--llvm", required=True, help="a folder with a Debian that has llvm-mca")
    parser.add_argument("--loops", type=int, default=6, help="how many of the loops that cost most are shown")
    options = parser.parse_args()
    types = part_of()
    missed = []
    with tempfile.TemporaryDirectory(prefix="pinna-model-", dir="/var/tmp") as folder:
        emulator = Emulator(options, folder)
        for name in BOARDS:
            board = ROOT / f"boards/{name}.toml"
            # The first run designs filters, which the program keeps.
            emulator.render(board, SECONDS[0], counted=False)
            runs = [emulator.render(board, seconds, counted=True) for seconds in SECONDS]
            blocks = runs[1].blocks_beyond(runs[0])
            Model(options.llvm).time(hot(blocks))
            print(f"\n{name}: per frame, the difference of files of {SECONDS[0]} and {SECONDS[1]} s")
            shares = print_costs(costs(blocks, runs, types))
            print_hot(blocks, types, options.loops)
            verdict = "met" if shares[-1] <= GOAL else "missed" if shares[0] > GOAL else "between the bounds"
            print(f"  goal {GOAL:.0%} of a core: {verdict}")
            if verdict == "missed":
                missed.append(name)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
