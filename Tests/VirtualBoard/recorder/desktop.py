"""Runs in the guest: Debian 13's PipeWire, WirePlumber and udev, as on a desktop, in a folder with that system."""
import os
import shutil
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIVE = os.path.join(HERE, "../../../deploy/live")


class Desktop:
    """The sound server of a desktop, with the files of the recipe."""

    def __init__(self, root, log):
        self.root, self.log = root, open(log, "w")
        for folder in ("proc", "sys", "dev", "run"):
            subprocess.run(["mount", "--rbind", "/" + folder, "%s/%s" % (root, folder)], check=True)
        os.makedirs("/run/desktop/runtime", mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"] + ":/usr/lib/systemd", "HOME": "/run/desktop", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": "/run/desktop/runtime", "XDG_CONFIG_HOME": "/run/desktop/config",
            "XDG_STATE_HOME": "/run/desktop/state", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/desktop/bus",
            # Otherwise udevadm asks for nothing in a folder.
            "SYSTEMD_IGNORE_CHROOT": "1"}
        self.processes = []
        # WirePlumber learns of devices from udev.
        self.start("systemd-udevd")
        time.sleep(1)
        for action in ("add", "change"):
            self.run("udevadm", "trigger", "--action=" + action, "--subsystem-match=sound")
            self.run("udevadm", "settle", "--timeout=180")
        self.start("dbus-daemon", "--session", "--nofork", "--address=unix:path=/run/desktop/bus")
        self.configure("pipewire")
        self.start("pipewire")
        self.manager = self.start("wireplumber")

    def configure(self, program):
        """Copies a file of the recipe to the place where a program looks for it."""
        folder = "/run/desktop/config/%s/%s.conf.d" % (program, program)
        os.makedirs(folder)
        shutil.copy("%s/%s.conf" % (LIVE, program), folder + "/pinna-live.conf")

    def restart_manager(self):
        """Starts WirePlumber again, with the file of the recipe."""
        self.manager.terminate()
        self.manager.wait()
        self.configure("wireplumber")
        self.manager = self.start("wireplumber")

    def start(self, *words):
        """Starts a program of that system."""
        process = subprocess.Popen(["chroot", self.root, *words], stdin=subprocess.DEVNULL, stdout=self.log,
                                   stderr=subprocess.STDOUT, env=self.environment, start_new_session=True)
        self.processes.append(process)
        return process

    def run(self, *words):
        """The output of a program of that system."""
        return subprocess.run(["chroot", self.root, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=self.log, text=True, env=self.environment).stdout

    def wait(self, text, seconds=180, gone=False):
        """Waits until the list of objects contains a text, or no longer contains it; returns false if it never does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if (text in self.run("pw-cli", "ls")) != gone:
                return True
            time.sleep(0.5)
        return False

    def record(self, path):
        """Records the source `pinna`, as a desktop's programs do, until it is terminated."""
        return self.start("pw-record", "--target", "pinna", "--rate", "48000", "--channels", "2", "--format", "s32",
                          path)

    def stop(self):
        for process in self.processes:
            try:
                os.killpg(process.pid, 15)
            except ProcessLookupError:
                pass
        for process in self.processes:
            process.wait()
        self.log.close()
