/// Controls the resampling speed so that the delay between two clocks stays constant.
///
/// It is a second-order phase-locked loop over the measured delay: the integral part learns the clock difference, and
/// the proportional part keeps the delay at the target. The speed is `1 + 2 w e + w² ∫ e dt` with the error e in
/// seconds, smoothed by one pole; the loop is critically damped at the angular frequency w.
///
/// Frames arrive in blocks and leave in blocks. The two block rates drift slowly past each other, so the measured delay
/// occasionally jumps by a block. The final loop must therefore be slow (w = 0.01 rad/s). The loop begins fast and
/// slows down as 1/t, to learn the clock difference within the first seconds without straying far from the target
/// delay.
///
/// In a simulated hour with blocks of 256 frames at 48 kHz, clocks up to 300 ppm apart and threads up to 2 ms late
/// (DriftControlTests), the mean speed is accurate to 2 ppm. After two minutes, the speed varies by less than 100 ppm
/// (0.2 cent; a listener notices about 3 cents) and changes by less than 40 ppm in a second.
///
/// - Source: F. Adriaensen, "Controlling adaptive resampling", Linux Audio Conference 2012, for the structure; the
///   gains are those of a critically damped loop, s² + 2 w s + w².
struct DriftControl: Equatable {
  /// The delay that the loop should keep, in seconds.
  var target: Double
  private var smoothed: Double?
  private var integral = 0.0
  private var elapsed = 0.0
  /// The rate at which samples are taken, relative to the nominal rate: 1 plus or minus a few parts per million.
  private(set) var speed = 1.0

  /// Creates a loop that has not yet learned the clock difference.
  init(target: Double) { self.target = target }

  /// Updates the loop with a measured delay.
  ///
  /// - Parameters:
  ///   - delay: the measured time, in seconds, between the writing of a frame into the ring and its playback.
  ///   - seconds: the time since the last call, by the clock of the output.
  mutating func update(delay: Double, after seconds: Double) {
    elapsed += seconds
    let w = min(Self.fastest, max(Self.slowest, Self.gear / elapsed))
    let error = delay - target
    let before = smoothed ?? error
    let e = before + min(1, Self.smoothing * w * seconds) * (error - before)
    smoothed = e
    integral = limited(integral + w * w * e * seconds)
    speed = 1 + limited(2 * w * e + integral)
  }

  /// Forgets the delay after an intended jump, but keeps the learned clock difference.
  mutating func jumped() {
    smoothed = nil
    speed = 1 + integral
  }

  private func limited(_ deviation: Double) -> Double {
    min(Self.widest, max(-Self.widest, deviation))
  }

  /// The initial angular frequency in rad/s, high enough to keep the delay from growing by a second.
  private static let fastest = 0.5
  /// The final angular frequency in rad/s, chosen by the measurements in DriftControlTests.
  private static let slowest = 0.01
  /// The product of the angular frequency and the time since the start.
  private static let gear = 3.0
  /// The corner frequency of the smoothing, relative to the frequency of the loop.
  private static let smoothing = 5.0
  /// The largest deviation of the speed from 1: ten times the rate difference of a bad pair of crystals.
  private static let widest = 0.002
}
