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
    filters = PairOfMicrophones.store(PairOfMicrophones.inABox)
    let board = PairOfMicrophones.inABox
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.form.keepsRaw = true
    configuration.form.preRollSeconds = 0
    configuration.reportsSlowStorage = false
    session = try Session(
      configuration: configuration, filters: filters,
      machine: Machine(
        capture: device, hands: SimulatedHands(board: board), storage: PlainStorage(),
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
      board: PairOfMicrophones.inABox, design: design, form: TakeForm())
    let path = folder.file(name)
    _ = try renderer.render(try #require(take.rawFiles.first), to: path)
    return try words(path)
  }

  @Test("a body that is computed in the middle of a take is in the filters of the next take")
  func bodyMeanwhile() throws {
    try session.arm(0)
    capture(12000)
    try session.startTake(0.25)
    capture(36000)
    try filters.prepareBody()
    let complete = try filters.design(PairOfMicrophones.portrait, pattern: .stereo)
    capture(60000)
    let first = try end(1.25)
    try session.startTake(1.25)
    capture(84000)
    let second = try end(1.75)
    session.shutDown()

    let early = first.plan.design
    let (firstWords, secondWords) = (
      try words(try #require(first.files.first)), try words(try #require(second.files.first))
    )
    #expect(early.notes.contains(.bodyMissing) && early.filters != complete.filters)
    #expect(second.plan.design == complete)
    #expect(firstWords.count == 2 * 48000)
    #expect(try rendered(first, early, "1.wav") == firstWords)
    #expect(try rendered(first, complete, "2.wav") != firstWords)
    #expect(try rendered(second, complete, "3.wav") == secondWords)

    for (take, design) in [(first, early), (second, complete)] {
      for path in take.files + take.rawFiles {
        let metadata = try TakeFile.read(path: path).metadata
        #expect(metadata.filterHash == design.filters.fingerprint && metadata.isRefined == nil)
      }
    }
  }
}
