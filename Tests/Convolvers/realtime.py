#!/usr/bin/env python3
"""Compares the CPU time of all threads of a recorder in real time with jackd (dummy driver) and jconvolver.

Both convert 8 channels at 48 kHz in periods of 256 frames to stereo with 512 taps, with realtime priority. The recorder
also meters, limits and writes its output to a synced file; jackd and jconvolver discard theirs. """

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from statistics import median

from material import RATE, Material

PERIOD = 256
CHANNELS, TAPS = 8, 512
# The project's goal for CPU(recorder) / CPU(jackd and jconvolver).
GOAL = 0.6


def used(process: subprocess.Popen) -> float:
    """CPU seconds of all threads of a running process."""
    tasks = f"/proc/{process.pid}/task"
    nanoseconds = 0
    for task in os.listdir(tasks):
        with open(f"{tasks}/{task}/schedstat", encoding="ascii") as file:
            nanoseconds += int(file.read().split()[0])
    return nanoseconds * 1e-9


def jack(material: Material, seconds: float) -> float:
    """CPU of jackd and jconvolver in percent of a core."""
    lines = [f"/convolver/new {CHANNELS} 2 {PERIOD} {TAPS}"]
    lines += [f"/input/name {n + 1} in{n + 1} system:capture_{n + 1}" for n in range(CHANNELS)]
    lines += [f"/output/name {n + 1} out{n + 1} system:playback_{n + 1}" for n in range(2)]
    lines += material.fconvolver()[1:]
    material.write_text("jconvolver.conf", lines)
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    shape = ["-r", str(RATE), "-p", str(PERIOD), "-C", str(CHANNELS), "-P", "2"]
    # A separate server, because another one may be running.
    environment = dict(os.environ, JACK_NO_AUDIO_RESERVATION="1", JACK_DEFAULT_SERVER=f"pinna-{os.getpid()}")
    server = subprocess.Popen(["jackd", "-R", "-P", "70", "-d", "dummy", *shape], env=environment, **quiet)
    try:
        time.sleep(2)
        # The program reads commands, and ends with its input.
        quiet["stdin"] = subprocess.PIPE
        client = subprocess.Popen(["jconvolver", "-V", material.path("jconvolver.conf")], env=environment, **quiet)
        try:
            time.sleep(2)
            before = used(server) + used(client)
            time.sleep(seconds)
            if server.poll() is not None or client.poll() is not None:
                sys.exit("jackd or jconvolver ended: is this user allowed to have realtime priority?")
            return (used(server) + used(client) - before) / seconds * 100
        finally:
            client.terminate()
            client.wait()
    finally:
        server.terminate()
        server.wait()


def ours(program: str, seconds: float) -> float:
    """CPU of a recorder in percent of a core."""
    command = [program, "stereo", "--seconds", str(seconds)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    whole = re.search(r"gaps, frames lost +0, 0$", text, re.MULTILINE)
    found = re.search(r"CPU of all threads, % of a core +([0-9.]+)$", text, re.MULTILINE)
    if not whole or not found:
        sys.exit(f"the take is not whole:\n{text}")
    return float(found.group(1))


def main() -> None:
    """Runs several rounds in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="pinna-benchmark")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    mine, theirs = [], []
    with tempfile.TemporaryDirectory(prefix="pinna-benchmark-", dir="/var/tmp") as folder:
        material = Material(folder, CHANNELS, TAPS, 0.1)
        for _ in range(options.rounds):
            mine.append(ours(options.program, options.seconds))
            theirs.append(jack(material, options.seconds))
    ratio = median(a / b for a, b in zip(mine, theirs))
    print(f"In real time, {CHANNELS} channels, {TAPS} taps, periods of {PERIOD} frames, {options.rounds} rounds of"
          f" {options.seconds:g} s, % of a core:")
    print(f"  a recorder, all threads, with the file {median(mine):.2f}")
    print(f"  jackd and jconvolver, without one      {median(theirs):.2f}")
    print(f"  ratio of the same round {ratio:.2f}, goal {GOAL}")
    sys.exit(1 if ratio > GOAL else 0)


if __name__ == "__main__":
    main()
