#!/usr/bin/env python3
"""CPU time of commands that people wait for, as whole processes, compared with the project's goals."""

import argparse
import os
import subprocess
import sys
import tempfile
from statistics import median

BOARD = "respeaker-4mic-hat"
SCENARIO = f"""board = "{BOARD}"
duration = 2.0
hand = [{{ at = 0.5, press = "record" }}, {{ at = 1.5, press = "record" }}]
source = [{{ noise = "pink", azimuth = -60.0, level = -24.0 }}]
"""
LISTED, FOLDER = 2000, 20_000


def cpu(command: list[str], status: int = 0) -> float:
    """CPU seconds of a command that ends with a status."""
    silence = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **silence)
    _, ended, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode != status:
        sys.exit(f"{' '.join(command)} ended with {process.returncode} instead of {status}")
    return usage.ru_utime + usage.ru_stime


def folder(path: str, take: str, count: int) -> str:
    """A folder of takes: one file under many names."""
    os.mkdir(path)
    for number in range(1, count + 1):
        os.link(take, f"{path}/20260801_{number // 3600 % 24:02}{number // 60 % 60:02}{number % 60:02}_{number:03}.wav")
    return path


def main() -> None:
    """Runs each command in turn, several times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="pinna")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    missed = 0
    with tempfile.TemporaryDirectory(prefix="pinna-commands-", dir="/var/tmp") as place:
        os.environ.update(HOME=place, XDG_CACHE_HOME=f"{place}/cache")
        with open(f"{place}/scenario.toml", "w", encoding="utf-8") as file:
            file.write(SCENARIO)
        cpu([program, "simulate", f"{place}/scenario.toml", "--out", f"{place}/made", "--raw"])
        files = sorted(name for name in os.listdir(f"{place}/made") if name.endswith(".wav"))
        take, raw = (f"{place}/made/{name}" for name in files)
        design = [program, "design", "--board", BOARD]
        cold = cpu(design)
        def listed() -> list[str]:
            return [program, "takes", "list", folder(f"{place}/{os.urandom(4).hex()}", take, LISTED)]

        shown = folder(f"{place}/many", take, FOLDER) + f"/{FOLDER // 2}"
        # A name, the figure of a round, and the goal, both in milliseconds.
        rows = [
            (f"takes list, for each of {LISTED} takes", lambda: cpu(listed()) / LISTED, 0.1),
            (f"takes show, one take of {FOLDER}", lambda: cpu([program, "takes", "show", shown]), 50),
            ("render into a folder that is not there: the refusal",
             lambda: cpu([program, "render", raw, f"{place}/missing/out.wav"], status=73), 100),
            (f"design of {BOARD}, once it was made (that took {cold:.1f} s)", lambda: cpu(design), 200),
        ]
        for name, figure, goal in rows:
            found = median(figure() for _ in range(arguments.rounds)) * 1000
            missed += found > goal
            print(f"{name:66} {found:9.3f} ms   goal {goal:6} ms   ratio {found / goal:5.2f}")
    print(f"Median of {arguments.rounds}; load {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors.")
    if missed:
        sys.exit(f"{missed} figures are not what is asked of them.")


if __name__ == "__main__":
    main()
