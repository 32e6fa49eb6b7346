/// The values of the microphones of a board in a recording, by their places on it, for the checks that follow.
struct HeardMicrophones: Sendable, Equatable {
  /// Microphones without sound.
  var dead: Set<Int> = []
  /// Decibels by which they are louder than the board file states, where it could be measured.
  var gains: [Int: Double] = [:]
  /// The upper bound of their self-noise in dBFS(A), where it could be measured.
  var ownNoise: [Int: Double] = [:]
}
