import Acoustics
import Assembly
import Beamforming
import Boards
import Drawings
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Files and folders that commands make.
@Suite struct OutputTests {
  private static let board = pairBoard

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func exists(_ name: String) -> Bool { access("\(folder.path)/\(name)", F_OK) == 0 }

  private func export(_ board: Board = board) throws -> [String] {
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 64))
    let designs = try board.dataSources.indices.map {
      try designer.design(Board.Case(dataSource: $0, orientation: .portrait), pattern: .stereo)
    }
    return try FilterExport(folder: folder.path, board: board).write(designs)
  }

  private static let names = [
    "pair_Back_portrait_stereo_left.wav", "pair_Back_portrait_stereo_right.wav",
  ]

  @Test("filters become one file per output, and a text that says how others load them")
  func allFilters() throws {
    let names = Self.names + ["pair_Back_portrait_stereo.txt"]
    #expect(try export() == names.map { folder.expect($0) })
    #expect(names.allSatisfy(exists))
  }

  @Test("names of files have no character that a shell or a file system reads as something else")
  func plainNames() throws {
    var board = Self.board
    board.id = "my b\u{F6}ard"
    board.dataSources += board.dataSources
    (board.dataSources[0].name, board.dataSources[1].name) = ("Nord/West", "Nord'West")
    let names = ["Nord-West-1", "Nord-West-2"].flatMap { source in
      ["_left.wav", "_right.wav"].map { "my-b-ard_\(source)_portrait_stereo\($0)" }
    }
    #expect(try export(board).filter { $0.hasSuffix("wav") } == names.map { folder.expect($0) })
  }

  @Test("an export into a folder that has one of its files writes none")
  func allOrNone() throws {
    folder.expect(Self.names[0])
    let taken = try folder.write("mine", to: Self.names[1])
    #expect(
      throws: CommandError(
        "\(taken): the file exists and is never overwritten; name a new folder", .cannotCreate)
    ) { try export() }
    #expect(!exists(Self.names[0]))
    #expect(try folder.read(Self.names[1]) == "mine")
  }

  @Test("a folder that has the name of a file is refused with that reason")
  func folderIsAFile() throws {
    let path = try folder.write("", to: "takes")
    #expect(
      throws: CommandError(
        "\(path): the folder cannot be created: a file has that name; choose another one",
        .cannotCreate)
    ) { try OutputFolder.make(path) }
  }

  @Test("below a file there can be no folder")
  func folderBelowAFile() throws {
    let path = try folder.write("", to: "takes") + "/new/one"
    #expect(
      throws: CommandError(
        "\(path): the folder cannot be created: Not a directory; choose another one", .cannotCreate)
    ) { try OutputFolder.make(path) }
  }

  @Test("a full disk is an error with its remedy")
  func fullDisk() {
    #expect(
      throws: CommandError(
        "/dev/full: cannot be written: No space left on device; free some space or use another folder",
        .cannotCreate)
    ) { try OutputFile.write("text", to: "/dev/full") }
  }

  @Test("a hyphen does not become the name of a file")
  func hyphen() {
    let error = #expect(throws: CommandError.self) { try OutputFile.check("-", mark: SVG.mark) }
    #expect(error?.exitCode == .usage)
  }

  @Test("a link, the mode of a file and a file of a similar name outlast a new text")
  func linkAndMode() throws {
    let path = try folder.write("old", to: "a.svg")
    let other = try folder.write("mine", to: "a.svg.new")
    #expect(chmod(path, 0o640) == 0 && symlink("a.svg", folder.expect("link.svg")) == 0)
    try OutputFile.write("new", to: folder.expect("link.svg"))
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(try folder.read("a.svg") == "new" && folder.read("a.svg.new") == "mine")
    #expect(try unlink(other) == 0 && folder.directory.names.sorted() == ["a.svg", "link.svg"])
  }

  @Test(
    "a file that cannot be written to its end is not left, and the old one stays",
    .enabled(if: ChildProcess.builtPrograms != nil, "needs the built pinna program"))
  func cutOff() throws {
    let pinna = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let (old, drawing) = (folder.expect("old.toml"), folder.expect("a.svg"))
    let made = ["board", "new", old, "--shape", "pair", "--spacing", "60"]
    #expect(CommandRun.pinna(made).code == .success)
    try OutputFile.write(SVG.mark, to: drawing)
    // With this limit, writing a byte fails as on a full disk.
    let script = """
      (ulimit -f 0
      "$0" board new "$1/new.toml" --shape pair --spacing 60; echo "= $?"
      "$0" layout --board "$1/old.toml" --svg "$1/a.svg"; echo "= $?") 2>&1 | cat
      """
    let run = try #require(ChildProcess.run(["sh", "-c", script, pinna, folder.path]))
    #expect(run.output.split(separator: "\n").filter { $0 == "= 74" }.count == 2, "\(run.output)")
    #expect(try folder.directory.names.sorted() == ["a.svg", "old.toml"])
    #expect(try folder.read("a.svg") == SVG.mark)
  }
}
