/// The values that a recording gives for the microphones of a board, by their index on the board, for use in later
/// checks.
struct HeardMicrophones: Sendable, Equatable {
  /// The microphones that gave no sound.
  var dead: Set<Int> = []
  /// The decibels by which each microphone is louder than the board file states, if this could be measured.
  var gains: [Int: Double] = [:]
  /// The upper bound of each microphone's self-noise in dBFS(A), if this could be measured.
  var ownNoise: [Int: Double] = [:]
}
