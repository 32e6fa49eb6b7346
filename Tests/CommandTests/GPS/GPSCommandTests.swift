import Glibc
import LinuxBoard
import Recorder
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna gps` against a server that speaks as gpsd does.
@Suite("A receiver through gpsd") struct GPSCommandTests {
  private static let devices =
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","bps":9600}]}"#
  private static let place =
    #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-25T00:00:00.000Z","ept":0.005,"#
    + #""lat":52.520001234,"lon":13.405000000,"altHAE":78.2,"altMSL":34.21,"eph":4.52,"speed":0.0}"#
  private static let noFix = #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"#

  /// The message of gpsd about a sentence with this computer's own time, which came a moment late.
  private static var sentence: String {
    let now = Int(WallClock.now().epochSeconds)
    return
      #"{"class":"TOFF","device":"/dev/ttyACM0","real_sec":\#(now),"real_nsec":0,"clock_sec":\#(now),"#
      + #""clock_nsec":300000000}"#
  }

  private func gps(_ lines: [String], _ words: [String] = []) throws -> (CommandRun, FakeGPSD) {
    let server = try #require(FakeGPSD(lines))
    return (CommandRun.pinna(["gps", "--server", server.address] + words), server)
  }

  @Test("a fix is printed as a place, and as the clock of this computer against it")
  func fix() throws {
    let (run, server) = try gps([Self.devices, Self.noFix, Self.place, Self.sentence])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.output.hasPrefix("place: 52.52 13.405, 34 m above sea level, within 5 m\nclock: "))
    #expect(server.asked == "?WATCH={\"enable\":true,\"json\":true,\"pps\":true};\n")
    let (json, _) = try gps([Self.place, Self.sentence], ["--json"])
    #expect(json.output.contains("\"latitude\" : 52.52"))
    #expect(json.output.contains("\"elevation\" : 34.2"))
    let sea = Self.place.replacing("34.21", with: "-0.04")
    let (level, _) = try gps([sea, Self.sentence], ["--json"])
    #expect(level.output.contains("\"elevation\" : 0,"), "\(level.output)")
  }

  @Test("without gpsd, without a receiver and without a fix it says which, and what to do")
  func without() throws {
    // A port that was free a moment ago.
    let port = try #require(FakeGPSD([])).port
    _ = CommandRun.pinna(["gps", "--server", "127.0.0.1:\(port)", "--wait", "1"])
    let none = CommandRun.pinna(["gps", "--server", "127.0.0.1:\(port)"])
    #expect(none.code == .unavailable)
    #expect(none.diagnostics.contains("127.0.0.1:\(port) does not answer"))
    #expect(none.diagnostics.contains("sudo apt install gpsd"))
    let (bare, _) = try gps([#"{"class":"DEVICES","devices":[]}"#])
    #expect(bare.code == .unavailable)
    #expect(
      bare.diagnostics.contains(
        "it has no receiver; name the receiver's device in /etc/default/gpsd"))
    let (dark, _) = try gps([Self.devices, Self.noFix], ["--wait", "1"])
    #expect(dark.code == .unavailable)
    #expect(dark.diagnostics.contains("no fix yet"))
    let (odd, _) = try gps(
      [
        "", "{", "[[[[[[[[[[1]]]]]]]]]]", "{\"class\":7}", "\u{1}",
        "{\"class\":\"TPV\",\"mode\":3}",
        #"{"class":"TPV","mode":3,"lat":91,"lon":0}"#,
      ], ["--wait", "1"])
    #expect(odd.code == .unavailable)
    for wrong in ["", ":1", "x:y", "x:0", "x:99999", "[::1"] {
      let run = CommandRun.pinna(["gps", "--server", wrong])
      #expect(run.code == .usage, "\(wrong): \(run.diagnostics)")
    }
  }

  @Test("a pulse counts before a sentence, a sentence before a report, for as long as they come")
  func sources() throws {
    var tracker = FixTracker()
    let start = 1_795_564_800.0
    var report = GPSDReport(kind: "TPV")
    (report.mode, report.latitude, report.longitude) = (2, 1, 2)
    report.time = "2026-11-25T00:00:00.250Z"
    let isFirst = tracker.add(report, boot: 50, clock: start)
    #expect(isFirst)
    #expect(tracker.fix.position == .init(Place(latitude: 1, longitude: 2), at: 50))
    #expect(tracker.fix.time == .init(epochSeconds: start + 0.75, errorSeconds: 0.5, at: 50))
    var sentence = GPSDReport(kind: "TOFF")
    (sentence.realSeconds, sentence.realNanoseconds) = (start + 60, 0)
    (sentence.clockSeconds, sentence.clockNanoseconds) = (start + 58, 250_000_000)
    let isSecond = tracker.add(sentence, boot: 51, clock: start + 58.5)
    #expect(isSecond)
    #expect(tracker.fix.time == .init(epochSeconds: start + 60.75, errorSeconds: 0.5, at: 51))
    var pulse = sentence
    (pulse.kind, pulse.precision) = ("PPS", -20)
    let isThird = tracker.add(pulse, boot: 52, clock: start + 58.5)
    #expect(isThird)
    let time = try #require(tracker.fix.time)
    #expect(time.epochSeconds == start + 60.25 && time.errorSeconds < 0.00011)
    // Worse ones say nothing while it comes, and count again when it has been silent for a while.
    let isWorse = tracker.add(sentence, boot: 62, clock: start + 58.5)
    #expect(!isWorse)
    #expect(tracker.fix.time == time)
    let isAlone = tracker.add(sentence, boot: 62.1, clock: start + 58.5)
    #expect(isAlone)
    #expect(tracker.fix.time?.errorSeconds == 0.5)
    // One that waited for long, or from before the clock was set, is none.
    let isOld = tracker.add(pulse, boot: 63, clock: start + 90)
    #expect(!isOld)
  }

  @Test("of two lasting problems only one is told, or the journal would fill with both in turn")
  func problems() {
    var tracker = FixTracker()
    #expect(tracker.problem == nil)
    _ = tracker.hear(Array(#"{"class":"ERROR","message":"Unrecognized request"}"#.utf8))
    #expect(tracker.problem == "Unrecognized request")
    _ = tracker.hear(Array(#"{"class":"DEVICES","devices":[]}"#.utf8))
    #expect(tracker.problem == "it has no receiver")
    _ = tracker.hear(Array(#"{"class":"DEVICES","devices":[{"path":"/dev/ttyACM0"}]}"#.utf8))
    #expect(tracker.problem == "Unrecognized request")
  }

  @Test(
    "times of reports are read to the millisecond, and nothing else is",
    arguments: [
      ("2026-11-25T00:00:00.125Z", 1_795_564_800.125), ("2026-11-25T00:00:00Z", 1_795_564_800),
      ("2026-11-25T00:00:00", nil), ("2026-11-25 00:00:00Z", nil), ("2026-11-25T00:00:0Z", nil),
      ("2026-13-25T00:00:00Z", nil), ("2026-11-25T00:00:00xZ", nil), ("Z", nil), ("", nil),
    ] as [(String, Double?)])
  func times(text: String, seconds: Double?) {
    #expect(FixTracker.seconds(text) == seconds)
  }

  @Test(
    "the recorder, which has no network, hears of the place by a file: takes and their clock tell it",
    .enabled(
      if: FaultyDevice.isPossible && ChildProcess.builtPrograms != nil,
      Comment(rawValue: FaultyDevice.needs)))
  func recorder() throws {
    let folder = try TemporaryDirectory()
    let server = try #require(FakeGPSD([Self.devices, Self.place, Self.sentence]))
    let keeper = try #require(
      LiveProgram(
        ["gps", "--server", server.address, "--out", folder.file("fix")], folder: folder))
    // It writes at once what it has heard; polled, as nothing else tells of it.
    for _ in 0..<(TestForm.patienceSeconds * 100)
    where !TakesArguments.exists(folder.file("fix")) { poll(nil, 0, 10) }
    let board = PairBoardFile.attached.replacing(
      "hw:CARD=pinnatest,DEV=0", with: FaultyDevice.name)
    try folder.write(Array(board.utf8), to: "board.toml")
    try folder.write(Array(FaultyDevice([:]).configuration.utf8), to: "asound.conf")
    let settings = """
      board = "\(folder.file("board.toml"))"
      [take]
      directory = "\(folder.file("takes"))"
      [stereo]
      ears = "sphere"
      [place]
      gpsd = true
      fix = "\(folder.file("fix"))"
      name = "Tiergarten"
      latitude = 1.0
      longitude = 2.0

      """
    try folder.write(Array(settings.utf8), to: "pinna.toml")
    let recorded = try #require(
      ChildProcess.run(
        [
          (ChildProcess.builtPrograms ?? ".") + "/pinna", "record", "--config",
          folder.file("pinna.toml"), "--quiet", "--duration", "0.2",
        ],
        variables: [
          "ALSA_CONFIG_PATH": folder.file("asound.conf"), "PINNA_CACHE": TestForm.cache,
        ]))
    #expect(recorded.status == 0, "\(recorded.output)")
    let take = try #require(try TakeDirectory(path: folder.file("takes")).takes().first)
    let metadata = try #require(take.main.first?.metadata)
    #expect(
      metadata.place
        == Place(latitude: 52.52, longitude: 13.405, elevation: 34.2, name: "Tiergarten"))
    #expect(metadata.clock?.source == .gps)
    #expect((metadata.clock?.errorSeconds ?? .infinity) < 3)
    keeper.signal(SIGTERM)
    #expect(keeper.end() == 0)
    // A place that nothing follows is none.
    #expect(!TakesArguments.exists(folder.file("fix")))
  }
}
