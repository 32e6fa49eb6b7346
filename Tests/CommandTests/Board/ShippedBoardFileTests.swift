import Boards
import Testing

@testable import CommandSupport
@testable import pinna

private let root = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(4)
  return parts.joined(separator: "/")
}()
private let library = BoardLibrary(folders: [root + "/boards"])
// Not inside @Test: Swift 6.0.3 crashes at a closure there.
private let ids = library.list().map(\.id)

@Suite("Every shipped board file, as a person meets it")
struct ShippedBoardFileTests {
  private func run(_ words: [String]) -> CommandRun {
    CommandRun.pinna(words, environment: ["PINNA_BOARDS": root + "/boards"])
  }

  @Test("pinna board validate has nothing to say about any of them")
  func validate() {
    let paths = ids.map { "\(root)/boards/\($0).toml" }
    let checked = run(["board", "validate"] + paths)
    #expect(checked.code == .success)
    #expect(checked.output == paths.map { "\($0): ok\n" }.joined())
    #expect(checked.diagnostics == "")
  }

  @Test("pinna design makes filters of its first case, and judges them", arguments: ids)
  func design(id: String) throws {
    let board = try library.load(id)
    let source = try #require(board.dataSources.first)
    var words = ["design", "--board", id, "--source", source.name]
    if board.orientation == .handHeld { words += ["--orientation", "portrait"] }
    let designed = run(words + ["--ears", "sphere"])
    #expect(designed.code == .success, "\(designed.diagnostics)")
    #expect(designed.output.hasPrefix("IS THIS GOOD?"))
  }
}
