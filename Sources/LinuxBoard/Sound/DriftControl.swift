/// Controls the resampling speed so that the delay between two clocks stays constant.
///
/// A second-order phase-locked loop over the measured delay: its integral learns the difference of the clocks, its
/// proportional part keeps the delay at the target. The speed is `1 + 2 w e + w² ∫ e dt` with the error e in seconds,
/// smoothed by one pole; this is critically damped at the angular frequency w.
///
/// Frames arrive in blocks and leave in blocks, and the two cadences beat slowly against each other, so the measured
/// delay jumps by a block now and then. The loop is therefore slow in the end (w = 0.01 rad/s). It begins fast and
/// slows down as 1/t, so that it knows the difference of the clocks within the first seconds, and the delay never
/// strays far.
///
/// Measured by simulation over an hour with blocks of 256 frames at 48 kHz, clocks up to 300 ppm apart and threads up
/// to 2 ms late (DriftControlTests): the mean speed is right within 2 ppm, and after two minutes it wobbles by less
/// than 100 ppm (0.2 cent; a listener notices some 3 cents) and changes by less than 40 ppm in a second.
///
/// - Source: F. Adriaensen, "Controlling adaptive resampling", Linux Audio Conference 2012, for the structure; the
///   gains are those of a critically damped loop, s² + 2 w s + w².
struct DriftControl: Equatable {
  /// The delay to keep, in seconds.
  var target: Double
  private var smoothed: Double?
  private var integral = 0.0
  private var elapsed = 0.0
  /// The speed at which samples are taken, relative to the nominal rate: 1 plus a few parts per million.
  private(set) var speed = 1.0

  /// A loop without knowledge of the clocks.
  init(target: Double) { self.target = target }

  /// Learns from a measured delay.
  ///
  /// - Parameters:
  ///   - delay: measured seconds between the writing of a frame into the ring and its playback.
  ///   - seconds: time since the last call, by the clock of the output.
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

  /// Forgets the delay after an intended jump, and keeps the learnt difference of the clocks.
  mutating func jumped() {
    smoothed = nil
    speed = 1 + integral
  }

  private func limited(_ deviation: Double) -> Double {
    min(Self.widest, max(-Self.widest, deviation))
  }

  /// The angular frequency at the start, rad/s: fast enough that a second of delay would not build up.
  private static let fastest = 0.5
  /// The angular frequency in the end, rad/s; measured, see DriftControlTests.
  private static let slowest = 0.01
  /// The angular frequency times the time since the start.
  private static let gear = 3.0
  /// The corner frequency of the smoothing relative to the loop's frequency.
  private static let smoothing = 5.0
  /// The largest deviation of the speed from 1: ten times the difference of a bad pair of crystals.
  private static let widest = 0.002
}
