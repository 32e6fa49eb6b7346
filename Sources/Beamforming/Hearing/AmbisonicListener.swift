import Acoustics
import Glibc

/// Estimates the direction of a sound from horizontal first-order ambisonics.
///
/// W carries the pressure, Y and X the velocity. Their mean product is the flow of energy, which shows the direction of
/// the sound. This works all around, not only in front, within the band in which W, Y and X are accurate. It finds one
/// sound at a time: if there are several, the result is the direction of their combined energy.
///
/// - Source: the active intensity, as V. Pulkki uses it in J. Audio Eng. Soc. 55 (2007), "Spatial sound reproduction
///   with directional audio coding".
public struct AmbisonicListener: Sendable {
  private let rate: Int
  private let band: ClosedRange<Double>
  private let fftLength: Int

  /// The largest distance in hertz between the frequencies that are analysed.
  private static let widestStep = 25.0

  /// Creates a listener to channels at this rate that are accurate within a band in hertz (``FilterBank/bandwidth``).
  public init(rate: Int, band: ClosedRange<Double>) {
    var length = 64
    while Double(rate) / Double(length) > Self.widestStep { length *= 2 }
    (self.rate, self.band, fftLength) = (rate, band, length)
  }

  /// Returns the direction of the sound in W, Y and X, and its levels in two cardioids.
  ///
  /// The cardioids face left and right, (W + Y) / 2 and (W - Y) / 2. They are coincident, so there is no time
  /// difference.
  ///
  /// - Precondition: all channels have the same length.
  public func listen(w: [Float], y: [Float], x: [Float]) -> Heard {
    precondition(w.count == y.count && w.count == x.count, "channels last for the same time")
    var heard = Heard(
      leftLevel: Heard.level(zip(w, y).map { 0.5 * ($0 + $1) }),
      rightLevel: Heard.level(zip(w, y).map { 0.5 * ($0 - $1) }), timeDifference: 0, azimuth: 0)
    guard max(heard.leftLevel, heard.rightLevel) > Heard.silence else {
      heard.isSilent = true
      return heard
    }
    let (left, forward) = (flow(w, y), flow(w, x))
    let length = (left * left + forward * forward).squareRoot()
    guard length > 0 else { return heard }
    // Y points to the left, and azimuth is positive to the right.
    heard.azimuth = -asin(left / length) * 180 / .pi
    heard.around = -atan2(left, forward) * 180 / .pi
    return heard
  }

  /// The mean product of two channels within the band.
  private func flow(_ pressure: [Float], _ velocity: [Float]) -> Double {
    let spectrum = InterauralSpectrum(
      left: pressure, right: velocity, rate: rate, fftLength: fftLength)
    return spectrum.cross.indices.reduce(0) { sum, bin in
      band.contains(Double(bin) * spectrum.step) ? sum + spectrum.cross[bin].re : sum
    }
  }
}
