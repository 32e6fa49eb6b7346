"""Runs outside the guest: two media in USB sockets, unplugged and plugged in at the guest's request."""
import json
import os
import shutil
import socket
import subprocess
import tempfile

# The media, in the order of their sockets, and what makes their file systems.
MEDIA = {"first": ["mke2fs", "-q", "-F", "-t", "ext4"], "second": ["mkfs.vfat"]}
SIZE = 256 << 20


class Sockets:
    """The sockets of one guest; `options` are those of its emulator."""

    def __init__(self, work, out):
        self.request = os.path.join(out, "medium")
        # The length of a socket's path is limited.
        self.folder = tempfile.mkdtemp()
        control = os.path.join(self.folder, "qmp")
        self.options, self.control, self.monitor = ["-qmp", "unix:%s,server=on,wait=off" % control], control, None
        self.options += ["-device", "qemu-xhci,id=usb"]
        for name, make in MEDIA.items():
            path = os.path.join(work, name + ".disk")
            with open(path, "wb") as file:
                file.truncate(SIZE)
            subprocess.run([*make, path], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
            self.options += ["-blockdev", "driver=file,filename=%s,node-name=%s,cache.no-flush=on" % (path, name),
                             "-device", "usb-storage,id=%s-stick,drive=%s,bus=usb.0" % (name, name)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.monitor:
            self.monitor.close()
        shutil.rmtree(self.folder)

    def serve(self):
        """Carries out the guest's requests."""
        try:
            with open(self.request) as file:
                what, name = file.read().split()
        except FileNotFoundError:
            return
        stick = name + "-stick"
        if what == "pull":
            self.tell("device_del", id=stick)
        else:
            self.tell("device_add", driver="usb-storage", id=stick, drive=name, bus="usb.0")
        os.remove(self.request)

    def tell(self, command, **arguments):
        """Gives the emulator a command, and waits for its answer."""
        if not self.monitor:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(self.control)
            self.monitor = connection.makefile("rw")
            connection.close()
            self.monitor.readline()
            self.tell("qmp_capabilities")
        self.monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.monitor.flush()
        # Events may come before the answer.
        words = {}
        while "return" not in words:
            words = json.loads(self.monitor.readline())
            if "error" in words:
                raise RuntimeError(words["error"]["desc"])
