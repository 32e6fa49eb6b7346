import Boards
import Diagnostics
import SimulatedBoard
import Testing

@Suite("Checks of sound")
struct SoundCheckTests {
  private static let board: Board = {
    let places: [(Double, Double, Double)] = [
      (-22, -73.5, 0), (22, -73.5, 0), (0, 69, 4), (18, 61, -4),
    ]
    return Board(
      id: "four", name: "Four microphones", source: "test",
      capture: Capture(device: "hw:CARD=test", channels: 4),
      microphones: places.enumerated().map { index, place in
        Microphone(
          name: "MIC\(index + 1)", channel: index,
          position: Vector3(place.0 / 1000, place.1 / 1000, place.2 / 1000))
      },
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: Vector3(0, 0, -1),
          patterns: [.stereo], microphones: [0, 1, 2, 3])
      ],
      simulation: Simulation(noise: -90, gainError: 0.2, phaseError: 1, positionError: 0.0003))
  }()

  /// Some seconds of a room with traffic outside and somebody who talks.
  private static func room(
    seed: UInt64, board: Board = SoundCheckTests.board, level: Double = -45
  ) throws -> CapturedSound {
    let scenario = Scenario(
      board: board.id, duration: 3, seed: seed,
      sources: [
        SoundSource(
          sound: .noise(.pink),
          position: .listener(Direction(azimuth: Double(seed % 360) - 180, elevation: 0), .far),
          level: level),
        SoundSource(
          sound: .noise(.pink),
          position: .listener(
            Direction(azimuth: Double(seed * 7 % 360) - 180, elevation: 20), .far),
          level: level - 6),
      ])
    let layouts = try #require(LayoutTimeline(hands: [], board: board, rate: board.capture.rate))
    var scene = try SceneRenderer(scenario: scenario, board: board, layouts: layouts)
    let frames = 3 * scene.rate
    var words = [Int32](repeating: 0, count: frames * scene.channels)
    words.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { scene.render(into: start, frames: frames) }
    }
    return CapturedSound(
      words: words, channels: scene.channels, rate: scene.rate, format: board.capture.format)
  }

  private static func complaints(_ sound: CapturedSound, board: Board = SoundCheckTests.board)
    -> [Finding]
  {
    SoundChecks(sound, board: board).findings.filter { $0.verdict == .warn || $0.verdict == .fail }
  }

  @Test("A healthy board has nothing to complain about", arguments: 1...100)
  func healthy(seed: UInt64) throws {
    let findings = SoundChecks(try Self.room(seed: seed), board: Self.board).findings
    #expect(findings.filter { $0.verdict != .pass } == [])
    #expect(Set(findings.map(\.check)).count == 9)
  }

  @Test("Each fault is named by its own findings, and by no others", arguments: PlantedFault.all)
  func planted(fault: PlantedFault) throws {
    for seed: UInt64 in [1, 2, 3] {
      var sound = try Self.room(seed: seed)
      fault.plant(&sound)
      let complaints = Self.complaints(sound)
      var found: [String: String] = [:]
      for finding in complaints {
        found[finding.check, default: ""] +=
          (found[finding.check] == nil ? "" : " ") + finding.subject
        #expect(finding.remedy != nil)
      }
      #expect(found == fault.found)
    }
  }

  @Test("In a room without a sound polarity and gain are not judged")
  func silence() throws {
    var quiet = Self.board
    quiet.simulation.noise = -90
    let findings = SoundChecks(try Self.room(seed: 5, level: -140), board: quiet).findings
    let skipped = findings.filter { $0.verdict == .skip }
    #expect(Set(skipped.map(\.check)) == ["sound.polarity", "sound.gain"])
    #expect(findings.allSatisfy { $0.verdict == .pass || $0.verdict == .skip })
  }

  @Test("What the board file says of polarity and gain is what is expected")
  func described() throws {
    var board = Self.board
    board.microphones[1].isInverted = true
    board.microphones[2].gain = 3
    #expect(Self.complaints(try Self.room(seed: 4, board: board), board: board) == [])
    // A board file that is wrong about a healthy microphone.
    let healthy = try Self.room(seed: 4)
    let complaints = Self.complaints(healthy, board: board)
    #expect(complaints.map(\.check) == ["sound.polarity", "sound.gain"])
    #expect(complaints.map(\.subject) == ["MIC2", "MIC3"])
  }

  @Test("A channel without a microphone that sounds is told")
  func spare() throws {
    var board = Self.board
    board.microphones.removeLast()
    let complaints = Self.complaints(try Self.room(seed: 6), board: board)
    #expect(complaints.map(\.check) == ["sound.spare"])
    #expect(complaints.map(\.subject) == ["channel 3"])
  }
}
