#!/usr/bin/env python3
"""Runs a recorder on a simulated board, with its page, until Ctrl-C, for manual tests."""

import contextlib
import os
import signal
import tempfile

from recorder import Recorder
from web import Web, free_port

# Two voices without words, one of which the page leads around.
SCENE = """
board = "pair.toml"
duration = 6.0
source = [
  { voice = 110.0, loop = true, azimuth = -45.0, level = -24.0, until = 2.9 },
  { voice = 200.0, loop = true, azimuth = 45.0, level = -24.0, start = 3.0, until = 5.9 },
]
"""


def main():
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        recorder = Recorder(folder, scene=SCENE)
        stack.callback(recorder.stop)
        print("It designs its filters: half a minute.", flush=True)
        recorder.start()
        web = Web(recorder, free_port())
        stack.callback(web.stop)
        web.start()
        print(f"http://localhost:{web.port}")
        print(f"Its code, under \"The recorder has no source button\": {web.run('pair').strip()}")
        print(f"In another terminal: {os.path.relpath(recorder.program)} status --watch --control {recorder.control}")
        print("Ctrl-C ends it.", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()


if __name__ == "__main__":
    main()
