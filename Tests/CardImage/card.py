"""A card in a file: its partitions, read and written without mounting anything."""
import os
import shutil
import struct
import subprocess
import tempfile

MEGABYTE = 1 << 20
BOOT, ROOT, CHANGES, TAKES = 1, 2, 3, 4


def run(command, **options):
    """Runs a program that must succeed; those for file systems are where administrators have them."""
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "MTOOLS_SKIP_CHECK": "1"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False, **options)
    if done.returncode != 0:
        raise OSError("%s: %s" % (" ".join(command), (done.stdout + done.stderr).decode(errors="replace")))
    return done.stdout.decode(errors="replace")


class Card:
    """The card of one computer."""

    def __init__(self, path):
        self.path = path

    @staticmethod
    def flash(image, path, megabytes):
        """Writes an image onto a blank card of so many megabytes."""
        if os.path.exists(path):
            os.remove(path)
        run(["cp", "--sparse=always", image, path])
        os.truncate(path, megabytes * MEGABYTE)
        return Card(path)

    def copy(self, path):
        """Another card with the same contents."""
        run(["cp", "--sparse=always", self.path, path])
        return Card(path)

    def partition(self, number):
        """Where a partition begins and how long it is, in bytes; `None` when it is not in the table."""
        with open(self.path, "rb") as file:
            file.seek(446 + 16 * (number - 1) + 8)
            start, sectors = struct.unpack("<II", file.read(8))
        return (start * 512, sectors * 512) if sectors else None

    def disk_id(self):
        """The number of the table, as PARTUUIDs begin."""
        with open(self.path, "rb") as file:
            file.seek(440)
            return "%08x" % struct.unpack("<I", file.read(4))

    def table_entry(self, number, entry=None):
        """An entry of the table; with a new one, the old one is replaced."""
        place = 446 + 16 * (number - 1)
        with open(self.path, "r+b") as file:
            file.seek(place)
            old = file.read(16)
            if entry is not None:
                file.seek(place)
                file.write(entry)
        return old

    # The boot partition, as another computer sees it.

    def _boot(self):
        return "%s@@%d" % (self.path, self.partition(BOOT)[0])

    def read(self, name):
        """A file of the boot partition; `None` when it is not there."""
        try:
            return run(["mtype", "-i", self._boot(), "::" + name])
        except OSError:
            return None

    def fetch(self, name, path):
        """Copies a file of the boot partition to a path."""
        run(["mcopy", "-n", "-o", "-i", self._boot(), "::" + name, path])

    def write(self, name, data):
        """Writes a file of the boot partition, bytes or text."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(data if isinstance(data, bytes) else data.encode())
            file.flush()
            run(["mcopy", "-n", "-o", "-i", self._boot(), file.name, "::" + name])

    def remove(self, name):
        """Removes a file of the boot partition."""
        run(["mdel", "-i", self._boot(), "::" + name])

    def names(self):
        """The files of the boot partition."""
        return run(["mdir", "-b", "-i", self._boot(), "::"]).replace("::/", "").split("\n")

    # Partitions as files.

    def extract(self, number, path):
        """Copies a partition into a file of its own, holes as holes."""
        start, size = self.partition(number)
        if os.path.exists(path):
            os.remove(path)
        run(["dd", "if=" + self.path, "of=" + path, "bs=1M", "iflag=skip_bytes,count_bytes", "skip=%d" % start,
             "count=%d" % size, "conv=sparse"])
        if os.path.getsize(path) < size:
            os.truncate(path, size)

    def insert(self, number, path):
        """Writes a file over a partition."""
        run(["dd", "if=" + path, "of=" + self.path, "bs=1M", "oflag=seek_bytes",
             "seek=%d" % self.partition(number)[0], "conv=notrunc,sparse"])

    def damage(self, number, length=MEGABYTE):
        """Overwrites the beginning of a partition with what is no file system."""
        with open(self.path, "r+b") as file:
            file.seek(self.partition(number)[0])
            file.write(b"\x5a" * length)

    def takes(self, folder):
        """Copies all takes into an empty folder after the check of their file system; returns the check's words."""
        image = folder + ".ext4"
        self.extract(TAKES, image)
        checked = subprocess.run(["/sbin/e2fsck", "-fp", image], capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        run(["debugfs", "-R", "rdump / " + folder, image])
        shutil.rmtree(os.path.join(folder, "lost+found"), ignore_errors=True)
        os.remove(image)
        if checked.returncode > 1:
            raise OSError("the file system of the takes: " + checked.stdout.decode())
        return checked.stdout.decode()
