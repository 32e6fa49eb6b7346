"""Runs in the guest: starts the recorder like a maker, presses buttons, and breaks things.

The host's requests are in /opt/appliance/appliance.json; results go to /run/out. The word board.argument on the
kernel's command line is the number of the boot. """
import filecmp
import glob
import json
import os
import re
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import time
import urllib.error
import urllib.request

import devices
import satellites
import service
import steady
from service import OUT, SETTINGS, TAKES, now, run, until

EXAMPLE = "/usr/share/doc/pinna/examples/pinna.toml"
COPY_STATUS = "/run/pinna-copy/status"
FIX = "/run/pinna-gps/fix"
CHIP, SLEEP_STATUS = "/sys/class/rtc/rtc0", "/run/pinna-sleep/status"
SLEEP = """
[clock]
trust = ["kept", "unknown"]
[power]
sleep = "system"
stay-awake = "1 s"
[[schedule]]
at = "%s"
duration = "1 min"
"""
HERE = os.path.dirname(os.path.abspath(__file__))
CASES = [("Back", "portrait"), ("Back", "landscapeRight"), ("Front", "landscapeLeft"), ("Front", "portraitUpsideDown")]
# Seconds from press to press: with half a second before the press, every burst is once whole in the take.
TAKE = 1.05
# Longer than the hold time of an orientation and a look at the sensor.
SETTLE = 0.9
PRE_ROLL = 0.5
# A take that is broken off lasts so long before, and may lose so much.
BROKEN, LOST = 2.0, 1.0


class Guest:
    """The appliance, and the list of findings."""

    def __init__(self):
        with open(HERE + "/appliance.json") as file:
            wanted = json.load(file)
        self.only, self.has_browser = wanted["only"], wanted["browser"]
        with open("/proc/cmdline") as file:
            self.boot_number = int(re.search(r"board\.argument=(\d+)", file.read()).group(1))
        self.results, self.figures = self.load("results", []), self.load("figures", {})
        self.lines, self.registers, self.card = devices.Lines(), devices.Registers(), devices.SoundCard()
        self.service = service.Service()
        self.journal = service.Journal("/run/journal.log")
        # A stall of the machine is not a stall of the guest.
        self.steady, self.since = steady.Steady(), (now(), 0.0)

    @staticmethod
    def load(name, otherwise):
        path = "%s/%s.json" % (OUT, name)
        return json.loads(devices.read(path)) if os.path.exists(path) else otherwise

    def check(self, name, passed, details="", **facts):
        self.results.append({"name": name, "passed": bool(passed), "details": details, **facts})
        print("%7.1f s  %s  %s %s" % (now(), "pass" if passed else "FAIL", name, details), flush=True)
        for name, what in (("results", self.results), ("figures", self.figures)):
            with open("%s/%s.json" % (OUT, name), "w") as file:
                json.dump(what, file)

    def wants(self, group):
        return group in self.only

    def account(self, group):
        """Prints the duration of a group and its busy time, in seconds of the guest."""
        until, at_rest = now(), self.steady.seconds()
        passed, rested = until - self.since[0], at_rest - self.since[1]
        print("group %s: %.1f s, work in %.1f s" % (group, passed, passed - rested), flush=True)
        self.since = until, at_rest

    # The actions of the groups.

    def arm(self, verb="start"):
        """Starts the service; returns true if it captures."""
        count = self.journal.count("  armed ")
        self.service.start(verb)
        return self.journal.wait("  armed ", count + 1)

    def play(self):
        """Plays the scene from memory, without waiting for a disk."""
        shutil.copy(HERE + "/scene.pcm", "/run/scene.pcm")
        self.card.play("/run/scene.pcm", "S32_LE", 4, 48000)
        time.sleep(1.0)

    def turn(self, pose):
        self.registers.hold(pose)
        time.sleep(SETTLE)

    def begin(self):
        """Presses record and waits for the take to run; returns the time of the press."""
        count = self.journal.count("  take starts")
        pressed = now()
        self.lines.press("record")
        return pressed if self.journal.wait("  take starts", count + 1) else None

    def take(self, seconds=TAKE):
        """Makes a take with the record button; returns the name of its file."""
        before, count = self.service.takes(), self.journal.count("  take done")
        self.begin()
        time.sleep(seconds)
        self.lines.press("record")
        self.journal.wait("  take done", count + 1)
        return self.latest(before)

    def latest(self, before):
        """The single new take."""
        new = [name for name in self.service.takes() if name not in before]
        return new[0] if len(new) == 1 else None

    def judged(self, name, group, take, **facts):
        """Checks a take, which is also judged outside."""
        if take:
            complaint = self.service.verify(take)
            self.service.collect(group, take)
            self.check(name, not complaint, complaint or take, group=group, take=take, **facts)
        else:
            self.check(name, False, "no take, or more than one: %s" % self.journal.text()[-400:])

    def broken(self, name, group, before, least):
        """Checks a take that another program had to finish."""
        self.check("%s: nothing is left in progress" % name, not self.service.unfinished(),
                   " ".join(self.service.unfinished()))
        self.judged("%s: the take is recovered" % name, group, self.latest(before), recovered=True, least=least)

    # The groups.

    def fresh(self):
        """The package is installed without a board: this is not an error."""
        facts = self.service.facts("ActiveState", "ConditionResult", "UnitFileState", "Result")
        self.check("fresh: enabled, and waits for its settings without an error",
                   facts == {"ActiveState": "inactive", "ConditionResult": "no", "UnitFileState": "enabled",
                             "Result": "success"}, " ".join("%s=%s" % item for item in facts.items()))
        _, text = run("systemctl", "--failed", "--no-legend", "--plain")
        self.check("fresh: no unit of the system failed", not text.strip(), text.strip())
        code, text = run("pinna", "takes", "list", "--config", EXAMPLE)
        self.check("fresh: the example of settings is there and is understood", code == 0, text.strip()[-200:])
        os.makedirs(os.path.dirname(SETTINGS), exist_ok=True)
        shutil.copy(HERE + "/pinna.toml", SETTINGS)
        self.check("configured: started, and armed", self.arm() and self.service.is_active(),
                   self.journal.text()[-600:] if not self.service.is_active() else self.service.fact("StatusText"))

    def boot(self):
        """Checks the service and its rights."""
        self.check("no network at all", os.listdir("/sys/class/net") == ["lo"], " ".join(os.listdir("/sys/class/net")))
        time.sleep(3.0)
        process = self.service.process()
        facts = service.process_facts(process)
        user = run("id", "-un", facts["Uid"].split()[0])[1].strip()
        self.check("runs as its own user", user == "pinna", user)
        held = {name: facts[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")}
        self.check("without capabilities", all(int(value, 16) == 0 for value in held.values()),
                   " ".join("%s=%x" % (name, int(value, 16)) for name, value in held.items()))
        self.check("no new privileges, system calls filtered", facts["NoNewPrivs"] == "1" and facts["Seccomp"] == "2",
                   "%s filters" % facts.get("Seccomp_filters", "?"))
        self.check("capturing is SCHED_FIFO", self.realtime() == [80], "priority %s" % self.realtime())
        locked, resident, most = (int(facts[name].split()[0]) for name in ("VmLck", "VmRSS", "VmHWM"))
        self.figures.update({"locked MB": locked / 1000, "RSS MB": resident / 1000, "most RSS MB": most / 1000})
        self.check("memory is locked", locked > 0, "%.1f MB of addresses; %.1f MB are in use, at most %.1f MB were"
                   % (locked / 1000, resident / 1000, most / 1000))
        known = self.service.facts("Type", "SubState", "StatusText")
        self.check("it told systemd that it is ready, and what it does",
                   known == {"Type": "notify", "SubState": "running", "StatusText": "armed: Back portrait"},
                   " ".join("%s=%s" % item for item in known.items()))
        seen = [state[1:] for state in self.lines.watch(1.0)]
        self.check("the status light is on, the record light is off", seen == [(False, True)],
                   "" if seen == [(False, True)] else "record, status: %s; %s" % (seen, self.journal.text()[-300:]))
        # Without ProtectClock, which would prevent the recorder from asking the kernel who sets the clock.
        self.security("pinna.service", 1.6)
        if run("systemctl", "cat", "pinna-copy.service")[0] == 0:
            self.security("pinna-copy.service", 2.0)

    def realtime(self):
        """Priorities of its SCHED_FIFO threads."""
        found = service.threads(self.service.process())
        return sorted(priority for policy, priority in found if policy == os.SCHED_FIFO)

    def security(self, unit, most):
        _, text = run("systemd-analyze", "security", "--no-pager", unit)
        devices.write("%s/security-%s.txt" % (OUT, unit), text)
        found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", text)
        score = float(found.group(1)) if found else 10.0
        self.figures["exposure of " + unit] = score
        self.check("systemd-analyze security %s: at most %.1f" % (unit, most), score <= most, "%.1f" % score)

    def started(self):
        """From power to the first captured frame, after the cut."""
        armed = self.journal.wait("  armed ")
        names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic", "NRestarts")
        facts = self.service.facts(*names)
        began, ready = (int(facts[name]) / 1e6 for name in names[:2])
        hardware = [int(value) / 1e6 for value in re.findall(r"=(\d+)", run(
            "systemctl", "show", "virtual-hardware.service", "--property=InactiveExitTimestampMonotonic",
            "--property=ActiveEnterTimestampMonotonic")[1])]
        kernel = service.seconds_from_power()
        self.figures.update({"power to armed s": kernel + ready, "kernel to armed s": ready,
                             "of it making the virtual hardware s": hardware[1] - hardware[0],
                             "service started to armed s": ready - began})
        self.check("armed by itself after power on", armed and self.service.is_active() and facts["NRestarts"] == "0",
                   "after %.2f s, %.2f s from the start of the service" % (kernel + ready, ready - began))

    def takes(self):
        """Buttons make takes, which are readable by everybody."""
        for source, pose in CASES:
            if (source, pose) == CASES[2]:
                self.lines.press("source")
                self.journal.wait("  selected ")
            self.turn(pose)
            self.judged("take %s %s" % (source, pose), "takes", self.take(), case=[source, pose])
        self.turn("portrait")
        self.lines.press("source")
        owners = [self.owner(path) for path in glob.glob(TAKES + "/*")]
        self.check("takes are files of pinna that everybody may read", owners and set(owners) == {("pinna", True)},
                   "%d files in %s" % (len(owners), TAKES) if set(owners) == {("pinna", True)} else str(set(owners)))
        code, text = run("setpriv", "--reuid=nobody", "--clear-groups", "pinna", "takes", "verify", TAKES)
        self.check("any user can verify them", code == 0, text.strip().splitlines()[-1] if text.strip() else "")
        before = self.service.takes()
        self.begin()
        time.sleep(TAKE)
        self.check("in a take rendering is SCHED_FIFO, too", self.realtime() == [70, 80],
                   "priorities %s" % self.realtime())
        began = now()
        self.service.stop()
        self.judged("systemctl stop in a take closes it", "takes", self.latest(before), end="shut down")
        self.check("and ends with success", self.service.facts("ActiveState", "Result")
                   == {"ActiveState": "inactive", "Result": "success"}, "%.2f s" % (now() - began))
        self.check("started again", self.arm())
        time.sleep(SETTLE)

    @staticmethod
    def owner(path):
        facts = os.stat(path)
        return run("id", "-un", str(facts.st_uid))[1].strip(), bool(facts.st_mode & stat.S_IROTH)

    def control(self):
        """The control socket: permissions, a take by commands, and lending the device, the buttons and the lights."""
        facts = os.stat("/run/pinna/control")
        names = run("id", "-un", str(facts.st_uid))[1].strip(), run("stat", "-c", "%G", "/run/pinna/control")[1].strip()
        self.check("the control socket is for the recorder and its group",
                   names == ("pinna", "pinna") and stat.S_IMODE(facts.st_mode) == 0o660,
                   "%s:%s %o" % (*names, stat.S_IMODE(facts.st_mode)))
        code, text = run("setpriv", "--reuid=nobody", "--clear-groups", "pinna", "status")
        self.check("other users are told which group they need", code == 77 and "usermod" in text, text.strip())
        member = ("setpriv", "--reuid=nobody", "--regid=pinna", "--clear-groups", "pinna")
        code, text = run(*member, "status")
        self.check("a member of the group sees the state", code == 0 and "armed" in text, text.strip()[:200])
        before, count = self.service.takes(), self.journal.count("  take done")
        code, text = run(*member, "start")
        time.sleep(TAKE)
        marked = run(*member, "mark", "owl")[0]
        busy, words = run("setpriv", "--reuid=pinna", "--regid=pinna", "--init-groups", "pinna", "check", "device.open")
        self.check("the device is not lent in a take", busy == 75, words.strip()[-200:])
        stopped = run(*member, "stop")[0]
        self.journal.wait("  take done", count + 1)
        self.check("commands start, mark and stop a take", (code, marked, stopped) == (0, 0, 0), text.strip())
        self.judged("a take by commands", "control", self.latest(before), case=["Back", "portrait"])
        count = self.journal.count("  armed ")
        code, text = run("setpriv", "--reuid=pinna", "--regid=pinna", "--init-groups", "pinna", "check", "device.open",
                         "button", "led")
        self.check("check borrows device, buttons and lights", code == 0, text.strip()[-300:])
        self.check("and the recorder is armed again", self.journal.wait("  armed ", count + 1))
        time.sleep(SETTLE)
        self.judged("its buttons work again", "control", self.take(), case=["Back", "portrait"])
        self.place()
        self.sleeps()

    def place(self):
        """The GPS receiver: off by default; when it is on, takes contain its position, and gpsd may start late."""
        self.check("without pinna-gps no take has a place", "52.516" not in self.told_place(), self.told_place())
        code, text = run("systemctl", "start", "pinna-gps")
        self.check("pinna-gps waits where there is no gpsd", code == 0 and not until(
            lambda: run("systemctl", "is-failed", "pinna-gps")[0] == 0, 3.0), text.strip())
        server = satellites.Server()
        self.check("and has the place once gpsd is there", until(lambda: os.path.exists(FIX)),
                   run("journalctl", "-u", "pinna-gps", "-n", "5", "-o", "cat")[1].strip()[-300:])
        process = run("systemctl", "show", "-P", "MainPID", "pinna-gps")[1].strip()
        user = re.search(r"Uid:\s*(\d+)", devices.read("/proc/%s/status" % process)).group(1)
        self.check("as a user of its own", int(user) >= 60000, user)
        self.security("pinna-gps.service", 1.5)
        # The recorder looks once a second.
        time.sleep(2.0)
        self.judged("a take with a receiver", "control", self.take(), case=["Back", "portrait"])
        told = self.told_place()
        self.check("it has the place, its name and the receiver's time", "52.516" in told and "13.377" in told
                   and "on the road" in told and "set by GPS" in told, told)
        run("systemctl", "stop", "pinna-gps")
        server.shutdown()

    def sleeps(self):
        """Between scheduled takes, the recorder asks the system to power off with an alarm of its clock chip; the
        system is not allowed to."""
        with open(SETTINGS) as file:
            settings = file.read()
        # To the second.
        run("date", "--set", "@" + devices.read(CHIP + "/since_epoch").strip())
        start = int(time.time() / 60 + 25) * 60
        devices.write(SETTINGS, settings + SLEEP % time.strftime("%Y-%m-%d %H:%M", time.localtime(start)))
        run("systemctl", "mask", "--runtime", "poweroff.target")
        try:
            code, text = run("systemctl", "enable", "--now", "pinna-sleep.path")
            self.check("powering off between takes is turned on", code == 0 and self.arm("restart"), text)
            answered = until(lambda: os.path.exists(SLEEP_STATUS) and devices.read(SLEEP_STATUS).startswith("done "))
            said = devices.read(SLEEP_STATUS) if os.path.exists(SLEEP_STATUS) else self.journal.text()[-300:]
            self.check("asleep, the recorder asks for it, and the system would", answered, said.strip())
            # A minute before the take, by the clock chip, which a second of the system may be ahead of.
            alarm = int(devices.read(CHIP + "/wakealarm").strip() or 0)
            self.check("with an alarm of the clock chip a minute before the take", abs(alarm - (start - 60)) <= 5,
                       "%d s off" % (alarm - (start - 60)))
            state = json.loads(run("pinna", "status", "--json")[1])
            self.check("it says until when", state["state"] == "idle" and state.get("asleepUntil"), state["details"])
            # It has no pre-roll.
            name = self.take(TAKE + 3 * PRE_ROLL)
            self.judged("a press wakes it, and makes a take", "control", name, case=["Back", "portrait"])
            self.security("pinna-sleep.service", 2.5)
        finally:
            run("systemctl", "disable", "--now", "pinna-sleep.path")
            run("systemctl", "unmask", "--runtime", "poweroff.target")
            devices.write(CHIP + "/wakealarm", "0")
            devices.write(SETTINGS, settings)
        self.check("awake again", self.arm("restart"), self.service.fact("StatusText"))
        time.sleep(SETTLE)

    def told_place(self):
        """The lines about place and clock of the newest take."""
        _, text = run("pinna", "takes", "show", os.path.join(TAKES, sorted(self.service.takes())[-1]))
        return " ".join(line for line in text.splitlines() if re.match(r"\s*(place|clock)\b", line))

    @staticmethod
    def web_ask(method, path, fields=None, token=None):
        """A request to the page: its status and its bytes; 0 for none."""
        lines = {"Host": "localhost"}
        if token:
            lines["X-Pinna-Token"] = token
        if method == "POST":
            lines.update({"Origin": "http://localhost", "Content-Type": "application/json"})
        data = json.dumps(fields or {}).encode() if method == "POST" else None
        request = urllib.request.Request("http://127.0.0.1" + path, data=data, headers=lines, method=method)
        try:
            with urllib.request.urlopen(request, timeout=service.PATIENCE) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError as error:
            return 0, str(error).encode()

    def web(self):
        """The page: off by default; a press pairs a browser, and takes are made and downloaded over HTTP."""
        self.check("the page is off", self.web_ask("GET", "/")[0] == 0)
        code, text = run("systemctl", "enable", "--now", "pinna-web.socket")
        status, page = self.web_ask("GET", "/")
        is_there = code == 0 and status == 200 and b"<title>Pinna" in page
        self.check("turned on, it is there with the first visit", is_there,
                   "" if is_there else text + run("journalctl", "-u", "pinna-web", "-n", "8")[1])
        self.security("pinna-web.service", 1.5)
        process = run("systemctl", "show", "-P", "MainPID", "pinna-web")[1].strip()
        facts = devices.read("/proc/%s/status" % process)
        self.figures["resident MB of the page"] = int(re.search(r"VmRSS:\s*(\d+)", facts).group(1)) / 1000
        self.check("it is a user of its own, without capabilities",
                   re.search(r"Uid:\s*6\d{4}", facts) is not None and "CapEff:\t0000000000000000" in facts,
                   re.search(r"Uid:.*", facts).group(0))
        status, body = self.web_ask("POST", "/api/pair", {"name": "phone"})
        asked = json.loads(body)
        self.check("a browser asks to be let in", status == 200, asked.get("message", ""))
        status, body = self.web_ask("POST", "/api/pair/claim", {"id": asked.get("id", "")})
        self.check("and waits for the button", status == 202, str(status))
        self.press_source(asked.get("presses", 0))
        token, end = None, now() + service.PATIENCE
        while not token and now() < end:
            token = json.loads(self.web_ask("POST", "/api/pair/claim", {"id": asked.get("id", "")})[1]).get("token")
            time.sleep(0.2)
        self.check("as many presses as were asked for let the browser in", token, run("pinna-web", "list")[1].strip())
        before, count = self.service.takes(), self.journal.count("  take done")
        started = self.web_ask("POST", "/api/start", {}, token)
        time.sleep(TAKE)
        marked = self.web_ask("POST", "/api/mark", {"text": "owl"}, token)
        stopped = self.web_ask("POST", "/api/stop", {}, token)
        self.journal.wait("  take done", count + 1)
        self.check("it starts, marks and stops a take", (started[0], marked[0], stopped[0]) == (200, 200, 200),
                   " ".join(reply[1].decode() for reply in (started, marked, stopped)))
        name = self.latest(before)
        self.judged("a take by the page", "web", name, case=["Back", "portrait"])
        listed = json.loads(self.web_ask("GET", "/api/takes", token=token)[1])["takes"][0]
        place = json.loads(self.web_ask("POST", "/api/ticket", {"take": listed["number"], "name": listed["name"],
                                                                "file": 0}, token)[1])["path"]
        status, body = self.web_ask("GET", place)
        with open("%s/%s" % (TAKES, name), "rb") as file:
            self.check("and it is fetched, bit for bit", status == 200 and body == file.read(), "%d bytes" % len(body))
        if self.has_browser:
            self.browser()
        code, text = run("pinna-web", "revoke", "all")
        self.check("revoked, it is out at once", code == 0 and self.web_ask("GET", "/api/takes", token=token)[0] == 401,
                   text)
        self.https()
        self.wifi()
        code, text = run("dpkg", "--purge", "pinna-web")
        is_gone = code == 0 and not os.path.exists("/var/lib/private/pinna-web")
        self.check("the page is purged", is_gone, "" if is_gone else text[-300:])

    def press_source(self, count):
        """Presses the source button the number of times that a page requests."""
        for _ in range(count):
            self.lines.press("source")
            time.sleep(0.3)

    def browser(self):
        """A browser on another machine: a press pairs it, and its take is identical here, bit for bit.

        The browser runs in the machine's time, so the guest does too. """
        with self.steady.at_rest():
            self.use_browser()

    def use_browser(self):
        run("modprobe", "virtio_net")
        run("udevadm", "settle")
        name = next((name for name in os.listdir("/sys/class/net") if name != "lo"), "")
        self.check("a network card is there", name and service.network_up(name, "10.0.2.15"), name)
        devices.write(OUT + "/browser-wanted", "")
        press, end = OUT + "/press", now() + 3600
        while not os.path.exists(OUT + "/browser.json") and now() < end:
            if os.path.exists(press):
                count = int(devices.read(press))
                os.remove(press)
                self.press_source(count)
            time.sleep(0.2)
        said = self.load("browser", {"passed": False, "words": "it never ended"})
        self.check("a browser of another machine records with the page, hears and fetches the take", said["passed"],
                   said["words"])
        name = said.get("file", "")
        is_same = name and filecmp.cmp("%s/browser/%s" % (OUT, name), "%s/%s" % (TAKES, name), shallow=False)
        self.check("and has its file bit for bit", is_same, name)
        run("modprobe", "-r", "virtio_net")

    def https(self):
        """HTTPS as described in deploy/README.md: certificate and key belong to root, and systemd passes them on."""
        for unit, lines in (
                ("service", ("LoadCredential=certificate:%s/certificate.pem" % HERE,
                             "LoadCredential=key:%s/key.pem" % HERE, "ExecStart=", "ExecStart=/usr/bin/pinna-web serve "
                             "--certificate %d/certificate --key %d/key")),
                ("socket", ("ListenStream=", "ListenStream=443"))):
            os.makedirs("/etc/systemd/system/pinna-web.%s.d" % unit, exist_ok=True)
            devices.write("/etc/systemd/system/pinna-web.%s.d/override.conf" % unit,
                          "[%s]\n%s\n" % (unit.capitalize(), "\n".join(lines)))
        run("systemctl", "daemon-reload")
        run("systemctl", "stop", "pinna-web.service")
        run("systemctl", "restart", "pinna-web.socket")
        try:
            trusted = ssl.create_default_context(cafile=HERE + "/certificate.pem")
            with socket.create_connection(("127.0.0.1", 443), timeout=service.PATIENCE) as plain:
                with trusted.wrap_socket(plain, server_hostname="appliance.local") as secure:
                    kind = secure.version()
                    secure.sendall(b"GET / HTTP/1.1\r\nHost: appliance.local\r\nConnection: close\r\n\r\n")
                    answer = b"".join(iter(lambda: secure.recv(65536), b""))
            words = "%s, %s" % (answer.split(b"\r\n", 1)[0].decode(), kind)
        except OSError as error:
            answer, words = b"", str(error) + run("journalctl", "-u", "pinna-web", "-n", "8")[1]
        self.check("HTTPS with a certificate that systemd hands over", answer.startswith(b"HTTP/1.1 200 ")
                   and b"<title>Pinna" in answer, words)
        for unit in ("service", "socket"):
            shutil.rmtree("/etc/systemd/system/pinna-web.%s.d" % unit)
        run("systemctl", "daemon-reload")

    def wifi(self):
        """A hold of the source button opens a Wi-Fi of its own, another one closes it; NetworkManager's program is one
        that writes down what it was asked."""
        places = ("/run/pinna-wifi/calls", "/run/pinna-wifi/heard")
        devices.write("/usr/bin/nmcli", """#!/bin/sh
printf '%%s\\n' "$*" >>%s
case "$*" in
  *DEVICE,TYPE*) echo wlan0:wifi ;;
  *--active*) echo pinna-wifi ;;
  *'connection up'*) cat >%s ;;
esac
""" % places)
        os.chmod("/usr/bin/nmcli", 0o755)
        code, text = run("systemctl", "enable", "--now", "pinna-wifi.path")
        self.check("the Wi-Fi is turned on, and not opened", code == 0 and not os.path.exists(places[0]), text)
        self.lines.press("source", 10.3)
        is_open = self.journal.wait("the Wi-Fi 'appliance' is open")
        self.check("a hold of 10 s opens it, and the recorder says so", is_open and self.service.is_active(),
                   "" if is_open else run("journalctl", "-u", "pinna-wifi", "-n", "8")[1])
        word = run("pinna-wifi", "show")[1]
        calls, heard = devices.read(places[0]), devices.read(places[1]).strip()
        password = heard.rpartition(":")[2]
        self.check("with a password that no command line has and only root reads",
                   len(password) == 12 and password in word and password not in calls
                   and run("setpriv", "--reuid=pinna", "--regid=pinna", "--clear-groups", "cat",
                           "/var/lib/pinna-wifi/password")[0] != 0, heard[:-8])
        self.security("pinna-wifi.service", 2.0)
        self.lines.press("source", 10.3)
        is_closed = self.journal.wait("the Wi-Fi is closed")
        self.check("the same hold closes it", is_closed and devices.read(places[0]).count("connection delete") >= 2)
        os.remove("/usr/bin/nmcli")

    def power(self):
        """The line that reports a power failure."""
        before, count = self.service.takes(), self.journal.count("  take done")
        self.begin()
        time.sleep(TAKE)
        began = now()
        self.lines.contact("power", True)
        closed = self.journal.wait("  take done", count + 1)
        self.check("the power line closes a take", closed, "%.2f s" % (now() - began))
        self.judged("which says why it ended", "power", self.latest(before), end="power")
        starts, refusals = self.journal.count("  take starts"), self.journal.count("  refused ")
        self.lines.press("record")
        self.check("no take starts while power fails", self.journal.wait("  refused ", refusals + 1)
                   and self.journal.count("  take starts") == starts)
        self.lines.contact("power", False)
        time.sleep(SETTLE)
        self.judged("power is back: a take", "power", self.take(), case=["Back", "portrait"])

    def folder(self):
        """The folder of takes becomes read-only, like a card that the kernel no longer trusts."""
        self.service.stop()
        run("mount", "-t", "tmpfs", "-o", "ro", "none", TAKES)
        said, restarts = self.journal.count("[Rr]ead-only"), self.service.fact("NRestarts")
        armed = self.arm()
        self.check("folder for reading only: armed all the same",
                   armed and self.journal.wait("[Rr]ead-only", said + 1)
                   and self.service.fact("NRestarts") == restarts, self.service.fact("StatusText"))
        starts = self.journal.count("  take starts")
        self.lines.press("record")
        changes = len(self.lines.watch(2.0)) - 1
        self.check("folder in memory: it is said",
                   self.journal.count("this folder is in memory, so takes are lost at power-off") == 1)
        self.check("folder for reading only: no take starts, the lights show an error",
                   self.journal.count("  take starts") == starts and changes >= 15, "%d changes in 2 s" % changes)
        self.service.stop()
        run("umount", TAKES)
        self.arm()
        time.sleep(SETTLE)
        self.judged("folder for writing again: a take", "folder", self.take(), case=["Back", "portrait"])

    def watchdog(self):
        """The recorder hangs; systemd kills and restarts it."""
        self.break_off("hung recorder", "watchdog", signal.SIGSTOP)
        self.check("hung recorder: it was the watchdog", self.journal.count("[Ww]atchdog timeout") == 1
                   and self.journal.count("result 'watchdog'") == 1)

    def crash(self):
        for name, how in (("killed recorder", signal.SIGKILL), ("crashed recorder", signal.SIGSEGV)):
            self.break_off(name, "crash", how)

    def break_off(self, name, group, how):
        """Kills the recorder during a take; the recorder must restart, and the take must survive."""
        before, restarts = self.service.takes(), int(self.service.fact("NRestarts"))
        process, armed = self.service.process(), self.journal.count("  armed ")
        pressed = self.begin()
        time.sleep(BROKEN)
        os.kill(process, how)
        stopped = now()
        again = self.journal.wait("  armed ", armed + 1)
        back = now() - stopped
        self.check("%s: armed again, one restart" % name, again
                   and int(self.service.fact("NRestarts")) == restarts + 1, "after %.1f s" % back)
        self.broken(name, group, before, PRE_ROLL + stopped - pressed - LOST)
        time.sleep(SETTLE)

    def board(self):
        """Another board file, and a faulty board file."""
        with open(SETTINGS) as file:
            settings = file.read()
        devices.write(SETTINGS, settings.replace("virtual-board.toml", "pair.toml"))
        self.check("another board: armed", self.arm("restart"), self.service.fact("StatusText"))
        time.sleep(SETTLE)
        name = self.take()
        said = self.service.show(name) if name else {}
        self.check("a take says the new board", said.get("boardName") == "Pair" and said.get("dataSource") == "Stage",
                   "%s, %s" % (said.get("boardName"), said.get("dataSource")))
        with open("/etc/pinna/boards/pair.toml") as file:
            lines = file.read().splitlines()
        number = lines.index("channels = 4") + 1
        wrong = "/etc/pinna/boards/wrong.toml"
        devices.write(wrong, "\n".join(lines).replace("channels = 4", "channels = 400") + "\n")
        devices.write(SETTINGS, settings.replace("virtual-board.toml", "wrong.toml"))
        self.service.start("restart")
        time.sleep(4.0)
        facts = self.service.facts("ActiveState", "ExecMainStatus", "Result", "NRestarts")
        self.check("a wrong board file: failed, and not tried for ever", facts["ActiveState"] == "failed"
                   and facts["ExecMainStatus"] in ("65", "78") and facts["NRestarts"] == "0",
                   " ".join("%s=%s" % item for item in facts.items()))
        said = re.findall(r".*%s:%d.*" % (re.escape(wrong), number), self.journal.text())
        self.check("the journal says where and what", said, said[0] if said else self.journal.text()[-300:])
        devices.write(SETTINGS, settings)
        self.check("mended: armed", self.arm("start"), self.service.fact("StatusText"))
        time.sleep(SETTLE)

    def copy(self):
        """Copies takes to a USB stick by holding the source button."""
        if not self.service.takes():
            self.take()
            time.sleep(SETTLE)
        self.plug(False)
        self.lines.press("source", 3.2)
        failed = until(lambda: self.copy_status().startswith("failed "))
        seen = self.lines.watch(3.0)
        self.check("no stick: the lights show an error", len(seen) > 4, "%d changes" % (len(seen) - 1))
        self.check("no stick: the journal says so", failed and self.told("copy failed", "failed "),
                   self.copy_status())
        self.plug(True)
        time.sleep(1.0)
        began = now()
        self.lines.press("source", 3.2)
        done = until(lambda: self.copy_status().startswith("done "))
        self.check("a stick: the journal says what was copied", done and self.told("copied", "done "),
                   "%s, %.1f s after the button went down" % (self.copy_status(), now() - began))
        self.check("and it is no longer mounted", "/dev/sd" not in devices.read("/proc/mounts"))
        self.compare()

    @staticmethod
    def copy_status():
        """The messages of the copying unit."""
        return devices.read(COPY_STATUS) if os.path.exists(COPY_STATUS) else ""

    def told(self, title, kind):
        """True if the recorder repeats the copying unit's message within a second or two, on any number of lines."""
        sentence = "%s %s" % (title, self.copy_status()[len(kind):])
        return until(lambda: sentence in re.sub(r"\s+", " ", self.journal.text()))

    @staticmethod
    def plug(is_there):
        """Unplugs the stick, or plugs it in."""
        for path in glob.glob("/sys/bus/usb/devices/*-*/authorized"):
            if ":" not in path.split("/")[-2]:
                devices.write(path, "1" if is_there else "0")
        until(lambda: bool(glob.glob("/dev/sd?1")) == is_there)

    def compare(self):
        """Every file of every take is on the stick, byte for byte."""
        partition = glob.glob("/dev/sd?1")[0]
        os.makedirs("/run/stick", exist_ok=True)
        subprocess.run(["mount", "-t", "vfat", "-o", "ro", partition, "/run/stick"], check=True)
        # The log of the deployment is not a take.
        names = sorted(name for name in os.listdir(TAKES) if not name.startswith("pinna-log"))
        wrong = [name for name in names if not os.path.exists("/run/stick/Pinna/" + name)
                 or not filecmp.cmp("%s/%s" % (TAKES, name), "/run/stick/Pinna/" + name, shallow=False)]
        there = sorted(os.listdir("/run/stick/Pinna")) if os.path.isdir("/run/stick/Pinna") else []
        subprocess.run(["umount", "/run/stick"], check=True)
        self.check("every take is on it, byte for byte", names and not wrong and there == names,
                   "%d files" % len(names) if not wrong else "not %s" % " ".join(wrong))

    def cut(self):
        """A take during which the host cuts the machine's power without warning."""
        facts = {"before": self.service.takes(), "pressed": self.begin()}
        time.sleep(BROKEN)
        while True:
            facts["now"] = now()
            devices.write(OUT + "/last-word.new", json.dumps(facts))
            os.rename(OUT + "/last-word.new", OUT + "/last-word")
            time.sleep(0.02)

    def after_cut(self):
        """The take during which the power was cut has survived."""
        word = self.load("cut", None)
        self.check("file systems are in order", run("systemctl", "is-active", "systemd-remount-fs")[0] == 0,
                   self.file_system_words())
        self.broken("power cut", "cut", word["before"], PRE_ROLL + word["now"] - word["pressed"] - LOST)

    @staticmethod
    def file_system_words():
        _, text = run("journalctl", "-b", "-o", "cat", "-u", "systemd-fsck-root")
        _, kernel = run("journalctl", "-b", "-k", "-o", "cat", "-g", "EXT4-fs.*(recover|orphan)")
        words = [line for line in text.splitlines() if "clean" in line or "recover" in line] + kernel.splitlines()[:2]
        return "; ".join(words)

    def upgrade(self):
        """Upgrades the package during a take; then removes it, and then its settings."""
        before = self.service.takes()
        self.begin()
        time.sleep(TAKE)
        armed = self.journal.count("  armed ")
        code, text = run("dpkg", "-i", "/opt/pinna-next.deb")
        devices.write(OUT + "/upgrade.txt", text)
        again = self.journal.wait("  armed ", armed + 1)
        _, version = run("dpkg-query", "-W", "-f=${Version}", "pinna")
        self.check("upgraded in a take: the recorder runs again", code == 0 and again and version.endswith("+next"),
                   version if code == 0 else text[-300:])
        self.judged("upgraded in a take: the take is closed", "upgrade", self.latest(before), end="shut down")
        self.check("upgraded: settings and boards are kept", os.path.exists(SETTINGS)
                   and os.path.exists("/etc/pinna/boards/virtual-board.toml"))
        self.remove()

    def remove(self):
        takes = sorted(os.listdir(TAKES))
        code, text = run("apt-get", "-qq", "-y", "remove", "pinna")
        unit = self.service.facts("ActiveState", "LoadState")
        self.check("removed: no unit, takes and settings are kept", code == 0 and unit["ActiveState"] == "inactive"
                   and unit["LoadState"] in ("not-found", "masked") and sorted(os.listdir(TAKES)) == takes
                   and os.path.exists(SETTINGS), " ".join(unit.values()) if code == 0 else text[-300:])
        code, text = run("apt-get", "-qq", "-y", "purge", "pinna")
        devices.write(OUT + "/purge.txt", text)
        kept = sorted(os.listdir(TAKES)) == takes if os.path.isdir(TAKES) else False
        self.check("purged: no settings, takes and board files are kept",
                   code == 0 and kept and not os.path.exists(SETTINGS)
                   and os.path.exists("/etc/pinna/boards/virtual-board.toml"),
                   "%d files in %s" % (len(takes), TAKES) if kept else text[-300:])
        said = re.findall(".*%s.*" % TAKES, text)
        self.check("purged: says where the takes are", said, said[0].strip() if said else text[-200:])

    # The two boots.

    def first(self):
        self.fresh()
        self.play()
        self.account("fresh")
        for group in ("boot", "takes", "control", "web", "power", "folder", "watchdog", "crash", "board", "copy"):
            if self.wants(group):
                getattr(self, group)()
                self.account(group)
        self.journal.keep("journal-1.log")
        devices.write(OUT + "/status", "0")
        if self.wants("cut"):
            self.cut()

    def second(self):
        self.started()
        if self.wants("cut"):
            self.after_cut()
        self.account("cut")
        if self.wants("upgrade"):
            self.play()
            self.upgrade()
        devices.write(OUT + "/status", "0")


def main():
    guest = Guest()
    try:
        guest.first() if guest.boot_number == 1 else guest.second()
    finally:
        guest.journal.keep("journal-%d.log" % guest.boot_number)
        guest.card.stop()


main()
