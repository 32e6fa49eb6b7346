import Assembly
import Beamforming
import Boards
import Recorder
import SimulatedBoard
import Synchronization
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import Face
@testable import pinna

@Suite("Signs of life of a recorder")
struct SignOfLifeTests {
  private let folder: TemporaryDirectory
  private let filters: FilterStore

  init() throws {
    folder = try TemporaryDirectory()
    filters = FilterStore(
      board: pairBoard, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
  }

  /// A take of 14.5 s, of which the storage takes nothing for a while.
  private func run(
    stall: String, _ turn: (Double, Session) -> Void = { _, _ in }
  ) throws -> TakeResult {
    let text = """
      board = "pair"
      duration = 16.0
      hand = [{ at = 0.5, press = "record" }, { at = 15.0, press = "record" }]
      \(stall)
      [[source]]
      noise = "pink"
      azimuth = 40.0
      distance = "far"
      level = -30.0
      start = 0.0

      """
    var configuration = SessionConfiguration(board: pairBoard, directory: folder.path)
    configuration.form.preRollSeconds = 0
    configuration.stallSeconds = 4
    configuration.form.keepsRaw = true
    let outcome = try Simulator(
      scenario: try Scenario.parse(text: text, name: "stall.toml"), board: pairBoard
    ).run(configuration: configuration, filters: filters, onTick: turn)
    return try #require(outcome.takes.first)
  }

  private func words(_ take: TakeResult) throws -> [Int32] {
    var reader = try WAVReader.open(path: take.rawFiles[0])
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    _ = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: reader.frames)
    }
    return words
  }

  @Test("a card that stalls for longer than the ring holds is survived, with an exact gap")
  func longStall() throws {
    let service = HeardService(watchdogSeconds: 2)
    var news = try #require(ServiceNews(service, board: pairBoard))
    let calm = try run(stall: "")
    let take = try run(stall: "fault = [{ at = 1.0, storage-stall = 12.0 }]") { now, session in
      service.now.withLock { $0 = now }
      news.turn(session, at: now)
    }
    let signs = service.signs.withLock { $0 }
    #expect(signs.count > 10)
    // A program that hears nothing for so long kills the recorder.
    #expect(zip(signs, signs.dropFirst()).allSatisfy { $1 - $0 < 2 }, "\(signs)")
    // In one piece or in more: a render thread that comes late makes room once more.
    #expect(!take.gaps.isEmpty)
    #expect(take.gaps.allSatisfy { $0.cause == .storage && !$0.isEstimated })
    #expect(take.gaps.reduce(0) { $0 + $1.frames } > 3 * 48_000)
    // Frame by frame the same take, but for the gaps.
    let (whole, broken) = (try words(calm), try words(take))
    #expect(broken.count == whole.count)
    var expected = whole
    for gap in take.gaps {
      let start = gap.timeline - take.timelineStart
      for word in 2 * start..<2 * (start + gap.frames) { expected[word] = 0 }
    }
    #expect(broken == expected)
  }
}

/// A service that remembers when it heard a sign of life.
private final class HeardService: ServicePort {
  let watchdogSeconds: Double?
  let now = Mutex(0.0)
  let signs = Mutex<[Double]>([])

  init(watchdogSeconds: Double) { self.watchdogSeconds = watchdogSeconds }

  func tell(_ notice: ServiceNotice) -> Bool {
    guard notice == .alive else { return true }
    let time = now.withLock { $0 }
    signs.withLock { $0.append(time) }
    return true
  }
}
