/// What a recording says about the microphones of a board, by their places on it: values for what comes after the checks.
struct HeardMicrophones: Sendable, Equatable {
  /// Those that deliver no sound.
  var dead: Set<Int> = []
  /// Decibels by which they are louder than the board file says, where that could be told.
  var gains: [Int: Double] = [:]
  /// dBFS(A) of noise that they have at most, where that could be told.
  var ownNoise: [Int: Double] = [:]
}
