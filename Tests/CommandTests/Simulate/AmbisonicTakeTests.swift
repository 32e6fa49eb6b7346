import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Takes in ambisonics, as a person makes them with the program.
@Suite("Takes in ambisonics") struct AmbisonicTakeTests {
  /// The energy of a sum of two channels between two times, in decibels over that of their difference.
  private static func ratio(
    _ a: [Float], _ b: [Float], _ seconds: ClosedRange<Double>, rate: Double = 48000
  ) -> Double {
    let frames = Int(seconds.lowerBound * rate)..<Int(seconds.upperBound * rate)
    var (sum, difference) = (1e-12, 1e-12)
    for frame in frames {
      sum += Double(a[frame] + b[frame]) * Double(a[frame] + b[frame])
      difference += Double(a[frame] - b[frame]) * Double(a[frame] - b[frame])
    }
    return 10 * log10(sum / difference)
  }

  @Test("Y is left and X is in front at every edge of a board on a table")
  func sides() throws {
    let bench = try AmbisonicBench()
    for edge in ["Top", "Right", "Bottom", "Left"] {
      // The press comes 0.2 s after the start, and the pre-roll reaches back to it.
      let sounds = [(-90.0, 0.5), (90.0, 1.0), (0.0, 1.5), (180.0, 2.0)].map {
        """
        [[source]]
        tone = 700.0
        azimuth = \($0.0)
        level = -20.0
        start = \($0.1)
        until = \($0.1 + 0.4)

        """
      }
      let scene =
        """
        duration = 3.0
        hand = [{ at = 0.1, source = "\(edge)" }, { at = 0.2, press = "record" }, { at = 2.6, press = "record" }]

        """ + sounds.joined()
      let (run, takes) = try bench.simulate(
        scene, board: "respeaker-4mic-hat-table", ["--pattern", "ambix"])
      let take = try #require(takes.first, "\(run.diagnostics)")
      let metadata = try #require(take.main.first).metadata
      #expect(metadata.dataSource == edge && metadata.pattern == "ambix")
      let channels = try AmbisonicBench.channels(take.main[0].path)
      let start = 0.2 - Double(metadata.preRollFrames) / 48000
      func ratio(_ channel: Int, at time: Double) -> Double {
        Self.ratio(channels[0], channels[channel], (time + 0.1 - start)...(time + 0.35 - start))
      }
      #expect(ratio(1, at: 0.5) > 15 && abs(ratio(3, at: 0.5)) < 1, "left of \(edge)")
      #expect(ratio(1, at: 1.0) < -15 && abs(ratio(3, at: 1.0)) < 1, "right of \(edge)")
      #expect(ratio(3, at: 1.5) > 15 && abs(ratio(1, at: 1.5)) < 1, "in front of \(edge)")
      #expect(ratio(3, at: 2.0) < -15 && abs(ratio(1, at: 2.0)) < 1, "behind \(edge)")
      #expect(channels[2].allSatisfy { $0 == 0 })
    }
  }

  @Test(
    "a take and its raw file rendered again are the same, bit for bit, in every form",
    arguments: [
      (48000, []), (48000, ["--format", "flac"]), (44100, ["--samples", "f32"]),
      (96000, ["--samples", "f32", "--no-limiter"]), (48000, ["--low-cut", "off", "--safety"]),
      (16000, ["--pre-roll", "0"]),
    ])
  func again(rate: Int, words: [String]) throws {
    let bench = try AmbisonicBench(rate: rate)
    let (run, takes) = try bench.simulate(
      AmbisonicBench.noise(seconds: 1), ["--pattern", "ambix", "--raw"] + words)
    let take = try #require(takes.first, "\(run.diagnostics)")
    let file = try #require(take.main.first)
    #expect(file.channels == 4 && file.rate == rate && file.frames >= rate)
    let rendering = words.filter {
      !["--format", "flac", "--safety", "--pre-roll", "0"].contains($0)
    }
    let made = try AmbisonicBench.channels(file.path)
    let again = try bench.rendered(take, rendering)
    #expect(made == again)
    #expect(made[0].contains { abs($0) > 0.01 } && made[2].allSatisfy { $0 == 0 })
    if words.contains("--safety") {
      let safety = try AmbisonicBench.channels(try #require(take.files(.safety).first).path)
      for channel in 0..<4 {
        #expect(
          zip(safety[channel], made[channel]).allSatisfy { abs($0 - 0.251_188_64 * $1) < 3e-7 })
      }
    }
    #expect(bench.pinna(["takes", "verify", file.path]).code == .success)
  }

  @Test("the files say what they are, and the raw file does not say it of its microphones")
  func metadata() throws {
    let bench = try AmbisonicBench()
    let (run, takes) = try bench.simulate(
      AmbisonicBench.noise(seconds: 0.5),
      ["--pattern", "ambix", "--raw", "--rendering", "directional", "--wind", "auto"])
    let take = try #require(takes.first, "\(run.diagnostics)")
    #expect(!run.output.contains("mono"), "\(run.output)")
    #expect(
      run.diagnostics.contains(
        "note: the pattern ambix does not use --ears, "
          + "--rendering, --wind\n"), "\(run.diagnostics)")
    let metadata = try #require(take.main.first).metadata
    #expect(metadata.pattern == "ambix" && metadata.preferredPattern == "ambix")
    #expect(metadata.tracks.map(\.name) == ["W", "Y", "Z", "X"])
    let words = try #require(metadata.ambisonics)
    #expect(words.hasPrefix("AmbiX, order 1, ACN, SN3D, horizontal (Z is silent), good from "))
    // What stereo has does not touch it.
    #expect(metadata.rendering == nil && metadata.wind == nil)
    #expect(metadata.frontEmphasis == nil && !metadata.filterHash.isEmpty)
    let raw = try #require(take.files(.raw).first).metadata
    #expect(raw.pattern == "ambix" && raw.ambisonics == nil)
    #expect(raw.tracks.map(\.name) == ["m0", "m1", "m2", "m3"])
    // Rendered again it has the same words, and the same filters.
    let out = bench.folder.expect("again.wav")
    let again = bench.pinna([
      "render", try #require(take.files(.raw).first).path, out, "--board",
      bench.folder.path + "/four.toml", "--ears", "sphere",
    ])
    #expect(again.code == .success && again.output.contains(words), "\(again.diagnostics)")
    #expect(try TakeFile.read(path: out).metadata.filterHash == metadata.filterHash)
    // The room on the card is that of four channels.
    func room(_ pattern: String) throws -> Int {
      let config = try bench.folder.write("[stereo]\npattern = \"\(pattern)\"\n", to: "p.toml")
      let list = bench.pinna(["takes", "list", bench.folder.path + "/takes1", "--config", config])
      let time = try #require(list.output.word(after: "room for ")).split(separator: ":")
      #expect(list.output.contains("as wav in ambix at") == (pattern == "ambix"))
      return (Int(time[0]) ?? 0) * 60 + (Int(time[1]) ?? 0)
    }
    #expect(try abs(room("stereo") - 2 * room("ambix")) <= 2 + room("stereo") / 100)
    let show = bench.pinna(["takes", "show", try #require(take.main.first).path])
    #expect(show.output.contains("wav 24/48, 4 channels") && show.output.contains(words))
  }

  @Test("every sound is heard where it was, in front and behind, and the page plays two cardioids")
  func places() throws {
    let bench = try AmbisonicBench()
    let places = [-90.0, 90, 0, 180, -135, 30]
    let sounds = places.enumerated().map {
      """
      [[source]]
      noise = "pink"
      azimuth = \($0.element)
      level = -20.0
      start = \(0.5 + 0.5 * Double($0.offset))
      until = \(0.9 + 0.5 * Double($0.offset))

      """
    }
    let scene =
      "duration = 4.0\nhand = [{ at = 0.2, press = \"record\" }, { at = 3.8, press = \"record\" }]\n"
      + sounds.joined()
    let words = ["--pattern", "ambix", "--raw"]
    let (run, takes) = try bench.simulate(scene, words)
    #expect(run.output.contains("6 of 6 sounds are on the side where they were placed"))
    #expect(
      run.output.contains("direction is calculated from W, Y and X")
        && !run.output.contains("Two ears"))
    let folder = bench.folder.path + "/takes1"
    let file = try #require(takes.first?.main.first)
    let page = try bench.folder.read("takes1/scene.html")
    let name = "scene/\(file.fileName.replacing(".wav", with: ""))_cardioids.wav"
    #expect(page.contains("src=\"\(name)\"") && !page.contains("src=\"\(file.fileName)\""))
    #expect(page.contains(">Cardioids</button>") && !page.contains("Two ears"))
    let (made, played) = try (
      AmbisonicBench.channels(file.path), AmbisonicBench.channels("\(folder)/\(name)")
    )
    #expect(played.count == 2 && played[0].count == made[0].count)
    for frame in stride(from: 0, to: made[0].count, by: 997) {
      #expect(abs(played[0][frame] - 0.5 * (made[0][frame] + made[1][frame])) < 3e-7)
      #expect(abs(played[1][frame] - 0.5 * (made[0][frame] - made[1][frame])) < 3e-7)
    }
    let (facts, _) = try bench.simulate(scene, words + ["--json"])
    let around = facts.output.split(separator: "\n").compactMap { line -> Double? in
      let parts = line.split(separator: ":")
      guard parts.count == 2, parts[0].contains("\"around\"") else { return nil }
      return Double(parts[1].filter { "-.0123456789e".contains($0) })
    }
    #expect(around.count == places.count, "\(facts.output)")
    for (heard, placed) in zip(around, places) {
      #expect(abs((heard - placed).remainder(dividingBy: 360)) < 3, "\(placed): \(heard)")
    }
    #expect(!facts.output.contains(": -0,"))
  }

  @Test("an export that the format cannot hold leaves nothing behind, not even its folder")
  func exported() throws {
    let bench = try AmbisonicBench()
    let (run, takes) = try bench.simulate(
      AmbisonicBench.noise(seconds: 0.5), ["--pattern", "ambix"])
    let path = try #require(takes.first?.main.first, "\(run.diagnostics)").path
    let out = bench.folder.path + "/out"
    for words in [["--format", "opus"], ["--format", "flac", "--samples", "f32"]] {
      let refused = bench.pinna(["takes", "export", path, "--out", out] + words)
      #expect(refused.code != .success && !bench.folder.contains("out"), "\(refused.output)")
    }
    #expect(bench.pinna(["takes", "export", path, "--out", out]).code == .success)
    let flac = "out/" + (path.split(separator: "/").last ?? "").replacing(".wav", with: ".flac")
    #expect(
      try AmbisonicBench.channels(bench.folder.path + "/" + flac) == AmbisonicBench.channels(path))
  }

  @Test("what cannot be had is refused before anything is made, with the reason and a way out")
  func refused() throws {
    let bench = try AmbisonicBench()
    try bench.folder.write(PairBoardFile.bare, to: "pair.toml")
    let scene = AmbisonicBench.noise(seconds: 0.5)
    let opus = try bench.simulate(scene, ["--pattern", "ambix", "--format", "opus"]).run
    #expect(opus.code == .configuration)
    #expect(opus.diagnostics.contains("Opus is for one or two channels, not 4; choose FLAC"))
    for (board, reason, instead) in [
      (
        "pair.toml", "needs at least 3 microphones in a level plane, but only 2 can be used",
        "omni, stereo"
      ),
      (
        "respeaker-4mic-hat", "front and back are the same, so X would be silent",
        "omni, stereo"
      ),
    ] {
      let run = try bench.simulate(scene, board: board, ["--pattern", "ambix"]).run
      #expect(run.code == .configuration)
      #expect(
        run.diagnostics.contains("stereo.pattern = \"ambix\": ")
          && run.diagnostics.contains(reason) && run.diagnostics.contains(" has \(instead)"),
        "\(run.diagnostics)")
    }
    let record = bench.pinna(["record", "--board", "respeaker-4mic-hat", "--pattern", "ambix"])
    #expect(record.code == .configuration && record.diagnostics.contains("no ambisonics: "))
    // Microphones 400 mm apart have a plane, and no pressure in its middle.
    let wide = AmbisonicBench.board.replacing("RATE", with: "48000").replacing(
      "28.7", with: "280.0")
    try bench.folder.write(wide, to: "wide.toml")
    for words in [["record", "--pattern", "ambix"], ["design", "--pattern", "ambix"]] {
      let run = bench.pinna(
        words + ["--board", bench.folder.path + "/wide.toml", "--ears", "sphere"])
      #expect(run.code == .configuration)
      #expect(
        run.diagnostics.contains("are needed): its microphones are too close"), "\(run.diagnostics)"
      )
    }
    #expect(!bench.folder.contains("takes1") && !bench.folder.contains("takes3"))
    let unlisted = AmbisonicBench.board.replacing("RATE", with: "48000")
      .replacing("[\"stereo\", \"ambix\"]", with: "[\"stereo\"]")
    try bench.folder.write(unlisted, to: "unlisted.toml")
    let run = bench.pinna([
      "record", "--board", bench.folder.path + "/unlisted.toml", "--pattern", "ambix",
      "--source", "top",
    ])
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("add \"ambix\" to the patterns of the data source Top"))
  }

  @Test("a board file whose microphones are too few for it is refused where it says so")
  func boardFile() throws {
    let bench = try AmbisonicBench()
    let board = PairBoardFile.bare.replacing("[\"omni\", \"stereo\"]", with: "[\"ambix\"]")
    let path = try bench.folder.write(board, to: "pair.toml")
    let run = bench.pinna(["board", "validate", path])
    #expect(run.code != .success)
    #expect(
      (run.output + run.diagnostics).contains(
        "\"ambix\" needs three microphones in a level plane, and the board has 2"),
      "\(run.output) \(run.diagnostics)")
  }

  @Test("the source button goes from stereo to ambisonics and back while the recorder is armed")
  func button() throws {
    let bench = try AmbisonicBench()
    // A data source with a pattern of its own brings it; where both are listed it stays.
    let board = try bench.folder.read("four.toml")
    try bench.folder.write(
      board.replacing("[\"stereo\", \"ambix\"]", with: "[\"stereo\"]"), to: "four.toml")
    let presses = [
      (0.3, "record"), (0.8, "record"), (1.0, "source"), (1.4, "record"), (1.9, "record"),
      (2.1, "source"), (2.5, "record"), (3.0, "record"),
    ]
    let hands = presses.map { "{ at = \($0.0), press = \"\($0.1)\" }" }.joined(separator: ", ")
    let (run, takes) = try bench.simulate(
      "duration = 3.5\nhand = [\(hands)]\n[[source]]\nnoise = \"pink\"\nazimuth = 30.0\n", ["--raw"]
    )
    #expect(takes.map { $0.main.first?.channels ?? 0 } == [2, 4, 2], "\(run.output)")
    #expect(takes.map { $0.main.first?.metadata.pattern ?? "" } == ["stereo", "ambix", "stereo"])
    #expect(takes.map { $0.main.first?.metadata.dataSource ?? "" } == ["Top", "Bed", "Top"])
  }

  @Test(
    "gaps, markers, pauses and parts are those of the raw file, and recovery keeps four channels")
  func events() throws {
    let bench = try AmbisonicBench()
    try bench.folder.write(
      """
      [take]
      split = "10 s"
      """, to: "split.toml")
    let scene =
      """
      duration = 22.0
      hand = [{ at = 0.2, press = "record" }, { at = 1.0, press = "marker" }, { at = 21.0, press = "record" }]
      [[fault]]
      at = 1.4
      overrun = 480
      [[source]]
      noise = "pink"
      azimuth = 30.0

      """
    let board = try bench.folder.read("four.toml") + "[buttons.marker]\nchip = \"none\"\nline = 3\n"
    try bench.folder.write(board, to: "four.toml")
    let (run, takes) = try bench.simulate(
      scene, ["--pattern", "ambix", "--raw", "--config", bench.folder.path + "/split.toml"])
    let take = try #require(takes.first, "\(run.diagnostics)")
    #expect(
      take.main.count == 3 && take.files(.raw).count == 3
        && take.main.allSatisfy { $0.channels == 4 })
    #expect(take.main.flatMap(\.metadata.gaps).map(\.frames) == [480])
    #expect(take.main.flatMap(\.metadata.markers).contains { $0.kind == .button })
    #expect(take.main.map(\.frames) == take.files(.raw).map(\.frames))
    // The power is cut: a part ends somewhere, under the name of a file in progress.
    let part = try #require(take.main.first)
    let whole = try AmbisonicBench.channels(part.path)
    #expect(truncate(part.path, off_t(part.fileBytes * 2 / 3)) == 0)
    #expect(rename(part.path, TakeName.inProgressPath(for: part.path)) == 0)
    let place = String(part.path[..<(part.path.lastIndex(of: "/") ?? part.path.startIndex)])
    let recover = bench.pinna(["takes", "recover", place])
    #expect(recover.code == .success, "\(recover.diagnostics)")
    let mended = try TakeFile.read(path: part.path)
    #expect(mended.channels == 4 && mended.metadata.pattern == "ambix")
    #expect(mended.metadata.ambisonics == part.metadata.ambisonics)
    let rest = try AmbisonicBench.channels(part.path)
    #expect(rest[3].count > whole[3].count / 2 && rest[3].count < whole[3].count)
    for channel in 0..<4 {
      #expect(rest[channel] == Array(whole[channel].prefix(rest[channel].count)))
    }
  }

  @Test("a full card ends a take with four whole channels")
  func fullCard() throws {
    let bench = try AmbisonicBench()
    let (run, _) = try bench.simulate(
      AmbisonicBench.noise(seconds: 3, more: "[[fault]]\nat = 2.0\nstorage-full = true\n"),
      ["--pattern", "ambix"])
    let takes = try TakeDirectory(path: bench.folder.path + "/takes1").takes()
    let file = try #require(takes.first?.main.first, "\(run.diagnostics)")
    #expect(file.channels == 4 && file.frames > 48000 && file.frames < 3 * 48000)
    #expect(bench.pinna(["takes", "verify", file.path]).code == .success)
  }
}

extension String {
  /// The word behind the first such text; `nil` where it is not there.
  fileprivate func word(after text: String) -> Substring? {
    firstRange(of: text).flatMap { self[$0.upperBound...].split(separator: " ").first }
  }
}
