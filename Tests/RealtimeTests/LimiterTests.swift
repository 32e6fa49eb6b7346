import Realtime
import TestSupport
import Testing

@Suite("The limiter")
struct LimiterTests {
  static let rate = 48_000.0

  /// A signal that is hard to limit.
  enum Worst: String, CaseIterable, Sendable {
    case impulses, squareBursts, noise, risingSine, single

    func samples(frames: Int, seed: UInt64) -> [Float] {
      var seeded = SeededGenerator(seed: seed)
      var level: Float = 0
      return (0..<(2 * frames)).map { n in
        switch self {
        case .impulses: return n % 97 == 0 ? seeded.noise() * 100 : seeded.noise() * 0.1
        case .squareBursts:
          if n % 1000 == 0 { level = abs(seeded.noise()) * 20 }
          return n / 2 % 50 < 25 ? level : -level
        case .noise: return seeded.noise() * 10
        case .risingSine: return (n / 2 % 4 < 2 ? 1 : -1) * Float(n) * 0.001
        case .single: return n == frames ? 1000 : 0
        }
      }
    }
  }

  /// Limits a stereo signal in calls of random length.
  static func limit(_ limiter: inout Limiter, _ input: [Float], seed: UInt64) -> [Float] {
    var seeded = SeededGenerator(seed: seed)
    var output = input
    var start = 0
    while start < input.count / 2 {
      let frames = min(Int.random(in: 1...300, using: &seeded), input.count / 2 - start)
      output.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        limiter.process(base + 2 * start, frames: frames)
      }
      start += frames
    }
    return output
  }

  @Test(
    "lets no sample exceed the ceiling", arguments: Worst.allCases, [0.96605, 0.5, 1] as [Float])
  func ceiling(signal: Worst, ceiling: Float) {
    for seed in 1...10 as ClosedRange<UInt64> {
      var limiter = Limiter(channels: 2, rate: LimiterTests.rate, ceiling: ceiling)
      let input = signal.samples(frames: 5000, seed: seed)
      let output = LimiterTests.limit(&limiter, input, seed: seed)
      #expect(output.allSatisfy { abs($0) <= ceiling })
      #expect(limiter.limitedFrames > 0 && limiter.minimumGain < 1)
    }
  }

  @Test("turns four channels down alike, and lets none of them exceed the ceiling")
  func fourChannels() {
    var seeded = SeededGenerator(seed: 4)
    let input = (0..<20_000).map { _ in seeded.noise() * 3 }
    var output = input
    var limiter = Limiter(channels: 4, rate: LimiterTests.rate)
    output.withUnsafeMutableBufferPointer { limiter.process($0.baseAddress!, frames: 5000) }
    #expect(output.allSatisfy { abs($0) <= limiter.ceiling })
    let late = limiter.latency
    for frame in late..<5000 {
      let before = input[(4 * (frame - late))..<(4 * (frame - late) + 4)]
      let gains = zip(output[(4 * frame)..<(4 * frame + 4)], before).filter { abs($1) > 0.1 }
        .map { $0 / $1 }
      if let low = gains.min(), let high = gains.max() { #expect(high - low < 1e-5) }
    }
  }

  @Test("needs its last clamp for rounding only: the gain alone is low enough to 1e-6")
  func gainIsLowEnough() {
    for seed in 1...10 as ClosedRange<UInt64> {
      var limiter = Limiter(channels: 2, rate: LimiterTests.rate)
      let input = Worst.noise.samples(frames: 5000, seed: seed)
      let output = LimiterTests.limit(&limiter, input, seed: seed)
      // The other channel of a frame was not clamped: it gives the gain that was applied.
      for n in limiter.latency..<5000 {
        let (left, right) = (input[2 * (n - limiter.latency)], input[2 * (n - limiter.latency) + 1])
        let (loud, soft) = abs(left) > abs(right) ? (left, right) : (right, left)
        let index = abs(left) > abs(right) ? 2 * n + 1 : 2 * n
        guard abs(soft) > 0.01 else { continue }
        #expect(abs(loud) * (output[index] / soft) <= limiter.ceiling * (1 + 1e-6))
      }
    }
  }

  @Test("is transparent bit for bit below the ceiling")
  func transparency() {
    var seeded = SeededGenerator(seed: 1)
    let input = (0..<20_000).map { _ in seeded.noise() * 0.966 }
    var limiter = Limiter(channels: 2, rate: LimiterTests.rate)
    let output = LimiterTests.limit(&limiter, input, seed: 2)
    let late = 2 * limiter.latency
    #expect(Array(output[late...]) == Array(input[0..<(20_000 - late)]))
    #expect(output[0..<late].allSatisfy { $0 == 0 })
    #expect(limiter.limitedFrames == 0 && limiter.minimumGain == 1)
    #expect(limiter.lastLimitedFrame == -1)
  }

  @Test("becomes transparent again after a peak, and says where it worked")
  func recovery() {
    var limiter = Limiter(channels: 2, rate: LimiterTests.rate)
    var input = [Float](repeating: 0.25, count: 2 * 200_000)
    input[2 * 1000] = 4
    let output = LimiterTests.limit(&limiter, input, seed: 3)
    let late = limiter.latency
    #expect(output[2 * (1000 + late)] <= limiter.ceiling)
    #expect(output[2 * (1000 + late)] > limiter.ceiling * 0.999)
    // Untouched up to the look-ahead before the peak.
    #expect(output[2 * (1000 - 1) + 1] == 0.25)
    #expect(output[(2 * 190_000)...].allSatisfy { $0 == 0.25 })
    #expect(limiter.lastLimitedFrame > 1000 && limiter.lastLimitedFrame < 190_000)
    // 150 ms after the peak the reduction is 1/e of its depth.
    let depth = 1 - limiter.minimumGain
    let later = 1 - output[2 * (1000 + late + 7200)] / 0.25
    #expect(abs(later / depth - 0.368) < 0.02)
  }

  @Test("moves its gain without steps")
  func smoothness() {
    var limiter = Limiter(channels: 2, rate: LimiterTests.rate)
    var input = [Float](repeating: 0.01, count: 2 * 4000)
    for n in 1000..<1200 { input[2 * n] = 10 }
    let output = LimiterTests.limit(&limiter, input, seed: 4)
    // The right channel is constant, so it shows the gain: at most one part in the window per
    // frame.
    for n in (limiter.latency + 1)..<4000 {
      let step = abs(output[2 * n + 1] - output[2 * n - 1]) / 0.01
      #expect(step <= 1.01 / Float(limiter.latency + 1))
    }
  }

  @Test("uses one gain for both channels")
  func linked() {
    var limiter = Limiter(channels: 2, rate: LimiterTests.rate)
    var seeded = SeededGenerator(seed: 5)
    let input = (0..<8000).map { n in n % 2 == 0 ? seeded.noise() * 8 : Float(0.5) }
    let output = LimiterTests.limit(&limiter, input, seed: 6)
    let late = limiter.latency
    for n in late..<4000 where abs(input[2 * (n - late)]) > 0.1 {
      let left = output[2 * n] / input[2 * (n - late)]
      #expect(abs(left - output[2 * n + 1] / 0.5) < 1e-5)
    }
  }

  @Test("gives the same bits however the input is cut, also in mono")
  func cuts() {
    let input = Worst.squareBursts.samples(frames: 4000, seed: 7).map { $0 * 0.1 }
    for channels in 1...2 {
      var whole = Limiter(channels: channels, rate: LimiterTests.rate)
      var expected = input
      whole.process(&expected, frames: input.count / channels)
      var parts = Limiter(channels: channels, rate: LimiterTests.rate)
      var actual = input
      actual.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for n in 0..<(input.count / channels) { parts.process(base + n * channels, frames: 1) }
      }
      #expect(actual == expected)
      #expect(parts.limitedFrames == whole.limitedFrames)
    }
  }
}
