import Beamforming
import Boards
import Recorder
import TestSupport
import Testing

@testable import CommandSupport
@testable import Face
@testable import pinna

/// The lines about filters that are made in the background.
@Suite struct PreparationNewsTests {
  private let filters = FilterStore(
    board: pairBoard, ears: .sphere, settings: DesignSettings(), cacheDirectory: nil)

  private func progress(
    _ stage: FilterPreparation.Stage, isFinished: Bool = false
  ) -> FilterPreparation.Progress {
    var progress = FilterPreparation.Progress()
    (progress.stage, progress.isFinished) = (stage, isFinished)
    return progress
  }

  @Test("a log says once that the body is computed, and nothing of filters that are there soon")
  func lines() {
    var news = PreparationNews()
    #expect(
      news.lines(progress(.body), filters) == [
        "computing the effect of the board's body; until this is done, takes use filters that ignore the body"
      ])
    #expect(news.lines(progress(.body), filters).isEmpty)
    #expect(news.lines(progress(.designing), filters).isEmpty)
    #expect(news.lines(progress(.designing, isFinished: true), filters).isEmpty)
  }

  @Test("without a terminal, a line says that the body of a simulated board is computed")
  func body() throws {
    let folder = try TemporaryDirectory()
    let diagnostics = Transcript()
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file, environment: ["PINNA_CACHE": folder.path],
      output: { _ in }, diagnostics: { diagnostics.append($0) })
    #expect(throws: CommandError.self) {
      try BodyArgument.responses(
        of: DrawnBoards.phone, console, note: "computing", isWanted: { false })
    }
    #expect(diagnostics.text == "computing\n")
  }

  @Test("filters that cannot be made are news")
  func failure() {
    var failed = progress(.designing, isFinished: true)
    let error = FilterStoreError.design(.noMicrophones(board: "pair", pattern: "stereo"))
    failed.error = error
    var news = PreparationNews()
    #expect(news.lines(failed, filters) == ["no filters: \(error)"])
    #expect(news.lines(failed, filters).isEmpty)
  }

  @Test("a cache that cannot be written is told once, with what it costs")
  func cache() throws {
    let filters = FilterStore(
      board: pairBoard, ears: .sphere, settings: DesignSettings(taps: 64),
      cacheDirectory: "/proc/none")
    _ = try filters.ready(
      Board.Case(dataSource: 0, orientation: .portrait), pattern: .stereo)
    var news = PreparationNews()
    let end = progress(.designing, isFinished: true)
    #expect(
      news.lines(end, filters) == [
        "filters have to be designed again at every start: /proc/none is not writable (No such file or directory)"
      ])
    #expect(news.lines(end, filters).isEmpty)
  }
}
