import Beamforming
import Boards
import Drawings
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna board new`: a valid file from a few answers, or one clear line.
@Suite struct BoardNewTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.file("mine.toml") }

  private func run(_ words: String..., answers: [String]? = nil) -> CommandRun {
    CommandRun.pinna(["board", "new", path] + words, answers: answers)
  }

  private func positions() throws -> [[Double]] {
    try Board.load(path: path).microphones.map { microphone in
      [microphone.position.x, microphone.position.y, microphone.position.z].map {
        ($0 * 1e6).rounded() / 1e3
      }
    }
  }

  @Test(
    "every shape, in the hand and on a table, is a valid board with a layout in each case",
    arguments: [
      "--shape pair --spacing 60", "--shape line --microphones 4 --spacing 20",
      "--shape square --spacing 40", "--shape ring --microphones 6 --radius 43.5 --middle",
      "--shape ring --microphones 7 --radius 38 --first 3 --counterclockwise",
      "--shape by-hand --position=-30,10,0 --position=30,10,0 --position=0,-20,-4",
      "--shape by-hand --name line --position=-30,10,0 --position=0,20,0 --position=30,30,0",
    ], ["hand", "table"])
  func shapes(words: String, use: String) throws {
    let run = CommandRun.pinna(
      ["board", "new", path, "--use", use] + words.split(separator: " ").map(String.init))
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.output.contains("●1"))
    #expect(CommandRun.pinna(["board", "validate", path]).code == .success)
    let board = try Board.load(path: path)
    #expect(board.cases.count == (use == "hand" ? 8 : board.dataSources.count))
    for which in board.cases {
      let layout = try #require(board.layout(which))
      #expect(abs(dot(layout.left, layout.forward)) < 1e-9)
    }
    let isLevel = use == "table" && !words.contains("pair") && !words.contains("line")
    for index in board.dataSources.indices {
      #expect(board.dataSources[index].patterns.contains(.ambix) == isLevel)
      #expect(!isLevel || board.ambisonicRefusal(dataSource: index) == nil)
    }
    #expect(CommandRun.pinna(["layout", "--board", path, "--all"]).code == .success)
  }

  @Test(
    "data sources and patterns are those that the positions permit, whatever the shape is called",
    arguments: [
      ("hand", "-30,0,2 30,0,2", ["front", "back"], "omni stereo plain"),
      ("hand", "0,0,-30 0,0,30", ["front", "back"], "omni cardioid subcardioid stereo"),
      ("hand", "-30,0,0 30,0,0 0,0,9", ["front", "back"], "omni cardioid subcardioid stereo"),
      ("table", "-30,0,0 30,0,0", ["top", "bottom"], "omni stereo plain"),
      ("table", "0,-30,0 0,30,0", ["right", "left"], "omni stereo plain"),
      ("table", "0,0,-30 0,0,30", ["top"], "omni stereo"),
      ("table", "-30,0,0 30,0,0 0,0,30", ["top", "bottom"], "omni stereo"),
    ])
  func possible(use: String, places: String, faces: [String], patterns: String) throws {
    let positions = places.split(separator: " ").map { "--position=\($0)" }
    let run = CommandRun.pinna(
      ["board", "new", path, "--use", use, "--shape", "by-hand"] + positions)
    #expect(run.code == .success, "\(run.diagnostics)")
    let sources = try Board.load(path: path).dataSources
    #expect(sources.map(\.orientation.rawValue) == faces)
    for source in sources {
      #expect(source.patterns.map(\.rawValue).joined(separator: " ") == patterns)
    }
  }

  @Test("a ring runs clockwise from the top as seen from the front, unless it is said otherwise")
  func ring() throws {
    #expect(run("--shape", "ring", "--microphones", "4", "--radius", "40").code == .success)
    #expect(try positions() == [[0, 40, 0], [40, 0, 0], [0, -40, 0], [-40, 0, 0]])
    unlink(path)
    let other = run(
      "--shape", "ring", "--microphones", "4", "--radius", "40", "--first", "3",
      "--counterclockwise", "--middle")
    #expect(other.code == .success)
    #expect(try positions() == [[0, 0, 0], [40, 0, 0], [0, 40, 0], [-40, 0, 0], [0, -40, 0]])
  }

  @Test("microphones that are exactly as close as they may be are accepted, despite rounding")
  func closest() {
    #expect(run("--shape", "ring", "--microphones", "6", "--radius", "1").code == .success)
  }

  @Test("the commands that come next are quoted, and never broken within a word")
  func quoted() throws {
    let path = folder.file("\u{F6}hr 'a'\nb.toml")
    let run = CommandRun.pinna(["board", "new", path, "--shape", "pair", "--spacing", "60"])
    #expect(run.code == .success)
    let commands = try #require(run.output.split(separator: "Next:\n").last)
    let place = #"'/etc/pinna/boards/\#u{F6}hr '\''a'\''?b.toml'"#
    #expect(commands.contains(place), "\(commands)")
    #expect(commands.contains(#"set board '\#u{F6}hr '\''a'\''?b'"#), "\(commands)")
    #expect(["cp", "a b".shellWord, "c"].lines(joinedBy: " ", width: 6) == ["cp", "'a b'", "c"])
  }

  @Test("a square runs clockwise from the top left, a line from left to right")
  func square() throws {
    #expect(run("--shape", "square", "--spacing", "40").code == .success)
    #expect(try positions() == [[-20, 20, 0], [20, 20, 0], [20, -20, 0], [-20, -20, 0]])
    unlink(path)
    #expect(run("--shape", "line", "--microphones", "3", "--spacing", "25").code == .success)
    #expect(try positions() == [[-25, 0, 0], [0, 0, 0], [25, 0, 0]])
  }

  @Test("a person is asked for what is not given, and asked again after a wrong answer")
  func asked() throws {
    let run = run(
      answers: [
        "other", "", "circle", "ring", "six", "6", "43.5 mm", "y", "table", "hw:CARD=x,DEV=0",
        "My disc", "",
      ])
    #expect(run.code == .success, "\(run.diagnostics)")
    let words = "pair, line, square, ring, by-hand"
    #expect(run.diagnostics.contains("'circle': give one of \(words)."))
    #expect(run.diagnostics.contains("'six': give a whole number from 2 to 32."))
    #expect(run.diagnostics.hasPrefix("Look at the front, the side of the sound ports"))
    let board = try Board.load(path: path)
    #expect(board.name == "My disc")
    #expect(board.microphones.count == 7)
    #expect(board.capture.device == "hw:CARD=x,DEV=0")
    #expect(board.dataSources.map(\.name) == ["Top", "Right", "Bottom", "Left"])
  }

  @Test("positions are asked for one by one")
  func byHand() throws {
    let run = run(
      "--shape", "by-hand", "--use", "hand", "--device", "hw:CARD=x", "--name", "Two",
      answers: ["-20 5 0", "20;5", "-20 5 0.5", "20, 5, 0", "", ""])
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("'20;5': give three numbers"))
    #expect(
      run.diagnostics.contains(
        "MIC1 is already at this position; microphones must be at least 1 mm apart"))
    #expect(try positions() == [[-20, 5, 0], [20, 5, 0]])
  }

  @Test("a name with quotes and backslashes stays what it is")
  func quotes() throws {
    let name = #"The "best" \ board"#
    #expect(run("--shape", "pair", "--spacing", "60", "--name", name).code == .success)
    #expect(try Board.load(path: path).name == name)
  }

  @Test("what is missing or wrong is one line, and no file is made")
  func refused() throws {
    let rows: [([String], String)] = [
      ([], "--shape is missing"), (["--shape", "pair"], "--spacing is missing: give --spacing MM"),
      (["--shape", "pair", "--radius", "3"], "--radius does not apply to --shape pair"),
      (["--shape", "by-hand", "--position", "1,2"], "give three numbers in mm"),
      (["--shape", "by-hand"], "--position is missing"),
      (
        ["--shape", "by-hand", "--position", "0,0,0", "--position", "0,0,0.5"],
        "was not written: microphone.position is 0.5 mm from \"MIC1\"; two"
      ),
      (
        ["--shape", "pair", "--spacing", "60", "--name", "A\nB"],
        "was not written: name has line breaks or tabs; write one line"
      ),
      (["--shape", "pair", "--spacing", "60", "--device", "card"], "give an ALSA device"),
    ]
    for (words, text) in rows {
      let run = CommandRun.pinna(["board", "new", path] + words)
      #expect(run.code == .usage, "\(words)")
      #expect(run.diagnostics.contains(text), "\(run.diagnostics)")
      #expect(access(path, F_OK) != 0)
    }
    try folder.write([1], to: "mine.toml")
    let there = run("--shape", "pair", "--spacing", "60")
    #expect(there.code == .cannotCreate)
    #expect(try folder.read("mine.toml") == [1])
    let name = CommandRun.pinna(["board", "new", folder.file("mine")])
    #expect(name.diagnostics.contains("the name of a board file must end in .toml"))
    let noID = CommandRun.pinna(["board", "new", folder.file(".toml")])
    #expect(noID.code == .usage && noID.diagnostics.contains("must have an id before .toml"))
  }

  @Test("answers that end leave no file")
  func ended() {
    #expect(run(answers: ["ring", "6"]).code == .usage)
    #expect(access(path, F_OK) != 0)
  }
}
