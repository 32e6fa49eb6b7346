import Glibc

/// Random numbers that are the same in every run (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    let unit = Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    return range.lowerBound + unit * (range.upperBound - range.lowerBound)
  }
}

/// Ten to the power of a number.
func powerOfTen(_ x: Double) -> Double { pow(10, x) }

/// The decadic logarithm.
func logarithm10(_ x: Double) -> Double { log10(x) }

/// The angle in radians whose sine this is.
func arcsine(_ x: Double) -> Double { asin(x) }
