import Acoustics
import Boards
import Glibc

/// The noise of wind at all microphones, frame after frame.
///
/// Half-overlapping windows of independent noise get the spectrum and the coherences of a ``WindField``. Gusts change
/// the level of all microphones from window to window, and each microphone is exposed to the wind to a different
/// degree.
struct WindStream: Sendable {
  private let wind: WindSource
  private let positions: [Vector3]
  private let rate: Double
  private let layouts: LayoutTimeline
  /// The scene that a person can change.
  private let live: LiveScene?
  /// The factor for the wind of the live scene.
  private var strength = 1.0
  /// The shape of a window: half a sine wave.
  private let shape: [Double]
  /// The amplitude of each bin, chosen to give a microphone's signal a power of 1.
  private let amplitudes: [Double]
  /// The gain at each microphone.
  private let gains: [Double]
  private var random: [SeededRandom]
  private var gusts: SeededRandom
  /// The level of the present gust in decibels.
  private var gust = 0.0
  /// The mixing factors of all bins, and the layout they were computed for.
  private var mixing: (layout: Layout, rows: [[Complex]])?
  /// The second halves of the previous windows, and the frames that are finished, both indexed `[microphone][frame]`.
  private var tails: [[Double]]
  private var ready: [[Float]]
  private var taken: Int
  private var frame = 0

  /// The standard deviation of gusts in decibels, and the time in seconds over which gusts change.
  private static let (gustLevel, gustSeconds) = (5.0, 1.0)
  /// The standard deviation, in decibels, of the differences in level between microphones.
  private static let spread = 3.0
  /// The minimum duration of a window in seconds: turbulence needs 40 ms to cross an array of 16 cm at 4 m/s.
  private static let windowSeconds = 0.08
  /// The time, in seconds, over which the wind changes when a person sets it.
  private static let riseSeconds = 0.3
  /// The fade-in and fade-out time of the wind in seconds.
  private static let fadeSeconds = 0.05

  /// The wind at the microphones of a scene; `index` is the index of this wind among all winds.
  init(
    _ wind: WindSource, index: Int, seed: UInt64, specimens: [Specimen], layouts: LayoutTimeline,
    rate: Double, live: LiveScene? = nil
  ) {
    (self.wind, self.rate, self.layouts, self.live) = (wind, rate, layouts, live)
    strength = live?.wind.gain ?? 1
    positions = specimens.map(\.position)
    var length = 64
    while Double(length) < Self.windowSeconds * rate { length *= 2 }
    shape = (0..<length).map { sin(.pi * (Double($0) + 0.5) / Double(length)) }
    let field = WindField(speed: wind.speed, flow: Vector3(0, 0, 1))
    let powers = (0..<(length / 2)).map { bin in
      bin == 0 ? 0 : field.power(frequency: Double(bin) * rate / Double(length))
    }
    // A bin and its mirror image contribute 2 (1/length)^2 times the power of their value.
    let scale = Double(length) / (2 * powers.reduce(0, +)).squareRoot()
    amplitudes = powers.map { $0.squareRoot() * scale }
    random = specimens.indices.map {
      SeededRandom(seed: seed, purpose: .wind, index: index << 8 | $0)
    }
    gusts = SeededRandom(seed: seed, purpose: .gusts, index: index)
    // A full-scale sine wave has a level of 0 dBFS and a power of 1/2.
    let level = wind.meanLevel + 10 * log10(0.5) - Self.meanOfGusts
    var gains: [Double] = []
    for (n, specimen) in specimens.enumerated() {
      gains.append(pow(10, (level + Self.spread * random[n].gaussian()) / 20) * specimen.gain)
    }
    self.gains = gains
    tails = specimens.map { _ in [Double](repeating: 0, count: length / 2) }
    ready = specimens.map { _ in [Float](repeating: 0, count: length / 2) }
    taken = length / 2
    gust = Self.gustLevel * gusts.gaussian()
    // The output of the first half window only fades in, so it is dropped.
    makeHop()
    taken = hop
  }

  /// The level difference, in decibels, between the mean power of gusts and the power of the median gust: (ln
  /// 10)/20 sigma^2 for normally distributed levels.
  private static var meanOfGusts: Double { M_LN10 / 20 * gustLevel * gustLevel }

  private var hop: Int { shape.count / 2 }

  /// Adds the next frames to `output`, which is indexed `[microphone][frame of the block]`.
  mutating func add(to output: UnsafeMutablePointer<Float>, frames: Int) {
    let wanted = live?.wind.gain ?? 1
    let step = 1 / (Self.riseSeconds * rate)
    for n in 0..<frames {
      if taken == hop { makeHop() }
      if strength != wanted { strength += (wanted - strength) * step }
      let level = Float(envelope() * strength)
      for microphone in ready.indices where level > 0 {
        output[microphone * frames + n] += ready[microphone][taken] * level
      }
      taken += 1
      frame += 1
    }
  }

  /// The gain that fades the wind in and out.
  private func envelope() -> Double {
    let passed = Double(frame) / rate
    let seconds = live.map { passed.truncatingRemainder(dividingBy: $0.seconds) } ?? passed
    let left = (wind.until ?? .infinity) - seconds
    let nearest = min(seconds - wind.start, left) / Self.fadeSeconds
    // Wind that blows from the start of the scenario is not faded in.
    if wind.start == 0 && left >= Self.fadeSeconds { return 1 }
    return 0.5 - 0.5 * cos(.pi * max(0, min(1, nearest)))
  }

  /// Makes the next half window.
  private mutating func makeHop() {
    let rows = mixingRows()
    let transform = RealFourierTransform(length: shape.count)
    let kept = exp(-Double(hop) / (Self.gustSeconds * rate))
    gust =
      kept * gust + (1 - kept * kept).squareRoot() * Self.gustLevel * gusts.gaussian()
    let level = pow(10, gust / 20)
    var noise = positions.indices.map { _ in [Complex](repeating: .zero, count: transform.bins) }
    for bin in 1..<hop {
      for n in positions.indices {
        noise[n][bin] = Complex(random[n].gaussian(), random[n].gaussian()) * 0.5.squareRoot()
      }
      // The last row is mixed first: each row needs the unmixed signals of the rows before it.
      for row in positions.indices.reversed() {
        var sum = Complex.zero
        for n in 0...row { sum += rows[bin][row * (row + 1) / 2 + n] * noise[n][bin] }
        noise[row][bin] = sum * amplitudes[bin]
      }
    }
    for n in positions.indices {
      let samples = transform.inverse(noise[n])
      let gain = gains[n] * level
      for i in 0..<hop {
        ready[n][i] = Float(tails[n][i] + samples[i] * shape[i] * gain)
        tails[n][i] = samples[hop + i] * shape[hop + i] * gain
      }
    }
    taken = 0
  }

  /// The mixing factors for the present orientation of the board.
  private mutating func mixingRows() -> [[Complex]] {
    let layout =
      live?.now.layout ?? layouts.changes.last { $0.frame <= frame }?.layout ?? layouts.initial
    if let mixing, mixing.layout == layout { return mixing.rows }
    let flow = layout.device(Direction(azimuth: wind.from).sceneVector) * -1
    let field = WindField(speed: wind.speed, flow: flow)
    let rows = (0..<hop).map {
      field.mixing(positions, frequency: Double($0) * rate / Double(shape.count))
    }
    mixing = (layout, rows)
    return rows
  }
}
