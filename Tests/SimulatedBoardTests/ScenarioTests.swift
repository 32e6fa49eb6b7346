import Boards
import Glibc
import SimulatedBoard
import TOML
import TakeFiles
import TestSupport
import Testing

@Suite struct ScenarioTests {
  /// The example of the documentation, with every kind of source, hand and fault.
  private let example = """
    board = "phone"
    duration = 40.0                 # s
    seed = 7
    [[source]]
    file = "front-left.wav"
    azimuth = -45.0
    elevation = 10
    distance = 2.0
    level = -18.0
    start = 1.0
    until = 9.5
    loop = true
    [[source]]
    tone = 440.0
    device = [0, 0, -2]
    [[source]]
    noise = "pink"
    path = [[0, -90, 0, 2], [5, 90.5, 20, 1]]
    [[source]]
    noise = "white"
    azimuth = 30
    distance = "far"
    [[hand]]
    at = 0.5
    turn = "landscapeLeft"
    [[hand]]
    at = 1
    gravity = [0, -1, 0.5]
    [[hand]]
    at = 2
    press = "record"
    [[hand]]
    at = 3
    press = "source"
    for = 1.6
    [[hand]]
    at = 4
    source = "front"
    [[fault]]
    at = 12.0
    overrun = 480
    [[fault]]
    at = 13
    microphone-dead = "MIC2"
    [[fault]]
    at = 14
    storage-stall = 20.0
    [[fault]]
    at = 15
    storage-full = true
    [[fault]]
    at = 16
    storage-gone = true
    [[fault]]
    at = 17
    sensor-silent = true
    [[fault]]
    at = 18
    unplug = 3.0
    [[fault]]
    at = 19
    bounce = "record"
    [[fault]]
    at = 20
    power-fails = 2.5
    """

  private func withDirectory(_ body: (TemporaryDirectory) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    let writer = try WAVWriter.create(
      path: directory.file("front-left.wav"),
      format: AudioFormat(rate: 48000, channels: 1, samples: .s16))
    try writer.finish()
    try body(directory)
  }

  @Test func everythingThatIsWrittenIsRead() throws {
    try withDirectory { directory in
      try directory.write(Array(example.utf8), to: "scene.toml")
      let scenario = try Scenario.load(path: directory.file("scene.toml"))
      #expect(scenario.board == "phone" && scenario.duration == 40 && scenario.seed == 7)
      #expect(scenario.pressesRecord)
      var other = scenario
      other.hands.removeAll { if case .press(.record, _) = $0.action { true } else { false } }
      #expect(!other.pressesRecord && !other.hands.isEmpty)
      func place(_ line: Int, _ column: Int) -> Scenario.Place {
        Scenario.Place(line: line, column: column)
      }
      #expect(
        scenario.sources == [
          SoundSource(
            sound: .file(path: directory.file("front-left.wav")),
            position: .listener(Direction(azimuth: -45, elevation: 10), .metres(2)), level: -18,
            start: 1, until: 9.5, isLooped: true, place: scenario.sources[0].place),
          SoundSource(
            sound: .tone(frequency: 440), position: .device(Vector3(0, 0, -2), .far),
            place: scenario.sources[1].place),
          SoundSource(
            sound: .noise(.pink),
            position: .path([
              SoundSource.PathPoint(time: 0, direction: Direction(azimuth: -90), distance: 2),
              SoundSource.PathPoint(
                time: 5, direction: Direction(azimuth: 90.5, elevation: 20), distance: 1),
            ]), place: scenario.sources[2].place),
          SoundSource(
            sound: .noise(.white), position: .listener(Direction(azimuth: 30), .far),
            place: scenario.sources[3].place),
        ])
      #expect(scenario.sources.map(\.place.line) == [4, 13, 16, 19])
      #expect(
        scenario.hands == [
          Scenario.Hand(at: 0.5, action: .turn(.landscapeLeft), place: place(25, 8)),
          Scenario.Hand(at: 1, action: .gravity(Vector3(0, -1, 0.5)), place: place(28, 11)),
          Scenario.Hand(
            at: 2, action: .press(.record, seconds: 0.1), place: place(31, 9)),
          Scenario.Hand(
            at: 3, action: .press(.source, seconds: 1.6), place: place(34, 9)),
          Scenario.Hand(at: 4, action: .source("front"), place: place(38, 10)),
        ])
      #expect(
        scenario.faults.map(\.event) == [
          .overrun(frames: 480), .microphoneDead("MIC2"), .storageStall(seconds: 20), .storageFull,
          .storageGone(seconds: nil), .sensorSilent, .unplug(seconds: 3), .bounce(.record),
          .powerFails(seconds: 2.5),
        ])
      #expect(scenario.faults.map(\.at) == [12, 13, 14, 15, 16, 17, 18, 19, 20])
    }
  }

  /// Mistakes in the second part of a scenario file, whose first part is right.
  private static let mistakes: [(String, String)] = [
    (
      "[[source]]\nazimuth = 3",
      "4:1: source: needs one of file, tone, noise, voice, wind; write, for example, "
        + "noise = \"pink\""
    ),
    (
      "[[source]]\ntone = 440\nnoise = \"pink\"\nazimuth = 3",
      "6:9: source.noise: appears together with tone; exactly one of file, tone, noise, voice, wind is "
        + "allowed"
    ),
    (
      "[[source]]\nwind = { speed = 0, from = 0 }",
      "5:18: source.wind.speed: is 0 m/s; allowed: 0.5 to 30 m/s"
    ),
    (
      "[[source]]\nwind = { speed = 5 }",
      "5:8: source.wind.from: is missing; write, for example, from = -30.0"
    ),
    (
      "[[source]]\nwind = { speed = 5, form = 0 }",
      "5:21: source.wind.form: is not a known key; did you mean \"from\"?"
    ),
    (
      "[[source]]\nwind = 5",
      "5:8: source.wind: is the number 5; a table, [source.wind], is expected"
    ),
    (
      "[[source]]\nwind = { speed = 5, from = 0 }\nazimuth = 3",
      "6:1: source.azimuth: is not a known key; known keys: file, level, noise, start, tone, until, "
        + "voice, wind"
    ),
    (
      "[[source]]\nwind = { speed = 5, from = 0 }\nstart = 5\nuntil = 4",
      "7:9: source.until: is not after the start; write a time after 5.0 s"
    ),
    (
      "[[source]]\nnoise = \"pnk\"\nazimuth = 3",
      "5:9: source.noise: \"pnk\" is not allowed; did you mean \"pink\"? allowed: \"white\", \"pink\""
    ),
    (
      "[[source]]\ntone = 440",
      "4:1: source: needs one of azimuth, device, path; write, for example, azimuth = -45.0"
    ),
    (
      "[[source]]\ntone = 440\nazimuth = 3\ndistance = \"near\"",
      "7:12: source.distance: is \"near\"; write metres (0.1 to 1000.0) or \"far\""
    ),
    (
      "[[source]]\ntone = 440\nazimuth = 3\ndistance = 0",
      "7:12: source.distance: is 0.0 m; write metres (0.1 to 1000.0) or \"far\""
    ),
    (
      "[[source]]\ntone = 440\ndevice = [0, 0, 0]",
      "6:10: source.device: has no direction; write, for example, [0, 0, 1]"
    ),
    (
      "[[source]]\ntone = 440\ndevice = [0, 0, 1]\nelevation = 4",
      "7:13: source.elevation: is for azimuth, not for device; remove it"
    ),
    (
      "[[source]]\ntone = 440\npath = [[0, 1, 2, 3], [0, 1, 2, 3]]",
      "6:23: source.path: time 0.0 s is not after 0.0 s; write the points in chronological order"
    ),
    (
      "[[source]]\ntone = 440\nazimuth = 3\nstart = 11",
      "7:9: source.start: is 11 s; allowed: 0 to 10 s"
    ),
    (
      "[[source]]\ntone = 440\nazimuth = 3\nstart = 5\nuntil = 5",
      "8:9: source.until: is not after the start; write a time after 5.0 s"
    ),
    (
      "[[source]]\ntone = 440\nazimuth = 3\nloop = true",
      "7:8: source.loop: is for file and voice; tones and noise have no end; remove it"
    ),
    (
      "[[source]]\ntone = 440\nazimut = 3",
      "6:1: source.azimut: is not a known key; did you mean \"azimuth\"?"
    ),
    ("[[hand]]\nturn = \"portrait\"", "4:1: hand.at: is missing; write, for example, at = 0.5"),
    (
      "[[hand]]\nat = 1\nturn = \"portrait\"\npress = \"record\"",
      "7:9: hand.press: appears together with turn; exactly one of turn, gravity, press, tap, source "
        + "is allowed"
    ),
    (
      "[[hand]]\nat = 1\nturn = \"portrait\"\nfor = 1",
      "7:7: hand.for: is for press, not for turn; remove it"
    ),
    (
      "[[hand]]\nat = 10.5\npress = \"record\"", "5:6: hand.at: is 10.5 s; allowed: 0 to 10 s"
    ),
    (
      "[[hand]]\nat = 1\npress = \"play\"",
      "6:9: hand.press: \"play\" is not allowed; allowed: \"record\", \"source\", \"marker\", \"lock\""
    ),
    (
      "[[fault]]\nat = 1\nstorage-full = false",
      "6:16: fault.storage-full: is false; write storage-full = true, or leave it out"
    ),
    (
      "[[fault]]\nat = 1",
      "4:1: fault: needs one of overrun, channels-rotated, microphone-dead, storage-stall, storage-free, "
        + "storage-full, storage-gone, storage-close-fails, sensor-silent, power-fails, unplug, bounce; write, "
        + "for example, overrun = 480"
    ),
    (
      "[[fault]]\nat = 1\nchannels-rotated = 0",
      "6:20: fault.channels-rotated: is 0 channels; allowed: 1 to 31 channels"
    ),
    (
      "[[fault]]\nat = 1\nstorage-gone = false",
      "6:16: fault.storage-gone: is false; write storage-gone = true, or leave it out"
    ),
    (
      "[[fault]]\nat = 1\npower-fails = false",
      "6:15: fault.power-fails: is false; write power-fails = true, or leave it out"
    ),
    (
      "[[fault]]\nat = 1\nstorage-gone = 11",
      "6:16: fault.storage-gone: is 11 s; allowed: 0.001 to 10 s"
    ),
    (
      "[[fault]]\nat = 1\nstorage-gone = \"now\"",
      "6:16: fault.storage-gone: is the string \"now\"; a number is expected"
    ),
    (
      "[[fault]]\nat = 1\nstorage-free = -1",
      "6:16: fault.storage-free: is -1 MB; allowed: 0 to 1000000000 MB"
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesAreNamedWithTheirPlace(text: String, message: String) {
    do throws(TOMLError) {
      _ = try Scenario.parse(
        text: "board = \"phone\"\nduration = 10\n\n" + text, name: "scene.toml")
      Issue.record("there is a mistake in \(text)")
    } catch {
      #expect(error.description == "scene.toml:" + message)
    }
  }

  @Test func aMissingSoundNamesTheLineAndTheFile() throws {
    try withDirectory { directory in
      let text = "board = \"x\"\nduration = 1\n[[source]]\nfile = \"rear.wav\"\nazimuth = 0\n"
      try directory.write(Array(text.utf8), to: "scene.toml")
      do throws(TOMLError) {
        _ = try Scenario.load(path: directory.file("scene.toml"))
        Issue.record("there is no such file")
      } catch {
        #expect(error.line == 4 && error.column == 8 && error.key == "source.file")
        #expect(error.cause == .file(errno: ENOENT))
        #expect(error.description.contains("\(directory.file("rear.wav")): No such file"))
      }
    }
  }

  @Test func aSoundThatIsNotWAVIsNamedWithTheRemedy() throws {
    try withDirectory { directory in
      let text = "board = \"x\"\nduration = 1\n[[source]]\nfile = \"m.flac\"\nazimuth = 0\n"
      try directory.write(Array(text.utf8), to: "scene.toml")
      try directory.write(Array("fLaC".utf8), to: "m.flac")
      do throws(TOMLError) {
        _ = try Scenario.load(path: directory.file("scene.toml"))
        Issue.record("it is not a WAV file")
      } catch {
        #expect(
          error.description.hasSuffix(
            "m.flac: is not a WAV file; convert it: ffmpeg -i NAME NAME.wav"))
      }
    }
  }

  @Test func namesAreCheckedAgainstTheBoard() throws {
    let board = SceneFixture.board()
    func problem(_ text: String) throws -> String? {
      let scenario = try Scenario.parse(
        text: "board = \"fixture\"\nduration = 10\n" + text, name: "scene.toml")
      do throws(TOMLError) {
        try scenario.validate(for: board)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(
      try problem("[[fault]]\nat = 1\nmicrophone-dead = \"MIC9\"")
        == "scene.toml:5:19: fault.microphone-dead: fixture has no microphone \"MIC9\"; "
        + "did you mean \"MIC1\"? it has MIC1, MIC2, MIC3, MIC4")
    #expect(
      try problem("[[fault]]\nat = 1\nchannels-rotated = 4")
        == "scene.toml:5:20: fault.channels-rotated: is 4, but fixture captures 4 channels; "
        + "write 1 to 3")
    #expect(
      try problem("[[hand]]\nat = 1\nsource = \"top\"")
        == "scene.toml:5:10: hand.source: fixture has no data source \"top\"; it has Front, Back")
    #expect(
      try problem("[[source]]\ntone = 24000\nazimuth = 0")?.hasPrefix("scene.toml:3:1: source.tone")
        == true)
    #expect(
      try problem(
        "[[fault]]\nat = 1\nmicrophone-dead = \"MIC4\"\n[[hand]]\nat = 1\nsource = \"back\"") == nil
    )
  }

  @Test func handsTurnTheBoard() throws {
    let board = SceneFixture.board()
    let hands = [
      Scenario.Hand(at: 2, action: .source("back")),
      Scenario.Hand(at: 1, action: .turn(.landscapeRight)),
      // Flat on the table: no left and right, so nothing changes.
      Scenario.Hand(at: 3, action: .gravity(Vector3(0, 0, -1))),
      Scenario.Hand(at: 4, action: .gravity(Vector3(0, 0.9, 0.1))),
      Scenario.Hand(at: 5, action: .press(.record, seconds: 0.1)),
    ]
    let timeline = try #require(LayoutTimeline(hands: hands, board: board, rate: 48000))
    #expect(timeline.initial.forwardFace == .front && timeline.initial.upEdge == .top)
    #expect(timeline.changes.map(\.frame) == [48000, 96000, 192_000])
    #expect(timeline.changes.map(\.layout.upEdge) == [.right, .right, .bottom])
    #expect(timeline.changes.map(\.layout.forwardFace) == [.front, .back, .back])
  }
}
