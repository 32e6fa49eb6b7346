import TestSupport
import Testing

@testable import Realtime

/// The lowest bins at a glance against those of the transform of all.
@Suite("A glance for wind")
struct WindGlanceTests {
  private static func tables(window: Int, microphones: Int, bins: Int) -> WindTables {
    WindTables(
      rate: 48_000, window: window, microphones: microphones, delay: 0, bins: bins, watched: 1..<2)
  }

  /// Noise of its own in every lane, deep or as it comes, with two frames before the first hop.
  private func noise(frames: Int, groups: Int, smoothing: Float) -> [Lanes] {
    var seeded = SeededGenerator(seed: 9)
    var state = [Lanes](repeating: .zero, count: groups)
    var other = state
    return (0..<((frames + 2) * groups)).map { n in
      var value = Lanes.zero
      for lane in 0..<Lanes.count { value[lane] = seeded.noise() }
      state[n % groups] += (value - state[n % groups]) * smoothing
      other[n % groups] += (state[n % groups] - other[n % groups]) * smoothing
      return other[n % groups]
    }
  }

  /// The power of every bin of wind and channel, at a glance and in full, of the fourth window.
  private func powers(
    window: Int, microphones: Int, bins: Int, smoothing: Float
  ) -> [(glance: Float, full: Float)] {
    let (hop, groups) = (window / 2, (microphones + Lanes.count - 1) / Lanes.count)
    let frames = noise(frames: 5 * hop, groups: groups, smoothing: smoothing)
    let tables = Self.tables(window: window, microphones: microphones, bins: bins)
    let glance = WindGlance(tables, groups: groups)
    let transform = WindowTransform(size: window)
    var memory = Memory()
    defer { withExtendedLifetime(memory) {} }
    let rows = SpectrumRows.make(count: groups * Lanes.count, bins: hop, in: &memory)
    frames.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      for n in 0..<5 { glance.advance(start + (2 + n * hop) * groups) }
      for group in 0..<groups {
        let first = group * Lanes.count
        transform.forward(
          start + (2 + 3 * hop) * groups + group, stride: groups, into: rows.from(row: first),
          count: min(Lanes.count, microphones - first))
      }
    }
    glance.look()
    func power(_ rows: SpectrumRows, _ n: Int, _ bin: Int) -> Float {
      let (re, im) = (rows.real[n * rows.stride + bin], rows.imaginary[n * rows.stride + bin])
      return re * re + im * im
    }
    return (0..<microphones).flatMap { n in
      (1..<bins).map { (power(glance.spectrum, n, $0), power(rows, n, $0)) }
    }
  }

  @Test(
    "bins have the power that they have in full",
    arguments: [(256, 16), (512, 16), (512, 18), (1024, 16), (2048, 16), (64, 4)], [1, 3, 8])
  func bins(size: (window: Int, bins: Int), microphones: Int) {
    let powers = powers(
      window: size.window, microphones: microphones, bins: size.bins, smoothing: 0.02)
    let (glance, full) = (powers.map(\.glance).reduce(0, +), powers.map(\.full).reduce(0, +))
    #expect(abs(glance / full - 1) < 0.1)
  }

  @Test("bins where wind is looked for hear next to nothing of all others")
  func others() {
    let (window, frames) = (512, 256 * 5)
    let glance = WindGlance(
      Self.tables(window: window, microphones: 1, bins: 16), groups: 1)
    // Taking only every eighth frame would make each of these tones one of 187.5 Hz.
    for tone in [64 - 2, 64 + 2, 128 - 2, 128 + 2, 192 + 2, 256 - 2] {
      let sound = (-2..<frames).map { n in
        Lanes(repeating: Float(Elementary.turn((n + window) * tone, window).sine))
      }
      sound.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        for n in 0..<5 { glance.advance(start + 2 + n * 256) }
      }
      glance.look()
      let (re, im) = (glance.spectrum.real, glance.spectrum.imaginary)
      let most = (1..<5).map { re[$0] * re[$0] + im[$0] * im[$0] }.max() ?? .infinity
      // A full tone has (2 / pi * window / 2)^2, which is 26 600.
      #expect(most < 26_600 * 1e-4, "\(tone)")
    }
  }
}
