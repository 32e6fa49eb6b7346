"""Runs in the guest: measures the latency from a microphone to a program's pull: latency.py LIBRARY BOARD CLICKS.

Once a second there is a click at every microphone. A realtime thread checks two pulls every millisecond: the pull of
the channels gives the frame of the click, and the pull of left and right gives the time at which it is audible. The
time of a frame comes from the quickest check. The latencies are printed as JSON, in frames. """
import array
import ctypes
import json
import os
import sys
import time

RATE = 48000
ROOM = 4096
# Every look at the sound that is as loud as that counts.
LOUD = {"raw": 0.1, "stereo": 0.01}


def library(path):
    """The functions of pinna.h that are used here."""
    pinna = ctypes.CDLL(path)
    pinna.pinna_open.restype = pinna.pinna_pull_stereo.restype = pinna.pinna_pull_raw.restype = ctypes.c_void_p
    pinna.pinna_open.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
    for name in ("activate", "close", "pull_stereo", "pull_raw", "pull_channels", "pull_free"):
        getattr(pinna, "pinna_" + name).argtypes = [ctypes.c_void_p]
    pinna.pinna_set_input_orientation.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    pinna.pinna_error.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    pinna.pinna_pull_read.restype = ctypes.c_long
    pinna.pinna_pull_read.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(ctypes.c_float), ctypes.c_long, ctypes.POINTER(ctypes.c_long)]
    return pinna


class Pull:
    """A pull, the frames that it gave so far, and the looks at it that were loud."""

    def __init__(self, pinna, pull, kind):
        self.pinna, self.pull, self.loud = pinna, pull, LOUD[kind]
        self.channels = pinna.pinna_pull_channels(pull)
        self.samples = array.array("f", bytes(4 * ROOM * self.channels))
        self.memory = (ctypes.c_float * len(self.samples)).from_buffer(self.samples)
        self.missed = ctypes.c_long()
        self.frames = 0
        self.looks = []

    def look(self):
        """Takes what there is; gives the time and the number of frames so far, when there is any."""
        count = self.pinna.pinna_pull_read(self.pull, self.memory, ROOM, ctypes.byref(self.missed))
        now = time.clock_gettime(time.CLOCK_MONOTONIC)
        if count <= 0:
            return None
        if self.missed.value:
            sys.exit("%d frames were missed" % self.missed.value)
        part = self.samples[:count * self.channels]
        peak = max(max(part), -min(part))
        if peak > self.loud:
            place = next(n for n, value in enumerate(part) if abs(value) == peak) // self.channels
            self.looks.append((now, self.frames + place, peak))
        self.frames += count
        return now, self.frames

    def clicks(self):
        """The loudest look of each click: when, and at which frame."""
        groups = []
        for look in self.looks:
            if groups and look[0] - groups[-1][-1][0] < 0.3:
                groups[-1].append(look)
            else:
                groups.append([look])
        return [max(group, key=lambda look: look[2])[:2] for group in groups]


def main(path, board, clicks):
    pinna = library(path)
    words = ctypes.create_string_buffer(300)
    session = pinna.pinna_open(board.encode(), None, words, len(words))
    if not session:
        sys.exit(words.value.decode())
    raw = Pull(pinna, pinna.pinna_pull_raw(session), "raw")
    stereo = Pull(pinna, pinna.pinna_pull_stereo(session), "stereo")
    if pinna.pinna_set_input_orientation(session, b"portrait") != 0 or pinna.pinna_activate(session) != 0:
        pinna.pinna_error(session, words, len(words))
        sys.exit(words.value.decode())
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(60))
    end, start = time.monotonic() + 240, float("inf")
    # Filters are made first; what was heard is heard whole.
    while time.monotonic() < end and len(stereo.clicks()) < int(clicks) + 2:
        seen = raw.look()
        stereo.look()
        if seen:
            start = min(start, seen[0] - seen[1] / RATE)
        time.sleep(0.001)
    times = [start + (place + 1) / RATE for _, place in raw.clicks()]
    heard = [now for now, _ in stereo.clicks()][1:-1]
    found = [round((now - max(time for time in times if time <= now)) * RATE) for now in heard]
    pinna.pinna_close(session)
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
