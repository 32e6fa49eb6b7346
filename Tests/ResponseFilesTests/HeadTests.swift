import Acoustics
import Boards
import ResponseFiles
import Testing

/// Responses that can be a head, on values that need no file.
@Suite("Heads from responses")
struct HeadTests {
  private static let horizon = DirectionGrid.standard.horizon

  /// Two microphones in free air 17 cm apart, the first at the left.
  private func pair(_ directions: [Vector3], gain: Double = 1) -> ImpulseResponseSet {
    let (rate, taps) = (48000, 64)
    var samples = [Double](repeating: 0, count: directions.count * 2 * taps)
    for (q, direction) in directions.enumerated() {
      for (n, place) in [0.085, -0.085].enumerated() {
        let frame = 30 - Int((place * direction.y / 343 * Double(rate)).rounded())
        samples[(q * 2 + n) * taps + frame] = gain
      }
    }
    return ImpulseResponseSet(
      name: "pair.sofa", rate: rate, directions: directions, receivers: 2, taps: taps,
      samples: samples)
  }

  @Test("The left ear comes first, where receivers are placed and where they are not")
  func order() throws {
    let set = pair(Self.horizon)
    let (left, right) = (Vector3(0, 0.09, 0), Vector3(0, -0.09, 0))
    #expect(try ResponseFile.head(set) == set)
    #expect(try ResponseFile.head(set, ears: [left, right]) == set)
    let exchanged = set.picking(receivers: [1, 0])
    #expect(try ResponseFile.head(exchanged) == set)
    #expect(try ResponseFile.head(exchanged, ears: [right, left]) == set)
    #expect(try ResponseFile.head(exchanged, ears: [.zero, .zero]) == set)
  }

  @Test("Receivers that hear the other side than they are on are refused")
  func mirrored() {
    let (left, right) = (Vector3(0, 0.09, 0), Vector3(0, -0.09, 0))
    #expect(throws: ResponseFileError.mirrored(path: "pair.sofa")) {
      try ResponseFile.head(pair(Self.horizon), ears: [right, left])
    }
    let turned = Self.horizon.map { Vector3($0.x, -$0.y, $0.z) }
    let set = pair(Self.horizon)
    let clockwise = ImpulseResponseSet(
      name: set.name, rate: set.rate, directions: turned, receivers: 2, taps: set.taps,
      samples: set.samples)
    #expect(throws: ResponseFileError.mirrored(path: "pair.sofa")) {
      try ResponseFile.head(clockwise, ears: [left, right])
    }
  }

  @Test("Few directions, a part of the horizon and silence are refused")
  func unfit() {
    #expect(throws: ResponseFileError.fewDirections(path: "pair.sofa", count: 3)) {
      try ResponseFile.head(pair(Array(Self.horizon.prefix(3))))
    }
    #expect(throws: ResponseFileError.partOfHorizon(path: "pair.sofa", percent: 18)) {
      try ResponseFile.head(pair(Self.horizon.filter { $0.z == 0 && $0.x > 0.9999 } + back))
    }
    #expect(throws: ResponseFileError.silent(path: "pair.sofa", measurement: 1)) {
      try ResponseFile.head(pair(Self.horizon, gain: 0))
    }
  }

  /// Three directions straight ahead, one above the other.
  private var back: [Vector3] {
    [10.0, 20, 30].map { Direction(azimuth: 0, elevation: $0).sceneVector }
  }

  @Test("Two receivers that hear sounds from the side at the same time are no ears")
  func samePlace() {
    let set = pair(Self.horizon)
    #expect(throws: ResponseFileError.noTimeDifferences(path: "pair.sofa")) {
      try ResponseFile.head(set.picking(receivers: [0, 0]))
    }
  }

  @Test("A directory is not a file")
  func directory() {
    #expect(throws: ResponseFileError.unreadable(path: "/tmp", reason: "it is not a file")) {
      try ResponseFile.readHead(path: "/tmp", rate: 48000)
    }
  }
}
