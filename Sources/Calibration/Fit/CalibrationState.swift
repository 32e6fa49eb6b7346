import Boards

/// One possibility of everything that is not known.
struct CalibrationState {
  /// Towards the sounds: device frame, unit length.
  var directions: [Vector3]
  /// One over their distances in metres.
  var nearness: [Double]
  /// When each sound was at the middle of the microphones, microseconds, and how loud, decibels.
  var starts: [Double]
  var bases: [Double]
  /// Microseconds by which every microphone's channel is late.
  var delays: [Double]
  /// Decibels by which it is loud.
  var gains: [Double]
  /// Millimetres from its place in the board file.
  var offsets: [Vector3]
  /// Factors on the standard errors of delays and levels.
  var scales = SIMD2<Double>(1, 1)

  init(_ model: CalibrationModel, delays: [Double], gains: [Double]) {
    directions = model.sounds.map(\.direction)
    nearness = model.sounds.map(\.nearness)
    starts = model.sounds.map { $0.delays.reduce(0, +) / Double($0.delays.count) }
    bases = model.sounds.map { $0.levels.reduce(0, +) / Double($0.levels.count) }
    self.delays = delays
    self.gains = gains
    offsets = delays.map { _ in .zero }
  }
}
