"""A card in a file: its partitions, read and written without mounting anything."""
import os
import shutil
import struct
import subprocess
import tempfile

MEGABYTE = 1 << 20
BOOT, ROOT, CHANGES, TAKES = 1, 2, 3, 4


def run(command, **options):
    """Runs a program that must succeed; programs for file systems are in the administrator's folders."""
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
        """Writes an image onto a blank card of this size in megabytes."""
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
        """The start and length of a partition in bytes; `None` if it is not in the table."""
        with open(self.path, "rb") as file:
            file.seek(446 + 16 * (number - 1) + 8)
            start, sectors = struct.unpack("<II", file.read(8))
        return (start * 512, sectors * 512) if sectors else None

    def disk_id(self):
        """The identifier of the table, with which PARTUUIDs begin."""
        with open(self.path, "rb") as file:
            file.seek(440)
            return "%08x" % struct.unpack("<I", file.read(4))

    def table_entry(self, number, entry=None):
        """An entry of the table; a new entry replaces the old one."""
        place = 446 + 16 * (number - 1)
        with open(self.path, "r+b") as file:
            file.seek(place)
            old = file.read(16)
            if entry is not None:
                file.seek(place)
                file.write(entry)
        return old

    # The boot partition, as seen by another computer.

    def _boot(self):
        return "%s@@%d" % (self.path, self.partition(BOOT)[0])

    def read(self, name):
        """A file of the boot partition; `None` if there is no such file."""
        try:
            return run(["mtype", "-i", self._boot(), "::" + name])
        except OSError:
            return None

    def fetch(self, name, path):
        """Copies a file of the boot partition to a path."""
        run(["mcopy", "-n", "-o", "-i", self._boot(), "::" + name, path])

    def write(self, name, data):
        """Writes bytes or text to a file of the boot partition."""
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
        """Copies a partition into a separate sparse file."""
        start, size = self.partition(number)
        if os.path.exists(path):
            os.remove(path)
        run(["dd", "if=" + self.path, "of=" + path, "bs=1M", "iflag=skip_bytes,count_bytes", "skip=%d" % start,
             "count=%d" % size, "conv=sparse"])
        if os.path.getsize(path) < size:
            os.truncate(path, size)

    def insert(self, number, path):
        """Overwrites a partition with a file."""
        run(["dd", "if=" + path, "of=" + self.path, "bs=1M", "oflag=seek_bytes",
             "seek=%d" % self.partition(number)[0], "conv=notrunc,sparse"])

    def damage(self, number, length=MEGABYTE):
        """Overwrites the beginning of a partition with bytes that are not a file system."""
        with open(self.path, "r+b") as file:
            file.seek(self.partition(number)[0])
            file.write(b"\x5a" * length)

    def takes(self, folder):
        """Checks the file system of the takes, and copies all takes into an empty folder; returns the output of the
        check."""
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
