import Glibc

/// Computes the spectra of impulse responses, with the largest distance between frequencies that the responses' length
/// around time 0 allows.
///
/// The window discards energy that is too far from time 0 (reflections in the room, noise).
struct ResponseWindow {
  /// The distance between frequencies in hertz.
  let step: Double
  private let period: Int
  private let delay: Double
  private let rate: Double
  private let transform: RealFourierTransform

  /// The part of the window in which responses pass unchanged; over the rest, they fade to zero.
  private static let flat = 0.75

  /// Creates a window for responses at a sample rate.
  ///
  /// - Parameters:
  ///   - reach: the time in seconds on each side of time 0 in which responses pass unchanged.
  ///   - delay: the common delay of all responses in seconds.
  init(rate: Int, reach: Double, delay: Double) {
    let frames = reach / Self.flat / ResponseTable.reach * Double(rate)
    period = 2 * max(4, Int((frames / 2).rounded(.up)))
    step = Double(rate) / Double(period)
    transform = RealFourierTransform(length: period)
    self.delay = delay
    self.rate = Double(rate)
  }

  /// The spectrum of a response, at multiples of ``step``, starting with 0.
  func spectrum(_ response: ArraySlice<Double>) -> [Complex] {
    let whole = Int((delay * rate).rounded())
    var folded = [Double](repeating: 0, count: period)
    for (index, sample) in response.enumerated() {
      let frame = index - whole
      let weight = weight(frame)
      if weight > 0 { folded[frame < 0 ? frame + period : frame] += sample * weight }
    }
    let rest = delay - Double(whole) / rate
    return transform.forward(folded).enumerated().map { bin, value in
      let phase = 2 * Double.pi * Double(bin) * step * rest
      return value * Complex(cos(phase), sin(phase))
    }
  }

  private func weight(_ frame: Int) -> Double {
    let place = Double(abs(frame)) / (ResponseTable.reach * Double(period))
    if place <= Self.flat { return 1 }
    return place < 1 ? 0.5 + 0.5 * cos(.pi * (place - Self.flat) / (1 - Self.flat)) : 0
  }
}
