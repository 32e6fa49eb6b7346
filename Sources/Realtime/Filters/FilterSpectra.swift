/// The spectra of a matrix of filters, in the form needed by the filter engine: computed once, in Double.
///
/// The bins lie at the frequencies of ``ForwardTransform``; they include the scale 1/B of the inverse transform.
struct FilterSpectra {
  private let taps: FilterTaps
  private let partition: Int
  /// e^{-2 pi i n/(4B)} for all n below 4B.
  private let turns: [SIMD2<Double>]
  /// The bin at each position.
  private let bins: [Int]
  /// Every number below B with its bits reversed.
  private let reversed: [Int]

  init(_ taps: FilterTaps, partition: Int) {
    self.taps = taps
    self.partition = partition
    turns = (0..<(4 * partition)).map {
      let (sine, cosine) = Elementary.turn($0, 4 * partition)
      return SIMD2(cosine, -sine)
    }
    bins = (0..<partition).map { BinOrder.bin(at: $0, size: partition) }
    var reversed = [Int](repeating: 0, count: partition)
    for n in 1..<partition {
      reversed[n] = reversed[n / 2] / 2 + (n % 2) * partition / 2
    }
    self.reversed = reversed
  }

  /// The factors of one group of inputs and one partition, in the order in which the transform leaves its bins.
  func factors(group: Int, part: Int) -> [StereoLanes] {
    var factors = [StereoLanes](repeating: .zero, count: partition)
    for lane in 0..<Lanes.count {
      let input = Lanes.count * group + lane
      guard input < taps.inputs else { break }
      let left = spectrum(output: 0, input: input, part: part)
      let right = taps.outputs == 2 ? spectrum(output: 1, input: input, part: part) : nil
      for position in 0..<partition {
        let bin = bins[position]
        factors[position].left.re[lane] = Float(left[bin].x)
        factors[position].left.im[lane] = Float(left[bin].y)
        if let right {
          factors[position].right.re[lane] = Float(right[bin].x)
          factors[position].right.im[lane] = Float(right[bin].y)
        }
      }
    }
    return factors
  }

  /// The scaled bins of one partition of one filter.
  private func spectrum(output: Int, input: Int, part: Int) -> [SIMD2<Double>] {
    var x = [SIMD2<Double>](repeating: .zero, count: partition)
    for n in 0..<partition {
      let tap = taps.coefficient(output: output, input: input, tap: part * partition + n)
      x[reversed[n]] = turns[n] * (tap / Double(partition))
    }
    transform(&x)
    return x
  }

  /// Replaces numbers in bit-reversed order by their Fourier transform, radix 2 (Cooley and Tukey, 1965).
  private func transform(_ x: inout [SIMD2<Double>]) {
    var half = 1
    while half < x.count {
      for k in 0..<half {
        let turn = turns[k * 2 * x.count / half]
        for first in stride(from: k, to: x.count, by: 2 * half) {
          let (a, b) = (x[first], x[first + half])
          let real: Double = b.x * turn.x - b.y * turn.y
          let imaginary: Double = b.x * turn.y + b.y * turn.x
          let turned = SIMD2<Double>(real, imaginary)
          x[first] = a + turned
          x[first + half] = a - turned
        }
      }
      half *= 2
    }
  }
}
