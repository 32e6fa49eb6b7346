/// The measured values of a board's microphones, by index on the board, for use in later checks.
struct HeardMicrophones: Sendable, Equatable {
  /// The microphones that gave no sound.
  var dead: Set<Int> = []
  /// The gain of each microphone relative to the board file in decibels, if it could be measured.
  var gains: [Int: Double] = [:]
  /// The upper bound of each microphone's self-noise in dBFS(A), if it could be measured.
  var ownNoise: [Int: Double] = [:]
}
