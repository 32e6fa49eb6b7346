#!/usr/bin/env python3
"""A take with ten open pages, downloads at full speed and live sound: no frame is lost, and the server of the page
stays small.

Usage: load.py SECONDS [--overruns]

The test device numbers its frames and never overruns, so frames missing in the raw file were lost after the device.
With --overruns, it loses frames like hardware that is read too late. """

import contextlib
import http.client
import mmap
import pathlib
import re
import struct
import sys
import tempfile
import threading
import urllib.request

from recorder import PATIENCE, Recorder
from web import Web, check, free_port


def raw_frames(path):
    """The number of frames in a raw file, and the number of discontinuities between frames."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        place = 12
        while data[place:place + 4] != b"data":
            place += 8 + struct.unpack("<I", data[place + 4:place + 8])[0]
        size = struct.unpack("<I", data[place + 4:place + 8])[0] // 8 * 8
        place, holes, last = place + 8, 0, None
        # An hour of sound is too much for the memory.
        for start in range(place, place + size, 8 << 17):
            numbers = memoryview(data[start:min(start + (8 << 17), place + size)]).cast("I")[::2].tolist()
            numbers = numbers if last is None else [last, *numbers]
            holes += sum(1 for a, b in zip(numbers, numbers[1:]) if (b - a) & 0xFFFFFFFF != 256)
            last = numbers[-1]
        return size // 8, holes


class Readers:
    """Threads that read something again and again, and count its bytes."""

    def __init__(self, web, lines):
        self.web, self.lines, self.bytes, self.over = web, lines, {}, False

    def start(self, name, path, count):
        self.bytes[name] = 0
        for _ in range(count):
            threading.Thread(target=self.read, args=(name, path), daemon=True).start()

    def read(self, name, path):
        while not self.over:
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                request = urllib.request.Request(f"http://127.0.0.1:{self.web.port}{path}", headers=self.lines)
                with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                    while not self.over and (news := reply.read1(1 << 20)):
                        self.bytes[name] += len(news)


class Memory:
    """The maximum resident memory of a process during an activity, for each kind of memory."""

    KINDS = ("VmRSS", "RssAnon", "RssFile")

    def __init__(self, process):
        self.folder = pathlib.Path(f"/proc/{process}")
        self.most = dict.fromkeys(self.KINDS, 0)
        self.parts = {}

    @property
    def is_shipped(self):
        """True for a program that has the Swift runtime in it."""
        return "libswiftCore" not in (self.folder / "maps").read_text()

    def look(self):
        lines = dict(re.findall(r"^(\w+):\s+(\d+) kB$", (self.folder / "status").read_text(), re.M))
        now = {kind: int(lines[kind]) for kind in self.KINDS}
        if now["VmRSS"] > self.most["VmRSS"]:
            self.parts = self.map()
        self.most = {kind: max(self.most[kind], now[kind]) for kind in self.KINDS}

    def map(self):
        """Kilobytes of memory for each mapped file, and of memory without a file."""
        parts, name = {}, ""
        for line in (self.folder / "smaps").read_text().splitlines():
            if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
                name = line.split(maxsplit=5)[5] if len(line.split(maxsplit=5)) > 5 else "[anonymous]"
            elif line.startswith("Rss:"):
                parts[name] = parts.get(name, 0) + int(line.split()[1])
        return parts

    def report(self, words):
        figures = ", ".join(f"{kind} {count} kB" for kind, count in self.most.items())
        print(f"      memory at its most {words}: {figures}")
        for name, count in sorted(self.parts.items(), key=lambda part: -part[1])[:6]:
            print(f"        {count:6} kB  {name}")


# The goals with ten open pages and downloads. They apply to the shipped program: a development build loads the Swift
# runtime as libraries.
MOST_KILOBYTES = 15_000_000 // 1024


def main():
    seconds = float(sys.argv[1])
    with contextlib.ExitStack() as stack:
        recorder = Recorder(stack.enter_context(tempfile.TemporaryDirectory()), overruns="--overruns" in sys.argv[2:])
        settings = recorder.folder / "pinna.toml"
        settings.write_text(settings.read_text().replace("pre-roll = 0.0", "pre-roll = 0.0\nraw = true"))
        stack.callback(recorder.stop)
        recorder.start()
        web = Web(recorder, free_port())
        stack.callback(web.stop)
        web.start()
        lines = {"X-Pinna-Token": web.token()}

        def until_taken(length):
            def is_over(state):
                memory.look()
                return (state.get("take") or {}).get("seconds", 0) > length
            recorder.until(is_over)

        memory = Memory(web.process.pid)
        recorder.call("Start")
        until_taken(20)
        recorder.call("Stop")
        recorder.until(lambda s: s["state"] == "armed")
        memory.report("before any page")
        one = web.ask("GET", "/api/takes", headers=lines)[1]["takes"][0]

        def ticket(**fields):
            return web.ask("POST", "/api/ticket", fields, headers=lines)[1]["path"]

        readers = Readers(web, lines)
        readers.start("events", "/api/events", 10)
        readers.start("files", ticket(take=1, name=one["name"], file=0), 3)
        readers.start("archives", ticket(takes=[{"number": 1, "name": one["name"]}]), 2)
        sound = ticket(sound=True)
        recorder.call("Start")
        memory = Memory(web.process.pid)
        until_taken(seconds / 2)
        memory.report("with ten pages and downloads")
        if memory.is_shipped:
            check(memory.most["VmRSS"] < MOST_KILOBYTES, "which is under 15 MB")
        readers.start("sound", sound, 2)
        memory = Memory(web.process.pid)
        until_taken(seconds)
        memory.report("with the live sound twice besides")
        readers.over = True
        recorder.call("Stop")
        recorder.until(lambda s: s["state"] == "armed")
        for name, count in readers.bytes.items():
            print(f"      {name}: {count / 1e6:.1f} MB")
            check(count > 10_000, f"{name} were read meanwhile")
        status = recorder.status()
        files = recorder.call("GetTake", number=2)["take"]["files"]
        name = next(file["name"] for file in files if file["content"] == "raw")
        frames, holes = raw_frames(recorder.folder / "takes" / name)
        check(frames > seconds * 48000 and holes == 0 and status["gapCount"] == 0,
              f"{frames} frames of the raw file follow each other, {holes} holes, {status['gapCount']} gaps")


if __name__ == "__main__":
    main()
