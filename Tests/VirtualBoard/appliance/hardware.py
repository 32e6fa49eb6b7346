"""Runs in the guest before the recorder starts: makes the chips and cards of the virtual board, and holds the board
upright."""
import subprocess
import sys

import devices

lines, registers, _ = devices.Lines("/"), devices.Registers("/"), devices.SoundCard("/")
lines.contact("power", False)
registers.identity()
registers.hold("portrait")
# The board file says so.
if registers.bus != 0:
    sys.exit("the accelerometer is on bus %d" % registers.bus)
# Groups and permissions of the device nodes, as on a running board.
subprocess.run(["udevadm", "settle"], check=True)
