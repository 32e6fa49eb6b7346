import Acoustics
import Beamforming
import Boards
import Drawings
import Glibc
import Recorder
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The refusals of `pinna render`, which leave nothing behind.
@Suite struct RenderCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PairBoardFile.bare, to: "pair.toml")
  }

  /// Renders a file of the folder to `out.wav` as a mono take, which needs no head.
  private func render(_ input: String) -> CommandRun {
    CommandRun.pinna([
      "render", input, folder.expect("out.wav"), "--board", "\(folder.path)/pair.toml",
      "--pattern", "omni", "--ears", "sphere",
    ])
  }

  private func exists(_ name: String) -> Bool { access("\(folder.path)/\(name)", F_OK) == 0 }

  /// A file of silence.
  private func silence(frames: Int, rate: Int = 48000) throws -> String {
    let path = folder.expect("in.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: rate, channels: 2, samples: .s24))
    try writer.append(
      interleaved: [Float](repeating: 0, count: 2 * max(1, frames)), frames: frames)
    try writer.finish()
    return path
  }

  @Test(
    "a rate that no board has is refused before anything is computed", arguments: [1, 10_000_000])
  func rate(_ rate: Int) throws {
    let input = try silence(frames: 100, rate: rate)
    let run = render(input)
    #expect(run.code == .data)
    #expect(
      run.diagnostics
        == "pinna: \(input): it has \(rate) frames per second; convert it to a rate from 8000 to 192000\n"
    )
    #expect(!exists("out.wav"))
  }

  @Test("a missing input is named with what to do")
  func missing() {
    let run = render("\(folder.path)/nowhere.wav")
    #expect(run.code == .noInput)
    #expect(
      run.diagnostics
        == "pinna: cannot open \(folder.path)/nowhere.wav: No such file or directory; check the path\n"
    )
  }

  @Test("a take stands for its raw file, and one without has a word about it")
  func take() throws {
    for name in ["20261120_061000_007_raw.wav", "20261120_061000_006.wav"] {
      #expect(Glibc.rename(try silence(frames: 100), folder.expect(name)) == 0)
    }
    let missing = render("\(folder.path)/6")
    #expect(missing.code == .noInput)
    #expect(missing.diagnostics.contains("take 20261120_061000_006 has no raw file"))
    #expect(!exists("out.wav"))
    for word in ["7", "last", "20261120_061000_007"] {
      let run = render("\(folder.path)/\(word)")
      #expect(run.code == .success && exists("out.wav"), "\(run.diagnostics)")
      unlink("\(folder.path)/out.wav")
    }
  }

  @Test("an OUT without an ending is refused as a name, and not looked for as a take")
  func ending() throws {
    let run = CommandRun.pinna([
      "render", try silence(frames: 100), folder.expect("out"), "--board",
      "\(folder.path)/pair.toml",
    ])
    #expect(run.code == .usage, "\(run)")
    #expect(run.diagnostics.contains("must end in .wav"), "\(run.diagnostics)")
  }

  @Test("a file without frames gives one without frames, with a word about it")
  func empty() throws {
    let run = render(try silence(frames: 0))
    #expect(run.code == .success)
    let lines = run.diagnostics.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "note: the pattern omni does not use --ears")
    #expect(lines[1].hasPrefix("warning: ") && lines[1].contains("has no frames"))
    #expect(exists("out.wav"))
  }

  @Test("a name that is taken while the file is made leaves no file in progress")
  func nothingHalfMade() throws {
    let board = try Board.load(text: PairBoardFile.bare, name: "pair.toml", id: "pair")
    let design = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 64)
    ).design(Board.Case(dataSource: 0, orientation: .portrait), pattern: .omni)
    var form = TakeForm()
    (form.lowCutHertz, form.limits) = (nil, false)
    let renderer = OfflineRenderer(board: board, design: design, form: form)
    let (input, output) = (try silence(frames: 100), folder.expect("out.wav"))
    let taken = TakeFileError.system(operation: .rename, path: output, code: EEXIST)
    #expect(throws: OfflineRenderError.file(taken)) {
      try renderer.render(input, to: output) { _ in
        do { try folder.write("mine", to: "out.wav") } catch { Issue.record(error) }
      }
    }
    #expect(!exists("out.recording.wav"))
    #expect(try folder.read("out.wav") == "mine")
  }

  @Test("the directions of a take are drawn, where its microphones have a left and a right")
  func picture() throws {
    let settings = try folder.write(
      "[stereo]\nears = \"sphere\"\n[take]\npre-roll = 0\n", to: "set.toml")
    func raw(_ turn: String, _ name: String) throws -> String {
      try folder.write(
        """
        board = "pair.toml"
        duration = 1.5
        hand = [{ at = 0.0, turn = "\(turn)" }, { at = 0.6, press = "record" }]
        source = [{ noise = "pink", azimuth = -40.0, level = -24.0, start = 0.0 }]

        """, to: "\(name).toml")
      let made = CommandRun.pinna([
        "simulate", "\(folder.path)/\(name).toml", "--out", folder.expect(name), "--raw",
        "--config", settings,
      ])
      #expect(made.code == .success, "\(made.diagnostics)")
      try folder.write(PairBoardFile.bare, to: "\(name)/pair.toml")
      let take = try #require(try TakeDirectory(path: "\(folder.path)/\(name)").takes().first)
      return try #require(take.files(.raw).first?.path)
    }
    let picture = folder.expect("picture.svg")
    let drawn = CommandRun.pinna([
      "takes", "picture", try raw("portrait", "upright"), picture, "--config", settings,
    ])
    #expect(drawn.code == .success, "\(drawn.diagnostics)")
    #expect(drawn.output.hasPrefix("\(picture): ") && drawn.output.contains("° left ("))
    let svg = try folder.read("picture.svg")
    #expect(svg.hasPrefix(SVG.mark) && svg.contains("class=\"left\" style"))
    #expect(!svg.contains("class=\"right\" style"), "all of the sound is on the left")
    let onSide = CommandRun.pinna([
      "takes", "picture", try raw("landscapeLeft", "side"), picture, "--config", settings,
    ])
    #expect(onSide.code == .data && onSide.diagnostics.contains("pair cannot tell left from right"))
  }

  /// A part is that part of the whole, sample for sample: what is before it was heard, too.
  private func checkPart(of raw: String, like name: String, _ settings: String) throws {
    let part = folder.expect("part.wav")
    let cut = CommandRun.pinna([
      "render", raw, part, "--from", "0.4", "--to", "0:00.7", "--config", settings,
    ])
    #expect(cut.code == .success, "\(cut.diagnostics)")
    #expect(try Self.samples(part) == Array(Self.samples(name)[(2 * 19200)..<(2 * 33600)]))
    let facts = try TakeFile.read(path: part)
    #expect(facts.metadata.notes.contains("from 00:00:00.400 to 00:00:00.700"))
    #expect(facts.metadata.preRollFrames == 24000 - 19200 && facts.metadata.firstFrame == 0)
    for wrong in [["--from", "9"], ["--from", "0.5", "--to", "0.5"], ["--to", "x"]] {
      #expect(CommandRun.pinna(["render", raw, part + "2.wav"] + wrong).code == .usage)
    }
  }

  /// On its side, the pair has no left and right: the take, the rendered file and the command say so, each once.
  private func checkSides(
    of raw: String, like name: String, _ run: CommandRun, _ settings: String
  ) throws {
    let note = DesignNote.noLeftAndRight.description
    for path in [raw, name] {
      let notes = try TakeFile.read(path: path).metadata.notes
      #expect(notes.filter { $0 == note }.count == 1, "\(path): \(notes)")
    }
    #expect(
      run.diagnostics.contains(
        "warning: pair has no left and right in this position: both channels are the same"))
    #expect(run.output.contains(", both channels the same"), "\(run.output)")
    let upright = folder.expect("upright.wav")
    let turned = CommandRun.pinna([
      "render", raw, upright, "--orientation", "portrait", "--config", settings,
    ])
    #expect(turned.output.contains(", left and right"), "\(turned)")
    #expect(try !TakeFile.read(path: upright).metadata.notes.contains(note))
  }

  @Test(
    "the raw file of a take is rendered without a word more: its board, its case, its samples, a name beside it"
  )
  func alone() throws {
    try folder.write(
      """
      board = "pair.toml"
      duration = 1.5
      hand = [{ at = 0.0, turn = "landscapeLeft" }, { at = 0.9, press = "record" }]
      source = [{ noise = "pink", azimuth = -40.0, level = -24.0, start = 0.0 }]

      """, to: "scene.toml")
    let settings = try folder.write(
      "[stereo]\nears = \"sphere\"\n[take]\npre-roll = 0.5\n", to: "set.toml")
    let made = CommandRun.pinna([
      "simulate", "\(folder.path)/scene.toml", "--out", folder.expect("takes"), "--raw", "--config",
      settings,
    ])
    #expect(made.code == .success, "\(made.diagnostics)")
    let take = try #require(try TakeDirectory(path: folder.path + "/takes").takes().first)
    let raw = try #require(take.files(.raw).first?.path)
    // The board is a file of the maker, which lies beside the recording.
    try folder.write(PairBoardFile.bare, to: "takes/pair.toml")
    let run = CommandRun.pinna(["render", raw, "--config", settings])
    #expect(run.code == .success, "\(run.diagnostics)")
    let name = "\(folder.path)/takes/\(take.name)_back_landscapeLeft.wav"
    let stereo = try #require(take.files(.rendered).first?.path)
    #expect(try Self.samples(name) == Self.samples(stereo))
    try checkSides(of: raw, like: name, run, settings)
    try checkPart(of: raw, like: name, settings)
    // Nothing is overwritten, and another case has another name.
    #expect(CommandRun.pinna(["render", raw, "--config", settings]).code == .cannotCreate)
    let titled = "\(folder.path)/takes/\(take.name)_raw-dusk.wav"
    #expect(link(raw, titled) == 0)
    let mono = CommandRun.pinna(["render", titled, "--pattern", "omni", "--config", settings])
    #expect(
      mono.output.contains("\(take.name)_dusk_back_landscapeLeft_omni.wav"), "\(mono.diagnostics)")
    #expect(unlink(titled) == 0)
    // No turn is marked, which is told where one was to be followed.
    let followed = CommandRun.pinna(["render", raw, "--follow-turns", "--config", settings])
    #expect(followed.diagnostics.contains("has no marker that shows a turn of the board"))
    let turned = ["render", raw, "--follow-turns", "--orientation", "portrait"]
    #expect(CommandRun.pinna(turned).code == .usage)
    // What is stereo already is none of a board's microphones, though it has as many channels.
    let again = CommandRun.pinna(["render", stereo, "--config", settings])
    #expect(again.code == .data)
    #expect(
      again.diagnostics
        == "pinna: \(stereo): the file has left and right, already rendered; rendering needs the raw file of the take, "
        + "\(take.name)_raw.wav, which is kept with --raw or [take] raw = true\n")
    let twice = CommandRun.pinna(["render", name, "--config", settings])
    #expect(twice.code == .data)
    #expect(
      twice.diagnostics
        == "pinna: \(name): the file has left and right, already rendered from \(take.name)_raw.wav: "
        + "render that file again\n")
    // Without its file the board is named, and what to do.
    #expect(unlink("\(folder.path)/takes/pair.toml") == 0)
    let lost = CommandRun.pinna(["render", raw, folder.expect("lost.wav"), "--config", settings])
    #expect(lost.code == .noInput)
    #expect(lost.diagnostics.contains("recorded with the board pair"), "\(lost.diagnostics)")
    #expect(lost.diagnostics.contains("--board"))
  }

  /// The samples of a file.
  private static func samples(_ path: String) throws -> [Float] {
    let audio = try TakeAudio(path: path)
    var samples = [Float](repeating: 0, count: audio.file.frames * audio.file.channels)
    let read = try audio.read(into: &samples, frames: audio.file.frames)
    #expect(read == audio.file.frames && read > 0)
    return samples
  }

  @Test("render warns of more channels than the board has, and of microphones that are silent")
  func doubtfulInput() throws {
    let input = folder.expect("three.wav")
    var writer = try WAVWriter.create(
      path: input, format: AudioFormat(rate: 48000, channels: 3, samples: .s24))
    let frames = (0..<20000).map { [Float($0 * 7919 % 997) / 4000, 0.25, 0.1] }
    try writer.append(interleaved: frames.flatMap { $0 }, frames: frames.count)
    try writer.finish()
    func run(_ output: String, _ words: [String] = []) -> CommandRun {
      CommandRun.pinna(
        ["render", input, folder.expect(output), "--board", "\(folder.path)/pair.toml"]
          + ["--ears", "sphere"] + words)
    }
    let dead = run("dead.wav").diagnostics
    #expect(dead.contains("three.wav has 3 channels, but the capture device of pair has 2: "))
    #expect(dead.contains("b is silent throughout \(input): --without b leaves it out"), "\(dead)")
    let without = run("without.wav", ["--without", "b"]).diagnostics
    #expect(!without.contains("silent"), "\(without)")
    let silent = try render(silence(frames: 4800)).diagnostics
    #expect(silent.contains("in.wav, and so is \(folder.path)/out.wav"), "\(silent)")
  }

  @Test("what happens before and after a part does not count in it")
  func partFigures() throws {
    let input = folder.expect("long.wav")
    var writer = try WAVWriter.create(
      path: input, format: AudioFormat(rate: 48000, channels: 2, samples: .f32))
    // A bang at 1 s, and a microphone that works only from there on.
    var samples: [Float] = []
    for frame in 0..<96000 {
      let level: Float = frame / 100 == 480 ? 0.005 : 0.000_025
      samples += [level * Float(frame * 7919 % 997), frame < 48000 ? 0.25 : 0.125]
    }
    try writer.append(interleaved: samples, frames: 96000)
    try writer.finish()
    func diagnostics(_ from: String, _ to: String) -> String {
      let run = CommandRun.pinna([
        "render", input, folder.expect("\(from)-\(to).wav"), "--board",
        "\(folder.path)/pair.toml", "--ears", "sphere", "--from", from, "--to", to,
      ])
      #expect(run.code == .success, "\(run.diagnostics)")
      return run.diagnostics
    }
    let early = diagnostics("0", "0.5")
    #expect(!early.contains("limiter"), "\(early)")
    #expect(early.contains("b is silent throughout this part of \(input)"), "\(early)")
    let late = diagnostics("0.9", "1.5")
    #expect(late.contains("the limiter reduced") && !late.contains("silent"), "\(late)")
  }

  @Test("stereo by direction is asked for by word, and the output says how it was made")
  func rendering() throws {
    let input = try silence(frames: 4800)
    func run(_ words: [String]) -> CommandRun {
      CommandRun.pinna(
        ["render", input, folder.expect("out.wav"), "--board", "\(folder.path)/pair.toml"]
          + ["--ears", "sphere", "--json"] + words)
    }
    let wrong = run(["--rendering", "directed"])
    #expect(wrong.code == .usage)
    #expect(wrong.diagnostics.contains("linear") && wrong.diagnostics.contains("directional"))
    #expect(!exists("out.wav"))
    let made = run(["--rendering", "directional"])
    #expect(made.code == .success, "\(made.diagnostics)")
    #expect(made.output.contains("\"rendering\" : \"directional\""))
    let metadata = try TakeFile.read(path: "\(folder.path)/out.wav").metadata
    #expect(metadata.rendering == "directional")
  }

  @Test(
    "FORWARD is turned to any azimuth on a table, and by 10 degrees at most on an upright array")
  func forward() throws {
    var random = SeededGenerator(seed: 3)
    let input = folder.expect("noise.wav")
    var writer = try WAVWriter.create(
      path: input, format: AudioFormat(rate: 48000, channels: 4, samples: .s24))
    let noise = (0..<(4 * 9600)).map { _ in Float.random(in: -0.1...0.1, using: &random) }
    try writer.append(interleaved: noise, frames: 9600)
    try writer.finish()
    func run(_ board: String, _ output: String, _ words: [String]) -> CommandRun {
      CommandRun.pinna(
        ["render", input, folder.expect(output), "--board", board, "--ears", "sphere"] + words)
    }
    let table = "respeaker-4mic-hat-table"
    let turned = run(table, "turned.wav", ["--source", "Top", "--forward", "90"])
    #expect(turned.code == .success, "\(turned.diagnostics)")
    #expect(run(table, "right.wav", ["--source", "Right"]).code == .success)
    #expect(run(table, "top.wav", ["--source", "Top"]).code == .success)
    let (ours, right, top) = try (
      Self.samples("\(folder.path)/turned.wav"), Self.samples("\(folder.path)/right.wav"),
      Self.samples("\(folder.path)/top.wav")
    )
    func distance(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).map { abs($0 - $1) }.max() ?? 1 }
    #expect(distance(ours, right) < 1e-3)
    #expect(distance(ours, top) > 0.01)
    let metadata = try TakeFile.read(path: "\(folder.path)/turned.wav").metadata
    #expect(metadata.dataSource == "Top+90")
    let upright = run("respeaker-4mic-hat", "upright.wav", ["--forward", "-30"])
    #expect(upright.code == .configuration && !exists("upright.wav"))
    #expect(upright.diagnostics.contains("up to 10 degrees"), "\(upright.diagnostics)")
    #expect(run("respeaker-4mic-hat", "ten.wav", ["--forward", "-10"]).code == .success)
    #expect(run(table, "plain.wav", ["--forward", "190"]).code == .usage)
  }

  @Test("wind is reduced unless that is switched off, and the output says so")
  func wind() throws {
    let input = try silence(frames: 4800)
    func run(_ words: [String]) -> CommandRun {
      CommandRun.pinna(
        ["render", input, folder.expect("out.wav"), "--board", "\(folder.path)/pair.toml"]
          + ["--ears", "sphere", "--json"] + words)
    }
    let wrong = run(["--wind", "on"])
    #expect(wrong.code == .usage)
    #expect(wrong.diagnostics.contains("auto") && wrong.diagnostics.contains("off"))
    let out = "\(folder.path)/out.wav"
    for (words, handling) in [
      (["--wind", "auto"], "auto, 15 dB"), (["--wind", "off"], "off"), ([], "auto, 15 dB"),
    ] {
      unlink(out)
      let made = run(words)
      #expect(made.code == .success, "\(made.diagnostics)")
      #expect(made.output.contains("\"wind\" : \"\(handling)\""))
      #expect(try TakeFile.read(path: out).metadata.wind == handling)
    }
  }
}
