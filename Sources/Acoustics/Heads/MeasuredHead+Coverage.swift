import Boards

extension MeasuredHead {
  /// In unmeasured directions, fades to the spherical head, but with the measurement's spectral envelope.
  ///
  /// `lanes` and `sphere` are `[ear][bin][chunk]`; `areas` is the share of the sphere that each direction represents.
  /// - Returns: the share of the sphere that uses the spherical head, in part or in full.
  func fillUnmeasured(
    _ lanes: inout [ComplexLanes], directions: [Vector3], areas: [Double], sphere: [ComplexLanes],
    chunks: Int
  ) -> Double {
    let measured = MeasuredDirections(vectors: set.directions)
    let shares = directions.map { direction -> Double in
      let way = measured.angle(to: direction) - MeasuredDirections.near
      return max(0, min(1, way / (MeasuredDirections.far - MeasuredDirections.near)))
    }
    let missing = zip(shares, areas).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    if missing == 0 { return 0 }
    let known = DirectionGrid.lanes(zip(shares, areas).map { $0 > 0 ? 0 : $1 })
    for bin in 0..<bins {
      let rows = [bin * chunks, (bins + bin) * chunks]
      let colour = Self.ratio(lanes, to: sphere, rows: rows, weights: known)
      for row in rows {
        for (q, share) in shares.enumerated() where share > 0 {
          let (index, lane) = (row + q / 4, q % 4)
          lanes[index][lane] = Self.mixed(
            lanes[index][lane], sphere[index][lane] * colour, share: share)
        }
      }
    }
    return missing
  }

  /// The mean ratio of the levels of the first responses to the levels of the second responses.
  private static func ratio(
    _ a: [ComplexLanes], to b: [ComplexLanes], rows: [Int], weights: [SIMD4<Double>]
  ) -> Double {
    var (above, below) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for row in rows {
      for (chunk, weight) in weights.enumerated() {
        above += a[row + chunk].power * weight
        below += b[row + chunk].power * weight
      }
    }
    return below.sum() > 0 ? (above.sum() / below.sum()).squareRoot() : 0
  }

  /// The weighted mean of two numbers, scaled to the weighted mean of their magnitudes.
  private static func mixed(_ a: Complex, _ b: Complex, share: Double) -> Complex {
    let value = a * (1 - share) + b * share
    let level = a.magnitude * (1 - share) + b.magnitude * share
    return value.power > 0 ? value * (level / value.magnitude) : .zero
  }
}
