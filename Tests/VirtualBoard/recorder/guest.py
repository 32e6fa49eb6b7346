"""Runs in the guest: presses buttons, turns the board, and breaks things while `pinna` records.

Usage: guest.py CONFIGURATION.json   (what to run and where; results go to /run/out)
"""
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

import checkups
import desktop
import devices
import field
import steady

OUT = "/run/out"
DEBOUNCE = 0.010
ORIENTATIONS = ["portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight"]
# The error of the headphones' clock, which is slow, in parts per million: ten times the difference of crystals.
HEADPHONE_ERROR = 500
# And those by which the clock is quick of the card that other programs capture from.
PROGRAMS_ERROR = -300
# The recipe for them.
ALSA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../deploy/live/alsa.conf")
# Seconds from press to press: with half a second before the press, every burst is once whole in the take.
TAKE = 1.05
# The time limit for any event, in seconds of the guest.
PATIENCE = 180
# Longer than the hold time of an orientation and a look at the sensor.
SETTLE = 0.9


def now():
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def told(seen):
    """The changes of the lights, for people: record and status are R and S while they are on."""
    return ", ".join("%.2f s %s%s" % (time, "R" if record else "-", "S" if status else "-")
                     for time, record, status in seen)


class Recorder:
    """A running `pinna`, its output, and the folder of its takes."""

    def __init__(self, guest, name, command="run", take="", settings="", board=None, options=(), rendering="linear",
                 directory=None):
        self.folder = "/run/takes/" + name
        os.makedirs(self.folder)
        # Where its takes are, when not beside its log.
        self.directory = directory or self.folder
        self.name = name
        # In memory until it ends: the recorder waits for no disk of the machine.
        self.log_path = self.folder + "/log"
        configuration = "%s/pinna.toml" % self.folder
        devices.write(configuration, guest.settings % {
            "directory": self.directory, "take": take, "rendering": rendering} + settings)
        self.log = open(self.log_path, "w")
        self.process = subprocess.Popen(
            [guest.pinna, command, "--board", board or guest.board, "--config", configuration, *options],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "PINNA_CACHE": guest.cache, "LANG": "C.UTF-8"})

    def text(self):
        return devices.read(self.log_path)

    def wait(self, pattern, count=1, seconds=PATIENCE):
        """Waits until the log has this many matching lines; returns false if it never does."""
        end = now() + seconds
        while now() < end:
            if len(re.findall(pattern, self.text())) >= count:
                return True
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        return len(re.findall(pattern, self.text())) >= count

    def takes(self, ending=".wav"):
        """Finished rendered takes, in order."""
        return sorted(name for name in os.listdir(self.directory)
                      if name.endswith(ending) and "_raw" not in name and ".recording." not in name)

    def ended(self, seconds=PATIENCE):
        """Waits for the end of the recorder, and kills it if necessary; returns its exit code."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "did not end"

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.ended()
        self.log.close()
        shutil.move(self.log_path, "%s/%s.log" % (OUT, self.name))
        target = "%s/%s" % (OUT, self.name)
        shutil.copytree(self.folder, target)
        shutil.rmtree(self.folder)
        return code


class Guest:
    """The board, and the list of findings."""

    def __init__(self, configuration):
        self.kernel, self.pinna, self.board = (configuration[key] for key in ("kernel", "pinna", "board"))
        # In memory, so that a busy machine's disk is not waited for.
        self.cache, self.sounds = shutil.copytree(OUT + "/cache", "/run/cache"), configuration["sounds"]
        self.settings = configuration["settings"]
        self.only = configuration.get("only", [])
        self.tests = configuration.get("tests")
        self.library = configuration.get("library")
        self.desktop = configuration.get("desktop")
        self.seconds = configuration.get("soak")
        self.is_long, self.chance = configuration["long"], random.Random(configuration["seed"])
        self.results = []
        # From here on, a stall of the machine is not a stall of the guest.
        self.steady, self.since = steady.Steady(), (now(), 0.0)
        self.lines = devices.Lines(self.kernel)
        self.registers = devices.Registers(self.kernel)
        self.registers.identity()
        self.registers.hold("portrait")
        self.card = devices.SoundCard(self.kernel)
        # The stub takes the number of the next free bus.
        text = devices.read(self.board).replace("bus = 0", "bus = %d" % self.registers.bus)
        self.board = "/run/virtual-board.toml"
        devices.write(self.board, text)

    def check(self, name, passed, details="", **facts):
        self.results.append({"name": name, "passed": bool(passed), "details": details, **facts})
        print("%s %s %s" % ("pass" if passed else "FAIL", name, details), flush=True)
        with open(OUT + "/results.json", "w") as file:
            json.dump(self.results, file)

    def account(self, group):
        """Prints the duration of a group and its busy time, in seconds of the guest."""
        until, at_rest = now(), self.steady.seconds()
        passed, rested = until - self.since[0], at_rest - self.since[1]
        print("group %s: %.1f s, work in %.1f s" % (group, passed, passed - rested), flush=True)
        self.since = until, at_rest

    def wants(self, group):
        return group in self.only if self.only or group in BY_NAME else True

    def play(self, form="S32_LE", channels=4):
        self.card.play(self.sound("%s-%d" % (form, channels)), form, channels, 48000)

    def sound(self, name):
        """A sound in memory: the player waits for no disk of the machine."""
        path = "/run/sounds/" + name
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copy(self.sounds[name], path)
        return path

    def turn(self, pose):
        self.registers.hold(pose)
        time.sleep(SETTLE)

    def started(self, recorder):
        return recorder.wait(r"  armed ")

    def take(self, recorder, seconds, during=lambda: None):
        """Makes a take with the record button; returns the name of its file."""
        count = len(recorder.takes())
        self.lines.press("record")
        recorder.wait("  take starts", count + 1)
        time.sleep(seconds / 2)
        during()
        time.sleep(seconds / 2)
        self.lines.press("record")
        recorder.wait("  take done", count + 1)
        names = recorder.takes()
        return names[-1] if len(names) == count + 1 else None

    # The groups, each with a recorder of its own.

    def cases(self):
        """Data source x orientation, eight takes; the sides are judged outside."""
        self.play()
        # As it is by default; the other groups have filters alone, which is less work.
        recorder = Recorder(self, "cases", settings="source = \"back\"\n", rendering="directional")
        self.check("armed", self.started(recorder), "with ALSA, buttons and sensor")
        for source in ("Back", "Front"):
            for pose in ORIENTATIONS:
                self.turn(pose)
                name = self.take(recorder, TAKE)
                self.check("take %s %s" % (source, pose), name, name or "no take",
                           group="cases", take=name, case=[source, pose])
            if source == "Back":
                self.lines.press("source")
                recorder.wait("selected")
        self.check("ended by SIGTERM", recorder.stop() == 0)
        self.card.stop()

    def latched(self):
        """Turning the board and selecting a source or pattern during a take change nothing in the take."""
        self.play()
        self.registers.hold("landscapeRight")
        recorder = Recorder(self, "latched", settings="source = \"back\"\n")
        self.started(recorder)
        time.sleep(SETTLE)

        def disturb():
            self.turn("portrait")
            self.lines.press("source")
        name = self.take(recorder, 2 * TAKE, disturb)
        self.check("turned inside a take: the case stays", name, "Back landscapeRight throughout",
                   group="latched", take=name, case=["Back", "landscapeRight"], marker=True)
        name = self.take(recorder, TAKE)
        self.check("the next take has the new case", name, "Back portrait",
                   group="latched", take=name, case=["Back", "portrait"])
        self.turn("flat")
        name = self.take(recorder, TAKE)
        self.check("flat on a table: the last orientation stays", name, "Back portrait",
                   group="latched", take=name, case=["Back", "portrait"])
        # Down in one orientation, up in another: that of the finger counts.
        self.turn("landscapeLeft")
        self.lines.contact("record", True)
        time.sleep(0.05)
        self.registers.hold("portraitUpsideDown")
        time.sleep(0.9)
        self.lines.contact("record", False)
        recorder.wait("  take starts", 4)
        time.sleep(TAKE + 0.2)
        self.lines.press("record")
        recorder.wait("  take done", 4)
        name = recorder.takes()[-1]
        self.check("turned while the button was down: latched at the press", len(recorder.takes()) == 4,
                   "Back landscapeLeft", group="latched", take=name, case=["Back", "landscapeLeft"])
        recorder.stop()
        self.card.stop()

    def buttons(self):
        """Bounces, the lock, latency, and the lights of every state."""
        self.play()
        self.registers.hold("portrait")
        recorder = Recorder(self, "buttons")
        self.started(recorder)
        time.sleep(0.5)
        self.pattern("armed: status on, record off", lambda seen: seen == [(False, True)], 0.5)
        for _ in range(9):
            self.lines.contact("record", True)
            time.sleep(0.002)
            self.lines.contact("record", False)
            time.sleep(0.001)
        self.lines.press("record")
        recorder.wait("  take starts")
        time.sleep(0.5)
        self.check("a bouncing button is one press", recorder.text().count("  take starts") == 1
                   and "  take done" not in recorder.text(), "nine bounces in 27 ms")
        self.pattern("recording: both on", lambda seen: seen == [(True, True)], 0.5)
        self.lines.press("source", 1.7)
        recorder.wait("paused")
        self.blink("paused: record blinks slowly", 0, 1.0)
        self.lines.press("source", 1.7)
        recorder.wait("resumed")
        self.lines.press("marker")
        self.check("a marker", recorder.wait("  marker "))
        self.lines.press("record", 1.7)
        self.check("held: locked", recorder.wait("  locked"))
        self.lines.press("source", 0.08)
        self.check("a press while locked is refused", recorder.wait("refused +the buttons are locked"))
        time.sleep(0.5)
        self.lines.press("record", 0.08)
        seen = self.lines.watch(0.6, 0.005)
        self.check("locked press: one dark flash of record", self.dark_flashes(seen, 1) == 1, told(seen))
        self.check("the take goes on while locked", "  take done" not in recorder.text())
        self.lines.press("record", 1.7)
        recorder.wait("  unlocked")
        self.lines.press("record")
        self.check("the take ends by the button", recorder.wait("  take done"))
        self.lines.contact("lock", True)
        self.check("the lock switch locks", recorder.wait("  locked", 2))
        self.lines.press("record")
        time.sleep(0.3)
        self.check("no take while locked", recorder.text().count("  take starts") == 1)
        self.lines.contact("lock", False)
        recorder.wait("  unlocked", 2)
        self.lines.contact("record", True)
        self.blink("take starting: record blinks fast", 0, 5.0, 0.7)
        self.lines.contact("record", False)
        recorder.wait("  take starts", 2)
        time.sleep(0.3)
        self.lines.press("record")
        recorder.wait("  take done", 2)
        self.press_latency(recorder, takes=2)
        self.clip()
        recorder.stop()
        self.card.stop()

    def clip(self):
        """A moment of full scale in every loop of the played sound."""
        with open(self.sound("S32_LE-4"), "rb") as file:
            sound = file.read()
        loud = "/run/loud.pcm"
        with open(loud, "wb") as file:
            # 50 ms of four microphones in the silence before the first burst.
            file.write(b"\xff\xff\xff\x7f" * 4 * 2400 + sound[4 * 4 * 2400:])
        self.card.stop()
        self.card.play(loud, "S32_LE", 4, 48000)
        time.sleep(1.0)
        # Two loops and a quarter of one.
        seen = self.lines.watch(2.25 * os.path.getsize(loud) / (4 * 4 * 48000), 0.005)
        self.check("light, clip: dark flashes of status, record off",
                   self.dark_flashes(seen, 2) in (2, 3) and not any(state[1] for state in seen), told(seen))

    def press_latency(self, recorder, takes):
        """The time from the contact to the light of a latched take, beyond the debounce."""
        times = []
        for number in range(12 if self.is_long else 5):
            # At another place between two turns of the control loop each time.
            time.sleep(0.4 + 0.0137 * number)
            began = now()
            self.lines.contact("record", True)
            while not self.lines.light("record") and now() < began + 1:
                pass
            times.append(now() - began - DEBOUNCE)
            time.sleep(0.06)
            self.lines.contact("record", False)
            recorder.wait("  take starts", takes + number + 1)
            time.sleep(0.2)
            self.lines.press("record")
            recorder.wait("  take done", takes + number + 1)
        times.sort()
        self.check("press to latched take under 20 ms beyond debounce", times[-1] < 0.020,
                   "%d presses: " % len(times) + " ".join("%.1f" % (1000 * t) for t in times) + " ms")

    def pattern(self, name, agrees, seconds):
        seen = [state[1:] for state in self.lines.watch(seconds, 0.005)]
        self.check("light, " + name, agrees(seen), "" if agrees(seen) else str(seen))

    def blink(self, name, light, hertz, seconds=None):
        """True if a light (0 record, 1 status) changes twice in every period."""
        seen = self.lines.watch(seconds or 3.5 / hertz, 0.005)
        edges = [b[0] for a, b in zip(seen, seen[1:]) if a[1 + light] != b[1 + light]]
        # The first one was begun before the light came to blink.
        steps = [b - a for a, b in zip(edges[1:], edges[2:])]
        half = 0.5 / hertz
        odd = [step for step in steps if abs(step - half) > 0.2 * half + 0.01]
        # Once an edge may be late, while the recorder looks for its device: then two steps are odd.
        even = len(steps) >= 3 and len(odd) <= len(steps) // 3 and abs(sum(steps) / len(steps) - half) < 0.15 * half
        self.check("light, " + name, even, "half periods of " + ", ".join("%.0f ms" % (1000 * s) for s in steps[:4]))

    @staticmethod
    def dark_flashes(seen, light):
        return sum(a[light] and not b[light] for a, b in zip(seen, seen[1:]))

    def overrun(self):
        """The recorder stops for longer than the length of the hardware's buffer."""
        self.play()
        recorder = Recorder(self, "overrun")
        self.started(recorder)
        time.sleep(0.8)
        stalls = 4 if self.is_long else 2

        def stall():
            for _ in range(stalls):
                recorder.process.send_signal(signal.SIGSTOP)
                time.sleep(1.3)
                recorder.process.send_signal(signal.SIGCONT)
                time.sleep(0.4)
        name = self.take(recorder, TAKE, stall)
        self.check("overruns: gaps of exactly what was lost, and no shift after them", name, group="overrun", take=name,
                   gaps=stalls)
        recorder.stop()
        self.card.stop()

    def calls(self):
        """The system calls of the capture thread, between two waits."""
        if not shutil.which("strace"):
            print("Skipped: counting system calls (it needs strace)", flush=True)
            return
        self.play()
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../deploy/count-system-calls")
        environment = {**os.environ, "PINNA_PROGRAM": self.pinna, "PINNA_CACHE": self.cache, "TMPDIR": "/run"}
        count = subprocess.run([script, "--board", self.board], stdin=subprocess.DEVNULL, capture_output=True,
                               text=True, env=environment)
        self.check("system calls of the capture thread", count.returncode == 0,
                   (count.stdout + count.stderr).strip().replace("\n", "; "))
        self.card.stop()

    def unplug(self):
        """The sound card goes and comes back, with and without a new take."""
        for restarts in (False, True):
            self.play()
            name = "unplug-restart" if restarts else "unplug"
            recorder = Recorder(self, name, take="restart = true" if restarts else "")
            self.started(recorder)
            time.sleep(0.8)
            self.lines.press("record")
            recorder.wait("  take starts")
            time.sleep(TAKE)
            self.card.unplug()
            self.check("unplugged: the take is closed", recorder.wait("  take done"),
                       group=name, take=(recorder.takes() or [None])[0], end="disconnected")
            self.blink("no capture device: status blinks fast", 1, 5.0, 0.8)
            self.card.stop()
            time.sleep(0.5)
            self.card.plug()
            self.play()
            self.check("plugged in again: armed", recorder.wait("  armed ", 2))
            if restarts:
                self.check("a new take starts by itself", recorder.wait("  take starts", 2))
                time.sleep(TAKE)
                self.lines.press("record")
                recorder.wait("  take done", 2)
                takes = recorder.takes()
                self.check("both takes are files", len(takes) == 2, group=name,
                           take=takes[-1] if takes else None, end="stopped")
            else:
                time.sleep(1.0)
                self.check("no take by itself", recorder.text().count("  take starts") == 1)
            recorder.stop()
            self.card.stop()

    def sensor(self):
        """An accelerometer that stops answering, a different chip, and a missing chip."""
        self.play()
        self.registers.hold("landscapeLeft")
        self.registers.clear_controls()
        recorder = Recorder(self, "sensor")
        self.started(recorder)
        time.sleep(SETTLE)
        self.check("the sensor is switched on", any(self.registers.controls()))
        self.check("a sensor that answers is not called silent", "silent" not in recorder.text())
        silences = recorder.text().count("silent")
        self.registers.silence()
        self.check("a silent sensor is reported", recorder.wait("sensor +silent", silences + 1))
        seen = self.lines.watch(2.2, 0.005)
        self.check("light, silent sensor: double blink of status", self.dark_flashes(seen, 2) >= 3, told(seen))
        name = self.take(recorder, TAKE)
        self.check("silent sensor: the last orientation is kept", name, "Back landscapeLeft",
                   group="sensor", take=name, case=["Back", "landscapeLeft"])
        answers = recorder.text().count("answers")
        self.registers.hold("portrait")
        self.check("the sensor answers again", recorder.wait("sensor +answers", answers + 1))
        time.sleep(SETTLE)
        name = self.take(recorder, TAKE)
        self.check("and turns the board again", name, "Back portrait", group="sensor", take=name,
                   case=["Back", "portrait"])
        recorder.stop()

        self.registers.identity(0x32)
        self.registers.clear_controls()
        recorder = Recorder(self, "identity")
        self.started(recorder)
        time.sleep(1.5)
        text = recorder.text()
        self.check("a wrong WHO_AM_I is named", "0x32" in text and "0x33" in text,
                   "found 0x32, expected 0x33")
        self.check("nothing is written to the wrong chip",
                   not any(self.registers.controls()))
        name = self.take(recorder, TAKE)
        self.check("without a sensor it records in portrait", name, group="identity", take=name,
                   case=["Back", "portrait"])
        recorder.stop()
        self.registers.identity()

        board = "/run/absent-sensor.toml"
        devices.write(board, devices.read(self.board).replace("address = 0x18", "address = 0x19"))
        recorder = Recorder(self, "absent", board=board)
        self.check("a sensor that is not there is named", recorder.wait("0x19"))
        self.check("and the rest works", self.started(recorder))
        recorder.stop()
        self.card.stop()

    def busy(self):
        """Another program has the device."""
        self.play()
        time.sleep(0.3)
        holder = subprocess.Popen(["arecord", "-q", "-D", "hw:Loopback,1,0", "-f", "S32_LE", "-c", "4",
                                   "-r", "48000", "-d", "600", "/dev/null"], stderr=subprocess.DEVNULL)
        time.sleep(1.0)
        once = Recorder(self, "busy-record", "record", options=("--duration", "1"))
        code = once.ended()
        self.check("busy: record exits with 75 and names the holder",
                   code == 75 and "arecord" in once.text(), once.text().splitlines()[-1] if once.text() else "")
        once.stop()
        recorder = Recorder(self, "busy-run")
        self.check("busy: run says who has the device", recorder.wait("arecord"))
        self.blink("busy: status blinks fast", 1, 5.0, 0.8)
        holder.terminate()
        holder.wait()
        self.check("and arms when it is free", self.started(recorder))
        # A take that SIGTERM ends.
        time.sleep(0.8)
        self.lines.press("record")
        recorder.wait("  take starts")
        time.sleep(TAKE)
        code = recorder.stop()
        takes = sorted(os.listdir("%s/busy-run" % OUT))
        self.check("SIGTERM in a take: the take is closed", code == 0 and not any(".recording." in t for t in takes),
                   group="busy-run", take=([t for t in takes if t.endswith(".wav") and "_raw" not in t] or [None])[0],
                   end="shut down")
        self.card.stop()

    def formats(self):
        """Checks other formats of a device: 16 and packed 24 bits, eight channels."""
        for form, channels in (("S16_LE", 4), ("S24_3LE", 4), ("S32_LE", 8)):
            name = "%s-%d" % (form, channels)
            self.play(form, channels)
            board = "/run/%s.toml" % name
            text = devices.read(self.board).replace('format = "S32_LE"', 'format = "%s"' % form)
            devices.write(board, text.replace("channels = 4", "channels = %d" % channels))
            self.registers.hold("portrait")
            recorder = Recorder(self, name, "record", board=board, options=("--duration", "1", "--raw"))
            code = recorder.ended()
            takes = recorder.takes()
            self.check("%s, %d channels, by `record`" % (form, channels), code == 0 and len(takes) == 1,
                       "" if code == 0 else recorder.text()[-300:], group=name,
                       take=takes[0] if takes else None, sound=name)
            recorder.stop()
            self.card.stop()

    def headphones(self, seconds=10):
        """Live sound on another card with a wrong clock."""
        self.play()
        self.registers.hold("portrait")
        self.hear("headphones", self.board, "S32_LE-4", seconds)

    def programs(self, seconds=None):
        """Other programs capture the live sound, while a take is made and headphones play."""
        seconds = seconds or min(self.seconds or (12 if self.is_long else 7), 60)
        self.play()
        self.registers.hold("portrait")
        devices.write("/run/.asoundrc", devices.read(ALSA))
        self.card.set_clock("Ears", HEADPHONE_ERROR)
        self.card.set_clock("Pinna", PROGRAMS_ERROR)
        board = "/run/programs.toml"
        devices.write(board, devices.read(self.board) + '\n[playback]\ndevice = "hw:CARD=Ears,DEV=0"\n')
        # One program starts before the recorder, and stays after the recorder has ended.
        early = self.card.capture("/run/programs-early.wav")
        heard = self.card.listen("/run/programs-ears.wav")
        # Live sound is that of filters alone, as the take is: levels of both are compared.
        recorder = Recorder(self, "programs", board=board, settings='source = "back"\n'
                            '[monitor]\nenabled = true\n'
                            '[live]\ndevice = "hw:CARD=Pinna,DEV=0"\n')
        self.check("a device for other programs", recorder.wait("live +other programs get the sound at 48000 Hz"))
        time.sleep(2.0)
        other = []

        def disturb():
            # Another one in a form of its own, that comes and goes, and stands still for a while.
            program = self.card.capture("/run/programs-other.wav", "S16_LE", 1, 44100, "-d", "3")
            time.sleep(1.0)
            program.send_signal(signal.SIGSTOP)
            time.sleep(1.5)
            program.send_signal(signal.SIGCONT)
            other.append(program)
        name = self.take(recorder, seconds, disturb)
        self.check("a take of %d s while they listen" % seconds, name, group="programs", take=name,
                   case=["Back", "portrait"])
        code = other[0].wait(PATIENCE)
        said = re.findall("(?:live|headphones) .*", recorder.text())
        recorder.stop()
        time.sleep(1.0)
        self.check("a program goes on when the recorder ends", early.poll() is None)
        for process in (early, heard):
            process.terminate()
            process.wait()
        for part in ("early", "other", "ears"):
            shutil.copy("/run/programs-%s.wav" % part, OUT)
        self.check("arecord, with a clock wrong by %d ppm" % PROGRAMS_ERROR, True, captured="programs-early.wav",
                   beside="programs/%s" % name, case=["Back", "portrait"], seconds=seconds, said=said)
        self.check("a second program, one channel of 44.1 kHz, that stood still", code == 0,
                   captured="programs-other.wav", length=3)
        self.check("headphones at the same time", True, heard="programs-ears.wav", seconds=seconds,
                   said=[line for line in said if line.startswith("headphones")])
        self.card.stop()

    def pipewire(self, seconds=8):
        """PipeWire of Debian 13 with the recipe: the live sound is a source there, and the card is nothing else."""
        if not self.desktop:
            return
        self.play()
        self.registers.hold("portrait")
        self.card.set_clock("Pinna", PROGRAMS_ERROR)
        server = desktop.Desktop(self.desktop, OUT + "/pipewire-server.log")
        self.check("PipeWire has a source of that name", server.wait('node.name = "pinna"'))
        cards = "alsa_card.platform-snd_aloop"
        took = server.wait(cards)
        server.restart_manager()
        self.check("WirePlumber would take loopback cards, and leaves them alone with the recipe",
                   took and server.wait(cards, gone=True))
        time.sleep(2.0)
        recorder = Recorder(self, "pipewire", settings='source = "back"\n[live]\ndevice = "hw:CARD=Pinna,DEV=0"\n')
        recorder.wait("live +other programs get the sound")
        program = server.record("/run/pipewire.wav")
        time.sleep(1.0)
        name = self.take(recorder, seconds)
        program.terminate()
        program.wait()
        said = re.findall("live .*", recorder.text())
        devices.write(OUT + "/pipewire-objects.log", server.run("pw-cli", "ls"))
        recorder.stop()
        server.stop()
        shutil.copy("/run/pipewire.wav", OUT)
        self.check("pw-record of the source", name, captured="pipewire.wav", beside="pipewire/%s" % name,
                   case=["Back", "portrait"], seconds=seconds, said=said)
        self.card.stop()

    def latency(self):
        """The latency from a microphone to another program's pull, measured with clicks; judged outside."""
        if not self.library:
            return
        click = "/run/click.pcm"
        with open(click, "wb") as file:
            # A quarter of full scale at four microphones, in a second of silence.
            file.write(struct.pack("<i", 1 << 29) * 4 + bytes(16 * 47999))
        self.card.play(click, "S32_LE", 4, 48000)
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "latency.py")
        run = subprocess.run([sys.executable, "-B", script, self.library, self.board, "12"],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True,
                             env={**os.environ, "PINNA_CACHE": self.cache})
        passed = run.returncode == 0
        self.check("from a microphone to a pull of another program", passed, run.stderr[-300:],
                   latency=json.loads(run.stdout) if passed else [], period=256)
        self.card.stop()

    def pulse(self):
        """A pulse per second corrects the times of takes, stops during a take, and returns."""
        field.Pulses(self, Recorder).all()

    def media(self):
        """Takes on two media, each of which is pulled out in turn."""
        field.Mirror(self, Recorder).all()

    def checkup(self):
        """`pinna check` of a healthy board, and of a board with one fault after another."""
        checkups.Checkups(self).all()

    def adapters(self):
        """The tests of the package that need lines and registers of a kernel."""
        if not self.tests:
            return
        chip = devices.simulated_chip(devices.CONFIG + "/tests", "pinna-sim", [(1, "source-button")])
        environment = {**os.environ, "PINNA_GPIO_SIM": chip, "PINNA_I2C_STUB": str(self.registers.bus)}
        with open(OUT + "/adapters.log", "w") as log:
            code = subprocess.run(
                [self.tests, "--testing-library", "swift-testing", "--filter", "SimulatedLinesTests|StubSensorTests"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environment).returncode
        last = re.findall(r"Test run with .*", devices.read(OUT + "/adapters.log"))
        self.check("tests of buttons, lights and sensor with a kernel's devices", code == 0 and last,
                   last[-1] if last else "no test ran")
        self.registers.identity()

    def soak(self, seconds):
        """Eight channels for a long time, and headphones with another clock: no frame may be missing."""
        self.play("S32_LE", 8)
        board = "/run/eight.toml"
        devices.write(board, devices.read(self.board).replace("channels = 4", "channels = 8"))
        self.hear("soak", board, "S32_LE-8", seconds)

    def hear(self, name, board, sound, seconds):
        """Records for this long with headphones; the take and the headphones must have every frame."""
        self.card.set_clock("Ears", HEADPHONE_ERROR)
        text = devices.read(board) + '\n[playback]\ndevice = "hw:CARD=Ears,DEV=0"\n'
        board = "/run/%s.toml" % name
        devices.write(board, text)
        heard = "/run/%s-heard.wav" % name
        listener = self.card.listen(heard)
        recorder = Recorder(self, name, "record", board=board, settings="[monitor]\nenabled = true\n",
                            options=("--duration", str(seconds), "--raw", "--quiet"))
        code = recorder.ended(seconds + PATIENCE)
        takes = recorder.takes()
        self.check("%d s of %s channels, periods of 256 frames" % (seconds, sound[-1]), code == 0 and len(takes) == 1,
                   "" if code == 0 else recorder.text()[-300:], group=name, take=takes[0] if takes else None,
                   sound=sound)
        listener.terminate()
        listener.wait()
        shutil.copy(heard, OUT)
        said = re.findall("headphones .*", recorder.text())
        self.check("headphones whose clock is wrong by %d ppm" % HEADPHONE_ERROR, True,
                   heard=os.path.basename(heard), seconds=seconds, said=said)
        recorder.stop()
        self.card.stop()


GROUPS = ["cases", "latched", "buttons", "overrun", "calls", "unplug", "sensor", "busy", "formats", "headphones",
          "programs", "latency", "pipewire", "pulse", "media", "checkup", "adapters"]


# Those that run only when they are named: what they are for is in another one too, or they take long.
BY_NAME = ["headphones", "latency", "pipewire", "soak"]


def main():
    with open(sys.argv[1]) as file:
        configuration = json.load(file)
    guest = Guest(configuration)
    for group in GROUPS:
        if guest.wants(group):
            getattr(guest, group)()
            guest.account(group)
    if guest.wants("soak"):
        guest.soak(configuration["soak"])


main()
