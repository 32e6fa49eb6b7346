import Boards
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

private let root = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(4)
  return parts.joined(separator: "/")
}()

/// `pinna board new` for the recipes of `deploy/soldering.md`: what is answered, and what is written.
@Suite struct BoardNewSessionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.file("mine.toml") }

  private func run(_ words: [String] = [], answers: [String]?) -> CommandRun {
    CommandRun.pinna(
      ["board", "new", path] + words, environment: ["PINNA_BOARDS": root + "/boards"],
      answers: answers)
  }

  /// A recipe, with the answers of a person who builds it; some are wrong, one is changed at the end.
  struct Session: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answers: [String]
    /// Refusals, each beside the wrong answer.
    var refusals: [String]
    /// The commands that come next.
    var next: [String]
  }

  static let sessions: [Session] = [
    Session(
      testDescription: "zero2-pair",
      answers: [
        "Zero 3", "Raspberry Pi Zero 2 W", "i2c", "", "4", "2", "", "", "60 kg", "60 mm", "", "",
        "", "",
      ],
      refusals: [
        "'Zero 3': give one of zero2", "'i2c': did you mean \"i2s\"?",
        "'4': give 2; the sound bus of a Raspberry Pi Zero 2 W has 1 data line",
        "'60 kg': give a length from 1 to 1000 mm, such as 60, 60 mm or 6 cm.",
      ], next: ["dtoverlay=googlevoicehat-soundcard", "pinna board wiring"]),
    Session(
      testDescription: "pi5-four",
      answers: [
        "Raspberry Pi 5", "i2s", "9", "4", "Adafruit 6049 (ICS-43434)", "pair", "", "5 cm", "hand",
        "y", "Four", "12", "6", "6 cm", "",
      ],
      refusals: [
        "'9': give a whole number from 2 to 8; the sound bus of a Raspberry Pi 5 has 4 data lines",
        "'pair': give one of line, square, ring, by-hand", "'12': give a number from 1 to 9",
      ], next: ["pinna-i2s-4.dtbo", "dtoverlay=pinna-i2s-4", "pinna board wiring"]),
    Session(
      testDescription: "pi4-hat",
      answers: ["pi 4", "respeaker-4mic-hut", "respeaker-4mic-hat", "", "", ""],
      refusals: ["'respeaker-4mic-hut': did you mean \"respeaker-4mic-hat\"?"],
      next: ["dtparam=i2c_arm=on"]),
    Session(
      testDescription: "usb-array", answers: ["pi4", "uma-8", "maybe", "yes", "My disc", ""],
      refusals: ["'maybe': give one of yes, no"], next: ["pinna board wiring"]),
  ]

  @Test(
    "a recipe by its questions: the geometry and wiring of its board file, and what comes next",
    arguments: sessions)
  func recipe(session: Session) throws {
    let run = run(answers: session.answers)
    #expect(run.code == .success, "\(run.diagnostics)")
    for words in session.refusals { #expect(run.diagnostics.contains(words), "\(words)") }
    for words in session.next { #expect(run.output.contains(words), "\(words)") }
    let valid = CommandRun.pinna(["board", "validate", path])
    #expect(valid.code == .success, "\(valid.diagnostics)")
    let made = try Board.load(path: path)
    let recipe = try Board.load(path: "\(root)/deploy/recipes/\(session.testDescription).toml")
    #expect(made.microphones.map(\.name) == recipe.microphones.map(\.name))
    #expect(made.microphones.map(\.channel) == recipe.microphones.map(\.channel))
    #expect(made.microphones.map(\.position) == recipe.microphones.map(\.position))
    #expect(made.microphones.map(\.normal) == recipe.microphones.map(\.normal))
    #expect(made.dataSources == recipe.dataSources && made.orientation == recipe.orientation)
    #expect(made.capture == recipe.capture)
    #expect(
      made.header?.config == recipe.header?.config && made.header?.uses == recipe.header?.uses)
    #expect(made.header?.parts.map(\.wires) == recipe.header?.parts.map(\.wires))
    #expect(made.buttons == recipe.buttons && made.leds == recipe.leds)
  }

  @Test("a USB array on any computer is its board file with a name of its own")
  func anyComputer() throws {
    #expect(run(answers: ["other", "uma-8", "Disc", ""]).code == .success)
    var made = try Board.load(path: path)
    let shipped = try Board.load(path: "\(root)/boards/uma-8.toml")
    #expect(made.name == "Disc")
    (made.id, made.name) = (shipped.id, shipped.name)
    #expect(made == shipped)
  }

  @Test("answers that end, and q, say how to go on; the command that is named does")
  func goesOn() throws {
    let given = ["pi5", "i2s", "4", "ICS-43434", "square", "60 mm", "hand"]
    let ended = run(answers: given)
    #expect(ended.code == .usage && access(path, F_OK) != 0)
    let words =
      "--computer=pi5 --array=i2s --microphones=4 --item=ICS-43434 --shape=square --spacing=60 --use=hand"
    #expect(ended.diagnostics.contains("continue from here: pinna board new \(path) \(words)"))
    let left = run(answers: given + ["yes", "Four", "q"])
    #expect(left.diagnostics.contains("\(words) --buttons=yes --name=Four"))
    #expect(access(path, F_OK) != 0)
    let options = words.split(separator: " ").map(String.init)
    #expect(run(options + ["--buttons", "yes"], answers: nil).code == .success)
    #expect(try Board.load(path: path).buttons.count == 2)
  }

  @Test("two on a ring are at the left and the right; a HAT that a computer cannot have is refused")
  func limits() throws {
    let run = run(answers: [
      "pi5", "respeaker-4mic-hat", "i2s", "2", "", "ring", "30 mm", "", "", "", "Mine", "",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(
      run.diagnostics.contains(
        "'respeaker-4mic-hat': respeaker-4mic-hat does not work on a Raspberry Pi 5"))
    let places = try Board.load(path: path).microphones.map(\.position)
    #expect(places.map { ($0.x * 1000).rounded() } == [-30, 30])
    #expect(places.allSatisfy { abs($0.y) < 1e-6 })
    unlink(path)
    let words = "--array i2s --computer pi5 --microphones 3 --shape ring --radius 30 --middle"
    #expect(self.run(words.split(separator: " ").map(String.init), answers: nil).code == .success)
    let three = try Board.load(path: path).microphones.map(\.position)
    #expect(three.map { ($0.x * 1000).rounded() } == [-30, 0, 30])
  }

  @Test(
    "an option that answers no question about the array is refused, and so is an impossible number",
    arguments: [
      ("--array uma-8 --shape pair --spacing 30", "--shape does not apply to --array uma-8"),
      ("--array uma-8 --position 1,2,3", "--position does not apply to --array uma-8"),
      ("--array uma-8 --device hw:CARD=q", "--device does not apply to --array uma-8"),
      ("--array uma-8 --buttons yes", "--buttons does not apply to --computer other"),
      ("--shape pair --spacing 9 --item SPH0645", "--item does not apply to --array other"),
      ("--shape pair --spacing 9 --buttons yes", "--buttons does not apply to --array other"),
      ("--shape pair --spacing 9 --first 3", "--first does not apply to --shape pair"),
      ("--array i2s --computer pi4 --microphones 4", "--microphones 4: give 2; the sound bus"),
      ("--shape line --microphones 2.5", "--microphones 2.5: give a whole number from 2 to 32"),
      ("--shape by-hand --position 0,0,0", "--position gives 1 position: give at least 2, one"),
    ])
  func foreign(words: String, refusal: String) {
    let run = run(words.split(separator: " ").map(String.init), answers: nil)
    #expect(run.code == .usage && run.diagnostics.contains(refusal), "\(run.diagnostics)")
    #expect(access(path, F_OK) != 0)
  }

  @Test("wires are suggested only for a computer that is known to have a header")
  func noHeader() {
    let run = run(["--array", "uma-8", "--buttons", "no"], answers: nil)
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(!run.output.contains("board wiring") && run.output.contains("pinna check"))
  }

  @Test(
    "a copied file takes the new name, in whatever form it is written, and keeps everything else")
  func copiedName() throws {
    let library = try TemporaryFolder()
    #expect(self.run(["--shape", "pair", "--spacing", "60"], answers: nil).code == .success)
    let own = String(decoding: try folder.read("mine.toml"), as: UTF8.self)
      .replacing("name = \"", with: "name=\"").replacing("\n", with: "\r\n")
    try library.write(own, to: "own.toml")
    unlink(path)
    let run = CommandRun.pinna(
      ["board", "new", path, "--array", "own", "--name", "Mine"],
      environment: ["PINNA_BOARDS": library.path])
    #expect(run.code == .success, "\(run.diagnostics)")
    let (copy, original) = (try Board.load(path: path), try Board.load(text: own, name: "", id: ""))
    #expect(copy.name == "Mine" && copy.microphones == original.microphones)
  }

  @Test("another computer in the end keeps what still fits, and asks for the rest")
  func changed() throws {
    let run = run(answers: [
      "pi5", "", "4", "", "", "60", "", "no", "Mine", "1", "zero2", "2", "", "", "",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("'4': give 2; the sound bus"))
    let board = try Board.load(path: path)
    #expect(board.microphones.count == 2 && board.name == "Mine" && board.buttons.isEmpty)
    #expect(board.capture.device == "hw:CARD=sndrpigooglevoi,DEV=0")
  }
}
