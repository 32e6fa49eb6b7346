#!/usr/bin/env python3
"""A recorder on a device made of numbers, and its page, to look at: until Ctrl-C."""

import contextlib
import os
import signal
import tempfile

from recorder import Recorder
from web import Web, free_port


def main():
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        recorder = Recorder(folder)
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
