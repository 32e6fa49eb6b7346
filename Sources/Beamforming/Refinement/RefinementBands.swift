import Acoustics
import Glibc

/// The bands of the ear that a refinement needs.
struct RefinementBands {
  /// The number of bands.
  let count: Int
  /// The number of frequencies from 0 up to the highest of any band.
  let bins: Int
  /// The weight of differences of level to the ear, per band.
  let levelWeight: [Double]
  /// The weight of interaural phase to the ear, per band.
  let phaseWeight: [Double]

  private let weights: [Double]
  private let ranges: [Range<Int>]

  /// The weight below which parts of a band are left out.
  private static let smallest = 1e-3

  init(rate: Int, fftLength: Int, phaseLimit: Double) {
    let ears = ErbBands(rate: rate, fftLength: fftLength)
    let count = ears.centres.count
    var ranges: [Range<Int>] = []
    for band in 0..<count {
      let row = (0..<ears.bins).filter { ears.weights[band * ears.bins + $0] > Self.smallest }
      ranges.append((row.first ?? 1)..<((row.last ?? 0) + 1))
    }
    let bins = ranges.map(\.upperBound).max() ?? 0
    self.count = count
    self.bins = bins
    self.ranges = ranges
    weights = (0..<count).flatMap { band in
      (0..<bins).map { ranges[band].contains($0) ? ears.weights[band * ears.bins + $0] : 0 }
    }
    levelWeight = ears.centres.map { max(0, min(1, ($0 - 150) / 300)) }
    phaseWeight = ears.centres.map { 1 / (1 + pow($0 / phaseLimit, 8)) }
  }

  /// The frequencies of a band.
  func range(_ band: Int) -> Range<Int> { ranges[band] }

  /// The weight of a frequency in a band.
  func weight(_ band: Int, _ bin: Int) -> Double { weights[band * bins + bin] }
}
