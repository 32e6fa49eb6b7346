"""The page's server beside a recorder, for tests."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from recorder import PATIENCE, ROOT, wait_for


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def check(is_so, words):
    print(("  ok  " if is_so else "  NO  ") + words, flush=True)
    if not is_so:
        raise SystemExit(f"failed: {words}")


class Web:
    """`pinna-web` on a port of this machine; ended by `stop`."""

    def __init__(self, recorder, port, *options):
        self.recorder = recorder
        self.port = port
        self.options = options
        self.state = recorder.folder / "web"
        self.state.mkdir(exist_ok=True)
        # As its package has it: a link to the recorder's program.
        self.program = recorder.folder / "pinna-web"
        if not self.program.is_symlink():
            self.program.symlink_to(os.environ.get("PINNA", ROOT / ".build/release/pinna"))
        self.process = None
        self.log = open(self.state / "log", "a")

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--state", self.state, "--port", str(self.port), *self.options],
            # The place of the socket, as commands take it; the other way is --control.
            env=dict(os.environ, PINNA_CONTROL=str(self.recorder.control)), stderr=self.log)

        # What it has made of takes gets no processor beside other tests, since it gives way to everything.
        threading.Thread(target=self.hasten, args=(self.process,), daemon=True).start()

        def answers():
            if self.process.poll() is not None:
                raise RuntimeError(f"pinna-web ended with {self.process.returncode}")
            with contextlib.suppress(OSError):
                return self.ask("GET", "/api/hello")

        if not wait_for(answers):
            raise TimeoutError("pinna-web does not answer")

    @staticmethod
    def hasten(process):
        """Gives the children of the server the priority of a test, where that is allowed."""
        while process.poll() is None:
            for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
                with contextlib.suppress(OSError, ValueError, IndexError):
                    if int(entry.read_text().rsplit(")", 1)[1].split()[1]) == process.pid:
                        os.sched_setscheduler(int(entry.parent.name), os.SCHED_OTHER, os.sched_param(0))
                        os.setpriority(os.PRIO_PROCESS, int(entry.parent.name), 0)
            time.sleep(0.5)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def run(self, *words):
        """Runs a command of it: its output."""
        return subprocess.run([self.program, *words, "--state", self.state], check=True,
                              capture_output=True, text=True).stdout

    def request(self, method, path, fields=None, headers=None, body=None, timeout=PATIENCE):
        """Sends a request like the page's, with the given changes to the header; returns status, header lines and
        bytes."""
        lines = {"Host": f"127.0.0.1:{self.port}"}
        if method == "POST":
            lines["Origin"] = f"http://127.0.0.1:{self.port}"
            lines["Content-Type"] = "application/json"
            body = body if body is not None else json.dumps(fields or {}).encode()
        lines.update(headers or {})
        lines = {name: value for name, value in lines.items() if value is not None}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=body, headers=lines, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as reply:
                return reply.status, dict(reply.headers), reply.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    def ask(self, method, path, fields=None, **more):
        status, _, body = self.request(method, path, fields, **more)
        return status, json.loads(body or b"{}")

    def token(self, name="test"):
        """Lets itself in by a code."""
        code = self.run("pair").strip()
        status, answer = self.ask("POST", "/api/pair/code", {"code": code, "name": name})
        assert status == 200, answer
        return answer["token"]
