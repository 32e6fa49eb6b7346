import Face
import FoundationEssentials
import Glibc
import Recorder
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Takes and the log of a deployment.
@Suite("A report of a season") struct SeasonReportTests {
  @Test("what is not covered by takes is missing, to the second")
  func holes() {
    let takes = SeasonReport.merged([100..<200, 150..<260, 260.5..<300, 500..<600])
    #expect(takes == [100..<300, 500..<600])
    #expect(SeasonReport.holes(of: 100..<300, in: takes).isEmpty)
    #expect(SeasonReport.holes(of: 90..<310, in: takes) == [90..<100, 300..<310])
    #expect(SeasonReport.holes(of: 250..<550, in: takes) == [300..<500])
    #expect(SeasonReport.holes(of: 700..<800, in: takes) == [700..<800])
    #expect(SeasonReport.holes(of: 0..<50, in: []) == [0..<50])
  }

  @Test("coverage, causes, cuts and troubles come from the takes, the schedule and the log")
  func report() throws {
    let folder = try TemporaryDirectory()
    // A take of two seconds at noon of 2026-08-01.
    try TakeFileFixture.wav.make(in: folder.path)
    let take = try #require(try TakeDirectory(path: folder.path).takes().first)
    let date = try #require(take.main.first?.metadata.date)
    let noon = Double(date.localSeconds - (take.main.first?.metadata.utcOffsetSeconds ?? 0))
    func line(_ seconds: Double, _ type: String, _ words: String, _ fields: String = "{}") -> String
    {
      #"{"time":\#(noon + seconds),"isClockSet":true,"type":"\#(type)","words":"\#(words)","fields":\#(fields)}"#
    }
    let lines = [
      line(-60, "started", "the recorder started"),
      line(
        -50, "state", "",
        #"{"battery":"80","celsius":"21.5","freeBytes":"5000000000","clock":"rtc"}"#),
      line(3, "fault", "fault: the card is gone"), line(100, "started", "the recorder started"),
      line(110, "clockSet", "clock: set 5 s forward", #"{"by":"5.0"}"#),
      line(120, "state", "", #"{"battery":"60","freeBytes":"4000000000","clock":"rtc"}"#),
      line(130, "ended", "the recorder was stopped"),
      #"{"time":12,"isClock"#,
    ]
    try folder.write(Array(lines.joined(separator: "\n").utf8), to: DeploymentLog.names[0])
    try folder.write(
      Array(
        """
        [[schedule]]
        at = "\(date.timeText.prefix(5))"
        duration = "1 min"
        """.utf8), to: "season.toml")
    let run = CommandRun.pinna([
      "takes", "report", folder.path, "--config", folder.file("season.toml"), "--json",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(
      run.output.contains("\"starts\" : 2") && run.output.contains("\"cuts\" : 1"), "\(run.output)")
    #expect(run.output.contains("fault: the card is gone"))
    let words = CommandRun.pinna([
      "takes", "report", folder.path, "--config", folder.file("season.toml"), "--out",
      folder.file("season.html"),
    ])
    for part in [
      "battery", "60 to 80 %", "1 of them after a power cut", "clock set", "+5.0 s",
      "5.0 GB at first, 4.0 GB in the last hourly line",
    ] { #expect(words.output.contains(part), "\(words.output)") }
    let html = try String(decoding: folder.read("season.html"), as: UTF8.self)
    #expect(html.contains("<svg") && html.contains(" recorded in 1 day"))
    // Two seconds of a minute, by a clock without an offset.
    let settings = try Settings.load(explicitPath: folder.file("season.toml"))
    let facts = try #require(
      SeasonReport(
        try TakeDirectory(path: folder.path).takes(), DeploymentLog.lines(in: folder.path),
        Schedule(settings.schedule, place: nil), utcOffset: { _ in 0 }))
    #expect(facts.scheduledSeconds == 60 && facts.coveredSeconds == 2)
    #expect(facts.freeBytesRange == [5_000_000_000, 4_000_000_000])
    #expect(facts.batteryRange == [60, 80] && facts.missing.map(\.seconds) == [58])
    #expect(facts.missing[0].cause == "fault: the card is gone")
    let drawn = SeasonReportPage(report: facts, place: nil, utcOffset: { _ in 0 }).html
    #expect(drawn.contains("2 s of 1 min recorded in 1 day"), "\(drawn)")
  }

  @Test("a folder without takes has no report")
  func empty() throws {
    let empty = try TemporaryDirectory()
    #expect(CommandRun.pinna(["takes", "report", empty.path]).code == .noInput)
  }

  /// A report on takes and on lines of a log, whose times are seconds after midnight; all hours are scheduled.
  private func report(
    _ lines: [(seconds: Double, type: String, fields: String)], _ takes: [TakeSet] = []
  ) throws -> SeasonReport {
    let folder = try TemporaryDirectory()
    let midnight = try #require(CivilDate(text: "2026-08-01 00:00:00")).localSeconds
    let text = lines.map {
      #"{"time":\#(Double(midnight) + $0.seconds),"isClockSet":true,"type":"\#($0.type)","#
        + #""words":"","fields":{\#($0.fields)}}"# + "\n"
    }
    try folder.write(Array(text.joined().utf8), to: DeploymentLog.names[0])
    let all = ScheduledTake(start: .daily(secondOfDay: 0, days: []), seconds: 86400)
    return try #require(
      SeasonReport(
        takes, DeploymentLog.lines(in: folder.path), Schedule([all]), utcOffset: { _ in 0 }))
  }

  @Test(
    "a take that states no offset from UTC has the time of the local clock",
    arguments: [("", "2026-08-01 12:00:00"), ("+02:00", "2026-08-01 15:30:00")])
  func offsets(_ offset: String, _ from: String) throws {
    let folder = try TemporaryDirectory()
    let chunk = WAVChunk(
      id: "guan", payload: Array("Timestamp:2026-08-01T12:00:00\(offset)\n".utf8))
    let wav = OtherWAV(channels: 1, bits: 16).file(frames: 800, chunks: [chunk])
    try folder.write(wav, to: "bat.wav")
    let takes = try TakeDirectory(path: folder.path).takes()
    let report = try #require(SeasonReport(takes, [], Schedule([]), utcOffset: { _ in 19800 }))
    #expect(report.from == from)
  }

  @Test("only the time from the first line to the last counts, not the scheduled take around it")
  func deployment() throws {
    let report = try report([(100, "started", ""), (130, "ended", "")])
    #expect(report.scheduledSeconds == 30 && report.coveredSeconds == 0)
    #expect(report.missing.map(\.start) == ["2026-08-01 00:01:40"])
  }

  @Test("takes of the log that were moved away count as recorded, and are named as such")
  func gone() throws {
    func finished(_ file: String, _ seconds: String) -> String {
      #""file":"\#(file)","seconds":"\#(seconds)","end":"scheduled end""#
    }
    let folder = try TemporaryDirectory()
    try TakeFileFixture.wav.make(in: folder.path)
    let takes = try TakeDirectory(path: folder.path).takes()
    let here = try #require(takes.first?.files.first?.fileName)
    let lines = [
      (100, "started", ""),
      (130, "takeFinished", finished("20260801_000140_998_a.flac", "30.000")),
      (140, "takeFinished", finished(here, "5.000")),
      (150, "takeFinished", #""end":"stopped""#), (160, "ended", ""),
    ].map { (seconds: Double($0.0), type: $0.1, fields: $0.2) }
    let report = try report(lines)
    #expect(report.scheduledSeconds == 60 && report.coveredSeconds == 35)
    #expect(report.rows.contains { $0 == ("no longer here", "2 takes of the log, 0:00:35 in all") })
    #expect(try self.report(lines, takes).gone.count == 1)
  }

  @Test("a pause is missing where it was, and a take that was stopped says so", arguments: [4, 40])
  func pauses(seconds: Double) throws {
    // Recorded from 100 to 105, again after the pause until 200, and stopped.
    let report = try report([
      (100, "started", ""), (105, "takePaused", ""), (105 + seconds, "takeResumed", ""),
      (
        200, "takeFinished",
        #""file":"20260801_000140_998.wav","seconds":"\#(100 - seconds)","end":"stopped""#
      ), (230, "ended", ""),
    ])
    #expect(report.missing.map(\.start) == ["2026-08-01 00:01:45", "2026-08-01 00:03:20"])
    #expect(report.missing.map(\.seconds) == [seconds, 30])
    #expect(report.missing.map(\.cause) == ["the take was paused", "the take was stopped"])
    #expect(report.coveredSeconds == 100 - seconds)
    // A take in the folder is cut at the same places.
    #expect(
      SeasonReport.pieces(100..<110, [90..<95, 105..<117, 118..<120, 200..<300])
        == [100..<105, 117..<118, 120..<124])
  }

  @Test("lines of a log with times that no clock shows are left out, and told")
  func impossibleTimes() throws {
    let folder = try TemporaryDirectory()
    try TakeFileFixture.wav.make(in: folder.path)
    func report() -> CommandRun {
      CommandRun.pinna(["takes", "report", folder.path, "--json"], environment: [:])
    }
    let plain = report()
    let lines = [1e300, -1e18, 0, 1e12].map {
      #"{"time":\#($0),"isClockSet":true,"type":"fault","words":"odd","fields":{}}"#
    }
    try folder.write(
      Array((lines + [""]).joined(separator: "\n").utf8), to: DeploymentLog.names[0])
    let odd = report()
    #expect(odd.output == plain.output, "\(odd.output)")
    #expect(odd.diagnostics.contains("4 lines of the log left out"), "\(odd.diagnostics)")
  }

  @Test("a recorder's name stands before its takes, and no two recorders make equal names")
  func prefix() throws {
    let folder = try TemporaryDirectory()
    try TakeFileFixture.wav.make(in: folder.path)
    let plain = try #require(TakeName(fileName: "20260801_120000_007_raw_b.wav"))
    let oak = plain.prefixed("oak")
    #expect(oak.fileName() == "oak-20260801_120000_007_raw_b.wav")
    #expect(TakeName(fileName: oak.fileName()) == oak && oak != plain)
    #expect(TakeName(fileName: "oak-20260801_120000_007_raw-dawn-chorus.wav")?.prefix == "oak")
    for foreign in [
      "SMA00123_20260801_120000.wav", "SM4_20260801_120000_000.wav", "a-b-20260801_120000_007.wav",
      "oak-.wav", "-20260801_120000_007.wav", "20260801_120000_007 (1).wav",
    ] { #expect(TakeName(fileName: foreign) == nil, "\(foreign)") }
    #expect(plain.prefixed("no hyphen-").prefix == "")
    let settings = folder.file("set.toml")
    for (word, isGood) in [("oak", true), ("serial", true), ("a-b", false), ("", false)] {
      try folder.write(Array("[take]\nprefix = \"\(word)\"\n".utf8), to: "set.toml")
      let code = CommandRun.pinna(["config", "check", settings]).code
      #expect((code == .success) == isGood, "\(word): \(code)")
    }
  }
}
