#!/usr/bin/env python3
"""Judges the stereo of `pinna render` from outside: sound of microphones in, sound of ears out, against a measured
head.

The judge shares no code with the program: waves, bands and measures belong to this folder, and figures are taken at
points that the design of filters does not use. README.md describes the measurements. The exit code is 1 if a limit is
missed.

  judge.py --pinna .build/release/pinna short            the worst cases, within two minutes
  judge.py --pinna .build/release/pinna all              everything, an hour
  judge.py --pinna .build/release/pinna reference real boards:phone,uma-8 invented:1,2
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import traceback

# Cases are judged in parallel; threads within a case would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy

import ambisonics
import arrays
import boxes
import directional
import elevation
import figures
import focus
import harm
import measures
import moving
import proof
import proof_in_time
import real
import real_by_direction
import reverberation
import scenes
import table
import timing
import tones
import transients
import waves
import wind
from heads import Ring
from program import FREQUENCIES, Problem, Program

BOARDS = pathlib.Path(__file__).parents[2] / "boards"
REFERENCE_EMPHASIS = 4
SEEDS = (1, 2, 3)
# Shipped boards to render by direction in addition to the reference arrays, and invented boards.
BY_DIRECTION = ("phone", "respeaker-4mic-hat", "matrix-voice-table", "i2s-pair")
# Parts with a separate short form, such as `elevation:short`.
IN_TIME_AND_HEIGHT = {"elevation": elevation, "tones": tones, "transients": transients, "moving": moving,
                      "rooms": reverberation, "focus": focus}
# What must be: ILD error 0.2 to 6 kHz in ERB bands, in 1/12 octaves and there with mismatch, dB; ITD and centre, us;
# self-noise, dB(A); front to back and weakest direction in front, dB.
AIMS = {
    ("phone-free", "Back landscapeRight"): figures.Aims(4.6, 4.24, 4.61, 138, 10, 5, -0.3, -6.0),
    ("phone-free", "Back portrait"): figures.Aims(2.7, 2.63, 3.75, 190, 12, 4, 1.1, -6.2),
    ("respeaker-held", "Back portrait"): figures.Aims(2.3, 2.17, 3.16, 88, 5, 5, -0.1, -6.0),
    ("respeaker-table", "Top"): figures.Aims(3.0, 2.81, 3.68, 75, 5, 5, 2.7, -6.0),
    ("matrix-held", "Back portrait"): figures.Aims(1.6, 1.62, 2.58, 85, 5, 6.5, -0.1, -9.5),
    ("matrix-table", "Top"): figures.Aims(1.5, 1.51, 2.67, 71, 5, 7, 4.2, -6.0),
    ("pair-60", "Back portrait"): figures.Aims(3.4, 3.14, 3.79, 196, 20, 2, -0.1, -6.0),
    ("phone-box", "Back landscapeRight"): figures.Aims(4.9, 4.52, 4.69, 127, 20, 0, 2.1, -6.0),
    ("phone-box", "Back portrait"): figures.Aims(3.0, 2.96, 3.83, 190, 10, 2.5, 2.3, -6.0),
}


class Task:
    """One array in one case, by filters alone."""

    def __init__(self, array, case, options=(), aims=None, known=True):
        self.array, self.case, self.options, self.aims, self.known = array, case, options, aims, known

    def __str__(self):
        return f"{self.array.name} {self.case}"

    def run(self, program, ring):
        azimuths = ring.azimuths
        between = azimuths + 2.5
        received, others = (waves.received(self.array, self.case, a, FREQUENCIES) for a in (azimuths, between))
        alone = numpy.eye(len(self.array.channels))[:, :, None] * numpy.ones(len(FREQUENCIES))
        heard = program.responses(
            self.array, self.case, numpy.concatenate([received, others, alone]), self.options)
        heard, elsewhere, channels = numpy.split(heard, [len(azimuths), len(azimuths) + len(between)])
        found = figures.figures(heard, azimuths, ring.responses, received, channels)
        found.wrong_between = int((measures.wrong_levels(elsewhere, between)[0]
                                   | measures.wrong_times(elsewhere, between)).sum())
        return table.Row(str(self), found, figures.judge(found, self.aims, known=self.known))


def with_sides(array, known=True):
    return [Task(array, case, known=known) for case in array.cases if array.has_sides(case)]


def reference_tasks(folder):
    for array, name in arrays.reference(folder):
        case = next(case for case in array.cases if str(case) == name)
        yield Task(array, case, ("--front-emphasis", REFERENCE_EMPHASIS), AIMS[array.name, name])


def short_tasks(folder):
    """Cases of earlier errors, and one array generated from a seed."""
    wanted = ["phone-free Back landscapeRight", "respeaker-held Back portrait", "pair-60 Back portrait"]
    yield from (task for task in reference_tasks(folder) if str(task) in wanted)
    phone = arrays.invented(folder, SEEDS[0])[0]
    yield next(task for task in with_sides(phone, known=False) if task.case.orientation == "landscapeLeft")
    array = arrays.read(BOARDS / "uma-8.toml")
    yield harm.Task(array, array.cases[0], parts=("rooms",))
    pair = next(array for array, name in arrays.reference(folder) if array.name == "pair-60")
    yield harm.Task(pair, pair.cases[0], parts=("musical_noise",))


def directional_tasks(folder):
    """The arrays with goals, shipped boards, and a generated array of each kind."""
    for array, name in arrays.reference(folder):
        if (array.name, name) in directional.AIMS:
            case = next(case for case in array.cases if str(case) == name)
            yield directional.Task(array, case, ("--front-emphasis", 0), directional.AIMS[array.name, name])
    for array in [*map(arrays.read, sorted(BOARDS.glob("*.toml"))), *arrays.invented(folder, SEEDS[0])]:
        yield from (directional.Task(array, case) for case in upright_and_on_side(array))


def upright_and_on_side(array):
    """The first case with left and right, and the first of these with the board on its side."""
    cases = [case for case in array.cases if array.has_sides(case)]
    return [*cases[:1], *[case for case in cases if (case.orientation or "").startswith("landscape")][:1]]


def harm_tasks(folder):
    """The arrays with goals, and arrays on spheres that their board file does not mention."""
    for array, name in arrays.reference(folder):
        if (array.name, name) in directional.AIMS:
            yield harm.Task(array, next(case for case in array.cases if str(case) == name), ("--front-emphasis", 0))
    for seed in SEEDS:
        yield from (harm.WrongBody(folder, array) for array in arrays.invented(folder, seed)
                    if array.model == "sphere")


def harm_board_tasks(names):
    """Shipped boards with left and right, in the first such case, and in the first such case on its side."""
    for file in [BOARDS / f"{name}.toml" for name in names] or sorted(BOARDS.glob("*.toml")):
        array = arrays.read(file)
        yield from (harm.Task(array, case) for case in upright_and_on_side(array))


def wind_tasks(folder):
    """The arrays with goals, shipped boards, and two generated arrays."""
    for array, name in arrays.reference(folder):
        if (array.name, name) in wind.AIMS:
            case = next(case for case in array.cases if str(case) == name)
            yield wind.Task(array, case, ("--front-emphasis", 0))
    strangers = [array for array in arrays.invented(folder, SEEDS[0]) if array.model == "free-field"][1:]
    for array in [*(arrays.read(BOARDS / f"{name}.toml") for name in BY_DIRECTION), *strangers]:
        yield wind.Task(array, next(case for case in array.cases if array.has_sides(case)))


def calm_tasks():
    """Every shipped board and case without wind."""
    for file in sorted(BOARDS.glob("*.toml")):
        array = arrays.read(file)
        yield from (wind.Task(array, case, speeds=()) for case in array.cases if array.has_sides(case))


def ambisonic_tasks(folder):
    """Every shipped board, arrays that are not shipped, and impossible cases."""
    for file in sorted(BOARDS.glob("*.toml")):
        array = arrays.read(file)
        if not array.cases:
            continue
        across, places = array.cases[0], array.positions
        if len(array.channels) < 3:
            yield ambisonics.Refusal(array, across, "at least 3 microphones in a level plane, but only 2 can be used")
        elif array.model == "free-field" and across.orientation and numpy.ptp(places @ across.axes[0]) < 1e-4:
            yield ambisonics.Refusal(array, across, "X would be silent; ambisonics needs a board that lies on a table")
        elif not across.orientation:
            yield ambisonics.Task(array, across)
    for array, name in arrays.reference(folder):
        case = next(case for case in array.cases if str(case) == name)
        if array.name == "phone-free":
            yield ambisonics.Refusal(array, case, "X agrees with")
        elif name == "Top":
            yield ambisonics.Task(array, case)
    line = arrays.write(folder, "line-4", [(-45, 0, 0), (-15, 0, 0), (15, 0, 0), (45, 0, 0)], "table")
    yield ambisonics.Refusal(line, line.cases[0], "on one line")
    wall = arrays.write(folder, "wall-4", [(0, -20, -20), (0, -20, 20), (0, 20, -20), (0, 20, 20)], "table")
    yield ambisonics.Refusal(wall, wall.cases[0], "Y would be silent")
    for array in arrays.invented(folder, SEEDS[0]):
        if len(array.cases) == 4 and array.model == "free-field":
            yield from (ambisonics.Task(array, case) for case in array.cases)


def in_time_and_height(part, folder, short=False):
    """All arrays of the parts that look at milliseconds, at single tones and above the horizon, or the first few."""
    chosen = scenes.kinds(folder)
    return [IN_TIME_AND_HEIGHT[part].Task(*one, short) for one in (chosen[:3] if short else chosen)]


def tasks(words, folder):
    for word in words:
        what, _, names = word.partition(":")
        if what == "boards":
            files = [BOARDS / f"{name}.toml" for name in names.split(",")] if names else sorted(BOARDS.glob("*.toml"))
            for file in files:
                yield from with_sides(arrays.read(file))
        elif what == "invented":
            for seed in names.split(",") if names else SEEDS:
                for array in arrays.invented(folder, int(seed)):
                    yield from with_sides(array, known=False)
        elif what == "reference":
            chosen = list(reference_tasks(folder))
            yield from (task for task in chosen if not names or any(name in str(task) for name in names.split(",")))
        elif what == "harm-boards":
            yield from harm_board_tasks(names.split(",") if names else [])
        elif what == "short":
            yield from short_tasks(folder)
            for part in IN_TIME_AND_HEIGHT:
                yield from in_time_and_height(part, folder, short=True)
        elif what == "directional":
            chosen = list(directional_tasks(folder))
            yield from (task for task in chosen if not names or any(name in str(task) for name in names.split(",")))
        elif what in ("harm", "wind", "calm", "ambisonics"):
            chosen = list(calm_tasks() if what == "calm" else harm_tasks(folder) if what == "harm"
                          else wind_tasks(folder) if what == "wind" else ambisonic_tasks(folder))
            yield from (task for task in chosen if not names or any(name in str(task) for name in names.split(",")))
        elif what in IN_TIME_AND_HEIGHT:
            short = names == "short"
            chosen = in_time_and_height(what, folder, short)
            yield from (task for task in chosen
                        if short or not names or any(name in str(task) for name in names.split(",")))
        elif what not in ("real", "proof"):
            sys.exit(f"there is no part {what}: short, all, real, reference, boards, invented, directional, harm, "
                     "harm-boards, wind, calm, ambisonics, proof, " + ", ".join(IN_TIME_AND_HEIGHT))


def rows(given, program, folder):
    """Rows in the order of completion, and problems."""
    ring = Ring()
    jobs = [(str(task), lambda task=task: [task.run(program, ring)]) for task in tasks(given.parts, folder)]
    names = [word.partition(":")[0] for word in given.parts]
    if "real" in names:
        jobs += [*real.jobs(program, ring, folder), *real_by_direction.jobs(program, ring, folder)]
    elif "short" in names:
        jobs += [(name, job) for name, job in real.short_jobs(program, ring, folder)]
    if "proof" in names or "short" in names:
        jobs += [("proof", lambda: proof.rows(ring)), ("proof in time", lambda: [*proof_in_time.rows(ring)]),
                 ("timing", lambda: timing.rows(program, ring, folder))]
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        waiting = {pool.submit(job): name for name, job in jobs}
        for done in concurrent.futures.as_completed(waiting):
            try:
                yield from done.result()
            except Problem as problem:
                yield table.Trouble(waiting[done], str(problem))
            except Exception:
                yield table.Trouble(waiting[done], traceback.format_exc())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pinna", required=True, help="the binary to judge")
    parser.add_argument("--cache", help="keep filters and bodies in this folder; without it all are designed anew")
    parser.add_argument("--jobs", type=int, default=2, help="how many cases at a time")
    parser.add_argument("--json", help="write all figures to this file")
    parser.add_argument("parts", nargs="+", metavar="PART",
                        help="short, all, proof, real, reference[:WORD,...], boards[:ID,...], invented[:SEED,...], "
                             "directional[:WORD,...], harm[:WORD,...], harm-boards[:ID,...], wind[:WORD,...], "
                             "calm[:WORD,...], ambisonics[:WORD,...], and PART[:WORD,...] or PART:short of "
                             + ", ".join(IN_TIME_AND_HEIGHT))
    given = parser.parse_args()
    if "all" in given.parts:
        given.parts = ["proof", "real", "reference", "boards", "invented", "directional", "harm", "harm-boards",
                       "wind", "calm", "ambisonics", *IN_TIME_AND_HEIGHT]
    with tempfile.TemporaryDirectory() as folder:
        program = Program(given.pinna, folder, given.cache)
        boxes.KEPT = program.cache
        print(table.header(), flush=True)
        found = []
        for row in rows(given, program, folder):
            print(row.text(), flush=True)
            found.append(row)
    print(table.summary(found))
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps([row.as_dict() for row in found], indent=1) + "\n")
    return 1 if not found or any(row.broken for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
