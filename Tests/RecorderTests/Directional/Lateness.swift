/// By how many frames the right ear is later than the left one, in a range of frames: the highest cross-correlation
/// below 1.2 kHz, between frames too.
func lateness(_ ears: [[Float]], in frames: Range<Int> = 4800..<12_000) -> Double {
  let low = ears.map { ear in
    var (state, other) = (0.0, 0.0)
    return ear.map { sample -> Double in
      state += 0.15 * (Double(sample) - state)
      other += 0.15 * (state - other)
      return other
    }
  }
  func product(_ lag: Int) -> Double {
    frames.reduce(0) { $0 + low[0][$1] * low[1][$1 + lag] }
  }
  let products = (-49...49).map(product)
  let best = (1...97).max { products[$0] < products[$1] } ?? 49
  let (before, at, after) = (products[best - 1], products[best], products[best + 1])
  let bend = before - 2 * at + after
  return Double(best - 49) + (bend < 0 ? 0.5 * (before - after) / bend : 0)
}
