import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Takes with faults in them, and their raw files, as a person meets them with the program.
@Suite("Takes with faults, and their raw files") struct FaultyTakeTests {
  /// A take of noise from the left in which a microphone is dead from a time on.
  private static func scene(dead: Double) -> String {
    """
    duration = 6.0
    hand = [{ at = 3.0, press = "record" }, { at = 5.5, press = "record" }]
    [[source]]
    noise = "pink"
    azimuth = -60.0
    level = -20.0
    [[fault]]
    at = \(dead)
    microphone-dead = "m3"

    """
  }

  private static func render(
    _ bench: AmbisonicBench, _ take: TakeSet, _ words: [String] = []
  ) throws -> (run: CommandRun, samples: [[Float]]) {
    let out = bench.folder.expect("again.wav")
    unlink(out)
    let run = bench.pinna(
      [
        "render", try #require(take.files(.raw).first).path, out, "--board",
        bench.folder.path + "/four.toml", "--ears", "sphere",
      ] + words)
    try #require(run.code == .success, "\(run.diagnostics)")
    return (run, try AmbisonicBench.channels(out))
  }

  /// The decibels by which the second channel is louder than the first one in the last second.
  private static func side(_ samples: [[Float]]) -> Double {
    func power(_ channel: [Float]) -> Double {
      channel.suffix(48000).reduce(0) { $0 + Double($1 * $1) }
    }
    return 10 * log10(power(samples[1]) / power(samples[0]))
  }

  /// A take in parts of 10 s with a raw file, on a card to which something happens.
  private static func split(
    _ bench: AmbisonicBench, _ fault: String, _ format: TakeFileKind = .wav
  ) throws -> [TakeSet] {
    let settings = try bench.folder.write("[take]\nsplit = \"10 s\"\n", to: "split.toml")
    let scene = """
      duration = 16.0
      seed = 5
      hand = [{ at = 0.5, press = "record" }]
      [[source]]
      noise = "pink"
      azimuth = -60.0
      level = -20.0
      [[fault]]
      \(fault)

      """
    let words = ["--raw", "--pattern", "omni", "--format", format.rawValue, "--config", settings]
    let run = try bench.simulate(scene, board: "i2s-pair", words).run
    try #require(run.code == .success, "\(run.diagnostics)")
    return try TakeDirectory(path: "\(bench.folder.path)/takes\(bench.runs)").takes()
  }

  @Test("a card that is full just after a split leaves no part without sound")
  func fullAfterSplit() throws {
    let bench = try AmbisonicBench()
    let takes = try Self.split(bench, "at = 10.8\nstorage-full = true", .m4a)
    let take = try #require(takes.first)
    #expect(take.files.allSatisfy { $0.frames > 0 && !$0.isInProgress })
    let verified = bench.pinna(["takes", "verify", "\(bench.folder.path)/takes\(bench.runs)"])
    #expect(verified.code == .success, "\(verified.output)\(verified.diagnostics)")
  }

  @Test("what a card has of a take when it goes is the same in every run")
  func goneAfterSplit() throws {
    let bench = try AmbisonicBench()
    let runs = try (0..<2).map { _ in
      let takes = try Self.split(bench, "at = 12.2\nstorage-gone = 2.0")
      return try #require(takes.first)
    }
    let lengths = runs.map { take in [take.main, take.files(.raw)].map { $0.map(\.frames) } }
    #expect(lengths[0] == lengths[1] && lengths[0][0].count == 2)
    let (main, raw) = (lengths[0][0].last ?? 0, lengths[0][1].last ?? 0)
    #expect(raw > 70_000 && (0..<4096).contains(raw - main), "\(lengths)")
  }

  @Test("render leaves out the microphone that the take left out, and gives the take again")
  func dead() throws {
    let bench = try AmbisonicBench()
    let (run, takes) = try bench.simulate(Self.scene(dead: 0.2), ["--raw"])
    let take = try #require(takes.first, "\(run.diagnostics)")
    let file = try #require(take.main.first)
    #expect(file.metadata.notes.contains("without m3"))
    let made = try AmbisonicBench.channels(file.path)
    #expect(Self.side(made) < -1)
    let again = try Self.render(bench, take)
    #expect(again.samples == made)
    #expect(again.run.diagnostics.contains("note: without m3, as in the take\n"))
    #expect(try Self.render(bench, take, ["--without", "m3"]).samples == made)
    let all = try Self.render(bench, take, ["--without", "none"])
    #expect(all.samples != made)
    #expect(all.run.diagnostics.contains("was made without m3\n"))
  }

  @Test("render says from where on a microphone was silent, and makes the sides right without it")
  func dies() throws {
    let bench = try AmbisonicBench()
    let (run, takes) = try bench.simulate(Self.scene(dead: 3.2), ["--raw"])
    let take = try #require(takes.first, "\(run.diagnostics)")
    let made = try AmbisonicBench.channels(try #require(take.main.first).path)
    let again = try Self.render(bench, take)
    #expect(again.samples == made)
    #expect(
      again.run.diagnostics.contains(
        "s, and left and right are wrong from then on: --without m3 corrects them"),
      "\(again.run.diagnostics)")
    let without = try Self.render(bench, take, ["--without", "m3"])
    #expect(
      !without.run.diagnostics.contains("had fallen silent by") && Self.side(without.samples) < -1)
  }

  @Test("a sound is looked for where it is in a take that was made after the card came back")
  func cardBack() throws {
    let bench = try AmbisonicBench()
    let (run, takes) = try bench.simulate(
      """
      duration = 9.0
      hand = [{ at = 0.5, press = "record" }, { at = 5.5, press = "record" }, { at = 8.5, press = "record" }]
      [[source]]
      noise = "pink"
      azimuth = 60.0
      level = -20.0
      start = 7.0
      until = 7.8
      [[fault]]
      at = 1.9
      storage-gone = 0.97

      """)
    #expect(!takes.isEmpty, "\(run.diagnostics)")
    #expect(run.output.contains("1 of 1 sounds are on the side"), "\(run.output)")
    #expect(run.output.contains("+60°"))
  }

  @Test(
    "a recovered take has no marker of sound that was lost, and says so",
    arguments: ["wav", "flac"])
  func lostMarkers(format: String) throws {
    let bench = try AmbisonicBench()
    let board = try bench.folder.read("four.toml") + "[buttons.marker]\nchip = \"none\"\nline = 3\n"
    try bench.folder.write(board, to: "four.toml")
    let markers = [0.6, 4.5, 4.8].map { "{ at = \($0), press = \"marker\" }" }
    let (run, takes) = try bench.simulate(
      """
      duration = 6.0
      hand = [{ at = 0.2, press = "record" }, \(markers.joined(separator: ", ")), { at = 5.2, press = "record" }]
      [[source]]
      noise = "pink"
      azimuth = 30.0

      """, ["--format", format])
    let file = try #require(takes.first?.main.first, "\(run.diagnostics)")
    #expect(file.metadata.markers.count { $0.kind == .button } == 3)
    #expect(truncate(file.path, off_t(file.fileBytes / 2)) == 0)
    #expect(rename(file.path, TakeName.inProgressPath(for: file.path)) == 0)
    let recover = bench.pinna(["takes", "recover", bench.folder.path + "/takes1"])
    #expect(recover.code == .success, "\(recover.diagnostics)")
    let mended = try TakeFile.read(path: file.path)
    #expect(mended.frames > 48000 && mended.frames < 4 * 48000)
    #expect(mended.metadata.markers.count { $0.kind == .button } == 1)
    #expect(mended.metadata.markers.allSatisfy { $0.frame < mended.frames })
    #expect(mended.metadata.notes.contains("2 markers in lost sound are left out"))
    #expect(bench.pinna(["takes", "verify", file.path]).code == .success)
  }
}
