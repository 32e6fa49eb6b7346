/// The spectra of a matrix of filters, as the filter engine multiplies them: made once, in Double.
///
/// Two inputs a and b go through one complex transform as z = a + i b, and both outputs leave
/// through one as y = left + i right. With G = H_left + i H_right of each input,
///
///     Y[k] = Z[k] P[k] + conj(Z[M - k]) Q[k],   P = (Ga - i Gb) / 2,   Q = (Ga + i Gb) / 2,
///
/// so two complex products per bin serve two inputs and two outputs, and nothing is taken apart.
struct FilterSpectra {
  /// P and Q of one bin for the four pairs of a group.
  struct Factors {
    var p: LaneComplex
    var q: LaneComplex
  }

  private let taps: FilterTaps
  private let partition: Int
  private let size: Int
  private let sines: [(sine: Double, cosine: Double)]

  init(_ taps: FilterTaps, partition: Int) {
    self.taps = taps
    self.partition = partition
    let size = 2 * partition
    self.size = size
    sines = (0..<size).map { Elementary.turn($0, size) }
  }

  /// The factors of one group of eight inputs and one partition, in the order of the transform.
  ///
  /// The scale 1/M of the inverse transform is in them.
  func factors(group: Int, part: Int) -> [Factors] {
    let pairs = (0..<4).map { lane in
      (
        spectrum(input: 8 * group + lane, part: part),
        spectrum(input: 8 * group + lane + 4, part: part)
      )
    }
    return (0..<size).map { position in
      let bin = LaneTransform.bin(at: position, size: size)
      var factors = Factors(p: .zero, q: .zero)
      for (lane, pair) in pairs.enumerated() {
        let (a, b) = (pair.0[bin], pair.1[bin])
        let scale = 0.5 / Double(size)
        // i b, so that P is half of a - i b and Q half of a + i b.
        let turned = SIMD2<Double>(-b.y, b.x)
        let p: SIMD2<Double> = (a - turned) * scale
        let q: SIMD2<Double> = (a + turned) * scale
        factors.p.re[lane] = Float(p.x)
        factors.p.im[lane] = Float(p.y)
        factors.q.re[lane] = Float(q.x)
        factors.q.im[lane] = Float(q.y)
      }
      return factors
    }
  }

  /// The spectrum of H_left + i H_right of one input and one partition, `size` bins as (re, im).
  private func spectrum(input: Int, part: Int) -> [SIMD2<Double>] {
    guard input < taps.inputs else { return Array(repeating: .zero, count: size) }
    let padded = (0..<size).map { n in
      let tap = n < partition ? part * partition + n : taps.taps
      return SIMD2(
        taps.coefficient(output: 0, input: input, tap: tap),
        taps.coefficient(output: 1, input: input, tap: tap))
    }
    return transform(padded)
  }

  /// The Fourier transform by halves (Cooley and Tukey, 1965).
  private func transform(_ x: [SIMD2<Double>]) -> [SIMD2<Double>] {
    guard x.count > 1 else { return x }
    let half = x.count / 2
    let even = transform((0..<half).map { x[2 * $0] })
    let odd = transform((0..<half).map { x[2 * $0 + 1] })
    var result = x
    for k in 0..<half {
      let (sine, cosine) = sines[k * (size / x.count)]
      let o = odd[k]
      let real: Double = o.x * cosine + o.y * sine
      let imaginary: Double = o.y * cosine - o.x * sine
      let turned = SIMD2<Double>(real, imaginary)
      result[k] = even[k] + turned
      result[k + half] = even[k] - turned
    }
    return result
  }
}
