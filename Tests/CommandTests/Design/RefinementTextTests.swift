import Assembly
import Beamforming
import Boards
import Recorder
import TakeFiles
import Testing

@testable import CommandSupport
@testable import pinna

/// The texts of commands about filters that are refined, or not.
@Suite struct RefinementTextTests {
  private let filters = FilterStore(
    board: pairBoard, ears: .sphere, settings: DesignSettings(), cacheDirectory: nil)

  private func progress(
    _ stage: FilterPreparation.Stage, _ done: Int, of all: Int, isFinished: Bool = false
  ) -> FilterPreparation.Progress {
    var progress = FilterPreparation.Progress()
    (progress.stage, progress.done, progress.all) = (stage, done, all)
    progress.isFinished = isFinished
    return progress
  }

  @Test("a log has one line when a refinement begins and one when it is done")
  func lines() {
    var news = PreparationNews()
    #expect(news.lines(progress(.designing, 3, of: 8), filters, at: 1).isEmpty)
    #expect(
      news.lines(progress(.refining, 0, of: 8), filters, at: 2) == [
        "refining the filters of 8 cases beside; takes have the closed form until then"
      ])
    #expect(news.lines(progress(.refining, 5, of: 8), filters, at: 3).isEmpty)
    let end = progress(.refining, 8, of: 8, isFinished: true)
    #expect(
      news.lines(end, filters, at: 43.6) == ["filters refined in 42 s: the next take has them"])
    #expect(news.lines(end, filters, at: 44).isEmpty)
  }

  @Test("filters that were refined earlier are no news; filters that cannot be made are")
  func noNews() {
    var news = PreparationNews()
    #expect(news.lines(progress(.designing, 8, of: 8, isFinished: true), filters, at: 1).isEmpty)
    var failed = progress(.designing, 0, of: 0, isFinished: true)
    let error = FilterStoreError.design(.noMicrophones(board: "pair", pattern: "stereo"))
    failed.error = error
    var other = PreparationNews()
    #expect(other.lines(failed, filters, at: 1) == ["no filters: \(error)"])
  }

  @Test("a cache that cannot be written is told once, with what it costs")
  func cache() throws {
    let filters = FilterStore(
      board: pairBoard, ears: .sphere, settings: DesignSettings(taps: 64),
      cacheDirectory: "/proc/none")
    _ = try filters.ready(
      Board.Case(dataSource: 0, orientation: .portrait), pattern: .stereo)
    var news = PreparationNews()
    let end = progress(.designing, 1, of: 1, isFinished: true)
    #expect(
      news.lines(end, filters, at: 1) == [
        "filters are made anew every time: /proc/none cannot be written (No such file or directory)"
      ])
    #expect(news.lines(end, filters, at: 2).isEmpty)
  }

  @Test("the view says which of the two is being done")
  func work() throws {
    let preparation = try FilterPreparation(
      filters, first: (Board.Case(dataSource: 0, orientation: .portrait), .stereo), makesAll: true)
    while !preparation.progress.isFinished {
      let work = LiveRecorder.work(preparation)
      #expect(work == nil || work?.hasPrefix("designing filters") == true)
    }
    #expect(LiveRecorder.work(preparation) == nil)
  }

  /// The facts that `render` prints about a take with refined filters or the closed form.
  private func facts(
    refined: Bool, take wasRefined: Bool?, change: (inout TakeMetadata) -> Void = { _ in }
  ) throws -> RenderFacts {
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let store = FilterStore(
      board: pairBoard, ears: .sphere, settings: DesignSettings(taps: 64), refines: refined,
      cacheDirectory: nil)
    let design = try store.design(which, pattern: .stereo)
    var take = TakeMetadata()
    take.boardID = pairBoard.id
    take.dataSource = pairBoard.dataSources[0].name
    take.orientation = "portrait"
    take.pattern = "stereo"
    take.isRefined = wasRefined
    change(&take)
    var facts = RenderFacts(
      "a_raw.wav", "b.wav", pairBoard, design, OfflineRenderer.Summary(rate: 48000))
    facts.compare(design, with: take)
    return facts
  }

  private func notes(
    refined: Bool, take wasRefined: Bool?, change: (inout TakeMetadata) -> Void = { _ in }
  ) throws -> [String] {
    try facts(refined: refined, take: wasRefined, change: change).notes
  }

  private func boardWarnings(_ id: String) throws -> [String] {
    try facts(refined: false, take: false) { $0.boardID = id }.warnings
      .filter { $0.contains("was recorded with the board") }
  }

  @Test("render warns of a file that another board recorded")
  func renderWarnings() throws {
    let warnings = try boardWarnings("phone")
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("a_raw.wav was recorded with the board phone") == true)
    #expect(warnings.first?.contains("for pair") == true)
    #expect(try boardWarnings(pairBoard.id).isEmpty)
    // A file of another recorder says nothing of a board.
    #expect(try boardWarnings("").isEmpty)
  }

  @Test("render says which option gives the take again, where the filters are of the other form")
  func renderNotes() throws {
    #expect(
      try notes(refined: true, take: false) == [
        "the take of a_raw.wav has filters in closed form, and this one refined filters: "
          + "with --no-refinement, and all else as it was, it is the take again"
      ])
    #expect(
      try notes(refined: false, take: true) == [
        "the take of a_raw.wav has refined filters, and this one the closed form: "
          + "without --no-refinement, with refine = true, and all else as it was, it is the take again"
      ])
    #expect(try notes(refined: true, take: true).isEmpty)
    #expect(try notes(refined: false, take: false).isEmpty)
    #expect(try notes(refined: true, take: nil).isEmpty)
    #expect(
      try notes(refined: true, take: true) { $0.rendering = "directional" } == [
        "the take of a_raw.wav was rendered by direction, and this one by filters alone: "
          + "with --rendering directional, and all else as it was, it is the take again"
      ])
    #expect(try notes(refined: true, take: true) { $0.rendering = "linear" }.isEmpty)
    #expect(
      try notes(refined: true, take: true) { $0.wind = "auto, 15 dB" } == [
        "wind in the take of a_raw.wav: auto, 15 dB, and in this one: off; "
          + "with --wind auto and its wind-strength in the settings, and all else as it was, it is the take again"
      ])
    #expect(try notes(refined: true, take: true) { $0.wind = "off" }.isEmpty)
    let emphasis = try notes(refined: true, take: true) { $0.frontEmphasis = 7.5 }
    #expect(
      emphasis.count == 1
        && emphasis[0].contains("with --front-emphasis 7.5, and all else as it was,")
    )
    func strangers(_ hash: String, rate: Int = 48000) throws -> [String] {
      try notes(refined: true, take: true) { ($0.filterHash, $0.rate) = (hash, rate) }
    }
    #expect(
      try strangers("0123456789abcdef") == [
        "the filters of this one are not those of the take of a_raw.wav: the settings (width, ears), --noise-floor, "
          + "--without, the board file or the version of Pinna are others"
      ])
    #expect(try strangers("").isEmpty && strangers("0123456789abcdef", rate: 96000).isEmpty)
    // Another case is another take, whatever its filters.
    #expect(try notes(refined: true, take: false) { $0.orientation = "landscapeLeft" }.isEmpty)
    #expect(try notes(refined: true, take: false) { $0.pattern = "omni" }.isEmpty)
    #expect(try notes(refined: true, take: false) { $0.boardID = "phone" }.isEmpty)
  }
}
