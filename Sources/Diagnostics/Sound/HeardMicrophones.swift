/// The values of the microphones of a board in a recording, by their index on it, for later checks.
struct HeardMicrophones: Sendable, Equatable {
  /// Microphones without sound.
  var dead: Set<Int> = []
  /// Decibels by which they are louder than the board file states, if it could be measured.
  var gains: [Int: Double] = [:]
  /// The upper bound of their self-noise in dBFS(A), if it could be measured.
  var ownNoise: [Int: Double] = [:]
}
