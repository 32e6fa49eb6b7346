import TestSupport
import Testing

@testable import Realtime

@Suite("The transform of windows")
struct WindowTransformTests {
  private func lanes(_ count: Int, seed: UInt64, from first: Int = 0) -> [Lanes] {
    var seeded = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      var value = Lanes.zero
      for lane in first..<min(first + 2, Lanes.count) { value[lane] = seeded.noise() }
      return value
    }
  }

  /// The definition, of one lane.
  private func bin(_ k: Int, _ frames: [Lanes], lane: Int) -> (re: Double, im: Double) {
    var (re, im) = (0.0, 0.0)
    for (n, frame) in frames.enumerated() {
      let turn = Elementary.turn(n * k % frames.count, frames.count)
      re += Double(frame[lane]) * turn.cosine
      im -= Double(frame[lane]) * turn.sine
    }
    return (re, im)
  }

  @Test("bins are those of the definition", arguments: [16, 32, 64, 128, 512])
  func definition(size: Int) {
    let transform = WindowTransform(size: size)
    let frames = lanes(size, seed: 4)
    var bins = [LaneComplex](repeating: .zero, count: size / 2 + 1)
    transform.forward(frames, bins: &bins)
    for k in 0...(size / 2) {
      for lane in 0..<2 {
        let expected = bin(k, frames, lane: lane)
        #expect(abs(Double(bins[k].re[lane]) - expected.re) < 1e-4)
        #expect(abs(Double(bins[k].im[lane]) - expected.im) < 1e-4)
      }
    }
  }

  @Test(
    "what goes there and back is what it was, beside something else",
    arguments: [64, 128, 256, 512, 1024, 2048])
  func both(size: Int) {
    let transform = WindowTransform(size: size)
    let (going, coming) = (lanes(size, seed: 5), lanes(size, seed: 6, from: 2))
    var spectrum = [LaneComplex](repeating: .zero, count: size / 2 + 1)
    var alone = spectrum
    var beside = spectrum
    var made = [Lanes](repeating: .zero, count: size)
    transform.forward(coming, bins: &spectrum)
    transform.forward(going, bins: &alone)
    transform.both(going, bins: &beside, back: spectrum, made: &made)
    for n in 0..<size {
      for lane in 2..<4 { #expect(abs(made[n][lane] - coming[n][lane]) < 1e-5) }
    }
    for k in 0...(size / 2) {
      for lane in 0..<2 {
        #expect(abs(beside[k].re[lane] - alone[k].re[lane]) < 1e-4)
        #expect(abs(beside[k].im[lane] - alone[k].im[lane]) < 1e-4)
      }
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
