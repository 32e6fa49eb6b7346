import Boards
import Synchronization
import TestSupport
import Testing

@testable import CommandSupport
@testable import Face
@testable import pinna

@Suite("The board of a running recorder, as a client finds it")
struct RecorderBoardTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Array(PairBoardFile.attached.utf8), to: "pair.toml")
    let settings = "board = \"\(folder.file("pair.toml"))\"\n"
    try folder.write(Array(settings.utf8), to: "settings.toml")
  }

  private func found(
    _ status: RecorderStatus, _ words: [String] = [], _ environment: [String: String] = [:]
  ) -> Board? {
    let box = FoundBoard()
    let program = Program(
      name: "p", version: Version(number: "1", commit: ""), summary: "s", discussion: "",
      commands: [
        Command(
          "go", summary: "goes", options: [BoardArgument.option, SettingsArguments.config]
        ) { arguments, console in
          box.set(
            RecorderBoard.find(
              status, given: arguments[BoardArgument.option], arguments, console))
          return .success
        }
      ])
    let run = CommandRun.pinna(["go"] + words, environment: environment, program: program)
    #expect(run.code == .success)
    return box.value
  }

  private func status(_ id: String, source: String = "Back") -> RecorderStatus {
    var status = RecorderStatus(version: "1", board: id, boardName: "Pair")
    status.dataSources = [.init(name: source, patterns: ["stereo"])]
    return status
  }

  @Test("it is found by its id, and by the path of the settings or the command line")
  func byName() {
    #expect(found(status("pair")) == nil)
    #expect(found(status("pair"), [], ["PINNA_BOARDS": folder.path])?.id == "pair")
    #expect(found(status("pair"), ["--config", folder.file("settings.toml")])?.id == "pair")
    #expect(found(status("pair"), ["--board", folder.file("pair.toml")])?.id == "pair")
  }

  @Test("another board, and one with other data sources, is not taken for it")
  func another() {
    #expect(found(status("mine"), ["--board", folder.file("pair.toml")]) == nil)
    #expect(found(status("pair", source: "Up"), ["--board", folder.file("pair.toml")]) == nil)
  }
}

/// The board that a command found.
private final class FoundBoard: Sendable {
  private let board = Mutex<Board?>(nil)

  var value: Board? { board.withLock { $0 } }

  func set(_ found: Board?) { board.withLock { $0 = found } }
}
