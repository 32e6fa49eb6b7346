import Boards
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Sensitivities from a calibrator's tone, and the sound pressure levels that follow.
@Suite struct CalibrateLevelTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.board(), to: "pair.toml")
  }

  private static func board(_ sensitivity: String = "", _ capture: String = "") -> String {
    """
    schema = 1
    name = "Pair"
    source = "made for tests"
    [capture]
    device = "none"
    channels = 2
    \(capture)
    [[microphone]]
    name = "left one"
    channel = 0
    position = [-40.0, 0.0, 0.0]
    \(sensitivity)
    [[microphone]]
    name = "right one"
    channel = 1
    position = [40.0, 0.0, 0.0]
    \(sensitivity)
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["stereo", "omni"]
    [buttons.record]
    chip = "none"
    line = 1
    """
  }

  private func write(
    tone: Double = 1000, level: Double = -26, board: String = "pair.toml", more: String = "",
    seconds: Double = 4
  ) throws {
    try folder.write(
      """
      board = "\(board)"
      duration = \(seconds)
      \(more)
      [[source]]
      tone = \(tone)
      azimuth = 0.0
      distance = "far"
      level = \(level)
      [[hand]]
      at = 0.5
      press = "record"
      [[hand]]
      at = \(seconds - 0.5)
      press = "record"
      """, to: "scene.toml")
  }

  private func calibrate(_ words: String...) -> CommandRun {
    CommandRun.pinna(["check", "--scenario", folder.path + "/scene.toml"] + words)
  }

  private func take(_ words: String...) throws -> TakeSet {
    let run = CommandRun.pinna(
      ["simulate", folder.path + "/scene.toml", "--out", folder.path + "/takes", "--raw"]
        + ["--pre-roll", "0"] + words)
    try #require(run.code == .success, "\(run.diagnostics)")
    return try #require(try TakeDirectory(path: folder.path + "/takes").takes().last)
  }

  @Test(
    "a calibrator's tone gives the sensitivity, and a take then has its level",
    arguments: [94.0, 114])
  func calibrated(level: Double) throws {
    try write(level: -26 + level - 94)
    let new = folder.path + "/new.toml"
    let run = calibrate("--calibrate-level", "\(level)", "--calibrate", new)
    #expect(run.code == .success, "\(run.diagnostics)")
    let board = try Board.load(path: new)
    #expect(board.microphones.count == 2)
    for microphone in board.microphones {
      #expect(abs(try #require(microphone.sensitivity) + 26) < 0.2)
    }
    #expect(try folder.read("pair.toml") == Self.board())
    try write(level: -40, board: "new.toml")
    let take = try take()
    for file in take.files {
      let found = try #require(file.metadata.soundLevel)
      #expect(abs(found.unweighted - 80) < 0.2)
      #expect(abs(found.aWeighted - 80) < 0.2)
    }
    let raw = try #require(take.files(.raw).first)
    #expect(raw.metadata.tracks.map(\.sensitivity) == board.microphones.map(\.sensitivity))
    let bytes = String(decoding: try folder.bytes("takes/" + raw.fileName), as: UTF8.self)
    #expect(bytes.contains("Pinna|Sensitivity dBFS at 94 dB: -2"))
    #expect(bytes.contains("<SENSITIVITY_DBFS_94>-2"))
    let shown = CommandRun.pinna(["takes", "show", folder.path + "/takes/last"])
    #expect(shown.output.contains("LZeq 80.0 dB, LAeq 80.0 dB"), "\(shown.output)")
    #expect(shown.output.contains("dBFS at 94 dB SPL"))
    let checked = CommandRun.pinna(
      ["check", "sound.pressure", "--scenario", folder.path + "/scene.toml"])
    #expect(checked.output.contains("80.0 dB, 80.0 dB(A)"), "\(checked.output)")
  }

  @Test("the level of a low tone is that of the standard's A-weighting")
  func weighted() throws {
    try folder.write(Self.board("sensitivity = -26.0"), to: "pair.toml")
    try write(tone: 100, level: -36)
    let found = try #require(try take().main.first?.metadata.soundLevel)
    #expect(abs(found.unweighted - 84) < 0.2)
    #expect(abs(found.aWeighted - 84 + 19.1) < 0.2)
  }

  @Test("a microphone that dies in a take does not lower its level")
  func dies() throws {
    try folder.write(Self.board("sensitivity = -26.0"), to: "pair.toml")
    let fault = "[[fault]]\nat = 1.5\nmicrophone-dead = \"right one\""
    try write(level: -40, more: fault, seconds: 6)
    let found = try #require(try take().main.first?.metadata.soundLevel)
    #expect(abs(found.unweighted - 80) < 1)
    #expect(abs(found.aWeighted - 80) < 1)
  }

  @Test("one microphone can be measured, by the recording of a take as well")
  func recorded() throws {
    try write()
    let raw = try #require(try take().files(.raw).first)
    let run = CommandRun.pinna([
      "check", "--calibrate-level", "94", "--microphone", "Right One", "--recording", raw.path,
      "--board", folder.path + "/pair.toml", "--json",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.output.contains("\"name\" : \"right one\"") && !run.output.contains("left one"))
    #expect(run.output.contains("\"pressureLevel\" : 94"))
    #expect(run.output.contains("\"sensitivity\" : -26"))
  }

  @Test("the input gain is part of it, and without one that is known there is no level")
  func gain() throws {
    try folder.write(
      Self.board("sensitivity = -26.0", "gain-controls = [\"Mic Gain\"]"), to: "pair.toml")
    try write()
    // The simulated card makes the tone 6 dB louder, and the sensitivity is stated without gain.
    let run = calibrate("--calibrate-level", "94", "--input-gain", "6", "--json")
    #expect(run.output.contains("\"sensitivity\" : -26"), "\(run.diagnostics)")
    #expect(calibrate("--calibrate-level", "94").code == .data)
    #expect(try take().main.first?.metadata.soundLevel == nil)
    let known = try #require(try take("--input-gain", "6").main.first?.metadata.soundLevel)
    #expect(abs(known.unweighted - 94) < 0.2)
  }

  @Test("of a take in parts, the last one has the level over all of it")
  func parts() throws {
    try folder.write(Self.board("sensitivity = -26.0"), to: "pair.toml")
    try folder.write("[take]\nsplit = \"10 s\"\n", to: "pinna.toml")
    try write(level: -40, seconds: 25)
    let parts = try take("--config", folder.path + "/pinna.toml").main
    #expect(parts.map { $0.metadata.soundLevel == nil } == [true, true, false])
    let shown = CommandRun.pinna(["takes", "show", folder.path + "/takes/last"])
    #expect(shown.output.contains("LZeq 80.0 dB, LAeq 80.0 dB"), "\(shown.output)")
    let listed = CommandRun.pinna(["takes", "show", folder.path + "/takes/last", "--json"])
    #expect(listed.output.contains("\"unweighted\" : "), "\(listed.output)")
  }

  @Test("without a sensitivity no level is shown anywhere")
  func unknown() throws {
    try write()
    let take = try take()
    #expect(take.files.allSatisfy { $0.metadata.soundLevel == nil })
    #expect(
      !CommandRun.pinna(["takes", "show", folder.path + "/takes/last"]).output.contains("LAeq"))
    let checked = CommandRun.pinna(
      ["check", "sound.pressure", "--scenario", folder.path + "/scene.toml"])
    #expect(checked.output.contains("does not state a"), "\(checked.output)")
  }

  @Test("what is not a calibrator's tone is refused, with the reason")
  func refused() throws {
    let cases = [
      (tone: 500.0, level: -26.0, words: "no tone of 1 kHz"),
      (tone: 1000, level: 6, words: "reaches full scale"),
    ]
    for one in cases {
      try write(tone: one.tone, level: one.level)
      let run = calibrate("--calibrate-level", "94", "--calibrate", folder.path + "/no.toml")
      #expect(run.code == .data && run.diagnostics.contains(one.words), "\(run.diagnostics)")
      #expect(access(folder.path + "/no.toml", F_OK) != 0)
    }
    // A tone that stops.
    try write(more: "")
    try folder.write(
      try folder.read("scene.toml").replacing(
        "level = -26.0", with: "level = -26.0\nuntil = 2.0"), to: "scene.toml")
    let stopped = calibrate("--calibrate-level", "94")
    #expect(
      stopped.code == .data && stopped.diagnostics.contains("the tone at"),
      "\(stopped.diagnostics)")
    let usage = [
      ["--calibrate-level", "94", "sound"], ["--calibrate-level", "94", "--sounds", "front"],
      ["--microphone", "left one"], ["--calibrate-level", "20"],
      ["--calibrate-level", "94", "--microphone", "middle"],
    ]
    for words in usage {
      let run = CommandRun.pinna(["check", "--scenario", folder.path + "/scene.toml"] + words)
      #expect(run.code == .usage, "\(words): \(run.diagnostics)")
    }
  }
}
