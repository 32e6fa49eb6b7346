import Boards

/// One possible value of all unknowns.
struct CalibrationState {
  /// The directions towards the sounds: device frame, unit length.
  var directions: [Vector3]
  /// One over their distances in metres.
  var nearness: [Double]
  /// The time in microseconds at which each sound passed the middle of the microphones, and its level there in
  /// decibels.
  var starts: [Double]
  var bases: [Double]
  /// The delay of every microphone's channel, in microseconds.
  var delays: [Double]
  /// The gain of every microphone's channel, in decibels.
  var gains: [Double]
  /// The offset of every microphone from its place in the board file, in millimetres.
  var offsets: [Vector3]
  /// The factors on the standard errors of delays and levels.
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
