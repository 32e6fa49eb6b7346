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
    #expect(try ResponseFile.head(exchanged, ears: [right, left]) == set)
    for ears in [[], [Vector3.zero, .zero]] {
      let head = try ResponseFile.head(exchanged, ears: ears)
      #expect(head.samples == set.samples)
      #expect(head.remarks.count == 1 && head.remarks[0].contains("does not state which receiver"))
    }
  }

  @Test("Receivers in the right order that are placed on the other side, as in 2014, have a remark")
  func placedRight() throws {
    let (left, right) = (Vector3(0, 0.09, 0), Vector3(0, -0.09, 0))
    let head = try ResponseFile.head(pair(Self.horizon), ears: [right, left])
    #expect(head.samples == pair(Self.horizon).samples)
    #expect(head.remarks.count == 1)
    #expect(head.remarks[0].hasPrefix("ReceiverPosition puts the first receiver to the right"))
  }

  @Test("Times that contradict the order of the receivers and their positions are refused")
  func mirrored() {
    let ears = [Vector3(0, 0.09, 0), Vector3(0, -0.09, 0)]
    let set = pair(Self.horizon)
    #expect(throws: ResponseFileError.mirrored(path: "pair.sofa")) {
      try ResponseFile.head(set.picking(receivers: [1, 0]), ears: ears)
    }
    let turned = Self.horizon.map { Vector3($0.x, -$0.y, $0.z) }
    let clockwise = ImpulseResponseSet(
      name: set.name, rate: set.rate, directions: turned, receivers: 2, taps: set.taps,
      samples: set.samples)
    #expect(throws: ResponseFileError.mirrored(path: "pair.sofa")) {
      try ResponseFile.head(clockwise, ears: ears)
    }
  }

  @Test("Ears whose times and levels are those of different sides are refused")
  func timesAgainstLevels() {
    let set = pair(Self.horizon)
    var samples = set.samples
    for (q, direction) in set.directions.enumerated() {
      let softer = direction.y > 0 ? 0 : 1
      let start = (q * 2 + softer) * set.taps
      for index in start..<(start + set.taps) { samples[index] /= 2 }
    }
    let wrong = ImpulseResponseSet(
      name: set.name, rate: set.rate, directions: set.directions, receivers: 2, taps: set.taps,
      samples: samples)
    #expect(throws: ResponseFileError.timesAgainstLevels(path: "pair.sofa", decibels: 6)) {
      try ResponseFile.head(wrong)
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
