import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Plain stereo and mid-side from the command line.
@Suite struct PlainStereoCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A pair some millimetres apart, seen from its back.
  private func board(
    _ millimetres: Double, patterns: String = #"["stereo", "plain", "mid-side", "omni"]"#,
    body: String = ""
  ) throws -> String {
    try folder.write(
      """
      schema = 1
      name = "Pair"
      source = "made for tests"
      [capture]
      device = "none"
      channels = 2
      [[microphone]]
      name = "a"
      channel = 0
      position = [\(-millimetres / 2), 0.0, 0.0]
      gain = 6.0
      [[microphone]]
      name = "b"
      channel = 1
      position = [\(millimetres / 2), 0.0, 0.0]
      inverted = true
      \(body)
      [[data-source]]
      name = "Back"
      orientation = "back"
      forward = [0.0, 0.0, -1.0]
      patterns = \(patterns)
      [buttons.record]
      chip = "none"
      line = 1
      """, to: "pair.toml")
  }

  /// A raw file of two channels with noise of their own.
  private func recording() throws -> (path: String, samples: [Float]) {
    let path = folder.expect("in.wav")
    var random = SeededGenerator(seed: 3)
    let samples = (0..<9600).map { _ in Float.random(in: -0.1...0.1, using: &random) }
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48000, channels: 2, samples: .f32))
    try writer.append(interleaved: samples, frames: 4800)
    try writer.finish()
    return (path, samples)
  }

  private func samples(_ path: String) throws -> (channels: Int, samples: [Float]) {
    let audio = try TakeAudio(path: path)
    var samples = [Float](repeating: 0, count: audio.file.frames * audio.file.channels)
    #expect(try audio.read(into: &samples, frames: audio.file.frames) == audio.file.frames)
    return (audio.file.channels, samples)
  }

  private func render(_ words: String...) -> CommandRun {
    CommandRun.pinna(
      ["render", folder.path + "/in.wav", folder.path + "/out.wav", "--ears", "sphere"]
        + ["--board", folder.path + "/pair.toml", "--low-cut", "off", "--samples", "f32"] + words)
  }

  @Test(
    "a raw file becomes left and right with their corrections, exchanged upside down",
    arguments: [("portrait", false), ("portraitUpsideDown", true)])
  func rendered(held: String, isExchanged: Bool) throws {
    _ = try board(170)
    let input = try recording().samples
    let run = render("--pattern", "plain", "--orientation", held, "--no-limiter")
    #expect(run.code == .success, "\(run.diagnostics)")
    let out = try samples(folder.path + "/out.wav")
    #expect(out.channels == 2 && out.samples.count == input.count)
    let (a, b) = (Float(1.9952623), Float(-1))
    for frame in 0..<4800 {
      let (first, second) = (input[2 * frame] * a, input[2 * frame + 1] * b)
      let (left, right) = isExchanged ? (second, first) : (first, second)
      #expect(abs(out.samples[2 * frame] - left) < 1e-5)
      #expect(abs(out.samples[2 * frame + 1] - right) < 1e-5)
    }
    let metadata = try TakeFile.read(path: folder.path + "/out.wav").metadata
    #expect(metadata.pattern == "plain")
    let names = isExchanged ? "b is left and a is right" : "a is left and b is right"
    #expect(
      metadata.notes.contains { $0.hasPrefix("plain stereo: \(names), 170 mm apart") },
      "\(metadata.notes)")
  }

  @Test("turned on its side a pair is mono, and the file says what was asked for and why")
  func upright() throws {
    _ = try board(170)
    _ = try recording()
    let run = render("--pattern", "plain", "--orientation", "landscapeLeft")
    #expect(run.code == .success, "\(run.diagnostics)")
    let file = try TakeFile.read(path: folder.path + "/out.wav")
    #expect(file.channels == 1)
    #expect(file.metadata.pattern == "omni" && file.metadata.preferredPattern == "plain")
    #expect(
      file.metadata.notes.contains { $0.contains("a and b are not side by side") },
      "\(file.metadata.notes)")
  }

  @Test(
    "design recommends plain stereo by figures: for a wide pair and a head, not for a close pair")
  func advice() throws {
    let words = ["--source", "back", "--orientation", "portrait", "--ears", "sphere"]
    func advised(_ board: String) -> Bool {
      let run = CommandRun.pinna(["design", "--board", board] + words)
      #expect(run.code == .success, "\(run.diagnostics)")
      return run.output.contains(
        "plain stereo suits these microphones at least as well as filters")
    }
    #expect(!advised(try board(8)))
    #expect(!advised(try board(40)))
    #expect(advised(try board(200)))
    let sphere = "[body]\nsize = [175.0, 175.0, 175.0]\nmodel = \"sphere\"\nradius = 87.5"
    #expect(advised(try board(175, body: sphere)))
  }

  /// The figures of the first case in the table that has a column or name.
  private func row(_ output: String, in table: String) throws -> [String] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let head = try #require(lines.firstIndex { $0.contains(table) }, "\(table)")
    let case1 = "#1 Back portrait"
    let line = try #require(lines[head...].first { $0.hasPrefix(case1) }, "\(output)")
    return line.dropFirst(case1.count).split(separator: " ").map(String.init)
  }

  @Test("the advice has the figures that the tables of either pattern show, digit by digit")
  func sameFigures() throws {
    let words = [
      "design", "--board", try board(200), "--source", "back", "--orientation", "portrait",
      "--ears", "sphere",
    ]
    let outputs = ["stereo", "plain"].map { CommandRun.pinna(words + ["--pattern", $0]).output }
    let judged = try outputs.map { try row($0, in: "ABOVE 6k") }
    let colours = try outputs.map { try row($0, in: "COLOUR, dB") }
    let worst = colours.map { row in
      row.prefix(8).max { abs(Double($0) ?? 0) < abs(Double($1) ?? 0) } ?? ""
    }
    func figures(_ row: Int) -> String {
      let (judged, colours) = (judged[row], colours[row])
      return
        "wrong sides \(judged[4]), colour \(worst[row]) dB, softest in front \(colours[8]) dB, comb "
        + "\(judged[2]) dB, level differences off by \(judged[0]) dB, times by \(judged[3]) us"
    }
    // Two microphones in the air hear every sound equally loud: time tells all sides, and rightly.
    #expect(judged.map { $0[4] } == ["0", "0"])
    let advice = "with filters: \(figures(0)); without: \(figures(1))"
    let text = outputs[0].split(separator: "\n").joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    #expect(text.contains(advice), "\(advice)\n\(outputs[0])")
    let facts = CommandRun.pinna(words + ["--pattern", "plain", "--json"]).output
    #expect(facts.contains("\"wrongSides\" : 0"))
  }

  @Test("the figures of both are in the facts for programs")
  func facts() throws {
    let run = CommandRun.pinna([
      "design", "--board", try board(170), "--source", "back", "--orientation", "portrait",
      "--ears",
      "sphere", "--json",
    ])
    for name in ["\"plain\" : {", "\"isPlainBetter\" : ", "\"comb\" : ", "\"wrongSides\" : 0"] {
      #expect(run.output.contains(name), "\(name)")
    }
  }

  @Test("a take of a simulated board says in the log and in its file why it is mono")
  func log() throws {
    _ = try board(170)
    let scene = try folder.write(
      """
      board = "pair.toml"
      duration = 2.0
      [[hand]]
      at = 0.0
      turn = "landscapeLeft"
      [[hand]]
      at = 1.0
      press = "record"
      [[hand]]
      at = 1.8
      press = "record"
      """, to: "scene.toml")
    let run = CommandRun.pinna([
      "simulate", scene, "--out", folder.path + "/takes", "--pattern", "plain", "--ears", "sphere",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    let all = run.output + run.diagnostics
    #expect(all.contains("Back landscapeLeft, omni"), "\(all)")
    #expect(all.contains("a and b are not side by side"), "\(all)")
  }

  @Test("a dummy head that has no filters is recorded without naming a pattern")
  func standard() throws {
    _ = try board(170, patterns: #"["plain"]"#)
    _ = try recording()
    let run = render("--orientation", "portrait")
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(try TakeFile.read(path: folder.path + "/out.wav").metadata.pattern == "plain")
    let other = render("--pattern", "stereo")
    #expect(other.code == .usage)
    #expect(
      other.diagnostics.contains(
        "supports plain; to allow this pattern, add \"stereo\" to the patterns of the data source Back in "
          + "pair.toml"
      ),
      "\(other.diagnostics)")
  }

  @Test("design leaves out data sources that do not list a pattern when others do, and says so")
  func someSources() throws {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let run = CommandRun.pinna([
      "design", "--board", root + "/boards/respeaker-usb-6plus1-table.toml", "--ears", "sphere",
      "--pattern", "mid-side",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.output.contains("\nBottom ") && !run.output.contains("\nRight "))
    #expect(
      run.diagnostics.contains(
        "mid-side is listed in respeaker-usb-6plus1-table.toml, but not for Right, Left"),
      "\(run.diagnostics)")
  }

  @Test("mid-side renders two channels, and its tables say what it is")
  func midSide() throws {
    _ = try board(20)
    _ = try recording()
    let run = render("--pattern", "mid-side", "--orientation", "portrait")
    #expect(run.code == .success, "\(run.diagnostics)")
    let file = try TakeFile.read(path: folder.path + "/out.wav")
    #expect(file.channels == 2 && file.metadata.pattern == "mid-side")
    let design = CommandRun.pinna([
      "design", "--board", folder.path + "/pair.toml", "--pattern", "mid-side", "--source", "back",
      "--orientation", "portrait", "--ears", "sphere",
    ])
    #expect(design.output.contains("Designed: mid-side, decoded: left is mid + side"))
    #expect(try row(design.output, in: "SIDE AHEAD, dB").prefix(6).allSatisfy { $0 == "-60.0" })
    #expect(design.output.contains("so there are no errors"))
    // Nothing that compares with ears, neither here nor for programs.
    for name in ["ITD", "CENTRE", "COMB"] { #expect(!design.output.contains(name), "\(name)") }
    let words = [
      "design", "--board", folder.path + "/pair.toml", "--pattern", "mid-side", "--source", "back",
      "--orientation", "portrait", "--ears", "sphere",
    ]
    let facts = CommandRun.pinna(words + ["--json"]).output
    #expect(facts.contains("\"midSide\" : {") && facts.contains("\"sideAheadOctaves\" : ["))
    for name in ["ildError", "itdErrorMean", "centre", "independent"] {
      #expect(!facts.contains("\"\(name)\""), "\(name)")
    }
    let page = folder.expect("page.html")
    #expect(CommandRun.pinna(words + ["--html", page]).code == .success)
    let html = try folder.read("page.html")
    // A cardioid has a direction that it does not hear at all, which leaves room on the scale for the others.
    #expect(!html.contains(">40<") && html.contains("<title>Level difference at 1 kHz, dB</title>"))
    #expect(
      html.contains("Width, dB") && !html.contains("ITD error") && !html.contains("Centre, µs"))
    #expect(
      design.output.contains("level differences between left and right but no time differences"))
  }
}
