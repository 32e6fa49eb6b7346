import Glibc
import Realtime
import Testing

@testable import LinuxBoard

@Suite struct PlaybackFeedTests {
  /// A tone in both channels, written in blocks by one clock and played in periods by another.
  struct Bench: ~Copyable {
    static let block = 256
    let ring: SampleRing
    var writer: SampleRingWriter
    var feed: PlaybackFeed
    let sourceRate: Double
    let deviceRate: Double
    let clocks: Double
    let period = 256
    var written = 0
    var asked = 0
    let output: UnsafeMutablePointer<Float>
    let frames: UnsafeMutablePointer<Float>

    init(sourceRate: Double, deviceRate: Double, partsPerMillion: Double = 0) throws {
      let ring = SampleRing(channels: 2, capacity: 16_384)
      let feed = try PlaybackFeed(
        source: ring.makeReader(), sourceRate: sourceRate, deviceRate: deviceRate,
        reserve: 1024, queued: 768)
      self.init(ring, feed, sourceRate, deviceRate, clocks: 1 + 1e-6 * partsPerMillion)
    }

    /// Apart from what can fail, because Swift 6.0.3 cannot compile both in one.
    private init(
      _ ring: SampleRing, _ feed: consuming PlaybackFeed, _ sourceRate: Double,
      _ deviceRate: Double, clocks: Double
    ) {
      self.ring = ring
      self.sourceRate = sourceRate
      self.deviceRate = deviceRate
      self.clocks = clocks
      writer = ring.makeWriter()
      self.feed = feed
      output = .allocate(capacity: 2 * 256)
      output.initialize(repeating: 0, count: 2 * 256)
      frames = .allocate(capacity: 2 * Self.block)
      frames.initialize(repeating: 0, count: 2 * Self.block)
    }

    deinit {
      output.deallocate()
      frames.deallocate()
    }

    /// Writes what the microphones gave until now, then plays a period.
    mutating func step(isSilent: Bool = false) {
      let time = Double(asked) / deviceRate
      while !isSilent, Double(written + Self.block) <= time * sourceRate * clocks {
        for n in 0..<Self.block {
          let phase = 2 * Double.pi * 1000 * Double(written + n) / sourceRate
          frames[2 * n] = Float(0.5 * sin(phase))
          frames[2 * n + 1] = Float(0.25 * sin(phase))
        }
        if writer.room() >= Self.block { writer.append(frames, frames: Self.block) }
        written += Self.block
      }
      feed.render(output, frames: period, queued: 768)
      asked += period
    }

    /// The left or right channel of some seconds.
    mutating func listen(seconds: Double, channel: Int = 0) -> [Double] {
      var sound: [Double] = []
      while Double(sound.count) < seconds * deviceRate {
        step()
        for n in 0..<period { sound.append(Double(output[2 * n + channel])) }
      }
      return sound
    }
  }

  /// The rest of a sound without its best-fitting tone, in decibels under that tone; and the tone's amplitude.
  static func residual(
    _ sound: [Double], near frequency: Double, rate: Double
  ) -> (decibels: Double, amplitude: Double) {
    var best = (power: Double.infinity, amplitude: 0.0)
    // The frequency differs by as much as the clocks do: search it within 600 parts in a million.
    var (center, width) = (frequency, 6e-4 * frequency)
    for _ in 0..<12 {
      var chosen = center
      for n in -5...5 {
        let candidate = center + width * Double(n) / 5
        let fit = Self.fit(sound, frequency: candidate, rate: rate)
        if fit.power < best.power { (best, chosen) = (fit, candidate) }
      }
      (center, width) = (chosen, width / 3)
    }
    let tone = best.amplitude * best.amplitude / 2
    return (10 * log10(best.power / tone), best.amplitude)
  }

  /// Least squares of a sine and a cosine.
  private static func fit(
    _ sound: [Double], frequency: Double, rate: Double
  ) -> (power: Double, amplitude: Double) {
    var (ss, cc, sc, xs, xc, xx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for (n, x) in sound.enumerated() {
      let phase = 2 * Double.pi * frequency * Double(n) / rate
      let (s, c) = (sin(phase), cos(phase))
      ss += s * s
      cc += c * c
      sc += s * c
      xs += x * s
      xc += x * c
      xx += x * x
    }
    let determinant = ss * cc - sc * sc
    let a = (xs * cc - xc * sc) / determinant
    let b = (xc * ss - xs * sc) / determinant
    return ((xx - a * xs - b * xc) / Double(sound.count), (a * a + b * b).squareRoot())
  }

  @Test("equal clocks: a tone comes out with a residual below -90 dB")
  func equalClocks() throws {
    var bench = try Bench(sourceRate: 48_000, deviceRate: 48_000)
    _ = bench.listen(seconds: 120)
    let tone = bench.listen(seconds: 0.1)
    let (decibels, amplitude) = Self.residual(tone, near: 1000, rate: 48_000)
    #expect(decibels < -90, "\(decibels) dB")
    #expect(abs(amplitude - 0.5) < 0.001)
    #expect(bench.feed.underruns == 0 && bench.feed.skips == 0)
  }

  @Test(
    "clocks and rates that differ: a tone comes out with a residual below -80 dB",
    arguments: [300.0, -300, 100], [48_000.0, 44_100])
  func differentClocks(partsPerMillion: Double, deviceRate: Double) throws {
    var bench = try Bench(
      sourceRate: 48_000, deviceRate: deviceRate, partsPerMillion: partsPerMillion)
    _ = bench.listen(seconds: 120)
    let tone = bench.listen(seconds: 0.1, channel: 1)
    let (decibels, amplitude) = Self.residual(tone, near: 1000, rate: deviceRate)
    #expect(decibels < -80, "\(decibels) dB")
    #expect(abs(amplitude - 0.25) < 0.0005)
    #expect(bench.feed.underruns == 0 && bench.feed.skips == 0)
    #expect(abs((bench.feed.speed - 1) * 1e6 - partsPerMillion) < 120)
  }

  @Test("sound begins with a fade, without a click")
  func fadeIn() throws {
    var bench = try Bench(sourceRate: 48_000, deviceRate: 48_000)
    let sound = bench.listen(seconds: 0.2)
    let steepest = zip(sound, sound.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    // The tone itself rises by no more than this from frame to frame.
    #expect(steepest < 0.5 * 2 * Double.pi * 1000 / 48_000 * 1.01)
    #expect(sound.prefix(1000).allSatisfy { $0 == 0 } && sound.suffix(100).contains { $0 > 0.45 })
  }

  @Test(
    "when nothing comes there is silence, counted once, and sound comes back with a larger reserve")
  func starved() throws {
    var bench = try Bench(sourceRate: 48_000, deviceRate: 48_000)
    _ = bench.listen(seconds: 1)
    var dying = bench.listen(seconds: 0.01)
    for _ in 0..<100 {
      bench.step(isSilent: true)
      dying += (0..<256).map { Double(bench.output[2 * $0]) }
    }
    // No step: the tone itself is the steepest.
    let steepest = zip(dying, dying.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(steepest < 0.5 * 2 * Double.pi * 1000 / 48_000 * 1.01)
    #expect(bench.feed.underruns == 1)
    #expect((0..<512).allSatisfy { bench.output[$0] == 0 })
    #expect(bench.feed.reserve == 1536)
    // The writer goes on where time is now: what was not written is lost, as it is when rendering stands still.
    bench.written = bench.asked / Bench.block * Bench.block
    let sound = bench.listen(seconds: 0.5)
    #expect((sound.suffix(100).max() ?? 0) > 0.45)
    #expect(bench.feed.underruns == 1)
  }

  @Test("when the device stood still the surplus is skipped once")
  func surplus() throws {
    var bench = try Bench(sourceRate: 48_000, deviceRate: 48_000)
    _ = bench.listen(seconds: 1)
    // Time passes without a period being asked for.
    bench.asked += 12_000 / 256 * 256
    _ = bench.listen(seconds: 1)
    #expect(bench.feed.skips == 1 && bench.feed.underruns == 0)
    let tone = bench.listen(seconds: 0.1)
    #expect((tone.max() ?? 0) > 0.49)
  }
}
