import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// Ambisonics as the pattern of a session: chosen, refused, metered and recorded.
@Suite("Ambisonics in a session") struct AmbisonicSessionTests {
  /// Four microphones, and data sources that list ambisonics: on a table, or hand-held, where it is impossible.
  private static func board(isHeld: Bool = false) -> Board {
    func source(_ name: String, _ patterns: [PolarPattern]) -> DataSource {
      DataSource(
        name: name, orientation: isHeld ? .front : .top,
        forward: Vector3(0, isHeld ? 0 : 1, isHeld ? 1 : 0),
        patterns: patterns, microphones: [0, 1, 2, 3])
    }
    return Board(
      id: "four", name: "Four", source: "made for tests",
      capture: Capture(device: "none", channels: 4),
      microphones: [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].enumerated().map {
        Microphone(
          name: "M\($0)", channel: $0, position: Vector3($1.0 * 0.0287, $1.1 * 0.0287, 0))
      },
      dataSources: [
        source("Top", [.stereo, .ambix, .omni]), source("Pair", [.stereo]), source("Bed", [.ambix]),
      ],
      orientation: isHeld ? .handHeld : .fixed(up: Vector3(0, 0, 1)))
  }

  private static func session(
    _ board: Board, _ device: CountingDevice, _ folder: TemporaryDirectory,
    configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Session {
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.form.preRollSeconds = 0
    configuration.stallSeconds = 4
    configure(&configuration)
    let filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(), cacheDirectory: nil)
    return try Session(
      configuration: configuration, filters: filters,
      machine: Machine(
        capture: device, hands: SimulatedHands(board: board), storage: PlainStorage(),
        wallTime: { WallTime(epochSeconds: $0, isSet: false) }))
  }

  /// The words of a refusal; empty when there is none.
  private static func words<Failure: Error & CustomStringConvertible>(
    _ work: () throws(Failure) -> Void
  ) -> String {
    do throws(Failure) {
      try work()
      return ""
    } catch {
      return error.description
    }
  }

  @Test("a take has four channels, and meters of the three that sound, before it and in it")
  func take() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 4, frames: .max)
    let session = try Self.session(Self.board(), device, folder) {
      $0.pattern = .ambix
      $0.metersEars = true
      $0.waitsForFilters = true
    }
    let stereo = StorageRate(TakeForm(), rate: 48000)
    #expect(session.storageRate.bytesPerSecond == 2 * stereo.bytesPerSecond)
    try session.arm(0)
    try session.startTake(0)
    device.letRun(until: 24000)
    while session.capturedFrames < 24000 { letOthersRun() }
    session.tick(0)
    #expect(session.snapshot(0).ears.count == 3 && session.actual.pattern == .ambix)
    #expect(session.storageRate.bytesPerSecond == 2 * stereo.bytesPerSecond)
    #expect(throws: SessionRefusal.duringTake(setting: "the polar pattern")) {
      try session.setPattern(.stereo)
    }
    try session.stopTake()
    var results: [TakeResult] = []
    while results.isEmpty {
      session.tick(0)
      for case .takeFinished(let take) in session.drainEvents() { results.append(take) }
    }
    // Filters that a take has made are there for live sound.
    device.letRun(session, from: 24000) { $0.ears.first.map { $0.peak > 0 } == true }
    #expect(session.snapshot(0).ears.count == 3)
    session.shutDown()
    let file = try TakeFile.read(path: try #require(results[0].files.first))
    #expect(file.channels == 4 && file.frames == 24000 && file.metadata.pattern == "ambix")
  }

  @Test("what microphones cannot do is refused when it is chosen, and left out by those who go on")
  func refused() throws {
    let folder = try TemporaryDirectory()
    let device = CountingDevice(channels: 4, frames: 0)
    let held = try Self.session(Self.board(isHeld: true), device, folder)
    let refusal = Self.words { () throws(SessionRefusal) in try held.setPattern(.ambix) }
    #expect(refusal.contains("so X would be silent"), "\(refusal)")
    #expect(refusal.hasSuffix("; choose another pattern"))
    #expect(held.preferred.pattern == .stereo && held.following.pattern == .omni)
    #expect(throws: SessionRefusal.self) {
      try Self.session(Self.board(isHeld: true), device, folder) { $0.pattern = .ambix }
    }
    let table = try Self.session(Self.board(), device, folder)
    #expect(table.following.pattern == .ambix)
    try table.setPattern(.ambix)
    #expect(table.following.pattern == .omni)
    // A data source that does not list it brings stereo; one with nothing else brings it.
    try table.setDataSource("Pair")
    #expect(table.preferred.pattern == .stereo)
    #expect(throws: SessionRefusal.self) { try table.setPattern(.ambix) }
    try table.setDataSource("Bed")
    #expect(table.preferred.pattern == .ambix)
  }

  @Test(
    "a kind of file for two channels is refused when it is chosen",
    arguments: [TakeFileKind.opus, .flac])
  func format(kind: TakeFileKind) throws {
    let folder = try TemporaryDirectory()
    let session = try Self.session(
      Self.board(), CountingDevice(channels: 4, frames: 0), folder
    ) { $0.form.kind = kind }
    if kind == .flac {
      try session.setPattern(.ambix)
    } else {
      let refusal = Self.words { () throws(SessionRefusal) in try session.setPattern(.ambix) }
      #expect(refusal.contains("Opus is for one or two channels, not 4"), "\(refusal)")
      #expect(session.following.pattern == .omni)
    }
  }

  @Test("settings ask for it where it can be had, and are told why not elsewhere")
  func settings() throws {
    var settings = Settings()
    settings.stereo.pattern = .ambix
    #expect(try SessionConfiguration(settings, board: Self.board()).pattern == .ambix)
    let error = Self.words { () throws(UnavailableSetting) in
      _ = try SessionConfiguration(settings, board: Self.board(isHeld: true))
    }
    #expect(error.hasPrefix("stereo.pattern = \"ambix\": four, Top "), "\(error)")
    #expect(error.hasSuffix("needs a board that lies on a table; Top has stereo, omni"))
    settings.take.form.kind = .opus
    #expect(throws: UnavailableSetting.self) {
      try SessionConfiguration(settings, board: Self.board())
    }
    // Where nothing is asked for, a data source with nothing else has it.
    settings = Settings()
    settings.stereo.source = "bed"
    #expect(try SessionConfiguration(settings, board: Self.board()).pattern == .ambix)
  }

  @Test(
    "filters are kept, an impossible wish keeps no others from being made, and dead microphones give stereo"
  )
  func filters() throws {
    let folder = try TemporaryDirectory()
    func store(_ board: Board) -> FilterStore {
      FilterStore(
        board: board, ears: .sphere, settings: DesignSettings(), cacheDirectory: folder.path)
    }
    let which = Self.board().cases[0]
    let first = store(Self.board())
    let made = try first.design(which, pattern: .ambix)
    #expect(first.designedCount == 1 && made.filters.bandwidth != nil)
    let second = store(Self.board())
    #expect(try second.design(which, pattern: .ambix) == made && second.designedCount == 0)
    #expect(second.prepared(which, pattern: .ambix) == made)
    let less = try second.ready(which, pattern: .ambix, unusable: [0, 1])
    #expect(less.pattern == .stereo && less.preferredPattern == .ambix)
    let held = store(Self.board(isHeld: true))
    try held.prepare()
    let front = Board.Case(dataSource: 0, orientation: .portrait)
    #expect(held.prepared(front, pattern: .stereo) != nil)
    #expect(held.prepared(front, pattern: .ambix) == nil)
    #expect(throws: FilterStoreError.self) { try held.ready(front, pattern: .ambix) }
  }
}
