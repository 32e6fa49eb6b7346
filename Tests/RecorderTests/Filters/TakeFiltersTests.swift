import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// A take keeps the filters that it started with.
@Suite struct TakeFiltersTests {
  private let folder: TemporaryDirectory
  private let filters: FilterStore
  private let device = CountingDevice(channels: 2, frames: .max)
  private let session: Session

  init() throws {
    folder = try TemporaryDirectory()
    filters = RefinedBoard.store()
    var configuration = SessionConfiguration(board: RefinedBoard.board, directory: folder.path)
    configuration.form.keepsRaw = true
    configuration.form.preRollSeconds = 0
    configuration.reportsSlowStorage = false
    session = try Session(
      configuration: configuration, filters: filters,
      machine: Machine(
        capture: device, hands: SimulatedHands(board: RefinedBoard.board), storage: PlainStorage(),
        wallTime: { WallTime(epochSeconds: $0, isSet: false) }))
  }

  /// Captures up to a frame, with a look of the control thread.
  private func capture(_ frame: Int) {
    device.letRun(until: frame)
    while session.capturedFrames < frame { letOthersRun() }
    session.tick(Double(frame) / 48000)
  }

  /// Ends the take and waits for its files.
  private func end(_ now: Double) throws -> TakeResult {
    try session.stopTake()
    while true {
      session.tick(now)
      for event in session.drainEvents() {
        if case .takeFinished(let take) = event { return take }
      }
      letOthersRun()
    }
  }

  /// The words of a file, interleaved.
  private func words(_ path: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: path)
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    let frames = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: $0.count / reader.channels)
    }
    #expect(frames == reader.frames)
    return words
  }

  /// The words of a raw file of the take rendered with a design.
  private func rendered(_ take: TakeResult, _ design: Design, _ name: String) throws -> [Int32] {
    let renderer = OfflineRenderer(
      board: RefinedBoard.board, design: design, form: TakeForm())
    let path = folder.file(name)
    _ = try renderer.render(try #require(take.rawFiles.first), to: path)
    return try words(path)
  }

  @Test("filters that are refined in the middle of a take are those of the next take")
  func refinedMeanwhile() throws {
    try filters.prepare()
    try session.arm(0)
    capture(12000)
    try session.startTake(0.25)
    capture(36000)
    try filters.refine([RefinedBoard.portrait])
    let refined = try #require(filters.prepared(RefinedBoard.portrait, pattern: .stereo))
    #expect(refined.isRefined)
    capture(60000)
    let first = try end(1.25)
    try session.startTake(1.25)
    capture(84000)
    let second = try end(1.75)
    session.shutDown()

    let closedForm = try filters.closedForm(RefinedBoard.portrait, pattern: .stereo)
    let (firstWords, secondWords) = (
      try words(try #require(first.files.first)), try words(try #require(second.files.first))
    )
    #expect(first.plan.design == closedForm && second.plan.design == refined)
    #expect(firstWords.count == 2 * 48000)
    #expect(try rendered(first, closedForm, "1.wav") == firstWords)
    #expect(try rendered(first, refined, "2.wav") != firstWords)
    #expect(try rendered(second, refined, "3.wav") == secondWords)

    for (take, isRefined) in [(first, false), (second, true)] {
      for path in take.files + take.rawFiles {
        #expect(try TakeFile.read(path: path).metadata.isRefined == isRefined)
      }
    }
  }
}
