import Glibc

/// CPU time of this thread in seconds: what other programs do meanwhile is not in it.
func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// CPU seconds of a piece of work.
func cpuSeconds(of work: () -> Void) -> Double {
  let start = cpuSeconds()
  work()
  return cpuSeconds() - start
}

/// The value in the middle.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Noise between -1 and 1, the same on every run.
///
/// - Source: the linear congruential generator of Numerical Recipes.
struct Noise {
  private var state: UInt32 = 1

  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) * 0x1p-31
  }
}
