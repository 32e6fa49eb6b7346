import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct SimulateCommandTests {
  @Test(
    "a scenario without takes says why: none was asked for, or it was refused",
    arguments: [
      ("", "no take was made: the scenario presses no record button"),
      (
        """
        [[hand]]
        at = 0.5
        press = "record"
        [[fault]]
        at = 0.2
        power-fails = true

        """, "no take was made: every request for one was refused, for the reason above"
      ),
    ])
  func noTakes(hands: String, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(PairBoardFile.bare, to: "pair.toml")
    let scene = try folder.write(
      "board = \"pair.toml\"\nduration = 1.0\n" + hands, to: "scene.toml")
    let run = CommandRun.pinna([
      "simulate", scene, "--out", folder.path + "/takes", "--pattern", "omni", "--ears", "sphere",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  @Test("--raw renders every take the other way, and says where sounds are in both")
  func compare() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      PairBoardFile.bare + "\n[buttons.record]\nchip = \"none\"\nline = 1\n", to: "pair.toml")
    let scene = try folder.write(
      """
      board = "pair.toml"
      duration = 3.0
      hand = [{ at = 0.5, press = "record" }, { at = 2.7, press = "record" }]
      [[source]]
      noise = "pink"
      azimuth = -60.0
      start = 1.0
      until = 2.0
      """, to: "scene.toml")
    func run(_ way: String, _ words: [String]) -> CommandRun {
      CommandRun.pinna(
        [
          "simulate", scene, "--out", "\(folder.path)/\(way)", "--ears", "sphere",
          "--rendering", way, "--wind", "off",
        ] + words)
    }
    let plain = run("linear", [])
    #expect(plain.code == .success && !plain.output.contains("By direction"))
    for (way, title, words, file) in [
      ("linear", "By direction", "by direction", "by-direction"),
      ("directional", "Filters alone", "with the filters alone", "filters-alone"),
    ] {
      let made = run(way, ["--raw"])
      #expect(made.code == .success, "\(made.diagnostics)")
      #expect(made.output.contains(title), "\(made.output)")
      #expect(made.output.contains("when the takes are"))
      #expect(
        made.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .contains("when the takes are rendered \(words)."))
      let takes = try TakeDirectory(path: "\(folder.path)/\(way)").takes()
      let newest = try #require(takes.last?.main.first)
      let name = try #require(newest.path.split(separator: "/").last?.prefix { $0 != "." })
      let other = try TakeFile.read(path: "\(folder.path)/\(way)/scene/\(name)_\(file).wav")
      #expect(other.metadata.rendering == (way == "linear" ? "directional" : "linear"))
      #expect(other.frames == newest.frames)
    }
  }

  @Test("in mid-side, sounds are heard where two cardioids place them, not where ears would")
  func midSide() throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(
      """
      board = "respeaker-usb-6plus1-table"
      duration = 3.0
      hand = [{ at = 0.2, press = "record" }, { at = 2.8, press = "record" }]
      source = [
        { noise = "pink", azimuth = -60.0, start = 0.6, until = 1.4 },
        { noise = "pink", azimuth = 30.0, start = 1.7, until = 2.5 },
      ]
      """, to: "scene.toml")
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let run = CommandRun.pinna(
      [
        "simulate", scene, "--out", folder.path + "/takes", "--pattern", "mid-side", "--ears",
        "sphere",
      ], environment: ["PINNA_BOARDS": root + "/boards"])
    let words = run.output.split(whereSeparator: \.isWhitespace).map(String.init)
    let text = words.joined(separator: " ")
    #expect(
      text.contains("With mid-side, left and right are two coincident cardioids"),
      "\(run.diagnostics)")
    #expect(text.contains("2 of 2 sounds") && !text.contains("Two ears"))
    let place = try #require(words.indices.last { words[$0...].starts(with: ["error", "is"]) })
    let error = try #require(Int(words[place + 2].prefix { $0.isNumber }))
    #expect(error <= 20, "\(run.output)")
    let page = try folder.read("takes/scene.html")
    #expect(page.contains("Level in each cardioid") && !page.contains("Two ears"))
  }
}
