"""A recorder on a device with numbered frames, for tests of its clients."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The time limit for any event in seconds, longer than even a busy machine needs.
PATIENCE = 900


def wait_for(is_so, seconds=PATIENCE):
    """Waits until a condition is true; returns its value, or the last false value."""
    end = time.monotonic() + seconds
    while True:
        found = is_so()
        if found or time.monotonic() > end:
            return found
        time.sleep(0.05)


BOARD = """
schema = 1
name = "Test board"
source = "made for tests"
[capture]
device = "labelled"
channels = 2
format = "S32_LE"
rate = 48000
[[microphone]]
name = "bottom-left"
channel = 0
position = [-70.0, 0.0, 0.0]
[[microphone]]
name = "bottom-right"
channel = 1
position = [70.0, 0.0, 0.0]
[[data-source]]
name = "Back"
orientation = "back"
forward = [0.0, 0.0, -1.0]
patterns = ["stereo", "omni"]
[[data-source]]
name = "Front"
orientation = "front"
forward = [0.0, 0.0, 1.0]
patterns = ["stereo", "omni"]
"""

SETTINGS = """
board = "{folder}/pair.toml"
[take]
directory = "{folder}/takes"
pre-roll = 0.0
format = "{format}"
[stereo]
ears = "sphere"
rendering = "linear"
[control]
path = "{folder}/control"
"""


class Recorder:
    """`pinna run` in a folder of its own; ended by `stop`.

    Its device gives frames that carry their numbers; with a scene it is simulated instead.
    """

    def __init__(self, folder, form="wav", overruns=False, scene=None, settings=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.words = []
        if scene:
            (self.folder / "scene.toml").write_text(scene)
            self.words = ["--scenario", self.folder / "scene.toml"]
        self.control = str(self.folder / "control")
        self.process = None
        library = self.folder / "labelled.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-DPIC", "-o", library,
                        ROOT / "Tests/Fixtures/labelled_device.c", "-lasound"], check=True)
        (self.folder / "asound.conf").write_text(
            f'pcm_type.labelled {{ lib "{library}" }}\n'
            f'pcm.labelled {{ type labelled overruns {"true" if overruns else "false"} }}\n')
        (self.folder / "pair.toml").write_text(BOARD)
        (self.folder / "pinna.toml").write_text((settings or SETTINGS).format(folder=self.folder, format=form))
        self.environment = dict(
            os.environ, ALSA_CONFIG_PATH=str(self.folder / "asound.conf"), LANG="C.UTF-8",
            PINNA_CACHE=str(self.folder / "cache"), PINNA_CONTROL=self.control)
        self.program = os.environ.get("PINNA", str(ROOT / ".build/release/pinna"))

    def start(self):
        """Starts it and waits until it is armed and has its filters."""
        log = open(self.folder / "log", "a")
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.folder / "pinna.toml", *self.words],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.until(lambda s: s["state"] == "armed" and not s.get("work"))

    def stop(self):
        """Ends it as systemd does."""
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
            self.process = None

    def call(self, method, **parameters):
        """Calls a method of its interface."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(self.control)
            message = {"method": f"org.pinna.Recorder.{method}", "parameters": parameters}
            connection.sendall(json.dumps(message).encode() + b"\0")
            reply = b""
            while not reply.endswith(b"\0"):
                news = connection.recv(65536)
                if not news:
                    raise ConnectionError("the recorder closed the connection")
                reply += news
        answer = json.loads(reply[:-1])
        if "error" in answer:
            raise RuntimeError(answer)
        return answer["parameters"]

    def status(self):
        return self.call("GetStatus")["status"]

    def until(self, is_so):
        """Waits for a state."""
        seen = []

        def look():
            with contextlib.suppress(OSError):
                seen[:] = [self.status()]
                return is_so(seen[0])

        if not wait_for(look):
            raise TimeoutError(f"it never became so: {seen}")
        return seen[0]


class PressedRecorder:
    """A recorder behind a socket of its own, whose source button is pressed by the test: it has no line for one."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.folder = recorder.folder / "pressed"
        self.folder.mkdir()
        self.control = str(self.folder / "control")
        self.presses = 0
        # The browsers that its lights show as asking.
        self.shown = []
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.control)
        self.listening.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def press(self, count=1):
        """Presses the source button this many times: the recorder counts the presses, and its status reports them
        together."""
        self.presses += count

    def serve(self):
        while True:
            connection, _ = self.listening.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def status(self):
        return dict(self.recorder.status(), sourcePresses=self.presses, hasSourceButton=True)

    def answer(self, connection):
        with connection, contextlib.suppress(OSError):
            call = b""
            while news := connection.recv(65536):
                call += news
                while b"\0" in call:
                    one, call = call.split(b"\0", 1)
                    self.reply(connection, json.loads(one))

    def reply(self, connection, call):
        def send(parameters, **more):
            connection.sendall(json.dumps({"parameters": parameters, **more}).encode() + b"\0")

        method = call["method"].rsplit(".", 1)[1]
        if method == "Watch":
            while True:
                send({"status": self.status()}, continues=True)
                time.sleep(0.1)
        elif method == "AwaitPresses":
            send({}, continues=True)
            self.shown.append(call["parameters"]["by"])
            connection.recv(1)
            self.shown.remove(call["parameters"]["by"])
        elif method == "GetStatus":
            send({"status": self.status()})
        else:
            send(self.recorder.call(method, **call.get("parameters", {})))
