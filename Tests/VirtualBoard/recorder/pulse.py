"""Runs in the guest: a pulse per second on a line of the board, at the true second; the clock is ahead of it.

Usage: pulse.py FILE AHEAD     (the `pull` file of the line; seconds by which the clock is ahead)

The kernel stamps an edge some microseconds after this program has made it, and this program wakes up late. It therefore
polls the clock until the instant, and starts earlier by the delay of the last edges. """
import os
import sys
import time

ASSERT = "/sys/class/pps/pps0/assert"
# Seconds before the instant from which on it looks at the clock, and for which the contact is closed.
AWAKE, CLOSED = 0.003, 0.05


def put(path, word):
    with open(path, "w") as file:
        file.write(word)


def stamp():
    """The time of the newest edge after its second, in seconds of the clock."""
    with open(ASSERT) as file:
        words = file.read().partition("#")[0]
    part = float("0." + words.partition(".")[2])
    return part if part < 0.5 else part - 1


def main():
    path, ahead = sys.argv[1], float(sys.argv[2])
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(90))
    put(path, "pull-down")
    late = []
    while True:
        lead = sorted(late)[len(late) // 2] if late else 0
        second = int(time.time() - ahead) + 1
        instant = second + ahead - lead
        time.sleep(max(0, instant - AWAKE - time.time()))
        while time.time() < instant:
            pass
        put(path, "pull-up")
        time.sleep(CLOSED)
        put(path, "pull-down")
        late = [*late[-8:], stamp() - ahead + lead]


main()
