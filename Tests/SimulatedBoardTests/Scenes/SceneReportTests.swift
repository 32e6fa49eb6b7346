import Acoustics
import Beamforming
import Boards
import Recorder
import SimulatedBoard
import TestSupport
import Testing

@Suite struct SceneReportTests {
  /// Eight microphones in a circle (the MATRIX Voice), metres.
  private static let circle = [
    Vector3(0, 0, 0), Vector3(-0.03813, 0.00358, 0), Vector3(-0.02098, 0.03204, 0),
    Vector3(0.01197, 0.03638, 0), Vector3(0.03591, 0.01332, 0), Vector3(0.03281, -0.01977, 0),
    Vector3(0.005, -0.03797, 0), Vector3(-0.02657, -0.02758, 0),
  ]

  private static func noise(
    _ azimuth: Double, _ start: Double, _ until: Double, level: Double = -20
  ) -> SoundSource {
    SoundSource(
      sound: .noise(.pink), position: .listener(Direction(azimuth: azimuth), .far), level: level,
      start: start, until: until)
  }

  private static let moving = SoundSource(
    sound: .noise(.white),
    position: .path([
      .init(time: 6.2, direction: Direction(azimuth: -60), distance: 2),
      .init(time: 6.8, direction: Direction(azimuth: 60), distance: 2),
    ]), start: 6.2, until: 6.8)

  private static let scenario = Scenario(
    board: "fixture", duration: 12,
    sources: [
      noise(-60, 2, 2.6), noise(60, 3, 3.6), noise(135, 4, 4.6), noise(20, 5, 5.6),
      SoundSource(
        sound: .tone(frequency: 440), position: .listener(Direction(azimuth: 0), .far),
        start: 5.3, until: 5.9),
      moving,
      SoundSource(
        sound: .noise(.pink), position: .device(Vector3(0, 1, 1), .far), start: 7, until: 7.5),
      noise(50, 7.8, 8.2), noise(30, 8.5, 9), noise(-30, 9.3, 11), noise(-30, 11.2, 11.5),
      noise(180, 0, 12, level: -70),
    ],
    hands: [
      .init(at: 0.1, action: .turn(.landscapeLeft)),
      .init(at: 1.5, action: .press(.record, seconds: 0.1)),
      .init(at: 8, action: .turn(.landscapeRight)),
      .init(at: 10, action: .press(.record, seconds: 0.1)),
    ])

  private static func report(
    in folder: TemporaryDirectory, preRoll: Double, pattern: PolarPattern = .stereo
  ) throws -> SceneReport {
    let board = SceneFixture.board(positions: circle)
    var configuration = SessionConfiguration(board: board, directory: folder.path)
    configuration.form.preRollSeconds = preRoll
    configuration.pattern = pattern
    let filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(), cacheDirectory: TestForm.cache)
    let outcome = try Simulator(scenario: scenario, board: board)
      .run(configuration: configuration, filters: filters)
    return try SceneReport(
      scenario: scenario, outcome: outcome, board: board,
      localiser: Localiser(head: .spherical, rate: board.capture.rate))
  }

  @Test(arguments: [0.0, 1.0]) func aTakeAnswersForItself(preRoll: Double) throws {
    let folder = try TemporaryDirectory()
    let report = try Self.report(in: folder, preRoll: preRoll)
    let take = try #require(report.takes.first)
    #expect(report.takes.count == 1)
    #expect(take.rows.map(\.source) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11])
    let rows = Dictionary(uniqueKeysWithValues: take.rows.map { ($0.source, $0) })
    #expect(rows[3]?.skipped == .overlaps("440 Hz tone"))
    #expect(rows[4]?.skipped == .overlaps("pink noise"))
    #expect(rows[5]?.skipped == .moves)
    #expect(rows[7]?.skipped == .turns)
    #expect(rows[9]?.skipped == .notInside)
    #expect(rows[11]?.skipped == .notInside)
    // Front, landscapeLeft: LEFT is the top edge. Turned by half a turn: left and right change places.
    let wanted: [Int: Double] = [0: -60, 1: 60, 2: 45, 6: -45, 8: -30]
    for (source, lateral) in wanted.sorted(by: { $0.key < $1.key }) {
      let row = try #require(rows[source])
      #expect(row.skipped == nil)
      #expect(abs(row.lateralPlaced - lateral) < 1e-6, "source \(source)")
      #expect(row.isOnCorrectSide, "source \(source): \(row)")
      #expect(abs(row.error ?? 90) < 25, "source \(source): \(row)")
      #expect(row.isTurnedAway == (source == 8))
    }
    #expect(abs((rows[2]?.placed.azimuth ?? 0) - 135) < 1e-6)
  }

  @Test func aMonoTakeHasNoLeftAndRight() throws {
    let folder = try TemporaryDirectory()
    let board = SceneFixture.board(positions: Self.circle)
    #expect(board.dataSources.allSatisfy { $0.patterns == [.stereo] })
    var mono = board
    for index in mono.dataSources.indices { mono.dataSources[index].patterns.append(.omni) }
    var configuration = SessionConfiguration(board: mono, directory: folder.path)
    configuration.pattern = .omni
    let outcome = try Simulator(scenario: Self.scenario, board: mono).run(
      configuration: configuration,
      filters: FilterStore(
        board: mono, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil))
    let report = try SceneReport(
      scenario: Self.scenario, outcome: outcome, board: mono,
      localiser: Localiser(head: .spherical, rate: 48000))
    #expect(report.takes.first?.rows.isEmpty == false)
    #expect(report.takes.flatMap(\.rows).allSatisfy { $0.skipped == .mono && $0.heard == nil })
  }

  private static func row(_ azimuth: Double, _ elevation: Double = 0, heard: Double)
    -> TakeReport.Row
  {
    TakeReport.Row(
      source: 0, name: "voice", placed: Direction(azimuth: azimuth, elevation: elevation),
      heard: Heard(leftLevel: -20, rightLevel: -20, timeDifference: 0, azimuth: heard))
  }

  @Test(arguments: [
    (45.0, 0.0, 45.0), (135, 0, 45), (-150, 0, -30), (180, 0, 0), (90, 60, 30), (-90, 0, -90),
  ])
  func theLateralAngleIsTheAngleToTheMedianPlane(
    azimuth: Double, elevation: Double, lateral: Double
  ) {
    let row = Self.row(azimuth, elevation, heard: lateral)
    #expect(abs(row.lateralPlaced - lateral) < 1e-6)
    #expect(abs(row.error ?? 90) < 1e-6)
    #expect(row.isOnCorrectSide)
  }

  @Test(arguments: [
    (30.0, 40.0, 40.0), (150, 40, 140), (-120, -50, -130), (-10, 5, 5), (-170, 5, 175),
  ])
  func theHeardAzimuthIsInTheHalfOfThePlacedOne(placed: Double, heard: Double, azimuth: Double) {
    let row = Self.row(placed, heard: heard)
    #expect(abs((row.heardAzimuth ?? 0) - azimuth) < 1e-6)
  }

  @Test(arguments: [
    (30.0, 5.0, true), (30, -5, false), (150, -5, false), (-30, 1, false), (0, 15, true),
    (0, 25, false), (180, -15, true), (5, -19, true), (5, -21, false),
  ])
  func theSideIsCorrect(placed: Double, heard: Double, isCorrect: Bool) {
    #expect(Self.row(placed, heard: heard).isOnCorrectSide == isCorrect)
  }

  @Test func whatSoundsHasAName() {
    #expect(SoundSource.Sound.tone(frequency: 440).words == "440 Hz tone")
    #expect(SoundSource.Sound.tone(frequency: 62.5).words == "62.5 Hz tone")
    #expect(SoundSource.Sound.noise(.pink).words == "pink noise")
    #expect(SoundSource.Sound.file(path: "/voices/Front_Left.wav").words == "Front Left")
    #expect(SoundSource.Sound.file(path: ".hidden").words == ".hidden")
  }
}
