"""Makes a disk of a root folder with the package installed, boots it, cuts its power, boots it again, and judges.

Usage: appliance.py --root FOLDER --package FILE.deb --boards FOLDER --work FOLDER [--only GROUP ...] [--again]
                    [--browser PYTHON]

--browser is a Python that has Playwright: a browser of this machine then uses the page of the appliance. --again boots
nothing, and judges the files of the last run again. """
import argparse
import glob
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WEB_PAGE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "WebPage")
RECORDER = os.path.join(os.path.dirname(HERE), "recorder")
sys.path[:0] = [RECORDER, os.path.dirname(HERE)]
import devices  # noqa: E402
import limit  # noqa: E402
import scene  # noqa: E402
import virtual_board  # noqa: E402

SETTINGS = 'board = "/etc/pinna/boards/virtual-board.toml"\n' + virtual_board.SETTINGS % {
    "directory": "/var/lib/pinna/takes", "take": "", "rendering": "linear"} + 'source = "back"\n'
COPY = "\n[copy]\nenabled = true\n"
WIFI = "\n[control]\nwifi-hold = true\n"
PLACE = '\n[place]\ngpsd = true\nname = "on the road"\n'
# The line is high while the supply fails.
POWER = '\n[power]\nchip = "%s"\nline = %d\n' % (devices.CHIP_LABEL, devices.LINES["power"])
# The cases of the boards: the recorder needs the filters of all of them.
PATTERNS = [("virtual-board", pattern) for pattern in virtual_board.PATTERNS] + [
    ("pair", "stereo"), ("pair", "omni")]
SOUND = "S32_LE-4"
UNITS = ("virtual-hardware.service", "appliance-test.service")
# The parts of a small system that the test does not need.
MASKED = ("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "fstrim.timer")
# The processor time, in seconds, after which a guest is killed: about ten times what it needs.
LIMIT = 3600


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def lines_in_root(root, *command):
    """Runs a command in the root folder; returns the lines of its output. Swift finds its arguments in /proc."""
    inside = 'mount -t proc proc "$0/proc" && exec env -u TMPDIR chroot "$0" "$@"'
    done = subprocess.run(["unshare", "--mount", "sh", "-c", inside, root, *command],
                          check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().splitlines()


def sounds():
    """The sounds at the microphones, by the name used to judge a take."""
    return {SOUND: scene.words(scene.sequence(), scene.BITS["S32_LE"], 4, scene.MARK["S32_LE"])}


def configure(options, expected):
    """Copies a maker's files into the root folder, and the programs that operate the board from outside."""
    root, tools = options.root, options.root + "/opt/appliance"
    boards = root + "/etc/pinna/boards"
    write(boards + "/virtual-board.toml", virtual_board.board_text(options.boards) + POWER)
    shutil.copy(HERE + "/pair.toml", boards)
    os.makedirs(tools)
    write(tools + "/pinna.toml", SETTINGS + (COPY if "copy" in options.only else "")
          + (WIFI if "web" in options.only else "") + (PLACE if "control" in options.only else ""))
    for name in ("guest.py", "service.py", "satellites.py", "hardware.py"):
        shutil.copy(os.path.join(HERE, name), tools)
    for name in ("devices.py", "steady.py"):
        shutil.copy(os.path.join(RECORDER, name), tools)
    with open(tools + "/scene.pcm", "wb") as file:
        file.write(scene.wire(expected[SOUND], "S32_LE"))
    wanted = {"only": options.only, "browser": bool(options.browser) and "browser" in options.only}
    write(tools + "/appliance.json", json.dumps(wanted))
    certificate(tools)
    system(root)
    # On a real board, the filters are in the cache after the first start; this test does not cover designing them.
    for board, pattern in PATTERNS:
        lines_in_root(root, "env", "PINNA_CACHE=/var/cache/pinna", "pinna", "design", "--config",
                      "/opt/appliance/pinna.toml", "--board", "/etc/pinna/boards/%s.toml" % board, "--pattern", pattern)
    lines_in_root(root, "chown", "-R", "pinna:pinna", "/var/cache/pinna")


def certificate(folder):
    """A certificate of its own for HTTPS, as a maker makes one."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "3650", "-subj", "/CN=appliance.local", "-addext", "subjectAltName=DNS:appliance.local",
                    "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem"],
                   check=True, stderr=subprocess.DEVNULL)
    os.chmod(folder + "/key.pem", 0o600)


def system(root):
    """Turns a folder with packages into a system that boots from the first disk."""
    write(root + "/etc/hostname", "appliance\n")
    write(root + "/etc/fstab", "/dev/vda / ext4 rw,noatime 0 1\n")
    # A system that was switched on before: the first start of one enables every unit that it finds.
    write(root + "/etc/machine-id", "%032x\n" % 0xb0a2d)
    for unit in UNITS:
        shutil.copy(os.path.join(HERE, unit), root + "/etc/systemd/system")
        wants = root + "/etc/systemd/system/multi-user.target.wants"
        os.makedirs(wants, exist_ok=True)
        os.symlink("../" + unit, os.path.join(wants, unit))
    # Without a network until the browser is tried.
    write(root + "/etc/modprobe.d/no-network.conf", "blacklist virtio_net\n")
    for unit in MASKED:
        os.symlink("/dev/null", root + "/etc/systemd/system/" + unit)


def make_disk(options):
    """An ext4 image of the root folder, and a USB stick with a partition as cameras and people make it."""
    disk, stick = (os.path.join(options.work, name) for name in ("disk.img", "stick.img"))
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", options.root, disk, "4G"], check=True,
                   stdout=subprocess.DEVNULL)
    # One partition of FAT32 from 1 MiB on, in the table that every PC has known: the stick is 512 MiB.
    first, sectors = 2048, (512 << 11) - 2048
    with open(stick, "wb") as file:
        file.truncate((first + sectors) * 512)
        file.seek(446)
        file.write(struct.pack("<B3sB3sII", 0, b"\xfe\xff\xff", 0x0C, b"\xfe\xff\xff", first, sectors))
        file.seek(510)
        file.write(b"\x55\xaa")
    subprocess.run(["mkfs.vfat", "-F", "32", "--offset=%d" % first, stick, str(sectors // 2)], check=True,
                   stdout=subprocess.DEVNULL)
    return disk, stick


def measure_package(options):
    """Figures for the package and the installed files."""
    fields = lines_in_root(options.root, "dpkg-query", "-W", "-f=${Version}\n${Installed-Size}\n", "pinna")
    paths = [options.root + name for name in lines_in_root(options.root, "dpkg-query", "-L", "pinna")]
    size = sum(os.lstat(path).st_size for path in paths if os.path.isfile(path) and not os.path.islink(path))
    return {"version": fields[0], "package MB": os.path.getsize(options.package) / 1e6,
            "Installed-Size MB": int(fields[1]) * 1024 / 1e6, "installed files MB": size / 1e6}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def boot(options, out, number, disk, stick):
    """Runs the guest until it powers off, or until its last message in a take, and then cuts the power."""
    began, port, browser = time.monotonic(), free_port(), None
    process = subprocess.Popen(
        [os.path.join(os.path.dirname(HERE), "boot"), "appliance", str(number), out,
         "-device", "qemu-xhci", "-drive", "if=none,id=stick,format=raw,cache=unsafe,file=" + stick, "-device",
         "usb-storage,drive=stick", "-device", "virtio-net-pci,netdev=net", "-netdev",
         "user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:%d-:80" % port],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env={**os.environ, "BOARD_CLOCK": "instructions", "BOARD_DISK": disk})
    word, wanted = (os.path.join(out, name) for name in ("last-word", "browser-wanted"))
    most = limit.Limit(process, LIMIT)
    try:
        while process.poll() is None and not most.is_over():
            time.sleep(0.1)
            if not browser and os.path.exists(wanted):
                os.remove(wanted)
                with open(os.path.join(out, "browser.log"), "w") as log:
                    browser = subprocess.Popen(
                        [options.browser, "-B", os.path.join(WEB_PAGE, "guest_page.py"), str(port), out],
                        stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            if os.path.exists(word):
                cut(process, out, word)
    finally:
        if browser and browser.poll() is None:
            browser.kill()
            browser.wait()
        if process.poll() is None:
            process.kill()
            process.wait()
            print("the guest did not end in time")
    for name in ("log", "status", "console"):
        if os.path.exists(os.path.join(out, name)):
            os.rename(os.path.join(out, name), os.path.join(out, "%s-%d" % (name, number)))
    print("boot %d: %.0f s, %.0f s of processor" % (number, time.monotonic() - began, most.used), flush=True)


def cut(process, out, word):
    """Ends the machine as a power cut does, and keeps what the guest said last."""
    time.sleep(random.uniform(0, 1))
    process.send_signal(signal.SIGKILL)
    process.wait()
    os.rename(word, os.path.join(out, "cut.json"))


def report(options, out, expected):
    """Prints checks and figures; returns how many checks failed."""
    failed = virtual_board.report(out, expected)
    for number in (1, 2):
        path = os.path.join(out, "status-%d" % number)
        if not os.path.exists(path):
            failed += 1
            print("\nThe guest's boot %d did not come to its end:" % number)
            for name in ("log", "console"):
                path = os.path.join(out, "%s-%d" % (name, number))
                if os.path.exists(path):
                    with open(path, errors="replace") as file:
                        print(file.read()[-2000:])
    print()
    for name in sorted(glob.glob(out + "/*figures.json"), reverse=True):
        with open(name) as file:
            for what, value in json.load(file).items():
                print("  %-44s %s" % (what, value if isinstance(value, str) else "%.2f" % value))
    return failed


def main():
    parser = argparse.ArgumentParser()
    for name in ("boards", "work"):
        parser.add_argument("--" + name, required=True)
    for name in ("root", "package", "browser"):
        parser.add_argument("--" + name)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    # The browser uses the page of the group `web`.
    options.only += ["web"] if "browser" in options.only and "web" not in options.only else []
    out = os.path.join(options.work, "out")
    began, expected = time.monotonic(), sounds()
    if not options.again:
        shutil.rmtree(options.work, ignore_errors=True)
        os.makedirs(out)
        configure(options, expected)
        write(out + "/package-figures.json", json.dumps(measure_package(options)))
        disk, stick = make_disk(options)
        for number in (1, 2):
            boot(options, out, number, disk, stick)
    failed = report(options, out, expected)
    print("%.0f s; logs and takes are in %s" % (time.monotonic() - began, out))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
