import Acoustics
import Assembly
import Beamforming
import Boards
import Glibc
import Testing

@testable import CommandSupport
@testable import pinna

/// Files and folders that commands make.
@Suite struct OutputTests {
  private static let board = pairBoard

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func exists(_ name: String) -> Bool { access("\(folder.path)/\(name)", F_OK) == 0 }

  private func export() throws -> [String] {
    let designer = try FilterDesigner(
      board: Self.board, head: .spherical, settings: DesignSettings(taps: 64))
    let design = try designer.design(
      Board.Case(dataSource: 0, orientation: .portrait), pattern: .stereo)
    return try FilterExport(folder: folder.path, board: Self.board).write([design])
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
        "\(path): the folder cannot be made: a file has that name; choose another one",
        .cannotCreate)
    ) { try OutputFolder.make(path) }
  }

  @Test("below a file there can be no folder")
  func folderBelowAFile() throws {
    let path = try folder.write("", to: "takes") + "/new/one"
    #expect(
      throws: CommandError(
        "\(path): the folder cannot be made: Not a directory; choose another one", .cannotCreate)
    ) { try OutputFolder.make(path) }
  }
}
