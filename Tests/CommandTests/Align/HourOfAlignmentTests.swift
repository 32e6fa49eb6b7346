import FoundationEssentials
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Two recorders in the field for an hour, aligned afterwards: pulses, clocks, cards, takes and `pinna takes align`.
@Suite struct HourOfAlignmentTests {
  /// The short form has five minutes: an hour is two minutes of processor.
  private static let seconds = TestForm.isLong ? 3600.0 : 300

  private struct Report: Decodable {
    struct Member: Decodable {
      var offsetSeconds: Double
      var driftParts: Double
      var errorSeconds: Double
      var clockSource: String
      var clockErrorSeconds: Double
    }
    var takes: [Member]
    var files: [String]
  }

  @Test("pairs are true to 50 us by a pulse per second, and what is aligned by them to 100 us")
  func hour() throws {
    let folder = try TemporaryFolder()
    let oak = try FieldRecorder(
      "oak", FieldErrors(card: 14, ahead: 0.012, clock: 3, on: 0.37), in: folder.path)
    let birch = try FieldRecorder(
      "birch", FieldErrors(card: -16, ahead: -0.008, clock: -5, on: 2.21), in: folder.path)
    var results: [(recorder: FieldRecorder, first: Double)] = []
    for recorder in [oak, birch] {
      recorder.wait(30)
      // A second more: a slow card has the last pair a little later.
      let take = try recorder.take(Self.seconds + 1)
      let metadata = try TakeFile.read(path: try #require(take.files.first)).metadata
      let clock = try #require(metadata.clock)
      let pairs = try #require(metadata.clockPairs)
      #expect(clock.source == .pps && pairs.count == Int(Self.seconds / 60) + 1)
      #expect(metadata.notes.isEmpty && metadata.gaps.isEmpty)
      let stated = try #require(clock.errorSeconds) + 4e-6 * Double(pairs.error)
      for pair in pairs.pairs(rate: metadata.rate) {
        let truth = Double(FieldErrors.begin) * 1e6 + recorder.seconds(take, at: pair.frame) * 1e6
        let off = abs(Double(pair.microseconds) - truth) * 1e-6
        #expect(off < 50e-6 && off < stated, "\(pair): \(off) s, stated \(stated) s")
      }
      results.append((recorder, recorder.seconds(take, at: 0)))
    }
    let run = CommandRun.pinna(
      ["takes", "align", oak.path + "/1", birch.path + "/1", "--out", folder.path + "/aligned"]
        + ["--json"])
    #expect(run.code == .success, "\(run.diagnostics)")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    let member = try #require(report.takes.last)
    #expect(abs(member.offsetSeconds - (results[1].first - results[0].first)) < 100e-6)
    #expect(abs(member.driftParts + 30) < 0.5 && member.clockSource == "pps")
    #expect(member.errorSeconds < 50e-6 && member.clockErrorSeconds < 50e-6)
    let clicks = try report.files.map { try AlignedClicks($0) }
    #expect(clicks.count == 2 && clicks[0].places.count >= Int(Self.seconds) - 4)
    #expect(clicks[0].places.count == clicks[1].places.count)
    for (a, b) in zip(clicks[0].places, clicks[1].places) {
      #expect(abs(a - b) / Double(clicks[0].rate) < 100e-6)
    }
  }
}
