"""Runs in the guest: equipment of a recorder in the field: a pulse per second, and a second medium."""
import filecmp
import json
import os
import re
import shutil
import subprocess
import time

import checkups
import devices

# Seconds from press to press.
TAKE = 1.05
# Longer than it takes, with a checkup before it, until a pulse is trusted, and the times of frames are known by it.
KNOWN = 16
# The maximum time, in seconds, that may be missing on a pulled medium.
LACK = 1.0


class Field:
    """A part of the guest's work."""

    def __init__(self, guest, recorder):
        self.guest, self.recorder = guest, recorder

    @staticmethod
    def said(recorder, words, count=1):
        """Waits until the recorder has printed a message this many times, on any number of lines."""
        return recorder.wait(r"\s+".join(re.escape(word) for word in words.split()), count)

    def run(self, *words):
        """Runs a command to its end."""
        return subprocess.run([self.guest.pinna, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env={**os.environ, "PINNA_CACHE": self.guest.cache, "LANG": "C.UTF-8"})

    def json(self, *words):
        """The output of a command as JSON."""
        done = self.run(*words, "--json")
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"error": done.stderr[-300:]}


class Pulses(Field):
    """A pulse per second by the kernel's pps-gpio, on a line of the board, of which the clock is 3 ms ahead."""

    def settings(self, device):
        return 'source = "back"\n[clock]\npps = "%s"\n' % device

    def all(self):
        self.pulse = devices.Pulse(self.guest.kernel, self.guest.lines)
        self.pulse.keep_clock()
        self.guest.play()
        self.guest.registers.hold("portrait")
        self.absent()
        self.pulse.start()
        recorder = self.recorder(self.guest, "pulse", settings=self.settings("/dev/pps0"))
        self.guest.started(recorder)
        self.checkup("a pulse per second that comes", "/dev/pps0", [])
        time.sleep(KNOWN)
        self.true(recorder, "times by a pulse per second are true")
        self.lost(recorder)
        recorder.stop()
        self.pulse.stop()
        self.guest.card.stop()

    def checkup(self, name, device, complaints):
        checkup = checkups.Checkups(self.guest)
        report = checkup.run("system.clock", settings='[clock]\npps = "%s"\n' % device)
        checkup.expect(name, complaints, report)
        return report

    def absent(self):
        """The recorder reports a missing device at its start, and so does a checkup."""
        recorder = self.recorder(self.guest, "pulse-absent", settings=self.settings("/dev/pps9"))
        self.guest.check("no pulse at /dev/pps9: told at the start",
                         self.said(recorder, "pulse per second (/dev/pps9): cannot be read: No such file or directory"))
        self.guest.started(recorder)
        recorder.stop()
        self.checkup("no pulse at /dev/pps9", "/dev/pps9", ["system.clock pulse per second"])

    def shown(self, recorder):
        """The clock data and the notes of the newest take."""
        name = recorder.takes()[-1]
        record = self.json("takes", "show", "%s/%s" % (recorder.directory, name))
        record = record[0] if isinstance(record, list) else record
        return record.get("clock") or record, record.get("notes") or []

    def true(self, recorder, title):
        """A take whose times are compared with the card's and the pulse's, outside."""
        name = self.guest.take(recorder, 62 if self.guest.is_long else TAKE)
        clock, _ = self.shown(recorder)
        least, most = self.guest.card.played()
        told = clock.get("source") == "pps"
        self.guest.check(title, name and told, "" if told else json.dumps(clock), group="pulse", take=name,
                         clock=clock, played=[least - devices.Pulse.AHEAD, most - devices.Pulse.AHEAD])

    def lost(self, recorder):
        """The pulse stops during a take, and returns after it."""
        gone = []

        def lose():
            self.pulse.stop()
            gone.append(self.said(recorder, "pulse per second (/dev/pps0): no edge has arrived for 5 s"))
        name = self.guest.take(recorder, TAKE, lose)
        clock, notes = self.shown(recorder)
        falls = clock.get("source") == "ntp" and clock.get("errorSeconds", 0) >= 0.02
        self.guest.check("a pulse that stops in a take is told, by the recorder and in the take",
                         name and gone == [True] and falls and any("pulse per second was lost" in n for n in notes),
                         "" if falls else json.dumps([clock, notes]), group="pulse", take=name,
                         case=["Back", "portrait"])
        self.pulse.start()
        back = self.said(recorder, "pulse per second (/dev/pps0): works again")
        self.guest.take(recorder, TAKE)
        clock, notes = self.shown(recorder)
        self.guest.check("and one that comes back corrects the next take",
                         back and clock.get("source") == "pps" and not notes, json.dumps(clock.get("errorSeconds")))


class Mirror(Field):
    """Two media with file systems of their own, in sockets of which they are pulled out while a take is written."""

    def all(self):
        self.media = devices.Media(self.guest.kernel)
        self.guest.play()
        self.guest.registers.hold("portrait")
        recorder = self.recorder(
            self.guest, "media", take='mirror = "%s"' % self.media.takes("second"),
            settings='source = "back"\n[control]\npath = "/run/media-control"\n', directory=self.media.takes("first"))
        self.guest.started(recorder)
        time.sleep(2.5)
        self.both(recorder, "a take on two media")
        self.pulled(recorder, "second", "the second medium", "was lost, and the take continues without it", "mirrorAway")
        self.both(recorder, "the next take, with the second medium back, on both")
        self.pulled(recorder, "first", "the first medium", "lost; the take continues, but only on the mirror", "mainLost")
        self.both(recorder, "the next take, with the first medium back, on both")
        recorder.stop()
        for name in self.media.KINDS:
            done = self.run("takes", "verify", self.media.takes(name))
            shutil.copytree(self.media.takes(name), "/run/out/media-" + name)
            self.guest.check("pinna takes verify of the %s medium" % name, done.returncode == 0,
                             "" if done.returncode == 0 else done.stdout + done.stderr)
        self.guest.card.stop()

    def names(self, name):
        """The files of takes on a medium."""
        return {entry for entry in os.listdir(self.media.takes(name)) if entry.endswith(".wav")}

    def both(self, recorder, title):
        """A take must be on both media, byte for byte."""
        before = self.names("first") | self.names("second")
        name = self.guest.take(recorder, TAKE)
        made = self.names("first") - before
        same = made == self.names("second") - before and len(made) == 2 and all(
            filecmp.cmp(*("%s/%s" % (self.media.takes(medium), entry) for medium in self.media.KINDS), shallow=False)
            for entry in made)
        self.guest.check(title + ", byte for byte", name and same, "" if same else self.state(recorder),
                         group="media-first", take=name, case=["Back", "portrait"])

    @staticmethod
    def state(recorder):
        """The last messages of the recorder and of the kernel."""
        kernel = subprocess.run(["dmesg"], capture_output=True, text=True).stdout
        return "\n".join(recorder.text().splitlines()[-15:] + kernel.splitlines()[-15:])

    def pulled(self, recorder, medium, title, words, code):
        """A medium is pulled out during a take, which continues on the other medium; the medium returns after the
        take."""
        other = "second" if medium == "first" else "first"
        before, count = self.names(other), recorder.text().count("  take done")
        self.guest.lines.press("record")
        recorder.wait("  take starts", count + 1)
        began = time.monotonic()
        time.sleep(2 * TAKE)
        lasted = time.monotonic() - began
        self.media.pull(medium)
        told = self.said(recorder, words)
        status = self.json("status", "--config", recorder.folder + "/pinna.toml")
        time.sleep(TAKE)
        self.guest.lines.press("record")
        recorder.wait("  take done", count + 1)
        takes = sorted(entry for entry in self.names(other) - before if "_raw" not in entry)
        self.guest.check("%s pulled out in a take: told" % title, told and code in status.get("warningCodes", []),
                         json.dumps(status.get("warningCodes") or status)[:300])
        self.guest.check("the take goes on without a gap", len(takes) == 1, group="media-" + other,
                         take=takes[-1] if takes else None, case=["Back", "portrait"])
        self.media.plug(medium)
        name = takes[-1] if takes else "none"
        back = recorder.wait("recovered +" + re.escape(name)) and name in self.names(medium)
        self.guest.check("and what was on it is recovered when it is back", back, "" if back else self.state(recorder),
                         group="media-" + medium, take=name, recovered=True, least=lasted - LACK,
                         case=["Back", "portrait"])
        # The next take must find both media.
        time.sleep(2.5)
