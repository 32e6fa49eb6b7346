"""Starts the card of deploy/make-image in an emulated computer, and tests the events in the life of a card.

Usage: try_image.py --image FILE.img --boards FOLDER --work FOLDER [--cuts N] [--seed WORD] [GROUP ...]

Every group except `first` starts from the card as `first` left it. """
import argparse
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from card import BOOT, CHANGES, MEGABYTE, ROOT, TAKES, Card  # noqa: E402
from machine import Machine  # noqa: E402
from trial import CARD_SIZE, SETTINGS, Trial, checksum, inside, renderings, system_calls  # noqa: E402

GROUPS = ("first", "settings", "cuts", "full", "damaged", "missing", "instructions")
# Instructions and bytes in a second of a Raspberry Pi 4: 1.5 GHz at 0.6 instructions a cycle, and a card of class A1.
INSTRUCTIONS, READ = 0.9e9, 30e6


def first(trial):
    """A blank card, its first start with settings from another computer, a take, and a power cut in a second take."""
    card = Card.flash(trial.options.image, trial.path("card.img"), CARD_SIZE)
    root = checksum(card, ROOT)
    with open(trial.key + ".pub") as file:
        card.write("authorized_keys", file.read().replace("\n", "\r\n"))
    card.write("boards/virtual-board.toml", trial.board())
    # As Notepad writes it.
    card.write("pinna.toml", ("\ufeff" + SETTINGS % "").replace("\n", "\r\n"))
    boot_files = sorted(card.names())
    with trial.start(card) as machine:
        armed = machine.wait_until_armed()
        trial.check("first start: armed", True)
        trial.figure("armed after %d s of an emulated processor of 1e9 instructions a second" % armed)
        machine.start_take()
        machine.wait(6)
        machine.stop_take()
        machine.wait_for_shell()
        inside(trial, machine)
        machine.start_take()
        machine.wait(6)
        trial.check("recording until the power is cut", machine.lights() == (True, True), machine.lights())
        machine.cut()
    trial.check("the first start leaves the root as it was made", checksum(card, ROOT) == root)
    trial.check("and the boot partition", sorted(card.names()) == boot_files, card.names())
    start, size = card.partition(TAKES)
    trial.check("the takes have the rest of the card", start + size > (CARD_SIZE - 64) * MEGABYTE, (start, size))
    with trial.start(card) as machine:
        armed = machine.wait_until_armed()
        trial.check("second start, after the cut: armed", True)
        trial.figure("armed after %d s of an emulated processor of 1e9 instructions a second" % armed)
        machine.start_take()
        machine.wait(3)
        machine.stop_take()
        machine.cut()
    names = sorted(name for name in trial.takes(card) if not name.endswith("_raw.wav"))
    trial.check("three takes are there, whole", len(names) == 3 and not any("recording" in n for n in names), names)
    for name, words, least in zip(names, ("a take", "the take that was cut", "the take after it"), (6, 4.5, 3)):
        trial.judge(trial.path("takes/" + name), words, least)
    os.replace(card.path, trial.path("settled.img"))


def settings(trial):
    """Wrong and correct settings, changed on another computer."""
    card = trial.settled("settings")
    good = card.read("pinna.toml")
    card.write("pinna.toml", 'board = "nosuch"\r\n')
    card.write("authorized_keys", "ssh-ed25519 AAAAC3\r\n")
    with trial.start(card) as machine:
        machine.wait_for(lambda: machine.lights()[0] and machine.blinks() > 8, 300, "no error on the lights")
        trial.check("wrong settings: the status light blinks fast", True)
        machine.press()
        machine.wait_for(lambda: machine.lights() == (True, True) and machine.steady(True, True, 1.5), 60, "no take")
        trial.check("and the recorder records with the settings that it had", True)
        machine.stop_take()
        machine.wait_for_shell()
        trial.check("the key that was there before still counts", machine.shell("true")[0] == 0)
        machine.cut()
    text = card.read("pinna.toml.problem.txt") or ""
    trial.check("a text beside it says why", "no such board" in text and "\r\n" in text, text)
    text = card.read("authorized_keys.problem.txt") or ""
    trial.check("another one beside the key", "Line 1 is not a public SSH key" in text, text)
    wide = (SETTINGS % "split = \"1 h\"").replace("\n", "\r\n").encode("utf-16")
    card.write("pinna.toml", wide)
    with open(trial.key + ".pub") as file:
        card.write("authorized_keys", file.read())
    with trial.start(card) as machine:
        machine.wait_until_armed()
        trial.check("right settings in UTF-16: armed, and no error any more", True)
        machine.wait_for_shell()
        _, words = machine.shell("pinna config show | grep split")
        trial.check("they are in force", "1 h" in words, words)
        machine.cut()
    left = [name for name in card.names() if "problem" in name]
    trial.check("the texts are gone", not left, left)
    os.remove(card.path)


def cuts(trial):
    """Power cuts at random instants after power-on, on new and used cards."""
    chance = random.Random(trial.options.seed)
    trial.figure("--seed %s --cuts %d" % (trial.options.seed, trial.options.cuts))
    card, confirmed, came_up = trial.settled("cuts"), 3, 0
    expected = 30.0
    for number in range(trial.options.cuts):
        if number == 2:
            # A new card, whose first start is interrupted again and again.
            before = trial.takes(card)
            trial.check("after two cuts no take is lost", count(before) >= confirmed, (sorted(before), confirmed))
            card = fresh(trial)
            confirmed = 0
        after = int(chance.uniform(0, 1.6 * expected))
        with trial.start(card) as machine:
            try:
                armed = machine.wait_for(
                    lambda: machine.seconds >= after or machine.lights() == (True, False)
                    and machine.steady(True, False), after + 60, "")
            except OSError as error:
                trial.check("cut %d" % number, False, error)
                return
            state = "while it starts"
            if machine.seconds < after:
                came_up, expected, state = came_up + 1, armed, "armed"
                machine.press()
                while machine.seconds < after:
                    if machine.lights() == (True, True) and machine.steady(True, True, 1):
                        confirmed, state = confirmed + 1, "in a take"
                        while machine.seconds < after:
                            time.sleep(0.02)
                    time.sleep(0.02)
            # At a random instant in that second, not at its beginning.
            time.sleep(chance.uniform(0, 1))
            machine.cut()
        trial.figure("cut %d after %d s, %s" % (number, after, state))
    with trial.start(card) as machine:
        machine.wait_until_armed()
        trial.check("after %d cuts it comes up; %d times it was armed in between" % (trial.options.cuts, came_up), True)
        machine.cut()
    found = trial.takes(card)
    trial.check("no take is lost", count(found) >= confirmed, (sorted(found), confirmed))
    for name, path in sorted(found.items()):
        if not name.endswith("_raw.wav"):
            trial.judge(path, name)
    os.remove(card.path)


def fresh(trial):
    """A new card with the settings of the test."""
    card = Card.flash(trial.options.image, trial.path("fresh.img"), CARD_SIZE)
    card.write("boards/virtual-board.toml", trial.board())
    card.write("pinna.toml", SETTINGS % "")
    return card


def count(found):
    return sum(not name.endswith("_raw.wav") for name in found)


def full(trial):
    """A full card."""
    card = trial.settled("full")
    image = trial.path("full.ext4")
    card.extract(TAKES, image)
    # The power was cut, so the file system has not yet replayed its journal, and replaying would overwrite a file
    # written now.
    subprocess.run(["/sbin/e2fsck", "-fp", image], capture_output=True, check=False)
    # All space except 6 MB, which is less than the recorder keeps free.
    blocks = int(re.search(r"Free blocks: *(\d+)", subprocess.run(
        ["/sbin/dumpe2fs", "-h", image], capture_output=True, text=True, check=True).stdout).group(1))
    filler = trial.path("filler")
    with open(filler, "wb") as file:
        for _ in range(blocks * 4096 // MEGABYTE - 6):
            file.write(b"\xff" * MEGABYTE)
    subprocess.run(["/sbin/debugfs", "-w", "-R", "write %s filler" % filler, image], check=True, capture_output=True)
    os.remove(filler)
    before = {name: hashlib.sha256(open(path, "rb").read()).hexdigest() for name, path in trial.takes(card).items()}
    card.insert(TAKES, image)
    os.remove(image)
    with trial.start(card) as machine:
        machine.wait_for(lambda: machine.lights()[0] and machine.blinks() > 3, 300, "no warning on the lights")
        trial.check("a full card: the lights say so", True)
        machine.press()
        machine.wait_for_shell()
        trial.check("no take starts", not machine.lights()[1])
        _, words = machine.shell("systemctl is-active pinna; systemctl --failed --plain --no-legend")
        trial.check("the recorder lives", words.strip() == "active", words)
        machine.cut()
    after = {name: hashlib.sha256(open(path, "rb").read()).hexdigest() for name, path in trial.takes(card).items()}
    trial.check("the takes are as they were", after == before,
                sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)))
    os.remove(card.path)


def damaged(trial):
    """A boot partition and a partition of changes with damaged file systems.

    The firmware of a real computer reads the kernel from the boot partition, and would not start; here, the partition
    is damaged after that. """
    card = trial.settled("damaged")
    healthy = Card(trial.path("settled.img"))
    card.damage(BOOT)
    with Machine(healthy, trial.work, scene=trial.scene, key=trial.key, disk=card) as machine:
        machine.wait_for(lambda: machine.lights()[0] and machine.blinks() > 8, 300, "no error on the lights")
        trial.check("a damaged boot partition: the lights say so", True)
        machine.start_take()
        trial.check("and the recorder records with the settings that it had", True)
        machine.stop_take()
        machine.cut()
    card = trial.settled("damaged")
    card.damage(CHANGES, 32 * MEGABYTE)
    with trial.start(card) as machine:
        machine.wait_for(lambda: machine.lights()[0] and machine.blinks() > 8, 300, "no error on the lights")
        machine.start_take()
        trial.check("a damaged partition of changes is told, and the settings are those of the boot partition", True)
        machine.stop_take()
        machine.cut()
    text = card.read("card.problem.txt") or ""
    trial.check("a text says so", "recreated" in text, text)
    found = trial.takes(card)
    trial.check("all takes are there", count(found) == 4, sorted(found))
    os.remove(card.path)


def missing(trial):
    """A card without its partition of takes."""
    card = trial.settled("missing")
    entry = card.table_entry(TAKES, bytes(16))
    with trial.start(card) as machine:
        machine.wait_for(lambda: machine.lights()[0] and machine.blinks() > 8, 300, "no error on the lights")
        trial.check("without the partition of takes the lights say so", True)
        machine.press()
        machine.wait(3)
        trial.check("and no take starts", not machine.lights()[1])
        machine.cut()
    card.table_entry(TAKES, entry)
    with trial.start(card) as machine:
        machine.wait_until_armed()
        machine.cut()
    trial.check("when it is back, so are the takes", count(trial.takes(card)) == 3)
    os.remove(card.path)


def instructions(trial):
    """Instructions from power-on to armed, with the time that a Raspberry Pi 4 would need; system calls; renderings."""
    card = trial.settled("instructions")
    with trial.start(card) as machine:
        armed = machine.wait_until_armed()
        read = machine.bytes_read()
        machine.wait_for_shell()
        _, words = machine.shell("systemd-analyze | head -n 1; systemd-analyze critical-chain pinna.service")
        for line in words.strip().split("\n"):
            trial.figure(line)
        system_calls(trial, machine)
        # A long take in addition to the card's short ones.
        machine.start_take()
        machine.wait(30)
        machine.stop_take()
        renderings(trial, machine)
        machine.cut()
    trial.check("armed within 45 s of an emulated processor of 1e9 instructions a second", armed <= 45, armed)
    # The clock shows whole seconds.
    estimate = (armed + 1) * 1e9 / INSTRUCTIONS + read / READ
    trial.figure("armed after %d s of it; %.0f MB were read" % (armed, read / 1e6))
    trial.figure("a Raspberry Pi 4, one of its four cores: about %.0f s from the kernel on" % estimate)
    trial.check("which a Raspberry Pi 4 would do within 20 s", estimate <= 20, estimate)
    os.remove(card.path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("image", "boards", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--cuts", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("groups", nargs="*")
    options = parser.parse_args()
    trial = Trial(options)
    groups = options.groups or list(GROUPS)
    if "first" not in groups and not os.path.exists(trial.path("settled.img")):
        groups.insert(0, "first")
    for group in groups:
        print("%s:" % group, flush=True)
        began = time.monotonic()
        try:
            globals()[group](trial)
        except OSError as error:
            trial.check(group, False, error)
        trial.figure("%.0f s" % (time.monotonic() - began))
    shutil.rmtree(trial.path("takes"), ignore_errors=True)
    print("%d checks failed" % trial.failed if trial.failed else "everything passed")
    sys.exit(1 if trial.failed else 0)


if __name__ == "__main__":
    main()
