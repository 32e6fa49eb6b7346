import Boards

/// One possible set of values for all unknowns.
struct CalibrationState {
  /// The directions towards the sounds, as unit vectors in the device frame.
  var directions: [Vector3]
  /// One divided by the distance of each sound in metres.
  var nearness: [Double]
  /// For each sound, the time in microseconds at which it passed the middle of the microphones, and its level there in
  /// decibels.
  var starts: [Double]
  var bases: [Double]
  /// The delay in microseconds of each microphone's channel.
  var delays: [Double]
  /// The gain in decibels of each microphone's channel.
  var gains: [Double]
  /// The offset in millimetres of each microphone from its place in the board file.
  var offsets: [Vector3]
  /// The factors on the standard errors of delays and of levels.
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
