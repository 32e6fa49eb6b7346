extension WindReduction {
  /// A microphone with less than this fraction of the power of the loudest one in a window is dead: in wind, which
  /// varies from window to window, this happens less than once in a hundred thousand windows.
  private static let leastAlive: Float = 1e-3

  /// True if, in the watched bins of a window, one microphone has almost no power compared with the loudest one.
  ///
  /// The means of powers show this only after a tenth of a second, and until then a microphone that dies during a sound
  /// looks like wind at all others.
  @_noAllocation @_noLocks
  func hasDead(in spectrum: SpectrumRows) -> Bool {
    var (least, most) = (Float.infinity, Float.zero)
    for n in 0..<factors.microphones {
      let factor = corrections[factors.microphones + n]
      guard factor != .zero else { continue }
      let row = spectrum.from(row: n)
      var sum: Float = 0
      for bin in factors.firstWatched..<factors.endWatched {
        let (re, im) = (row.real[bin], row.imaginary[bin])
        sum += re * re + im * im
      }
      sum *= factor.x * factor.x + factor.y * factor.y
      (least, most) = (min(least, sum), max(most, sum))
    }
    return least < Self.leastAlive * most
  }

  /// The smallest power among the microphones in use.
  @_noAllocation @_noLocks
  func least(of sums: UnsafeMutablePointer<Float>) -> Float {
    var least = Float.infinity
    for n in 0..<factors.microphones where corrections[factors.microphones + n] != .zero {
      least = min(least, sums[n])
    }
    return least
  }
}
