"""In the guest, before the recorder starts: makes the chips and cards of the virtual board, and holds it upright."""
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
# Groups and rights of the nodes, as a board that was switched on has them.
subprocess.run(["udevadm", "settle"], check=True)
