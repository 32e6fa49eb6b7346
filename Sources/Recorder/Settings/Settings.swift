import Beamforming
import Boards
import TOML
import TakeFiles

/// The recordist's preferences in `pinna.toml`.
///
/// The hardware is described in a board file; nothing here depends on the hardware.
package struct Settings: KeyedTable, Equatable {
  @Key(
    "board", .text, "a board from `pinna board list`, or the path of a board file",
    example: "\"respeaker-4mic-hat\"")
  package var board: String?
  @Key("recorder") package var unit = RecorderUnit()
  @Key("take") package var take = Take()
  @Key("stereo") package var stereo = Stereo()
  @Key("monitor") package var monitor = Monitor()
  @Key("live") package var live = Live()
  @Key("copy") package var copy = Copy()
  @Key("after") package var after = After()
  @Key("heartbeat") package var heartbeat = Heartbeat()
  @Key(
    "control.path", .pathOrNone,
    "an absolute path; with \"none\" no other program can talk to the recorder", example: "\"none\""
  )
  package var control = ControlSocket.usual
  @Key(
    "control.wifi-hold", .flag,
    "true: holding source for 10 s opens or closes the recorder's own Wi-Fi (see wifi.md)")
  package var hasWiFiHold = false
  @Key("leds") package var leds = LEDs()
  @Key("realtime") package var realtime = Realtime()
  @Key("power") package var power = SleepRule()
  @Key(
    "clock.trust", .words([.kept, .unknown]),
    "other clocks to trust, such as [\"kept\", \"unknown\"]")
  package var trustedClocks: Set<ClockQuality.Source> = []
  @Key(
    "clock.pps", .absolutePath(such: "/dev/pps0"),
    "a pulse per second, which makes times accurate to about 20 us", example: "\"/dev/pps0\"")
  package var pulse: String?
  @Key("place", .optionalTable()) var site: Site? = nil
  @Key("trigger", .optionalTable()) package var trigger: LevelRules? = nil
  @Key("schedule", .tables()) package var schedule: [ScheduledTake] = []
  /// Remarks on the settings file that do not prevent its use, for instance that it has keys of earlier versions.
  package var remarks: [TOMLError] = []

  package init() {}

  /// The settings of how takes are made.
  package struct Take: KeyedTable, Equatable {
    @Key(
      "directory", .text, "to use another folder, add it to ReadWritePaths= in pinna.service"
    )
    package var directory = "/var/lib/pinna/takes"
    /// True if the settings name the folder of takes instead of relying on the default.
    package var isDirectoryGiven = false
    @Key package var form = TakeForm()
    @Key(
      "mirror", .absolutePath(such: "/media/stick/takes"),
      "a folder on a second medium, to which every take is also written",
      example: "\"/media/stick/takes\"")
    package var mirror: String?
    @Key(
      "prefix", .prefix,
      "a prefix for file names, to tell recorders apart: letters and digits, or \"serial\"",
      example: "\"oak\"")
    package var prefix: String?
    @Key(
      "input-gain", Capture.inputGains, "dB",
      "gain in the card, if the board file names its gain-controls", example: "20.0")
    package var inputGain: Double?
    @Key(
      "duration", .length, "a take ends after this time; by default there is no limit",
      example: "\"30 min\"")
    package var duration: Double?
    @Key(
      "log", .flag,
      "`pinna run` writes pinna-log.jsonl beside its takes, for `pinna takes report`")
    package var hasLog = true
    @Key(
      "restart", .flag,
      "starts a new take once a device or card that failed during one works again")
    package var restart = false

    package init() {}

    /// Checks that the folder on a second medium is separate from the folder of takes.
    ///
    /// - Throws: ``TOML/TOMLError`` if the folder on the second medium is the folder of takes, or lies inside or around
    ///   it.
    package mutating func check(_ table: TOMLTable) throws(TOMLError) {
      isDirectoryGiven = table.contains("directory")
      func folder(_ path: String) -> String {
        let places = path.split(separator: "/").reduce(into: [Substring]()) { places, place in
          if place == ".." {
            _ = places.popLast()
          } else if place != "." {
            places.append(place)
          }
        }
        return "/" + places.joined(separator: "/") + "/"
      }
      guard let mirror else { return }
      let (copy, takes) = (folder(mirror), folder(directory))
      guard copy.hasPrefix(takes) || takes.hasPrefix(copy) else { return }
      throw table.error(
        at: "mirror",
        copy.hasPrefix(takes)
          ? "is in the folder of takes, \(directory)"
          : "contains the folder of takes, \(directory)",
        "a folder on a second medium is expected, such as \"/media/stick/takes\"")
    }
  }

  /// The settings of the sound of a take.
  package struct Stereo: KeyedTable, Equatable {
    @Key(
      "source", .text, "a data source of the board; by default the first one",
      example: "\"back\"")
    package var source: String?
    @Key("pattern", .word(), "the polar pattern", example: "\"stereo\"")
    package var pattern: PolarPattern?
    @Key("orientation", .word(none: "auto"), "how you hold it")
    package var orientation: InputOrientation? = nil
    @Key(
      "front-emphasis", DesignSettings.frontEmphasisRange, "dB",
      "how much louder sounds in front are than sounds straight behind (0: off)")
    package var frontEmphasis = DesignSettings.standardFrontEmphasis
    @Key("width", DesignSettings.widthRange, "", "0 is mono, 1 is what a head hears")
    package var width = DesignSettings.naturalWidth
    @Key("ears", .ears, "kemar | sphere | a SOFA file") package var ears = Ears.kemar
    @Key("rendering", .word(), "renders by filters alone, or also by the direction of each sound")
    package var rendering = StereoRendering.directional
    @Key("wind", .word(), "reduces wind noise when there is any; raw files keep it")
    package var wind = WindHandling.auto
    @Key("wind-strength", WindDesign.strengths, "dB", "maximum wind noise reduction")
    package var windStrength = WindDesign.standardStrength

    package init() {}
  }

  /// The settings of the headphones.
  package struct Monitor: KeyedTable, Equatable {
    @Key("enabled", .flag, "live sound in the headphones, if the board file has [playback]")
    package var enabled = false
    @Key("tones", .flag, "a short tone when a take starts, another when it ends; never recorded")
    package var tones = false
    @Key("volume", -60...12, "dB", "volume relative to the take") package var volume = 0.0

    package init() {}
  }

  /// The settings of the live sound for other programs.
  package struct Live: KeyedTable, Equatable {
    @Key(
      "device", .text, "one side of a loopback card",
      example: "\"hw:CARD=Pinna,DEV=0\"") package var device: String?

    package init() {}
  }

  /// The settings of the lights.
  package struct LEDs: KeyedTable, Equatable {
    @Key("enabled", .flag, "false keeps all lights dark") package var enabled = true

    package init() {}
  }

  /// The settings of copying takes to another medium, which another program with rights of its own does.
  package struct Copy: KeyedTable, Equatable {
    @Key(
      "enabled", .flag, "true: holding the source button for 3 s copies all takes to a USB stick")
    package var enabled = false
    @Key(
      "request", .text,
      "the file that requests a copy; must match pinna-copy.path")
    package var request = "/run/pinna/copy-request"
    @Key("status", .text, "the file that reports the progress; must match pinna-copy.service")
    package var status = "/run/pinna-copy/status"
    @Key("record", .text, "lists the files whose copies were read back", effect: .nextTake)
    package var record = "/var/lib/pinna-copy/copied"
    @Key(
      "keep-free", .size, "free space to keep by deleting copied takes", example: "\"20 GB\"",
      effect: .nextTake)
    package var keepFreeBytes: Int?

    package init() {}
  }

  /// The settings of a command that another program, with rights of its own, runs after each take.
  package struct After: KeyedTable, Equatable {
    @Key(
      "run", .text, "a command to run after each take",
      example: "'rsync --partial -a -e \"ssh -o BatchMode=yes\" \"$@\" nas.local:field/'",
      effect: .nextTake)
    package var run: String?
    @Key("signal", .text, "the file written when a take is finished; must match pinna-after.path")
    package var signal = "/run/pinna/take-finished"
    @Key(
      "limit", .length, "a command that runs longer is stopped, and counts as failed",
      effect: .nextTake)
    package var limitSeconds = 43200.0

    package init() {}
  }

  /// The settings of a file that holds the status of the recorder in one line.
  package struct Heartbeat: KeyedTable, Equatable {
    @Key(
      "file", KeyRule.pathOrNone.map(ControlSocket.place), "the file to write, or \"none\"",
      example: "\"/run/pinna/heartbeat\"")
    package var file: String? = nil
    @Key("every", .length, "how often the file is written; also when the state changes")
    package var seconds = 30.0

    package init() {}
  }

  /// The settings of the SCHED_FIFO priorities of the threads that must not be late.
  package struct Realtime: KeyedTable, Equatable {
    @Key("capture-priority", .whole(1...98), "SCHED_FIFO priority of capture")
    package var capturePriority = 80
    @Key("render-priority", .whole(1...98), "SCHED_FIFO priority of rendering, lower than capture")
    package var renderPriority = 70

    package init() {}

    /// - Throws: `TOMLError` if values contradict each other.
    package mutating func check(_ table: TOMLTable) throws(TOMLError) {
      guard renderPriority >= capturePriority else { return }
      throw table.error(
        at: table.contains("render-priority") ? "render-priority" : "capture-priority",
        "gives rendering (\(renderPriority)) at least the priority of capture (\(capturePriority))",
        "render-priority must be lower than capture-priority: rendering can catch up, capture cannot"
      )
    }
  }

  /// True if another program must be told of each take, so that it can act afterwards.
  package var wantsNewsOfTakes: Bool { after.run != nil || copy.keepFreeBytes != nil }

  /// - Throws: `TOMLError` if values contradict each other.
  package mutating func check(_ file: TOMLTable) throws(TOMLError) {
    // A recorder must not fail to start because its settings have keys of earlier versions.
    for key in ["refine"] {
      guard let stereo = try file.table("stereo"), stereo.contains(key) else { continue }
      stereo.know(key)
      remarks.append(stereo.error(at: key, "no longer has any effect", "remove it"))
    }
    if power.depth != .off, trigger != nil, let table = try file.table("power") {
      throw table.error(
        at: "sleep", "is \"\(power.depth.rawValue)\", but [trigger] listens all the time",
        "use \"off\", or replace [trigger] with [[schedule]]")
    }
    guard site == nil else { return }
    for (take, table) in zip(schedule, try file.tables("schedule")) {
      guard let event = take.sunEvents.first else { continue }
      throw table.error(
        at: take.sunTime == nil ? "until" : "at",
        "depends on \(event.rawValue), but the settings have no place",
        "add [place] with latitude and longitude in degrees")
    }
  }
}
