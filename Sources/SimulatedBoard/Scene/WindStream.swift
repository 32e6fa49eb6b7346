import Acoustics
import Boards
import Glibc

/// The noise of wind at every microphone, frame after frame.
///
/// Windows of independent noise, half a window apart, get the spectrum and the coherences of a ``WindField``; gusts
/// change the level of all microphones from window to window, and each is in the wind more or less than the others.
struct WindStream: Sendable {
  private let wind: WindSource
  private let positions: [Vector3]
  private let rate: Double
  private let layouts: LayoutTimeline
  /// The scene that a person changes.
  private let live: LiveScene?
  /// The factor that follows the strength of its wind.
  private var strength = 1.0
  /// The sine window.
  private let shape: [Double]
  /// The amplitude of each bin, such that a microphone has power 1.
  private let amplitudes: [Double]
  /// The amplitude of each microphone.
  private let gains: [Double]
  private var random: [SeededRandom]
  private var gusts: SeededRandom
  /// The level of the gust in decibels.
  private var gust = 0.0
  /// The factors of all bins for a layout.
  private var mixing: (layout: Layout, rows: [[Complex]])?
  /// The second half of the window before, and finished frames, `[microphone][frame]`.
  private var tails: [[Double]]
  private var ready: [[Float]]
  private var taken: Int
  private var frame = 0

  /// The standard deviation of gusts in decibels and the seconds in which they change.
  private static let (gustLevel, gustSeconds) = (5.0, 1.0)
  /// The standard deviation of the level between microphones in decibels.
  private static let spread = 3.0
  /// The least seconds of a window: turbulence needs 40 ms to pass an array of 16 cm at 4 m/s.
  private static let windowSeconds = 0.08
  /// The seconds over which wind that a person blows rises and falls.
  private static let riseSeconds = 0.3
  /// The seconds over which wind begins and ends.
  private static let fadeSeconds = 0.05

  /// Wind at the microphones of a scene; `index` is its place among all winds.
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
    // A bin and its mirror image have 2 (1/length)^2 of the power of their number.
    let scale = Double(length) / (2 * powers.reduce(0, +)).squareRoot()
    amplitudes = powers.map { $0.squareRoot() * scale }
    random = specimens.indices.map {
      SeededRandom(seed: seed, purpose: .wind, index: index << 8 | $0)
    }
    gusts = SeededRandom(seed: seed, purpose: .gusts, index: index)
    // A sine wave that reaches full scale has the level 0 and the power 1/2.
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
    // The first half window only fades in.
    makeHop()
    taken = hop
  }

  /// The decibels by which the mean power of gusts is above that of the middle one: (ln 10)/20 sigma^2 for levels that
  /// are distributed normally.
  private static var meanOfGusts: Double { M_LN10 / 20 * gustLevel * gustLevel }

  private var hop: Int { shape.count / 2 }

  /// Adds the next frames to `[microphone][frame of the block]`.
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

  /// The gain of the fades.
  private func envelope() -> Double {
    let passed = Double(frame) / rate
    let seconds = live.map { passed.truncatingRemainder(dividingBy: $0.seconds) } ?? passed
    let left = (wind.until ?? .infinity) - seconds
    let nearest = min(seconds - wind.start, left) / Self.fadeSeconds
    // From the start on it has always blown.
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
      // From the last one on, so that those before are still independent.
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

  /// The factors for the way in which the board is held now.
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
