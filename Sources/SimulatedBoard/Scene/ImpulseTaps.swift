import Acoustics
import Glibc

/// A transform from a frequency response to the taps of a ``Response``, half of which belong to later frames.
///
/// Each value contains scratch memory, so only one thread may use it.
struct ImpulseTaps {
  /// The number of taps.
  let count: Int
  private let transform: RealFourierTransform

  /// The frequency, as a fraction of half the sample rate, above which responses fade to 0; the fade keeps the
  /// filters short.
  private static let edge = 0.85

  /// - Precondition: `count` is a power of two.
  init(count: Int) {
    self.count = count
    transform = RealFourierTransform(length: count)
  }

  /// The number of frequencies in a response, from 0 to just below half the sample rate.
  var bins: Int { count / 2 }

  /// The taps for a response that is given bin by bin.
  func taps(_ response: (Int) -> Complex) -> [Float] {
    var spectrum = (0..<bins).map { response($0) * taper($0) }
    spectrum.append(.zero)
    // A sound delayed by t is x[n - t]; the filter reads forwards, so it needs the reversed impulse response.
    let impulse = transform.inverse(spectrum)
    return (0..<count).map { Float(impulse[(count / 2 - $0) & (count - 1)]) }
  }

  private func taper(_ bin: Int) -> Double {
    let place = Double(bin) / Double(bins)
    guard place > Self.edge else { return 1 }
    return 0.5 + 0.5 * cos(.pi * (place - Self.edge) / (1 - Self.edge))
  }
}
