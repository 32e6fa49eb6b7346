import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes align` on takes of recorders whose clocks and cards differ as they were made to.
@Suite struct AlignTests {
  private let folder: TemporaryFolder
  private static let rate = 8000
  /// Microseconds since 1970 at which the first recorder begins.
  private static let begin = 1_795_132_800_250_000.0

  init() throws { folder = try TemporaryFolder() }

  /// A take of one channel with a soft click at each second of the day, of a card that is faster than its clock.
  ///
  /// - Parameters:
  ///   - late: seconds by which it begins after the first recorder.
  ///   - drift: parts in a million.
  private func take(
    _ name: String, late: Double, drift: Double, seconds: Int = 200, content: String = "",
    _ change: (inout TakeMetadata) -> Void = { _ in }
  ) throws {
    let speed = Double(Self.rate) * (1 + drift * 1e-6)
    let start = Self.begin + late * 1e6
    var metadata = TakeMetadata()
    metadata.take = "20261120_000000_001"
    metadata.content = content.isEmpty ? .rendered : .raw
    (metadata.rate, metadata.preferredRate) = (Self.rate, Self.rate)
    metadata.clock = ClockQuality(.gps, errorSeconds: 0.000_05)
    var pairs = ClockPairs(start: Int(start.rounded()), error: 5)
    while pairs.nextSeconds <= seconds {
      let elapsed = Double(pairs.nextSeconds * Self.rate) / speed
      pairs.add(Int((start + elapsed * 1e6).rounded()), error: 5)
    }
    metadata.clockPairs = pairs
    metadata.end = .init(.stopped, "stopped")
    change(&metadata)
    mkdir(folder.path + "/" + name, 0o755)
    var writer = try TakeFileWriter.create(
      path: folder.path + "/\(name)/20261120_000000_001\(content).wav", kind: .wav,
      format: AudioFormat(rate: Self.rate, channels: 1, samples: .s24), metadata: metadata)
    let samples = (0..<(seconds * Self.rate)).map { frame -> Float in
      let second = (start * 1e-6 + Double(frame) / speed).remainder(dividingBy: 1)
      // A bell of 2 ms: its middle is found between two frames.
      return Float(0.5 * exp(-second * second / 2e-6))
    }
    _ = try writer.append(interleaved: samples, frames: samples.count)
    _ = try writer.finish(metadata)
  }

  private func align(_ words: String...) -> CommandRun {
    CommandRun.pinna(["takes", "align"] + words)
  }

  @Test("offset and drift are the planted ones, and the files have their clicks at the same frames")
  func planted() throws {
    try take("oak", late: 0, drift: 12)
    try take("birch", late: 3.123_456, drift: -18)
    try take("elm", late: -7.5, drift: 0)
    let paths = ["oak", "birch", "elm"].map { folder.path + "/\($0)/1" }
    let out = folder.path + "/aligned"
    let run = CommandRun.pinna(["takes", "align"] + paths + ["--out", out, "--json"])
    #expect(run.code == .success, "\(run.diagnostics)")
    for words in [
      "\"offsetSeconds\" : 3.12345", "\"offsetSeconds\" : -7.5", "\"clockSource\" : \"gps\"",
    ] { #expect(run.output.contains(words), "\(run.output)") }
    let drifts = run.output.matches(of: /"driftParts" : (-?[\d.]+)/).map {
      Double($0.output.1) ?? 99
    }
    for (found, wanted) in zip(drifts, [0.0, -30, -12]) { #expect(abs(found - wanted) < 0.1) }
    let files = ["", "_2", "_3"].map { out + "/20261120_000000_001\($0)_aligned.wav" }
    let clicks = try files.map { try AlignedClicks($0) }
    #expect(clicks[0].places.count > 180)
    for other in clicks.dropFirst() {
      #expect(other.places.count == clicks[0].places.count && other.rate == Self.rate)
      for (a, b) in zip(clicks[0].places, other.places) {
        // Half a frame is 62.5 us.
        #expect(abs(a - b) < 0.51)
      }
    }
    #expect(try files.map { try TakeFile.read(path: $0).frames }.allSatisfy { $0 > 1_500_000 })
    #expect(Set(try files.map { try TakeFile.read(path: $0).frames }).count == 1)
    // The first is only cut.
    let cut = try TakeFile.read(path: files[0])
    #expect(cut.bits == 24 && cut.metadata.copy == "aligned")
    // Nothing is replaced.
    let again = CommandRun.pinna(["takes", "align"] + paths + ["--out", out])
    #expect(again.code != .success && again.diagnostics.contains("exist"), "\(again.diagnostics)")
    // All files or none, so that no set lacks one without a word.
    unlink(files[0])
    #expect(CommandRun.pinna(["takes", "align"] + paths + ["--out", out]).code != .success)
    #expect(access(files[0], F_OK) != 0 && access(files[1], F_OK) == 0)
  }

  @Test("raw files are taken where all takes have them")
  func raw() throws {
    for name in ["oak", "birch"] {
      try take(name, late: 0, drift: 0)
      try take(name, late: 0, drift: 0, content: "_raw")
    }
    let run = align(
      folder.path + "/oak/1", folder.path + "/birch/1", "--out", folder.path + "/aligned")
    #expect(run.code == .success, "\(run.diagnostics)")
    let file = try TakeFile.read(path: folder.path + "/aligned/20261120_000000_001_aligned.wav")
    #expect(file.metadata.content == .raw)
    #expect(run.output.contains("Common time: "))
  }

  @Test("a part of a take keeps the times and the drift of its frames")
  func trimmed() throws {
    try take("oak", late: 0, drift: 0)
    try take("birch", late: 2, drift: -18)
    let birch = folder.path + "/birch"
    #expect(CommandRun.pinna(["takes", "trim", birch + "/1", "--from", "30"]).code == .success)
    let run = align(folder.path + "/oak/1", birch + "/2", "--json")
    #expect(run.code == .success && run.diagnostics == "", "\(run.diagnostics)")
    #expect(run.output.contains("\"offsetSeconds\" : 32.000"), "\(run.output)")
    #expect(run.output.contains("\"driftParts\" : -1"), "\(run.output)")
  }

  @Test("what cannot be aligned is refused, with the reason")
  func refused() throws {
    try take("oak", late: 0, drift: 0)
    try take("later", late: 5000, drift: 0)
    try take("bare", late: 0, drift: 0) { $0.clockPairs = nil }
    try take("unset", late: 0, drift: 0) { $0.isClockSet = false }
    try take("jumps", late: 0, drift: 0) { metadata in
      var pairs = ClockPairs(start: Int(Self.begin))
      for n in 1...3 { pairs.add(Int(Self.begin) + n * 60_000_000 + n / 2 * 3_000_000) }
      metadata.clockPairs = pairs
    }
    let paused = [TakeMarker(frame: 1_500_000, kind: .resume, label: "resumed")]
    try take("paused", late: 0, drift: 0) { $0.markers = paused }
    try take("part", late: 0, drift: 0) { $0.parts = 3 }
    // The pause stays known in a new take.
    #expect(
      CommandRun.pinna(["takes", "trim", folder.path + "/paused/1", "--from", "1"]).code
        == .success)
    let oak = folder.path + "/oak/1"
    for (name, words) in [
      ("later", "do not overlap in time"), ("bare", "no pairs of frame and time"),
      ("unset", "clock was not set"), ("jumps", "paused or joined, or the clock was set"),
      ("paused", "paused or joined"), ("part", "a part of it is missing"),
    ] {
      let run = align(oak, folder.path + "/\(name)/1")
      #expect(run.code == .data && run.diagnostics.contains(words), "\(run.diagnostics)")
    }
    #expect(align(oak, folder.path + "/paused/2").diagnostics.contains("paused or joined"))
    #expect(align(oak).code == .usage)
    #expect(align(oak, folder.path + "/oak/9").code == .noInput)
  }
}
