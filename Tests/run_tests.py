#!/usr/bin/env python3
"""Runs the tests that were built, one target after the other, and says what each costs.

A target is killed when it has used its minutes of *processor time*, which the kernel counts for the target and the
programs that it started, or when it uses none for a long time: a test is then waiting for an event that never comes.
Neither limit depends on the load of the machine. The unfinished tests then run again, one at a time, so that the
hanging test is named alone. Within a target, tests run at the same time.

Each target has a log in the folder of logs, with everything that its tests printed.
"""

import argparse
import json
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Minutes of processor that a target may use: about four times what it needs, because two programs on one core's two
# threads count for more than one alone.
LIMITS = {"default": 10}
# The long forms of tests take that many times as long.
LONG_FACTOR = 10
# A target that uses less processor time than this in that period is waiting for an event that never comes. At load 16,
# two cores give a program that works over a minute in this time.
STALL_MINUTES = 10
STALL_SECONDS_OF_PROCESSOR = 2
# Between two looks at that.
LOOK_SECONDS = 2
# A last resort, for what neither of them sees.
WALL_MINUTES = 80
# Targets that are tried by the tests of another one.
OTHER_TESTS = {"PinnaC": "PinnaCaptureTests", "CompanionServer": "CompanionTests", "CFileSystem": "TakeFilesTests",
               "CToml": "TOMLTests", "CAlgebra": "BeamformingTests", "CLines": "LinuxBoardTests",
               "CAlsaQuiet": "LinuxBoardTests", "CWebServer": "CompanionTests", "CMosquitto": "CommandLiveTests",
               "CRealtimeGuard": "RealtimeTests"}
# The tests after every change: the rules of the tree, and the eight cases from the microphones to the files.
ALWAYS = ["ArchitectureTests", "DocumentationTests.MarkdownTests", "BoardsTests.LayoutTests",
          "SimulatedBoardTests.EightCaseTakeTests", "PinnaCaptureTests.EightCaseCaptureTests"]
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(session):
    """Seconds of processor of all programs of a session that are there, and of those that they have waited for."""
    total = 0
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[3]) == session:
            total += sum(int(field) for field in fields[11:15])
    return total / TICKS


class Events:
    """What the tests of a run say of themselves, read from their event stream."""

    def __init__(self):
        self.names = {}  # identifiers of tests that are functions, with what people call them
        self.suites = {}  # identifiers of suites
        self.began = {}
        self.open = {}
        self.passed, self.failed, self.skipped = set(), set(), set()
        self.cases, self.seconds = 0, {}
        self.issues, self.reasons = [], {}
        self.closing = ""

    def read(self, line):
        try:
            record = json.loads(line)
        except ValueError:  # the last line of a run that was ended
            return
        payload = record["payload"]
        if record["kind"] == "test":
            name = payload.get("displayName") or payload["name"]
            (self.names if payload["kind"] == "function" else self.suites)[payload["id"]] = name
            return
        kind, test = payload["kind"], payload.get("testID")
        if kind == "runEnded":
            self.closing = " ".join(message["text"] for message in payload["messages"])
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown", False):
            self.failed.add(test)
            texts = [message["text"] for message in payload["messages"]]
            self.issues.append((self.told(test), texts))
            # The first says most: what comes after it often follows from it.
            self.reasons.setdefault(test, " ".join(texts)[:600])
        elif test not in self.names:
            return
        elif kind == "testStarted":
            self.began[test] = self.open[test] = payload["instant"]["absolute"]
        elif kind == "testSkipped":
            self.skipped.add(test)
            self.issues.append((None, [message["text"] for message in payload["messages"]]))
        elif kind == "testEnded":
            self.open.pop(test, None)
            self.seconds[test] = payload["instant"]["absolute"] - self.began.get(test, 0)
            if test not in self.failed:
                self.passed.add(test)

    def told(self, test):
        """A test as people find it: its suite and its name."""
        if test is None:
            return "outside of a test"
        path = test.split("/")[0]
        return f"{path}: {self.names.get(test, test)}"


class Run:
    """A run of the built tests: those of a target, or of a suite."""

    def __init__(self, program, pattern, log, words=(), limit_minutes=None, show=None):
        limit_minutes = limit_minutes or LIMITS["default"]
        self.events = Events()
        self.ended_by = None
        self.show = show
        stream_path = log.with_suffix(".events")
        stream_path.unlink(missing_ok=True)
        os.mkfifo(stream_path)
        began = time.monotonic()
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [program, "--testing-library", "swift-testing", "--filter", pattern, *words,
                 "--experimental-event-stream-output", str(stream_path), "--experimental-event-stream-version", "0"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        # Both ends are opened here, so that neither waits for a program that failed before it opened its own.
        reading = os.open(stream_path, os.O_RDONLY | os.O_NONBLOCK)
        keeping = os.open(stream_path, os.O_WRONLY)
        os.set_blocking(reading, True)
        reader = threading.Thread(target=self._read, args=(reading,))
        reader.start()
        self._watch(process, limit_minutes, began)
        _, status, usage = os.wait4(process.pid, 0)
        os.write(keeping, b"\n")
        os.close(keeping)
        reader.join()
        stream_path.unlink()
        self.code = os.waitstatus_to_exitcode(status)
        self.wall_minutes = (time.monotonic() - began) / 60
        self.processor_minutes = (usage.ru_utime + usage.ru_stime) / 60

    def _read(self, reading):
        with os.fdopen(reading, "rb") as stream:
            for line in stream:
                if line.strip():
                    self.events.read(line)
                    if self.show:
                        self.show(self.events)

    def _watch(self, process, limit_minutes, began):
        """Waits for the end of the tests, and brings it about where one never ends."""
        stalled_since, stalled_at = time.monotonic(), 0.0
        ended = os.pidfd_open(process.pid)
        try:
            while not select.select([ended], [], [], LOOK_SECONDS)[0]:
                now, used = time.monotonic(), processor_seconds(process.pid)
                if used > stalled_at + STALL_SECONDS_OF_PROCESSOR or used < stalled_at:
                    stalled_since, stalled_at = now, used
                if used > limit_minutes * 60:
                    self.ended_by = f"its limit of {limit_minutes:g} minutes of CPU time"
                elif now - stalled_since > STALL_MINUTES * 60:
                    self.ended_by = f"{STALL_MINUTES} minutes without work"
                elif now - began > WALL_MINUTES * 60:
                    self.ended_by = f"{WALL_MINUTES} minutes of the clock"
                if self.ended_by:
                    os.killpg(process.pid, signal.SIGKILL)
                    return
        finally:
            os.close(ended)

    @property
    def has_passed(self):
        return self.code == 0 and self.ended_by is None and not self.events.failed


def pattern_of(name):
    """What finds the tests of a target or of a suite, TARGET.SUITE."""
    return f"^{re.escape(name)}[./]"


def test_targets():
    """The targets of tests in Package.swift, in its order, each with its folders."""
    targets = {}
    text = (ROOT / "Package.swift").read_text()
    for name in re.findall(r"\.testTarget\(\s*name: \"(\w+)\"", text):
        targets[name] = [f"Tests/{name}/"]
    for name, folders in re.findall(r"commandTests\(\s*\"(\w+)\",\s*\[([^\]]*)\]", text):
        targets[name] = [f"Tests/CommandTests/{folder}/" for folder in re.findall(r"\w+", folders)]
    return targets


def tests_of(path, targets):
    """The targets of tests that a change of a file needs: those of its own folder, and those of its target's name."""
    parts = pathlib.PurePath(path).parts
    own = {name for name, folders in targets.items() if any(path.startswith(folder) for folder in folders)}
    if parts[:1] == ("boards",):
        own.add("BoardsTests")
    elif parts[:2] == ("deploy", "package"):
        own.add("CommandTests")
    elif parts[:2] == ("Sources", "pinna"):
        folder = f"Tests/CommandTests/{parts[2]}/"
        own |= {name for name, folders in targets.items() if folder in folders} or {"CommandTests"}
    elif parts[:1] == ("Sources",):
        own |= {name for name in targets if name in (f"{parts[1]}Tests", OTHER_TESTS.get(parts[1]))}
    return own


def changed_targets(commit):
    """The targets of tests that everything changed since a commit needs."""
    targets = test_targets()
    words = ["git", "-C", str(ROOT)]
    paths = subprocess.run([*words, "diff", "--name-only", commit], check=True, capture_output=True, text=True).stdout
    paths += subprocess.run([*words, "ls-files", "--others", "--exclude-standard"], check=True, capture_output=True,
                            text=True).stdout
    found = set().union(*(tests_of(path, targets) for path in paths.splitlines()))
    return [name for name in targets if name in found]


def show_progress(name):
    if not sys.stderr.isatty():
        return None

    def show(events):
        ended = len(events.passed | events.failed)
        sys.stderr.write(f"\r\x1b[K  {name}  {ended} of {len(events.names)}")
        sys.stderr.flush()

    return show


def run_targets(options):
    together, failures = Events(), []
    wall = processor = 0.0
    for target in options.targets:
        log = options.logs / f"{target}.log"
        limit = LIMITS.get(target, LIMITS["default"]) * (LONG_FACTOR if "PINNA_TEST_LONG" in os.environ else 1)
        run = Run(options.program, pattern_of(target), log, (), limit, show_progress(target))
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        events = run.events
        (options.logs / f"{target}.suites").write_text("".join(
            f"{seconds:8.2f}  {suite}\n" for seconds, suite in suite_seconds(events)))
        for test, texts in events.issues:
            for text in texts:
                print(f"    {text}" if test is None else f"  x {test}: {text}"[:600])
        print(f"  {target:<22} {run.wall_minutes:5.1f} min, {run.processor_minutes:5.2f} min of CPU time, "
              f"{len(events.passed)} passed, {len(events.failed)} failed"
              + (f", {len(events.skipped)} skipped" if events.skipped else ""), flush=True)
        for test in events.failed:
            failures += [f"x {events.told(test)}", f"    {events.reasons.get(test, '')}"]
        if run.ended_by:
            failures.append(f"! {target} was ended after {run.ended_by}")
            failures += [f"? {test} does not end" for test in hung(run, options)]
        elif not run.has_passed and not events.failed:
            failures.append(f"! {target} ended with {run.code}; the end of {log}:")
            failures += log.read_text(errors="replace").splitlines()[-20:]
        if not events.names and run.code == 0:
            failures.append(f"! {target} has no tests")
        wall, processor = wall + run.wall_minutes, processor + run.processor_minutes
        for part in ("passed", "failed", "skipped"):
            getattr(together, part).update(getattr(events, part))
    print(f"  {'together':<22} {wall:5.1f} min, {processor:5.2f} min of CPU time")
    if failures:
        print("\nTests that failed (x) or had not ended (?):")
        print("\n".join(f"  {failure}" for failure in failures))
        if options.failures:
            options.failures.write_text("\n".join(failures) + "\n")
    skipped = f", {len(together.skipped)} skipped" if together.skipped else ""
    print(f"\n{len(together.passed)} passed, {len(together.failed)} failed{skipped}")
    return 1 if failures else 0


def hung(run, options):
    """Of the tests that had not ended, those that do not end alone: one may have kept all others from running."""
    left = list(run.events.open)
    if len(left) == 1:
        return [run.events.told(left[0])]
    print(f"  {len(left)} tests had not ended; they run again, one after the other ...", flush=True)
    pattern = "^(" + "|".join(re.escape(test) for test in left) + ")$"
    alone = Run(options.program, pattern, options.logs / "again.log", ["--no-parallel"], LIMITS["default"])
    return [alone.events.told(test) for test in alone.events.open] or ["none of them alone, but together one"]


def suite_seconds(events):
    """How long the suites of a run took on the clock, longest first: some run at the same time."""
    suites = {}
    for test, seconds in events.seconds.items():
        suite = test.split("/")[0]
        suites[suite] = suites.get(suite, 0) + seconds
    return sorted(((seconds, suite) for suite, seconds in suites.items()), reverse=True)


def suite_costs(options):
    """The suites that use the most processor time, each run alone."""
    costs = []
    for target in options.targets:
        log = options.logs / f"{target}.log"
        run = Run(options.program, pattern_of(target), log, ["--no-parallel"], 30)
        costs += suite_seconds(run.events)
    costs.sort(reverse=True)
    alone = []
    for _, suite in costs[:2 * options.costs]:
        run = Run(options.program, pattern_of(suite), options.logs / "suite.log", (), 30)
        alone.append((run.processor_minutes * 60, len(run.events.passed), suite))
    print("Seconds of processor of the suites that cost most, each run alone:")
    for seconds, count, suite in sorted(alone, reverse=True)[:options.costs]:
        print(f"  {seconds:6.1f}  {count:4} tests  {suite}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET",
                        help="a target of tests, or a suite of one, TARGET.SUITE; all by default")
    parser.add_argument("--changed", metavar="COMMIT", help="the targets that a change since then needs, and the eight cases")
    parser.add_argument("--program", default=str(ROOT / ".build/release/pinnaPackageTests.xctest"))
    parser.add_argument("--logs", type=pathlib.Path, default=ROOT / ".build/test-logs")
    parser.add_argument("--costs", type=int, metavar="N", help="only tell the N suites that cost most processor")
    parser.add_argument("--failures", type=pathlib.Path, help="a file for the names of what failed")
    options = parser.parse_args()
    if options.changed:
        changed = changed_targets(options.changed)
        print(f"Changed since {options.changed}: {', '.join(changed) or 'no target of tests'}")
        options.targets = changed + [name for name in ALWAYS if name.split(".")[0] not in changed]
    options.targets = options.targets or list(test_targets())
    options.logs.mkdir(parents=True, exist_ok=True)
    # Filters for tests are designed once per run, except in tests of the filter cache itself.
    with tempfile.TemporaryDirectory(prefix="pinna-filters-") as cache:
        os.environ["PINNA_CACHE"] = cache
        return suite_costs(options) if options.costs else run_targets(options)


if __name__ == "__main__":
    sys.exit(main())
