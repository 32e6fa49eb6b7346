import Boards
import Face
import TakeFiles
import Testing

@testable import CommandSupport
@testable import Recorder
@testable import pinna

@Suite struct EventLogTests {
  private static let board = pairBoard

  /// The line that the log prints for an event.
  private func printed(_ event: SessionEvent, terminal: Terminal = .file) throws -> String {
    let output = Transcript()
    let console = Console(
      terminal: terminal, diagnosticsTerminal: .file, output: { output.append($0) },
      diagnostics: { _ in })
    try EventLines(console: console).print(1.5, RecorderEvent(event, board: Self.board))
    return output.text
  }

  @Test("an event is one line with its time")
  func oneLine() throws {
    #expect(
      try printed(.orientation(.landscapeLeft)) == "    1.50 s  turned      landscapeLeft\n")
  }

  @Test("an event without details has no spaces at its end")
  func noDetails() throws {
    #expect(try printed(.locked(true)) == "    1.50 s  locked\n")
  }

  @Test("in a log an event is one line, however long: a line is an entry")
  func log() throws {
    let path = "/takes/" + String(repeating: "long ", count: 40) + "one.wav"
    let error = TakeFileError.system(operation: .write, path: path, code: 28)
    let text = try printed(.fault(.storage(error)))
    #expect(text.split(separator: "\n").count == 1)
    #expect(text.contains(path))
  }

  @Test("long details stay within the width, below where they begin", arguments: [60, 100])
  func long(_ width: Int) throws {
    let error = TakeFileError.system(operation: .write, path: "/takes/one.wav", code: 28)
    let text = try printed(
      .fault(.storage(error)),
      terminal: Terminal(isTerminal: true, width: width, allowsColor: false, isUnicode: true))
    let lines = text.split(separator: "\n")
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.dropFirst().allSatisfy { $0.prefix(24).allSatisfy { $0 == " " } })
  }

  @Test(
    "what the recorder does by itself is told in a line that says what it means",
    arguments: [
      (
        .marker(TakeMarker(frame: 4800, kind: .clip, label: "clip MIC2")),
        "marker      clip MIC2, at 0.10 s of the take"
      ),
      (.storageLow(secondsLeft: 599.6), "storage     room for 10 min of recording"),
      (.storageLow(secondsLeft: 3.2), "storage     room for 3 s of recording"),
      (.storageSlow(seconds: 2.34), "storage     slow: 2.3 s behind"),
      (
        .priorityRefused(.render, errno: 1),
        "realtime    the render thread did not get its priority (errno 1)"
      ),
      (
        .scheduleWaitsForClock,
        "schedule    scheduled takes wait for a clock that is set and trusted ([clock] trust)"
      ),
      (
        .clock(ClockQuality(.kept)),
        "clock       the clock resumed from its time at power-off: dates are behind by the time without power"
      ),
      (.clock(ClockQuality(.ntp, errorSeconds: 0.5)), "clock       synchronised, within 0.5 s"),
      (.clockSet(by: -3601), "clock       set 1 h 1 s back"),
      (
        .scheduleWithoutSun(.sunrise, isUp: true),
        "schedule    no sunrise today, because the sun stays up: takes that start with that event are skipped"
      ),
      (
        .scheduleStarted(due(seconds: 5400)), "schedule    05:30:00 for 1 h 30 min"
      ),
      (
        .scheduleRefused(due(seconds: 60), .takeRuns),
        "schedule    no take at 05:30:00: another take is in progress, and it continues"
      ),
      (
        .scheduleRefused(due(seconds: 60), .notArmed()),
        "schedule    the take of 05:30:00 can still start until its end, and then while memory holds its sound: "
          + "the recorder is not armed"
      ),
      (
        .scheduleRefused(due(seconds: 60), .restMissed),
        "schedule    the take of 05:30:00 stays incomplete: its time had passed before it could continue"
      ),
      (
        .scheduleMissed(1, last: due(seconds: 60)),
        "schedule    a take was over before it could be started; it was due at 2026-11-20 05:30:00"
      ),
      (
        .scheduleMissed(2, last: due(seconds: 60)),
        "schedule    2 takes were over before they could be started; the last was due at 2026-11-20 05:30:00"
      ),
      (.calledOff, "cancelled   the take that would have continued automatically"),
      (
        .recovered([recovered(.recovered), recovered(.setAside)]),
        "recovered   one.wav (1.50 s), one.wav (no audio had reached the card; kept as it is)"
      ),
    ] as [(SessionEvent, String)])
  func byItself(event: SessionEvent, line: String) throws {
    #expect(try printed(event) == "    1.50 s  \(line)\n")
  }

  private static func due(seconds: Double) -> Schedule.Due {
    Schedule.Due(
      start: CivilDate(year: 2026, month: 11, day: 20, hour: 5, minute: 30, second: 0),
      seconds: seconds)
  }

  private static func recovered(_ outcome: RecoveredTake.Outcome) -> RecoveredTake {
    var take = RecoveredTake(
      source: "/takes/one.recording.wav", path: "/takes/one.wav", kind: .wav, outcome: outcome)
    (take.rate, take.frames) = (48000, 72000)
    return take
  }
}
