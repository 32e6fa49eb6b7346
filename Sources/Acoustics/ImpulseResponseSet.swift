import Boards

/// Impulse responses from many directions to the same receivers: the ears of a head, or the microphones of a body.
///
/// Directions are unit vectors towards the source in scene axes (X forward, Y left, Z up), which are also the axes of
/// SOFA files.
public struct ImpulseResponseSet: Sendable, Equatable {
  /// Where the responses come from, for messages: a path or a title.
  public let name: String
  /// Frames per second.
  public let rate: Int
  /// Unit vectors towards the source, one per measurement.
  public let directions: [Vector3]
  /// How many receivers: 2 for a head (left, right).
  public let receivers: Int
  /// Samples per response.
  public let taps: Int
  /// The responses, `[direction][receiver][tap]` in one array.
  public let samples: [Double]

  /// Responses from their parts.
  ///
  /// - Precondition: `samples` has directions x receivers x taps elements.
  public init(
    name: String, rate: Int, directions: [Vector3], receivers: Int, taps: Int, samples: [Double]
  ) {
    precondition(samples.count == directions.count * receivers * taps)
    self.name = name
    self.rate = rate
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
}
