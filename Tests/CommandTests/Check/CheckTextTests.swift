import Boards
import Diagnostics
import Recorder
import Testing

@testable import pinna

@Suite struct CheckTextTests {
  private func lines(_ findings: [Finding], width: Int = 80, unicode: Bool = true) -> [String] {
    let report = CheckReport(
      board: pairBoard, time: WallTime(epochSeconds: 0), seconds: 5, findings: findings)
    return CheckText(report).lines(
      Terminal(isTerminal: true, width: width, allowsColor: false, isUnicode: unicode))
  }

  @Test("fails come before warnings, each with its limit and its remedy under it")
  func order() {
    let lines = lines([
      Finding(
        .soundGain, "a", .warn, "is 2.0 dB softer", limit: "at most 1.5 dB", remedy: "calibrate"),
      Finding(.soundAlive, "b", .fail, "is silent", remedy: "look at its supply"),
    ])
    #expect(
      lines == [
        "pair, Pair, hw:CARD=none", "",
        "FAIL  sound.alive  b", "      is silent", "      →  look at its supply", "",
        "WARN  sound.gain  a", "      is 2.0 dB softer (wanted: at most 1.5 dB)",
        "      →  calibrate", "",
        "warn  sound.gain   a  is 2.0 dB softer",
        "FAIL  sound.alive  b  is silent", "",
        "1 finding fails, and 1 warns: mend that, then check again.",
      ])
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
      lines[2..<11] == [
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
      Finding(.soundHum, "a", .pass, "no hum of the mains"),
      Finding(.soundHum, "b", .warn, "hum of 50 Hz mains"),
      Finding(.soundHum, "c", .warn, "hum of 60 Hz mains"),
      Finding(.soundBits, "a", .pass, "no bit is stuck"),
      Finding(.soundBits, "b", .pass, "no bit is stuck"),
      Finding(.soundBits, "c", .fail, "bit 12 below the sign never moves"),
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

  @Test("one sentence closes it")
  func closing() {
    #expect(
      lines([Finding(.soundAlive, .pass, "delivers")]).last
        == "Everything that was looked at is as it should be.")
    #expect(
      lines([Finding(.ledDrive, .warn, "x"), Finding(.powerLine, .skip, "y")]).suffix(1)
        == ["Nothing failed; 1 finding warns. 1 check was not made, as said above."])
  }

  @Test("a time is written as ISO 8601 has it, with its zone")
  func time() {
    #expect(CheckFacts.text(WallTime(epochSeconds: 0)) == "1970-01-01T00:00:00+00:00")
    #expect(
      CheckFacts.text(WallTime(epochSeconds: 1_795_336_200, utcOffsetSeconds: -12_600))
        == "2026-11-22T05:00:00-03:30")
  }
}
