import Boards

/// Impulse responses from many directions to the same receivers: the ears of a head, or the microphones of a body.
///
/// Directions are unit vectors towards the source, along the scene axes (X forward, Y left, Z up), which are also the
/// axes of SOFA files.
public struct ImpulseResponseSet: Sendable, Equatable {
  /// The source of the responses, as messages name it: a path or a title.
  public let name: String
  /// The sample rate in frames per second.
  public let rate: Int
  /// Unit vectors towards the source, one per measurement.
  public let directions: [Vector3]
  /// The frequency in hertz above which the responses contain nothing: half of the lowest sample rate in their history.
  public let highest: Double
  /// The number of receivers: 2 for a head (left, right).
  public let receivers: Int
  /// The number of samples per response.
  public let taps: Int
  /// The responses, `[direction][receiver][tap]` in one array.
  public let samples: [Double]
  /// The resolved contradictions in the source, in words for users: one sentence each, without a full stop.
  public var remarks: [String] = []

  /// Creates responses from their parts.
  ///
  /// - Parameter highest: the frequency in hertz above which the responses contain nothing; `nil` for half the rate.
  /// - Precondition: `samples` has directions x receivers x taps elements.
  public init(
    name: String, rate: Int, directions: [Vector3], receivers: Int, taps: Int, samples: [Double],
    highest: Double? = nil
  ) {
    precondition(samples.count == directions.count * receivers * taps)
    self.name = name
    self.rate = rate
    self.highest = highest ?? Double(rate) / 2
    self.directions = directions
    self.receivers = receivers
    self.taps = taps
    self.samples = samples
  }

  /// The response from one direction to one receiver.
  public func response(direction: Int, receiver: Int) -> ArraySlice<Double> {
    let start = (direction * receivers + receiver) * taps
    return samples[start..<(start + taps)]
  }

  /// The responses of some of the receivers, in the given order.
  public func picking(receivers wanted: [Int]) -> ImpulseResponseSet {
    var picked = ImpulseResponseSet(
      name: name, rate: rate, directions: directions, receivers: wanted.count, taps: taps,
      samples: directions.indices.flatMap { q in
        wanted.flatMap { response(direction: q, receiver: $0) }
      }, highest: highest)
    picked.remarks = remarks
    return picked
  }

  /// The first direction without sound at a receiver; `nil` if there is none.
  public var firstSilent: Int? {
    directions.indices.first { q in
      (0..<receivers).contains { n in
        response(direction: q, receiver: n).allSatisfy { $0 == 0 }
      }
    }
  }

  /// The share of the horizon with a measured direction nearby.
  public var measuredHorizon: Double {
    let measured = MeasuredDirections(vectors: directions)
    let horizon = DirectionGrid.standard.horizon
    return Double(horizon.count { measured.angle(to: $0) <= MeasuredDirections.near })
      / Double(horizon.count)
  }
}
