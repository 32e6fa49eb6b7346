extension Settings {
  // swift-format-ignore
  /// A settings file with every key: those with a default as a comment with it, those without one as an example.
  ///
  /// It is what the package installs as an example, what `pinna config default` prints, and where `pinna config show`
  /// has its defaults from.
  package static let template = #"""
# Settings: what a recordist prefers. Copy this file to /etc/pinna/pinna.toml, name the board, and start the recorder
# again:
#   sudo systemctl restart pinna
# Commands read the same file, or that of --config; options of the command line come first.
#
# A line with one # is a default: it holds when the line is left out. A line with ## is an example of a key that has
# none. Only the board must be there. Unknown keys and absurd values are errors with file, line and column, and so is
# what cannot be done: a format that cannot hold what the board gives (Opus at 44.1 kHz, FLAC of floats, m4a without
# ffmpeg), or a monitor on a board without [playback].

# A board of `pinna board list`, or the path of a board file of your own; those in /etc/pinna/boards are found by name.
# A scenario names its own board.
board = "respeaker-4mic-hat"

[take]
# directory = "/var/lib/pinna/takes"  # the service may write nowhere else: see ReadWritePaths= in pinna.service
# format = "wav"                # wav | flac | opus | m4a
# samples = "s24"               # s24 | f32, of WAV files
# raw = false                   # keep every channel of the capture device too: left and right can be chosen again
# A second file, 12 dB lower and limited by itself. It helps where the sum of the microphones was too loud for the file;
# a microphone that itself is driven too hard is clipped in both.
# safety = false
# pre-roll = 5.0                # s from before the press that a take begins with, 0 to 60
## input-gain = 20.0           # dB, where the card has one and the board file names it in gain-controls; -60 to 60
## duration = "30 min"          # a take ends by itself; without this line it does not
# split = "2 h"                 # a length, a size such as "3.6 GiB", or "off"
# low-cut = 50                  # Hz, 40 to 240, or "off"
# limiter = true                # false: peaks beyond full scale clip, and are counted
# restart = false               # a new take by itself when a capture device or a card that failed in a take is back

[stereo]
## source = "back"              # a data source of the board; its first without this line
# Without this line: stereo, or the first of plain and mid-side that the data source has instead.
# ambix: four channels of ambisonics (WAV or FLAC), from a board on a table; headphones and [live] hear two cardioids.
## pattern = "stereo"           # stereo | plain | mid-side | omni | subcardioid | cardioid | ambix
# orientation = "auto"          # auto | portrait | portraitUpsideDown | landscapeLeft | landscapeRight
# front-emphasis = 6.0          # dB by which the front is louder than straight behind, 0 to 10; 0 turns it off
# width = 1.0                   # 0 mono to 2
# ears = "kemar"                # kemar | sphere | a SOFA file
# rendering = "directional"     # directional | linear: with what the direction of each sound adds, or filters alone
# wind = "auto"                 # auto | off: the noise of wind is reduced where there is any; raw files keep it
# wind-strength = 15.0          # dB by which it is reduced at most, 3 to 30

[monitor]
# Live sound in the headphones, where the board file has [playback].
# enabled = false
# tones = false                 # a short tone when a take starts, another when it ends; never recorded
# volume = 0.0                  # dB against the take, -60 to 12

[live]
# Left and right as they sound, for other programs: into one side of a loopback card (snd-aloop), whose other side they
# record from; see live.md. Takes go on whether somebody listens or not.
## device = "hw:CARD=Pinna,DEV=0"

[copy]
# enabled = false               # true: source, held for 3 s, copies all takes to a USB stick
# request = "/run/pinna/copy-request"  # written to ask pinna-copy.service for it, as pinna-copy.path has it
# status = "/run/pinna-copy/status"    # read to hear how it goes, as pinna-copy.service has it

# record = "/var/lib/pinna-copy/copied"  # the files whose copies were read back
# The oldest takes are deleted when less is free than this, and only those of which every file was copied to a stick and
# read back. Without this line nothing is ever deleted.
## keep-free = "20 GB"

# A command after each take, run by /bin/sh as the user pinna-after, who may read takes and has a network: "$@" are the
# files of the take, PINNA_TAKE is its name. One that fails is tried again every five minutes, takes in their order,
# also those of before a power cut. The key for ssh: sudo -u pinna-after ssh-keygen -t ed25519; then send it with
# ssh-copy-id.
[after]
## run = 'rsync --partial -a -e "ssh -o BatchMode=yes" "$@" nas.local:field/'
# signal = "/run/pinna/take-finished"  # written when a take is finished, as pinna-after.path has it
# limit = "12 h"                # a command that runs for longer is ended, and counts as one that failed

# A line of JSON for watchers: time, state, frames so far, takes, free bytes. Older than a minute or two: look after it.
[heartbeat]
## file = "/run/pinna/heartbeat" # or "none"
# every = "30 s"                # and when the state changes

[control]
# The socket of `pinna status`, `start`, `stop` and others: /run/pinna/control, or pinna/control in $XDG_RUNTIME_DIR
# for a recorder that may not write there. Commands find it by this key too. --control and $PINNA_CONTROL come first.
# The service may make it below /run/pinna only.
## path = "none"                # an absolute path, or none: no other program can talk to the recorder
# wifi-hold = false             # true: source, held for 10 s, opens or closes a Wi-Fi of the recorder's own: wifi.md

[leds]
# enabled = true                # false keeps all lights dark

[realtime]
# capture-priority = 80         # SCHED_FIFO, 1 to 98
# render-priority = 70          # lower than capture: rendering can catch up

# A clock that a network, satellites or a battery keep starts takes of the schedule. Two others are warned of, and start
# none unless they are named here: "kept", which goes on where it stood when the power was off, as on a board without a
# clock chip, and "unknown", which a hand has set, for example.
[clock]
# trust = []                    # such as ["kept", "unknown"]

# The place of the recorder, for its files and for times by the sun: WGS 84, degrees north and east.
## [place]
## latitude = 52.52
## longitude = 13.405
## elevation = 34              # m above the sea
## name = "Tiergarten, north"
# With a receiver for satellites instead of numbers, or beside them for as long as it has no fix. gpsd listens to it,
# and `sudo systemctl enable --now pinna-gps` lets the recorder hear of it; `pinna gps` shows whether it works.
## gpsd = true
## fix = "/run/pinna-gps/fix"

# Takes that begin when it becomes loud, with the pre-roll that is there, and end when it was quiet for a while. The
# level is a mean over 0.3 s in dBFS, as meters show it (a sine of full scale has 0) and without an offset: of the
# loudest microphone as it is captured, or of left and right with the low cut, which wind troubles less and which costs
# as much as their meters, also in takes. A take that a hand ends is followed by none before it was quiet once, one that
# reaches its greatest length, or that a fault ends, by the next as soon as that can be; a take of the schedule ends it.
# In the first two seconds of a device nothing begins. This table alone turns it on; `pinna monitor` shows levels.
## [trigger]
## level = -40.0                # dBFS, -100 to 0
## of = "microphones"           # microphones | stereo
## attack = 0.2                 # s for which it is loud before a take begins
## hold = 5.0                   # s for which it is quiet before it ends
## longest = "10 min"
## takes-per-hour = 30

# Takes that start by themselves, as many tables as you like. A scheduled take starts when its time comes, with the
# pre-roll, and ends at its end, also when it was paused. When another take is being made it is skipped and that is
# said; without a clock that is set and trusted nothing is started and that is said too. When the device or the card is
# away, it is tried again until its end, and one that a fault ends goes on in a new take, unless it was paused; only a
# hand ends it for good. After a power cut, or when the clock is set late, what is left of its time is recorded. An hour
# that comes twice at the end of summer time starts its takes once; a take in the hour that is left out in spring starts
# when the clock jumps. Try it with
#   pinna simulate scene.toml --out takes --config mine.toml --start "2026-11-20 05:29:50"
# and see what comes with `pinna schedule`.
#
# at may also be dawn, sunrise, sunset or dusk (civil twilight) at [place], with + or - up to 12:00. Where the sun stays
# up or down all day there is no such take, and that is said. With every and for, short takes are made again and again
# within duration: the first at its start. By the clock, "24 h" is the whole day, also one of 23 or 25 hours; cycles and
# takes by the sun go on through the hour that comes twice. Each take has the pre-roll before it, as far as that is not
# in the take before: no sound is in two files.
## [[schedule]]
## at = "05:30"                 # every day, local time; or once: "2026-11-20 05:30"; or "sunrise - 00:30"
## duration = "2 h"
## every = "10 min"
## for = "1 min"
## days = ["sat", "sun"]        # only on these days
"""#
}
