import Glibc

/// Bands that divide a range of frequencies without overlap; each has weights for the powers of a transform's bins.
struct NarrowBands: Sendable {
  /// One band, described by its bins and by the share of each bin that lies between the edges of the band.
  struct Band: Sendable {
    /// The centre of the band in hertz.
    let centre: Double
    /// The first bin.
    let first: Int
    /// The weights of the bins, starting with the first.
    let weights: [Double]
  }

  /// The bands, in ascending order of frequency.
  let bands: [Band]

  /// Bands that are a twelfth of an octave wide, or one bin wide if a bin is wider.
  static func twelfths(_ range: ClosedRange<Double>, step: Double) -> NarrowBands {
    var edges = [range.lowerBound]
    while let low = edges.last, low < range.upperBound {
      edges.append(max(low + step, low * pow(2, 1.0 / 12)))
    }
    // Leave out a band that would extend beyond the range.
    return NarrowBands(edges: edges.filter { $0 <= range.upperBound }, step: step)
  }

  /// The third octaves around the given centres.
  static func thirds(_ centres: [Double], step: Double) -> NarrowBands {
    let half = pow(2, 1.0 / 6)
    return NarrowBands(
      bands: centres.map {
        Band(centre: $0, from: $0 / half, to: $0 * half, step: step)
      })
  }

  private init(bands: [Band]) { self.bands = bands }

  private init(edges: [Double], step: Double) {
    bands = zip(edges, edges.dropFirst()).map {
      Band(centre: ($0 * $1).squareRoot(), from: $0, to: $1, step: step)
    }
  }
}

extension NarrowBands.Band {
  /// Creates the band between two frequencies in hertz; a bin stands for half a step to either side of its frequency.
  fileprivate init(centre: Double, from low: Double, to high: Double, step: Double) {
    let first = max(1, Int((low / step).rounded()))
    let last = max(first, Int((high / step).rounded()))
    self.centre = centre
    self.first = first
    weights = (first...last).map { bin in
      let (a, b) = ((Double(bin) - 0.5) * step, (Double(bin) + 0.5) * step)
      return max(0, min(b, high) - max(a, low)) / step
    }
  }

  /// The weighted sum of a value over the bins; beyond the last bin, the value counts as zero.
  func sum(bins: Int, _ value: (Int) -> Double) -> Double {
    var sum = 0.0
    for (offset, weight) in weights.enumerated() where weight > 0 && first + offset < bins {
      sum += weight * value(first + offset)
    }
    return sum
  }

  /// The sum of the weights.
  var width: Double { weights.reduce(0, +) }
}
