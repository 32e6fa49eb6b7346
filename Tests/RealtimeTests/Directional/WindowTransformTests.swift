import TestSupport
import Testing

@testable import Realtime

@Suite("The transform of windows")
struct WindowTransformTests {
  private func frames(_ count: Int, seed: UInt64) -> [Lanes] {
    var seeded = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      var value = Lanes.zero
      for lane in 0..<Lanes.count { value[lane] = seeded.noise() }
      return value
    }
  }

  /// The definition, of one lane behind a sine window.
  private func bin(_ k: Int, _ frames: [Lanes], lane: Int) -> (re: Double, im: Double) {
    var (re, im) = (0.0, 0.0)
    for (n, frame) in frames.enumerated() {
      let turn = Elementary.turn(n * k % frames.count, frames.count)
      let value = Double(frame[lane]) * shape(n, frames.count)
      re += value * turn.cosine
      im -= value * turn.sine
    }
    return (re, im)
  }

  private func shape(_ n: Int, _ size: Int) -> Double {
    Elementary.turn(2 * n + 1, 4 * size).sine
  }

  @Test("bins are those of the definition", arguments: [16, 32, 64, 128, 256, 512])
  func definition(size: Int) {
    let transform = WindowTransform(size: size)
    let frames = frames(size, seed: 4)
    var memory = Memory()
    defer { withExtendedLifetime(memory) {} }
    let rows = SpectrumRows.make(count: Lanes.count, bins: size / 2, in: &memory)
    transform.forward(frames, stride: 1, into: rows, count: Lanes.count)
    for k in 0..<(size / 2) {
      for lane in 0..<Lanes.count {
        let expected = bin(k, frames, lane: lane)
        #expect(abs(Double(rows.real[lane * rows.stride + k]) - expected.re) < 1e-4)
        #expect(abs(Double(rows.imaginary[lane * rows.stride + k]) - expected.im) < 1e-4)
      }
    }
  }

  @Test(
    "what goes there and back is what it was, twice windowed, beside something else",
    arguments: [64, 128, 256, 512, 1024, 2048])
  func both(size: Int) {
    let transform = WindowTransform(size: size)
    let (going, coming) = (frames(size, seed: 5), frames(size, seed: 6))
    var memory = Memory()
    defer { withExtendedLifetime(memory) {} }
    let alone = SpectrumRows.make(count: 4, bins: size / 2, in: &memory)
    let beside = SpectrumRows.make(count: 4, bins: size / 2, in: &memory)
    let spectrum = SpectrumRows.make(count: 4, bins: size / 2, in: &memory)
    // The highest bin has no row: what comes back is made without it.
    var (smooth, alternating) = (coming, Lanes.zero)
    let signs: [Float] = (0..<size).map { $0 % 2 == 0 ? 1 : -1 }
    let shapes = (0..<size).map { Float(shape($0, size)) }
    for n in 0..<size { alternating += coming[n] * (shapes[n] * signs[n]) }
    for n in 0..<size { smooth[n] -= alternating * (signs[n] / shapes[n] / Float(size)) }
    transform.forward(smooth, stride: 1, into: spectrum, count: 2)
    transform.forward(going, stride: 1, into: alone, count: 2)
    var made = [SIMD2<Float>](repeating: .zero, count: size)
    let ears = going.map { SIMD2($0[0], $0[1]) }
    transform.both(ears, into: beside, back: spectrum, made: &made)
    for n in 0..<size {
      for lane in 0..<2 {
        let expected: Float = smooth[n][lane] * shapes[n] * shapes[n]
        #expect(abs(made[n][lane] - expected) < 2e-5)
      }
    }
    for k in 0..<(2 * alone.stride) {
      #expect(abs(beside.real[k] - alone.real[k]) < 1e-4)
      #expect(abs(beside.imaginary[k] - alone.imaginary[k]) < 1e-4)
    }
  }

  @Test("1 over a square root is right to a few parts in ten million")
  func root() {
    var worst = 0.0
    for exponent in -60...60 {
      for step in 0..<64 {
        let value = Float(sign: .plus, exponent: exponent, significand: 1 + Float(step) / 64)
        let root = Double(Root.inverse(Lanes(repeating: value))[0])
        worst = max(worst, abs(root * root * Double(value) - 1))
      }
    }
    #expect(worst < 1e-6)
  }
}
