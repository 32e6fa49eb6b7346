import Boards
import Glibc
import Recorder
import TOML
import TakeFiles
import TestSupport
import Testing

/// The example of the specification, which states every key with its default.
private let example = """
  board = "respeaker-4mic-hat"
  [take]
  directory = "/var/lib/pinna/takes"
  format = "wav"
  samples = "s24"
  raw = false
  safety = false
  pre-roll = 5.0
  split = "2 h"
  low-cut = 50
  limiter = true
  restart = false
  [stereo]
  source = "back"
  pattern = "stereo"
  orientation = "auto"
  front-emphasis = 6.0
  width = 1.0
  ears = "kemar"
  rendering = "linear"
  wind = "auto"
  wind-strength = 15.0
  [monitor]
  enabled = false
  tones = false
  volume = 0.0
  [leds]
  enabled = true
  [realtime]
  capture-priority = 80
  render-priority = 70
  """

private let lengths =
  "a length such as \"2 h\", \"30 min\" or \"90 s\", a size such as \"3.6 GiB\" or \"500 MB\", or \"off\" "
  + "is expected"

/// A text, and the message about it behind the name of the file.
private let wrongSettings: [(String, String)] = [
  ("take.split = 7200", "1:14: take.split: is the number 7200.0, without a unit; \(lengths)"),
  (
    "take.split = \"2 hours\"",
    "1:14: take.split: has the unit \"hours\"; "
      + "allowed: s, min, h, kB, MB, GB, TB, KiB, MiB, GiB, TiB"
  ),
  ("take.split = \"two h\"", "1:14: take.split: is the string \"two h\"; \(lengths)"),
  ("take.split = \"1.2.3 h\"", "1:14: take.split: is the string \"1.2.3 h\"; \(lengths)"),
  ("take.split = true", "1:14: take.split: is true; \(lengths)"),
  ("take.split = \"2 s\"", "1:14: take.split: is 2.0 s; allowed: 10 s to 168 h"),
  ("take.split = \"9 kB\"", "1:14: take.split: is 9.0 kB; allowed: 1 MB to 1000 GB"),
  ("take.low-cut = 30", "1:16: take.low-cut: is 30 Hz; allowed: 40 to 240 Hz"),
  (
    "take.low-cut = \"on\"",
    "1:16: take.low-cut: is the string \"on\"; "
      + "a frequency from 40 to 240 Hz, or \"off\" is expected"
  ),
  (
    "take.low-cut = false",
    "1:16: take.low-cut: is false; "
      + "a frequency from 40 to 240 Hz, or \"off\" is expected"
  ),
  ("take.pre-roll = 61", "1:17: take.pre-roll: is 61 s; allowed: 0 to 60 s"),
  (
    "take.directory = \"\"",
    "1:18: take.directory: is empty; "
      + "remove the key, or give it a value"
  ),
  (
    "take.format = \"mp3\"",
    "1:15: take.format: \"mp3\" is not allowed; "
      + "allowed: \"wav\", \"flac\", \"opus\", \"m4a\""
  ),
  ("take.preroll = 3", "1:6: take.preroll: is not a known key; did you mean \"pre-roll\"?"),
  ("[takes]\nraw = true", "1:2: takes: is not a known key; did you mean \"take\"?"),
  ("take = 3", "1:8: take: is the number 3; a table, [take], is expected"),
  ("stereo.width = 2.5", "1:16: stereo.width: is 2.5; allowed: 0 to 2"),
  (
    "stereo.front-emphasis = 11",
    "1:25: stereo.front-emphasis: is 11 dB; allowed: 0 to 10 dB"
  ),
  (
    "stereo.pattern = \"sterio\"",
    "1:18: stereo.pattern: \"sterio\" is not allowed; "
      + "did you mean \"stereo\"? allowed: \"omni\", \"cardioid\", \"subcardioid\", \"stereo\", "
      + "\"plain\", \"mid-side\", \"ambix\""
  ),
  (
    "stereo.orientation = \"landscape\"",
    "1:22: stereo.orientation: \"landscape\" is not allowed; allowed: \"auto\", \"portrait\", "
      + "\"portraitUpsideDown\", \"landscapeLeft\", \"landscapeRight\""
  ),
  (
    "stereo.ears = \"kemarr\"",
    "1:15: stereo.ears: \"kemarr\" is not allowed; "
      + "did you mean \"kemar\"? allowed: \"kemar\", \"sphere\", the path of a SOFA file"
  ),
  (
    "realtime.capture-priority = 99",
    "1:29: realtime.capture-priority: is 99; allowed: 1 to 98"
  ),
  (
    "realtime.render-priority = 80",
    "1:28: realtime.render-priority: "
      + "gives rendering (80) at least the priority of capture (80); render-priority must be lower "
      + "than capture-priority: rendering can catch up, capture cannot"
  ),
  (
    "stereo.wind-strength = 2", "1:24: stereo.wind-strength: is 2 dB; allowed: 3 to 30 dB"
  ),
  ("stereo.wind = \"on\"", "1:15: stereo.wind: \"on\" is not allowed; allowed: \"auto\", \"off\""),
  ("monitor.enabled = 1", "1:19: monitor.enabled: is the number 1; true or false is expected"),
  (
    "monitor.tones = \"on\"", "1:17: monitor.tones: is the string \"on\"; true or false is expected"
  ),
  ("monitor.volume = 13", "1:18: monitor.volume: is 13 dB; allowed: -60 to 12 dB"),
  ("monitor.volume = -61", "1:18: monitor.volume: is -61 dB; allowed: -60 to 12 dB"),
  (
    "monitor.device = \"hw:0\"",
    "1:9: monitor.device: is not a known key; known keys: enabled, tones, volume; "
      + "[live] has this key"
  ),
  (
    "live.device = true",
    "1:15: live.device: is true; a string is expected"
  ),
  (
    "live.enabled = true",
    "1:6: live.enabled: is not a known key; known keys: device; "
      + "[monitor], [copy] and [leds] have this key"
  ),
  (
    "[clock]\nboard = \"phone\"",
    "2:1: clock.board: is not a known key; known keys: pps, trust; "
      + "the part before the first table has this key"
  ),
  (
    "clock.trust = [\"kept\", \"rtc\"]",
    "1:24: clock.trust: \"rtc\" is not allowed; allowed: \"kept\", \"unknown\""
  ),
  (
    "[leds]\nuntil = \"sunset\"",
    "2:1: leds.until: is not a known key; known keys: enabled; [[schedule]] has this key"
  ),
  ("take.restart = 1", "1:16: take.restart: is the number 1; true or false is expected"),
  (
    "control.path = \"run/control\"",
    "1:16: control.path: is the string \"run/control\"; "
      + "an absolute path, or \"none\", is expected"
  ),
  ("control.path = false", "1:16: control.path: is false; a string is expected"),
  (
    "control.socket = \"/a\"",
    "1:9: control.socket: is not a known key; known keys: path, wifi-hold"
  ),
  ("leds.brightness = 1", "1:6: leds.brightness: is not a known key; known keys: enabled"),
]

struct SettingsTests {
  private func settings(_ text: String) throws -> Settings {
    try Settings.load(text: text, name: "pinna.toml")
  }

  private func message(_ text: String) -> String {
    do {
      _ = try Settings.load(text: text, name: "pinna.toml")
      return "no error"
    } catch {
      return error.description
    }
  }

  @Test("the example of the specification is the defaults, but for the board and its source")
  func defaults() throws {
    var expected = Settings()
    expected.board = "respeaker-4mic-hat"
    expected.stereo.source = "back"
    // By default it is stereo as well, but of any kind.
    expected.stereo.pattern = .stereo
    // Linear until rendering by direction harms no shipped board, which it does no more.
    expected.stereo.rendering = .linear
    // The folder is the default one, and yet was named.
    expected.take.isDirectoryGiven = true
    #expect(try settings(example) == expected)
    #expect(try settings("") == Settings())
    #expect(Settings().take.form.split == .seconds(7200))
    #expect(Settings().take.form.lowCutHertz == 50)
    #expect(Settings().stereo.frontEmphasis == 6)
  }

  /// A file with every key, none with its default.
  private static let everyKey = """
    board = "./mine.toml"
    [take]
    directory = "/media/card"
    format = "flac"
    samples = "f32"
    raw = true
    safety = true
    pre-roll = 0
    split = "3.6 GiB"
    low-cut = "off"
    limiter = false
    restart = true
    input-gain = -3.5
    [stereo]
    source = "Front"
    pattern = "cardioid"
    orientation = "landscapeRight"
    front-emphasis = 0
    width = 1.5
    ears = "head.sofa"
    rendering = "directional"
    wind = "auto"
    wind-strength = 12
    [monitor]
    enabled = true
    tones = true
    volume = -12.5
    [live]
    device = "hw:CARD=Pinna,DEV=0"
    [control]
    path = "/run/mine/control"
    [leds]
    enabled = false
    [realtime]
    capture-priority = 98
    render-priority = 1
    """

  @Test("keys of earlier versions are remarked on, and keep the file from nothing")
  func formerKeys() throws {
    for value in ["true", "false", "\"later\""] {
      let read = try settings("[stereo]\nwidth = 1.5\nrefine = \(value)\n")
      #expect(read.stereo.width == 1.5)
      #expect(
        read.remarks.map(\.description) == [
          "pinna.toml:3:10: stereo.refine: no longer has any effect; remove it"
        ])
    }
    #expect(try settings("[stereo]\nwidth = 1.5").remarks.isEmpty)
  }

  @Test("every key can be changed")
  func changed() throws {
    var expected = Settings()
    expected.board = "./mine.toml"
    expected.take.directory = "/media/card"
    expected.take.isDirectoryGiven = true
    expected.take.form.kind = .flac
    expected.take.form.samples = .f32
    expected.take.form.keepsRaw = true
    expected.take.form.keepsSafety = true
    expected.take.form.preRollSeconds = 0
    expected.take.form.split = .bytes(3_865_470_566)
    expected.take.form.lowCutHertz = nil
    expected.take.form.limits = false
    expected.take.restart = true
    expected.take.inputGain = -3.5
    expected.stereo.source = "Front"
    expected.stereo.pattern = .cardioid
    expected.stereo.orientation = .landscapeRight
    expected.stereo.frontEmphasis = 0
    expected.stereo.width = 1.5
    expected.stereo.ears = .file("head.sofa")
    expected.stereo.rendering = .directional
    expected.stereo.wind = .auto
    expected.stereo.windStrength = 12
    expected.monitor.enabled = true
    expected.monitor.tones = true
    expected.monitor.volume = -12.5
    expected.live.device = "hw:CARD=Pinna,DEV=0"
    expected.control = .path("/run/mine/control")
    expected.leds.enabled = false
    expected.realtime.capturePriority = 98
    expected.realtime.renderPriority = 1
    #expect(try settings(Self.everyKey) == expected)
  }

  @Test("the control socket is in its usual place, at a path or nowhere")
  func control() throws {
    #expect(try settings("").control == .usual)
    #expect(try settings("[control]").control == .usual)
    #expect(try settings("control.path = \"/a b\"").control == .path("/a b"))
    #expect(try settings("control.path = \"none\"").control == .off)
  }

  @Test("all formats are read", arguments: TakeFileKind.allCases)
  func formats(kind: TakeFileKind) throws {
    #expect(try settings("take.format = \"\(kind.rawValue)\"").take.form.kind == kind)
  }

  @Test(
    "a split is a length, a size or off",
    arguments: [
      ("2 h", TakeSplit.seconds(7200)), ("30 min", .seconds(1800)),
      ("90 s", .seconds(90)), ("1.5h", .seconds(5400)),
      ("500 MiB", .bytes(524_288_000)), ("2 GB", .bytes(2_000_000_000)),
      ("0.5 TB", .bytes(500_000_000_000)), ("off", .off),
    ])
  func splits(text: String, split: TakeSplit) throws {
    #expect(try settings("take.split = \"\(text)\"").take.form.split == split)
  }

  @Test(
    "the space to keep free has the units of a split",
    arguments: [("500 kB", 500_000), ("2 KiB", 2048), ("1.5 TB", 1_500_000_000_000)])
  func keepsFree(text: String, bytes: Int) throws {
    #expect(try settings("copy.keep-free = \"\(text)\"").copy.keepFreeBytes == bytes)
  }

  @Test("a wrong value says where, what is wrong and what would be right", arguments: wrongSettings)
  func wrong(text: String, expected: String) {
    #expect(message(text) == "pinna.toml:" + expected)
  }

  @Test(
    "a mirror in, around or in place of the folder of takes is refused",
    arguments: [
      ("/m/takes", false), ("/m/./takes/", false), ("/m/x/../takes", false), ("/m/takes/a", false),
      ("/m", false), ("/m/takes2", true), ("/m/takes/../b", true),
    ])
  func mirror(path: String, isGood: Bool) {
    let text = "[take]\ndirectory = \"/m/takes\"\nmirror = \"\(path)\"\n"
    let read = try? Settings.load(text: text, name: "pinna.toml")
    #expect((read != nil) == isGood)
  }

  @Test("the explicit file wins, a missing one is an error, a missing system file is not")
  func precedence() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("pinna.toml")
    try folder.write(Array("board = \"phone\"\n".utf8), to: "pinna.toml")
    let missing = folder.file("missing.toml")

    #expect(try Settings.load(explicitPath: path, systemPath: missing).board == "phone")
    #expect(try Settings.load(explicitPath: nil, systemPath: path).board == "phone")
    #expect(try Settings.load(explicitPath: nil, systemPath: missing) == Settings())
    do {
      _ = try Settings.load(explicitPath: missing, systemPath: path)
      Issue.record("no error")
    } catch {
      #expect(error.cause == .file(errno: ENOENT))
    }
    do {
      _ = try Settings.load(explicitPath: nil, systemPath: folder.path)
      Issue.record("no error")
    } catch {
      #expect(error.cause == .file(errno: EISDIR))
    }
  }
}
