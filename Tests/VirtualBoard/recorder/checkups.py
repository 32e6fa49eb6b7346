"""Runs in the guest: `pinna check` of a healthy board, and of a board with one fault after another."""
import contextlib
import functools
import json
import os
import resource
import signal
import subprocess
import threading
import time

import devices

# The unprivileged user of Debian.
NOBODY = 65534
EVERY_MICROPHONE = ["bottom-left", "bottom-right", "top-front", "top-back"]
CARD = "hw:CARD=Loopback,DEV=1"
# The groups of checks that examine a device, and not values computed from the board file.
DEVICES = ("device", "sound", "clock", "capture", "mixer", "storage", "motion", "button", "led", "realtime", "system")
RUN_TIME = "/proc/sys/kernel/sched_rt_runtime_us"
GPIO = "/sys/class/gpio"
# For each sound (room.py), the only check that fails, and its subject.
SOUNDS = {
    "dead": ("sound.alive", ["bottom-right"]),
    "covered": ("sound.level", ["bottom-right"]),
    "soft": ("sound.gain", ["top-back"]),
    "inverted": ("sound.polarity", ["bottom-left"]),
    "duplicated": ("sound.copy", ["bottom-left, bottom-right"]),
    "swapped": ("sound.order", [", ".join(EVERY_MICROPHONE)]),
    "rotated": ("sound.order", [", ".join(EVERY_MICROPHONE)]),
    "offset": ("sound.offset", ["top-front"]),
    "stuck bit": ("sound.bits", ["bottom-right"]),
    "16 bits in 32": ("sound.depth", EVERY_MICROPHONE),
    "hum": ("sound.hum", ["bottom-left"]),
    "clipping": ("sound.clipping", EVERY_MICROPHONE),
}


class Checkups:
    """Plants faults in the devices of a guest, and examines the output of `pinna check`."""

    def __init__(self, guest):
        self.guest = guest
        self.text = devices.read(guest.board)
        self.folder = "/run/takes/check"
        os.makedirs(self.folder, exist_ok=True)

    def run(self, *names, text=None, folder=None, during=None, before=None, seconds=2.5, settings=""):
        """Makes checks, whole groups of them or all; returns what JSON says, the exit code in it."""
        board, configuration = "/run/check.toml", "/run/check-settings.toml"
        devices.write(board, text or self.text)
        # The checkup uses the filters designed outside.
        devices.write(configuration, '[take]\ndirectory = "%s"\n[stereo]\nrendering = "linear"\n%s'
                      % (folder or self.folder, settings))
        with subprocess.Popen(
                [self.guest.pinna, "check", *names, "--board", board, "--config", configuration, "--json",
                 "--seconds", str(seconds)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before,
                env={**os.environ, "PINNA_CACHE": self.guest.cache, "LANG": "C.UTF-8"}) as process:
            if during:
                threading.Thread(target=during, args=(process,), daemon=True).start()
            words, errors = process.communicate(timeout=900)
        try:
            return {**json.loads(words), "code": process.returncode}
        except ValueError:
            return {"findings": [], "code": process.returncode, "errors": errors.decode()[-300:]}

    def expect(self, name, found, report):
        """Checks that there are exactly these complaints, each with a remedy, and that the exit code reports
        failures."""
        complaints = [f for f in report["findings"] if f["verdict"] in ("warn", "fail")]
        said = sorted("%s %s" % (f["check"], f["subject"]) for f in complaints)
        passed = said == sorted(found) and all(f.get("remedy") and f.get("limit") for f in complaints)
        fails = any(f["verdict"] == "fail" for f in complaints)
        passed = passed and bool(report["findings"]) and report["code"] == (1 if fails else 0)
        self.guest.check("check: " + name, passed, "; ".join(said) or report.get("errors") or "no complaint"
                         if passed else "exit %s, %s" % (
                             report["code"], json.dumps(complaints) + report.get("errors", "")))

    def all(self):
        """A board in order, and a third of the faults, which the seed chooses; all of them in the long form."""
        self.healthy()
        faults = [functools.partial(self.sound, name) for name in SOUNDS] + [
            self.taken_device, self.absent_device, self.narrow_device, self.wrong_clock, self.stall, self.mixer,
            self.identity, self.silent_sensor, self.wrong_length, self.absent_sensor, self.wrong_mount, self.bounce,
            self.stuck_button, self.taken_button, self.taken_light, self.read_only_card, self.full_card,
            self.slow_card, self.no_priority, self.no_memory_lock, self.held_back, self.wrong_date]
        count = len(faults) if self.guest.is_long else len(faults) // 3
        for number in sorted(self.guest.chance.sample(range(len(faults)), count)):
            faults[number]()

    def healthy(self):
        """Every check on a healthy board; in the long form, also the geometry checks, which then serve as a load."""
        self.play("healthy")
        report = self.run(*([] if self.guest.is_long else DEVICES), seconds=5)
        self.expect("a board in order, all checks", [], report)
        made = {f["check"] for f in report["findings"] if f["verdict"] == "pass"}
        wanted = {"device.open", "device.grant", "sound.alive", "sound.gain", "sound.polarity", "sound.phase",
                  "clock.rate", "capture.gaps", "capture.wakeup", "storage.speed", "motion.identity", "motion.length",
                  "button.idle", "button.bounce", "led.drive", "realtime.priority", "realtime.memory"}
        if self.guest.is_long:
            wanted.add("geometry.sides")
        self.guest.check("check: and nothing of it was left out", wanted <= made, ", ".join(sorted(wanted - made))
                         or "%d checks pass" % len(made))

    # MARK: sound and its card

    def play(self, name):
        self.guest.card.stop()
        self.guest.card.play(self.guest.sound("room " + name), "S32_LE", 4, 48000)

    def sound(self, name):
        self.play(name)
        check, subjects = SOUNDS[name]
        self.expect(name, ["%s %s" % (check, subject) for subject in subjects],
                    self.run("sound", "device", "capture.gaps"))

    def taken_device(self):
        """Another program has the device."""
        self.play("healthy")
        holder = subprocess.Popen(["arecord", "-q", "-D", "hw:Loopback,1,0", "-f", "S32_LE", "-c", "4", "-r", "48000",
                                   "/dev/null"], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        report = self.run("device", "sound")
        holder.terminate()
        holder.wait()
        self.expect("device in use", ["device.open " + CARD], report)
        told = [f["message"] + ": " + f["remedy"] for f in report["findings"] if f["check"] == "device.open"]
        self.guest.check("check: it names who has it", told and "arecord" in told[0], told[0] if told else "nothing")

    def absent_device(self):
        absent = self.text.replace("CARD=Loopback", "CARD=Absent")
        self.expect("device that is not there", ["device.open hw:CARD=Absent,DEV=1"],
                    self.run("device", text=absent))

    def narrow_device(self):
        self.play("healthy")
        narrow = self.text.replace("channels = 4", "channels = 6")
        self.expect("channels that the device does not have", ["device.grant " + CARD],
                    self.run("device", text=narrow))

    def wrong_clock(self):
        self.play("healthy")
        self.guest.card.set_clock("Loopback", 300)
        self.expect("clock 300 ppm off", ["clock.rate " + CARD], self.run("clock", "capture.gaps", seconds=5))
        self.guest.card.set_clock("Loopback", 0)

    def stall(self):
        self.play("healthy")

        def stand_still(process):
            time.sleep(3.0)
            process.send_signal(signal.SIGSTOP)
            time.sleep(1.3)
            process.send_signal(signal.SIGCONT)
        self.expect("stands still for 1.3 s", ["capture.gaps " + CARD, "capture.wakeup " + CARD],
                    self.run("capture", during=stand_still, seconds=5))

    def mixer(self):
        """The card of snd-dummy, which has volumes and switches and no sound."""
        devices.modprobe(self.guest.kernel, "snd-dummy", "id=Dummy", "index=3")
        text = self.text.replace(CARD, "hw:CARD=Dummy,DEV=0")
        for control in ("Master", "Synth", "Line", "CD", "Mic"):
            subprocess.run(["amixer", "-q", "-c", "Dummy", "sset", control, "cap"], check=True)
        self.expect("every capture switch is on", [], self.run("mixer", text=text))
        subprocess.run(["amixer", "-q", "-c", "Dummy", "sset", "Mic", "nocap"], check=True)
        self.expect("a capture switch that is off", ["mixer.switch Mic"], self.run("mixer", text=text))
        text = text.replace("buffer = 500", 'buffer = 500\nmixer = { "Mic Gain" = 1 }')
        report = self.run("mixer.gain", text=text)
        self.expect("a control that the card does not have", ["mixer.gain Mic Gain"], report)

    # MARK: sensor, buttons and lights

    def identity(self):
        self.guest.registers.hold("portrait")
        self.guest.registers.identity(0x32)
        self.expect("wrong WHO_AM_I", ["motion.identity lis3dh"], self.run("motion"))
        self.guest.registers.identity()

    def silent_sensor(self):
        self.guest.registers.silence()
        self.expect("a sensor that measures nothing", ["motion.length lis3dh"], self.run("motion"))
        self.guest.registers.hold("portrait")

    def wrong_length(self):
        self.guest.registers.hold("portrait", length=1.4)
        self.expect("1 g of 1.4", ["motion.length lis3dh"], self.run("motion"))
        self.guest.registers.hold("portrait")

    def absent_sensor(self):
        elsewhere = self.text.replace("address = 0x18", "address = 0x19")
        self.expect("no sensor at its address", ["motion.identity lis3dh"], self.run("motion", text=elsewhere))

    def wrong_mount(self):
        """A board with a fixed orientation in its file can be found wrong without a person."""
        fixed = self.text.replace('mode = "hand-held"', 'mode = "fixed"\nup = [0.0, 1.0, 0.0]')
        self.expect("a mount that is right", [], self.run("motion", text=fixed))
        turned = fixed.replace("mount = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]",
                               "mount = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]")
        self.expect("a mount turned by 90 degrees", ["motion.axes lis3dh"], self.run("motion", text=turned))

    def bounce(self):
        ending = threading.Event()

        def press():
            while not ending.is_set():
                self.guest.lines.press("source", 0.02)
        # The contact closes from time to time without a press; it is open in between, so that the check does not report
        # it as pressed.
        thread = threading.Thread(target=press)
        thread.start()
        report = self.run("button")
        ending.set()
        thread.join()
        found = {f["check"] for f in report["findings"] if f["verdict"] == "fail" and f["subject"] == "source"}
        others = [f for f in report["findings"] if f["verdict"] in ("warn", "fail") and f["subject"] != "source"]
        self.guest.check("check: bouncing button",
                         len(found) == 1 and found <= {"button.bounce", "button.idle"} and not others,
                         "; ".join("%s %s: %s" % (f["check"], f["subject"], f["message"]) for f in report["findings"]
                                   if f["verdict"] == "fail"))

    def stuck_button(self):
        # The simulated line takes a requested bias as the state of its contact.
        self.guest.lines.contact("marker", True)
        text = self.text.replace('bias = "pull-up"', 'bias = "as-is"')
        self.expect("button that is stuck", ["button.idle marker"], self.run("button", text=text))
        self.guest.lines.contact("marker", False)

    def taken_button(self):
        with self.taken("record"):
            self.expect("line of a button taken", ["button.idle record"], self.run("button"))

    def taken_light(self):
        with self.taken("status-light"):
            self.expect("line of a light taken", ["led.drive status"], self.run("led"))

    @contextlib.contextmanager
    def taken(self, name):
        """The kernel's old interface occupies a line."""
        chips = [os.path.join(GPIO, entry) for entry in os.listdir(GPIO) if entry.startswith("gpiochip")]
        chip = next(path for path in chips if devices.read(path + "/label") == devices.CHIP_LABEL)
        number = str(int(devices.read(chip + "/base")) + devices.LINES[name])
        devices.write(GPIO + "/export", number)
        try:
            yield
        finally:
            devices.write(GPIO + "/unexport", number)

    # MARK: card and system

    def read_only_card(self):
        self.small_card("read-only card", "size=600M,ro", "storage.directory")

    def full_card(self):
        self.small_card("card that is nearly full", "size=24M", "storage.space")

    def small_card(self, name, options, found):
        with self.mounted("-t", "tmpfs", "-o", options, "none") as folder:
            report = self.run("storage.directory", "storage.space", folder=folder)
        self.expect(name, ["%s %s" % (found, folder)], report)

    def slow_card(self):
        """A disk that the virtual machine slows down to 150 kB/s, in the time of the machine."""
        with self.guest.steady.at_rest(), self.mounted("-t", "ext4", "/dev/vda") as folder:
            report = self.run("storage.speed", folder=folder)
        self.expect("slow card", ["storage.speed " + folder], report)

    @contextlib.contextmanager
    def mounted(self, *words):
        """A file system in a folder."""
        folder = "/run/card"
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["mount", *words, folder], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True)

    @staticmethod
    def drop():
        """Gives up the rights of root."""
        resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0))
        resource.setrlimit(resource.RLIMIT_MEMLOCK, (65536, 65536))
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    def no_priority(self):
        self.expect("no realtime right", ["realtime.priority "], self.run("realtime.priority", before=self.drop))

    def no_memory_lock(self):
        self.expect("no memory lock", ["realtime.memory "], self.run("realtime.memory", before=self.drop))

    def held_back(self):
        usual = devices.read(RUN_TIME)
        devices.write(RUN_TIME, "400000")
        self.expect("realtime threads held back", ["realtime.throttle "], self.run("realtime"))
        devices.write(RUN_TIME, usual)

    def wrong_date(self):
        time_of_day = time.time()
        time.clock_settime(time.CLOCK_REALTIME, 86400)
        report = self.run("system.clock")
        time.clock_settime(time.CLOCK_REALTIME, time_of_day)
        self.expect("a clock that was never set", ["system.clock "], report)
