#!/usr/bin/env python3
"""Compares Pinna's filter engine with other convolvers: CPU time of whole processes, from file to file, on one core."""

import argparse
import ctypes
import os
import platform
import shutil
import sys
import tempfile
from statistics import median

import numpy as np

from convolvers import PEERS, Convolver, ours
from material import BLOCK, Material

CASES = [(8, 512), (16, 512), (16, 2048)]
# The relative RMS error that the project allows.
LARGEST_ERROR = 3e-7
PR_SET_CHILD_SUBREAPER = 36


def run(command: list[str], log: str) -> tuple[float, int]:
    """CPU seconds of a command and all processes that it starts, and the largest resident memory of these processes in
    KiB."""
    silence = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    silence.append((os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    silence.append((os.POSIX_SPAWN_DUP2, 1, 2))
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=silence)
    seconds, memory, failed = 0.0, 0, 0
    # Processes that outlive their parent (BruteFIR's do) become children of this process.
    while True:
        try:
            ended, status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            break
        seconds += usage.ru_utime + usage.ru_stime
        if ended != child:
            memory = max(memory, usage.ru_maxrss)
        failed = failed or status
    if failed:
        with open(log, encoding="utf-8", errors="replace") as words:
            sys.exit(f"{command[0]} failed:\n{words.read()[-2000:]}")
    return seconds, memory


def cpu(command: list[str], log: str) -> float:
    """CPU seconds of a command and all processes that it starts."""
    return run(command, log)[0]


def memory(command: list[str], log: str) -> int:
    """The largest resident memory of a command in KiB.

    A short-lived shell starts the command, because the kernel includes the memory of the starting process. """
    return run(["sh", "-c", '"$0" "$@" & exit 0', *command], log)[1]


def error(convolver: Convolver, material: Material, reference: np.ndarray) -> tuple[float, float]:
    """The relative RMS error after removing a program's delay and gain, and the deviation of that gain from 1."""
    result = convolver.result(material).astype(float)
    skip, length = 4096, len(reference) // 2
    worst = gain_error = 0.0
    for side in range(2):
        wanted = reference[skip : skip + length, side]
        window = result[skip - 2048 : skip + length + 2048, side]
        spectrum = np.fft.rfft(window) * np.conj(np.fft.rfft(wanted, len(window)))
        lag = int(np.argmax(np.abs(np.fft.irfft(spectrum, len(window))[:4096])))
        found = window[lag : lag + length]
        parts = [wanted]
        if convolver.bypass is not None:
            dry = material.signal[: len(reference)].astype(float)[:, convolver.bypass]
            wet = np.convolve(dry, material.filters[:, side, convolver.bypass])[: len(reference)]
            wet = wet[skip : skip + length]
            parts = [wanted - wet, wet, dry[skip : skip + length]]
        parts = np.stack(parts, axis=1)
        gains = np.linalg.lstsq(parts, found, rcond=None)[0]
        gain_error = max(gain_error, abs(float(gains[0]) - 1))
        rest = found - parts @ gains
        worst = max(worst, float(np.sqrt((rest**2).mean() / (found**2).mean())))
    return worst, gain_error


def has_v3() -> bool:
    """True if this processor has AVX2 and fused multiply-add."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = next((line for line in file if line.startswith("flags")), "").split()
    except OSError:
        return False
    return "avx2" in flags and "fma" in flags


def measure(folder: str, case: tuple[int, int], options: argparse.Namespace, mine: list[Convolver]) -> list[str]:
    """Prints the table of one case; returns the missed goals."""
    channels, taps = case
    material = Material(os.path.join(folder, f"{channels}_{taps}"), channels, taps, options.seconds)
    log = material.path("log")
    reference = material.reference(min(len(material.signal), 100_000))
    peers = [peer for peer in PEERS if shutil.which(peer.command(material)[0])]
    for peer in PEERS:
        if peer not in peers:
            print(f"Skipped: {peer.name} ({peer.command(material)[0]} is not installed)")
    programs = [*mine, *peers]
    times: dict[str, list[float]] = {program.name: [] for program in programs}
    errors, gain_errors = {}, {}
    for turn in range(options.rounds + 1):
        for program in programs:
            seconds = cpu(program.command(material), log)
            # In the first run, a program makes plans that it keeps, and files enter the page cache; this run serves to
            # check the output.
            if turn == 0:
                errors[program.name], gain_errors[program.name] = error(program, material, reference)
            else:
                times[program.name].append(seconds)
    missed = []
    print(f"\n{channels} channels, {taps} taps, {options.seconds:g} s, block {BLOCK}: CPU ms "
          + ", ".join(f"{m.name} {median(times[m.name]) * 1e3:.0f}" for m in mine))
    print(f"  {'peer':24}" + "".join(f"{'ours ' + m.name + '/peer':>20}{'goal':>6}" for m in mine)
          + f"{'peer ms':>9}{'error':>10}")
    for peer in peers:
        line = f"  {peer.name:24}"
        for column, program in enumerate(mine):
            ratio = median(a / b for a, b in zip(times[program.name], times[peer.name]))
            goal = peer.goals[case][column] if peer.goals else None
            line += f"{ratio:20.3f}{goal if goal else '':>6}"
            if goal and ratio > goal:
                missed.append(f"{channels}/{taps}, {program.name}, {peer.name}: {ratio:.3f}, goal {goal}")
        print(f"{line}{median(times[peer.name]) * 1e3:9.0f}{errors[peer.name]:10.1e}")
    for program in mine:
        words = program.command(material)
        most = memory(words, log) / 1024
        # With a file of one block, only the start remains.
        words[2] = material.path("silence.wav")
        start = median(cpu(words, log) for _ in range(9)) * 1e3
        print(f"  ours {program.name}: relative RMS error {errors[program.name]:.1e}, peak memory {most:.1f} MB,"
              f" {start:.0f} ms of CPU to start")
        if errors[program.name] > LARGEST_ERROR:
            missed.append(f"{channels}/{taps}, {program.name}: error {errors[program.name]:.1e}")
        # Other programs have gains of their own; Pinna's engine has none.
        if gain_errors[program.name] > LARGEST_ERROR:
            missed.append(f"{channels}/{taps}, {program.name}: its gain is off by {gain_errors[program.name]:.1e}")
    for peer in peers:
        if errors[peer.name] > 1e-5:
            missed.append(f"{peer.name} did something else: error {errors[peer.name]:.1e}")
    shutil.rmtree(material.folder)
    return missed


def main() -> None:
    """Runs all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--baseline", required=True, help="pinna-convolve of a build without flags")
    parser.add_argument("--v3", help="pinna-convolve for x86-64-v3")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    options = parser.parse_args()
    os.sched_setaffinity(0, {options.core})
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    mine = [ours("baseline", options.baseline, "baseline.wav")]
    if options.v3 and has_v3():
        mine.append(ours("v3", options.v3, "v3.wav"))
    else:
        print("Skipped: the build for x86-64-v3 (this processor has no AVX2 or no FMA)")
    print(f"Medians of {options.rounds} rounds of CPU(ours)/CPU(peer), user and system, whole processes pinned to core"
          f" {options.core}, {platform.machine()}")
    missed = []
    with tempfile.TemporaryDirectory(prefix="pinna-benchmark-", dir="/var/tmp") as folder:
        # BruteFIR makes files in the home directory.
        os.environ["HOME"] = folder
        for case in CASES:
            missed += measure(folder, case, options, mine)
    print()
    for line in missed:
        print(f"Missed: {line}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
