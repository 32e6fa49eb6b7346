import Boards
import Diagnostics
import Recorder
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct CheckTextTests {
  private func lines(
    _ findings: [Finding], width: Int = 80, unicode: Bool = true, isVerbose: Bool = false
  ) -> [String] {
    let report = CheckReport(
      board: pairBoard, time: WallTime(epochSeconds: 0), seconds: 5, findings: findings)
    return CheckText(report, isVerbose: isVerbose).lines(
      Terminal(isTerminal: true, width: width, allowsColor: false, isUnicode: unicode))
  }

  private static let bad = [
    Finding(
      .soundGain, "a", .warn, "is 2.0 dB softer", limit: "at most 1.5 dB", remedy: "calibrate"),
    Finding(.soundAlive, "b", .fail, "is silent", remedy: "check its supply"),
  ]

  @Test("the verdict comes first, then fails before warnings, each with its limit and its remedy")
  func order() {
    let start = [
      "FAIL  1 failure and 1 warning: fix these, then check again.",
      "pair, Pair, hw:CARD=none", "",
      "FAIL  sound.alive  b", "      is silent", "      →  check its supply", "",
      "WARN  sound.gain  a", "      is 2.0 dB softer (wanted: at most 1.5 dB)",
      "      →  calibrate", "",
    ]
    #expect(
      lines(Self.bad) == start + [
        "FAIL  Microphones  2 of 2 checks found problems: see above", "",
        "--verbose shows every check and figure; --html FILE writes a page with pictures.",
      ])
    #expect(
      lines(Self.bad, isVerbose: true) == start + [
        "warn  sound.gain   a  is 2.0 dB softer", "FAIL  sound.alive  b  is silent",
      ])
  }

  @Test("swapped microphones are the verdict, with the next step under it")
  func swapped() {
    let lines = lines([
      Finding(.soundAlive, .pass, "delivers sound"),
      Finding(
        .guidedTap, "a", .fail, "answers on the channel of b", remedy: "exchange their channels"),
    ])
    #expect(lines[0] == "FAIL  1 failure: fix this, then check again.")
    #expect(
      lines[3..<6] == [
        "FAIL  guided.tap  a", "      answers on the channel of b",
        "      →  exchange their channels",
      ])
    #expect(lines.contains("ok    Microphones  delivers sound"))
    #expect(lines.contains("FAIL  By hand      see above"))
  }

  @Test("a device that is missing leaves one reason for all that could not be looked at")
  func missing() {
    let see = "could not run: see the failed checks"
    let lines = lines([
      Finding(
        .deviceOpen, "hw:CARD=none", .fail, "there is no such capture device",
        remedy:
          "plug it in"),
      Finding(.soundAlive, .skip, see), Finding(.soundLevel, .skip, see),
      Finding(.soundHum, .skip, see), Finding(.clockRate, .skip, see),
      Finding(.motionAxes, .skip, "the board has no accelerometer"),
      Finding(.buttonIdle, .skip, "the board has no buttons"),
    ])
    #expect(lines[0] == "FAIL  1 failure: fix this, then check again.")
    let words = lines.joined(separator: " ")
    #expect(words.contains("6 checks were not run: clock, sound (\(see)); "))
    #expect(words.contains("the board has no accelerometer and no buttons."))
    #expect(!words.contains("ok  "))
  }

  @Test("a reason that differs only in its figures is given once, with their range")
  func range() {
    let levels = [-49.7, -50.1, -9.5]
    let lines = lines(
      levels.map { Finding(.soundHum, "\($0)", .skip, "could hide up to \($0) dBFS of hum") }
        + [Finding(.soundAlive, "a", .pass, "delivers sound")])
    #expect(
      lines.joined(separator: " ").contains(
        "1 check was not run: sound.hum (could hide up to -50.1 to -9.5 dBFS of hum)."))
  }

  @Test("a name that is longer than its column is whole, and its message goes below")
  func longNames() {
    let names = InputOrientation.allCases.map(\.rawValue) + ["Back portraitUpsideDown"]
    let lines = lines(
      names.map { Finding(.guidedHold, $0, .warn, "is unclear, \($0)") },
      isVerbose: true)
    for name in names { #expect(lines.contains { $0.contains("guided.hold  \(name)") }, "\(name)") }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("nothing is said to be as it should be when nothing was looked at")
  func nothing() {
    let lines = lines([Finding(.ledDrive, .skip, "the board has no lights")])
    #expect(lines[0] == "?     No check could run, so nothing is known about this board.")
    #expect(lines.contains("1 check was not run: the board has no lights."))
    #expect(!lines.joined().contains("as it should be"))
  }

  @Test("what one remedy mends is told once")
  func together() {
    let remedy = "lower the gain"
    let lines = lines([
      Finding(.soundClipping, "a", .warn, "3 frames", limit: "none", remedy: remedy),
      Finding(.soundClipping, "b", .warn, "4 frames", limit: "none", remedy: remedy),
      Finding(.soundAlive, "a", .fail, "is silent", remedy: "look at it"),
      Finding(.soundAlive, "b", .fail, "is silent", remedy: "look at it"),
    ])
    #expect(
      lines[3..<12] == [
        "FAIL  sound.alive  a, b", "      is silent", "      →  look at it", "",
        "WARN  sound.clipping  a, b", "      a 3 frames", "      b 4 frames (wanted: none)",
        "      →  lower the gain", "",
      ])
  }

  @Test("what is well has one row for all microphones")
  func folded() {
    let rows = CheckRow.rows([
      Finding(.soundAlive, "a", .pass, "delivers sound"),
      Finding(.soundAlive, "b", .pass, "delivers sound"),
      Finding(.soundLevel, "a", .pass, "-40.1 dBFS(A)", value: -40.14, unit: "dBFS(A)"),
      Finding(.soundLevel, "b", .pass, "-42.0 dBFS(A)", value: -42, unit: "dBFS(A)"),
      Finding(.soundHum, "a", .pass, "no mains hum"),
      Finding(.soundHum, "b", .warn, "hum of 50 Hz mains"),
      Finding(.soundHum, "c", .warn, "hum of 60 Hz mains"),
      Finding(.soundBits, "a", .pass, "no bit is stuck"),
      Finding(.soundBits, "b", .pass, "no bit is stuck"),
      Finding(.soundBits, "c", .fail, "bit 12 below the sign never changes"),
    ])
    let checks: [Check] = [
      .soundAlive, .soundLevel, .soundHum, .soundHum, .soundHum, .soundBits, .soundBits,
    ]
    #expect(rows.map(\.check) == checks.map(\.rawValue))
    #expect(rows.map(\.subject) == ["all 2", "all 2", "a", "b", "c", "2 of 3", "c"])
    #expect(rows.map(\.message).prefix(2) == ["delivers sound", "-42.0 to -40.1 dBFS(A)"])
  }

  @Test("a message that a card wrote cannot command the terminal; ASCII where there is no more")
  func printable() {
    let lines = lines(
      [Finding(.mixerGain, "ADC\u{1B}[2J", .fail, "is \u{07}wrong", remedy: "look")],
      unicode: false)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 32 && $0 < 127 } })
    #expect(lines.contains { $0.contains("->") })
  }

  @Test("the verdict is one sentence")
  func verdict() {
    #expect(
      lines([Finding(.soundAlive, .pass, "delivers")]).first
        == "OK    Every check passed.")
    let warned = [Finding(.ledDrive, .warn, "x"), Finding(.powerLine, .skip, "y")]
    #expect(lines(warned).first == "WARN  Nothing failed; there is 1 warning.")
    #expect(lines(warned, isVerbose: true).last == "1 check did not run; see above.")
  }

  @Test("a time is written as ISO 8601 has it, with its zone")
  func time() {
    #expect(CheckupReport.text(WallTime(epochSeconds: 0)) == "1970-01-01T00:00:00+00:00")
    #expect(
      CheckupReport.text(WallTime(epochSeconds: 1_795_336_200, utcOffsetSeconds: -12_600))
        == "2026-11-22T05:00:00-03:30")
  }
}
