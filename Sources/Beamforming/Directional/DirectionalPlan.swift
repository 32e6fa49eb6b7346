import Acoustics
import Glibc

/// The grid of times and frequencies on which a direction-dependent rendering works.
struct DirectionalPlan: Sendable {
  /// The sample rate in frames per second.
  let rate: Int
  /// The number of frames per window.
  let window: Int
  /// The bins of each band; a band is one equivalent rectangular bandwidth wide, but has at least two bins.
  let bands: [Range<Int>]
  /// The number of bands that begin below ``scanLimit``.
  let scannedBands: Int

  /// The frequency in hertz above which few arrays can distinguish directions.
  private static let scanLimit = 8000.0
  /// The length of a window in seconds: 512 frames at 48 kHz.
  private static let seconds = 512.0 / 48000
  private static let windows = 64...2048

  /// The distance between bins in hertz.
  var step: Double { Double(rate) / Double(window) }
  /// The number of bins, from 0 to half of the sample rate.
  var bins: Int { window / 2 + 1 }

  /// Creates a plan for a sample rate.
  init(rate: Int) {
    self.rate = rate
    let power = log2(Self.seconds * Double(rate)).rounded()
    window = min(max(Int(exp2(power)), Self.windows.lowerBound), Self.windows.upperBound)
    let (step, last) = (Double(rate) / Double(window), window / 2)
    var bands: [Range<Int>] = []
    var first = 1
    while first < last {
      let end = ErbBands.number(of: Double(first) * step) + 1
      var next = first + 1
      while next < last, next < first + 2 || ErbBands.number(of: Double(next) * step) < end {
        next += 1
      }
      bands.append(first..<next)
      first = next
    }
    self.bands = bands
    scannedBands = bands.prefix { Double($0.lowerBound) * step < Self.scanLimit }.count
  }
}
