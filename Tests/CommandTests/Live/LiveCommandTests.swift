import Boards
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct LiveCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(PairBoardFile.attached, to: "pair.toml")
  }

  private func pinna(_ words: [String]) -> CommandRun {
    CommandRun.pinna(words)
  }

  @Test("an absent capture device ends record and monitor with its name and code 69")
  func absent() {
    for words in [["record", "--out", folder.path], ["monitor"], ["monitor", "--json"]] {
      let run = pinna(words + ["--board", path])
      #expect(run.code == .unavailable)
      #expect(run.diagnostics.contains("hw:CARD=pinnatest,DEV=0"))
      #expect(run.output.isEmpty)
    }
  }

  @Test("an attempt without a device leaves nothing in the folder of takes")
  func clean() {
    let out = folder.path + "/out"
    #expect(pinna(["record", "--board", path, "--out", out]).code == .unavailable)
    #expect(folder.contains("out"))
    #expect(!folder.contains("out/.pinna-check"))
  }

  @Test("what is refused is refused before the body of a simulated board is computed")
  func refusedAtOnce() throws {
    let file = try folder.write("no folder", to: "file")
    for (words, code) in [
      (["--out", file], ExitCode.cannotCreate), (["--source", "nowhere"], .usage),
    ] {
      let run = CommandRun.pinna(
        ["record", "--board", "phone", "--duration", "1"] + words,
        environment: ["PINNA_CACHE": folder.path])
      #expect(run.code == code && !run.diagnostics.contains("computing"), "\(run.diagnostics)")
    }
  }

  @Test("a name without a folder goes with --out, and hidden names are refused")
  func ownName() {
    let out = folder.path + "/out"
    #expect(pinna(["record", "dawn.wav", "--board", path, "--out", out]).code == .unavailable)
    #expect(folder.contains("out"))
    for (name, words) in [
      ("a/dawn.wav", "already names a folder"), ("a/.dawn.wav", "must not begin with a dot"),
    ] {
      let run = pinna(
        ["record", name, "--board", path] + (name == "a/dawn.wav" ? ["--out", out] : []))
      #expect(run.code == .usage && run.diagnostics.contains(words), "\(run.diagnostics)")
    }
  }

  @Test(
    "what the board does not have is a mistake of the command line that names what there is",
    arguments: [
      (["--source", "front"], "has Back"), (["--pattern", "cardioid"], "supports stereo, omni"),
      (["--duration", "0"], "from 0.1 to 86400"), (["--seconds", "5"], "did you mean --duration?"),
      (["--orientation", "up"], "auto, portrait"),
    ])
  func mistakes(words: [String], message: String) {
    for command in ["record", "monitor"] {
      let run = pinna([command, "--board", path] + words)
      #expect(run.code == .usage)
      #expect(run.diagnostics.contains(message))
    }
  }

  @Test("headphones that the board does not have are a mistake; a device can be named instead")
  func headphones() {
    let run = pinna(["monitor", "--board", path, "--listen"])
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("--listen-on"))
  }

  // `run` goes on and tries again: the group `folder` of deploy/test-appliance.
  @Test("a folder that cannot be made ends record before anything is opened")
  func folderRefused() throws {
    let settings = try folder.write(
      "board = \"\(path)\"\n[take]\ndirectory = \"\(path)/takes\"\n", to: "pinna.toml")
    let run = pinna(["record", "--config", settings])
    #expect(run.code == .cannotCreate)
    #expect(run.diagnostics.contains("\(path)/takes"))
  }

  @Test("the folder of takes in the settings is made, but not the one above it")
  func mediumMissing() throws {
    let card = folder.path + "/card"
    let settings = try folder.write(
      "board = \"\(path)\"\n[take]\ndirectory = \"\(card)/takes\"\n", to: "pinna.toml")
    let run = pinna(["record", "--config", settings])
    #expect(run.code == .cannotCreate)
    #expect(run.diagnostics.contains("\(card)/takes: the folder cannot be created: No such file"))
    #expect(run.diagnostics.contains("mount its medium, or create the parent folder"))
    #expect(!folder.contains("card"))
    // The device is missing, but the folder that a person names is made first.
    _ = pinna(["record", "--config", settings, "--out", "\(card)/takes"])
    #expect(folder.contains("card/takes"))
  }

  @Test("wrong settings end run with code 78 and their place")
  func wrongSettings() throws {
    let settings = try folder.write("board = \"\(path)\"\n[take]\nraw = 3\n", to: "pinna.toml")
    let run = pinna(["run", "--config", settings])
    #expect(run.code == .configuration)
    #expect(run.diagnostics.contains("pinna.toml:3:"))
  }

  @Test("a board whose device is not there is named with what it could do")
  func inputs() {
    let run = pinna(["inputs", "--board", path])
    #expect(run.code == .unavailable)
    #expect(run.output.contains("hw:CARD=pinnatest,DEV=0 is missing"))
    #expect(run.output.contains("stereo in four orientations"))
  }
}
