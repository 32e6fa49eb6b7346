/// Removes wind noise from low bins: where turbulence dominates, which differs from microphone to microphone, the
/// filters' output is replaced by an attenuated mean of the microphones with the least turbulence.
///
/// The signals are split into parts that would be independent in diffuse sound. Sound from any direction puts at most a
/// known share of its power into each part; power beyond this share is wind. A gate opens if the lowest bins contain a
/// lot of wind; while the gate is closed, the output is not changed at all.
///
/// - Source: the power of wind follows from the power that no plane wave can have, after the coherence models of G.
///   Corcos, J. Fluid Mech. 18 (1964), and of D. Mirabilii and E. Habets, IWAENC 2018; the gain is Wiener's, with a
///   floor.
struct WindReduction: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  let factors: WindFactors
  /// The coefficients that decompose the microphone signals into components, `[bin][microphone][row]`.
  private let parts: UnsafeMutablePointer<LaneComplex>
  /// The largest share that sound can have in each part, followed by the weight of the excess; both `[bin][row]`.
  private let limits: UnsafeMutablePointer<Lanes>
  private let weights: UnsafeMutablePointer<Lanes>
  /// The correction of each microphone, `[bin][microphone]`.
  let corrections: UnsafeMutablePointer<SIMD2<Float>>
  /// For each bin, `[bin]`: the noise gain, the level, the share that may be replaced, and 1 if wind can be detected
  /// there.
  private let tables: UnsafeMutablePointer<SIMD4<Float>>
  /// Recursive means of the powers of the parts, `[bin][row]`, and of the microphones, `[bin][microphone]`.
  private let partPowers: UnsafeMutablePointer<Lanes>
  private let powers: UnsafeMutablePointer<Float>
  /// The means of the microphones' powers over a longer time, `[bin][microphone]`.
  private let strengths: UnsafeMutablePointer<Float>
  /// The power of wind at a microphone, and the power of sound there; both `[bin]`.
  private let winds: UnsafeMutablePointer<Float>
  private let sounds: UnsafeMutablePointer<Float>
  /// The weights with which the microphones are mixed, `[bin][microphone]`; the gain of the mixture, `[bin]`; and the
  /// degree to which the mixture replaces the filters, `[bin]`.
  private let mixture: UnsafeMutablePointer<Float>
  /// Temporary storage for one power per microphone.
  private let fresh: UnsafeMutablePointer<Float>
  /// Temporary storage for the microphones' values in one bin, scaled to the same level.
  private let levelled: UnsafeMutablePointer<SIMD2<Float>>
  private let gains: UnsafeMutablePointer<Float>
  private let replaced: UnsafeMutablePointer<Float>
  /// The recursive mean of the power that the first microphone in use has above the bins in which wind is reduced.
  private var high: Float = 0
  /// The power of a microphone in the bins above the watched bins, as a recursive mean; and the part of this mean that
  /// remains from the time before all bins were measured.
  private var middle: Float = 0
  private var earlierMiddle: Float = 0
  /// True if the last window was only processed at a glance.
  private var wasGlance = false
  private var watched: Float = 0
  private var gate: Float = 0
  private var held = 0
  private var quiet: Int
  /// The number of windows so far.
  private var windows = 0
  /// The number of times that strong wind began, and the window in which it last began.
  private(set) var onsets = 0
  private(set) var lastOnset = 0

  /// Powers below this are silence: denormal numbers are slow.
  private static let silence: Float = 1e-24
  /// The share of wind in the watched bins above which a window counts as windy, and the fraction of windy windows
  /// above which the gate opens.
  private static let leastShare: Float = 0.25
  private static let often: Float = 0.6
  /// The fraction of windy windows below which the air counts as calm again; after a single windy window, this takes
  /// 0.06 s.
  private static let seldom: Float = 0.02
  /// The minimum power in the watched bins, relative to the power in the bins above them, and relative to the power
  /// above the bins in which wind is reduced.
  ///
  /// Windows spread a tone over all bins, most of all when the tone begins,
  /// and the part that reaches the watched bins has no direction there.
  private static let leastOfMiddle: Float = 0.01
  private static let leastOfHigh: Float = 1e-3
  /// The largest factor, 20 dB, that scales a microphone to the level of the others before wind is sought.
  private static let mostLevelling: Float = 10
  /// A microphone with less than this fraction of the microphones' mean power in the watched bins is dead or covered,
  /// or another microphone was touched and has nearly all of the power: neither is wind.
  private static let leastPower: Float = 0.01
  /// If wind cannot be detected in a bin, the bin gets the share of the bin below it, multiplied by this factor.
  private static let handedOn: Float = 0.7
  /// The smallest fraction of a microphone's power that counts as sound, and the smallest wind at a microphone as a
  /// fraction of the mean wind.
  private static let leastSound: Float = 1e-3
  private static let leastWind: Float = 0.1
  /// The factor by which the power of wind is multiplied before it is subtracted, as a safety margin.
  private static let taken: Float = 1.5

  init(_ tables: WindTables) {
    let factors = WindFactors(tables)
    self.factors = factors
    let (bins, microphones, rows) = (factors.bins, factors.microphones, factors.rows)
    parts = memory.make(bins * microphones * rows, of: .zero)
    limits = memory.make(bins * rows, of: .zero)
    weights = memory.make(bins * rows, of: .zero)
    corrections = memory.make(bins * microphones, of: .zero)
    self.tables = memory.make(bins, of: .zero)
    partPowers = memory.make(bins * rows, of: .zero)
    powers = memory.make(bins * microphones, of: 0)
    strengths = memory.make(bins * microphones, of: 0)
    winds = memory.make(bins, of: 0)
    sounds = memory.make(bins, of: 0)
    mixture = memory.make(bins * microphones, of: 0)
    fresh = memory.make(microphones, of: 0)
    levelled = memory.make(microphones, of: .zero)
    gains = memory.make(bins, of: 1)
    replaced = memory.make(bins, of: 0)
    quiet = factors.pause
    fill(tables)
    begin()
  }

  /// Arranges the tables in the order in which they are read.
  private func fill(_ source: WindTables) {
    let (microphones, rows) = (factors.microphones, factors.rows)
    for bin in 0..<factors.bins {
      var canTell = false
      for part in 0..<microphones {
        let (row, lane) = (part / Lanes.count, part % Lanes.count)
        let weight = source.weights[bin * microphones + part]
        limits[bin * rows + row][lane] = source.limits[bin * microphones + part]
        weights[bin * rows + row][lane] = weight
        if weight > 0 { canTell = true }
        for microphone in 0..<microphones {
          let value = source.parts[(bin * microphones + part) * microphones + microphone]
          let place = parts + (bin * microphones + microphone) * rows + row
          (place.pointee.re[lane], place.pointee.im[lane]) = (value.x, value.y)
        }
      }
      for n in 0..<microphones {
        corrections[bin * microphones + n] = source.corrections[bin * microphones + n]
      }
      tables[bin] = SIMD4(
        source.noiseGains[bin], source.levels[bin], source.shares[bin], canTell ? 1 : 0)
    }
  }

  /// The index of the first microphone in use.
  var firstUsed: Int { @_noAllocation @_noLocks get { factors.firstUsed } }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    forgetPowers()
    (high, middle, earlierMiddle, wasGlance) = (0, 0, 0, false)
    quiet = factors.pause
    (windows, onsets, lastOnset) = (0, 0, 0)
    begin()
  }

  /// Forgets the powers of all bins, and closes the gate.
  @_noAllocation @_noLocks
  private mutating func forgetPowers() {
    for n in 0..<(factors.bins * factors.rows) { partPowers[n] = .zero }
    for n in 0..<(factors.bins * factors.microphones) { (powers[n], strengths[n]) = (0, 0) }
    (watched, gate, held) = (0, 0, 0)
  }

  /// Sets the state in which wind reduction begins.
  @_noAllocation @_noLocks
  private func begin() {
    for bin in 0..<factors.bins {
      (gains[bin], replaced[bin]) = (1, 0)
      for n in 0..<factors.microphones {
        let isUsed = corrections[bin * factors.microphones + n] != .zero
        mixture[bin * factors.microphones + n] = isUsed ? factors.mean : 0
      }
    }
  }

  /// Counts a window without looking at it.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func skip() { windows += 1 }

  /// True while the gate is closed and no recent window had wind: then a glance at the next window is enough.
  var isCalm: Bool { @_noAllocation @_noLocks get { gate == 0 && watched < Self.seldom } }

  /// Processes the next window; true while wind is being reduced.
  @_noAllocation @_noLocks
  mutating func next(_ spectrum: SpectrumRows) -> Bool {
    if wasGlance { beginCold() }
    measureHigh(spectrum)
    let look = look(spectrum, bins: factors.bins)
    earlierMiddle *= factors.power
    if earlierMiddle < Self.silence { earlierMiddle = 0 }
    middle = look.middle + earlierMiddle
    judge(look, spectrum)
    guard gate > 0 else { return false }
    for bin in 1..<factors.bins { mix(bin) }
    return true
  }

  /// Processes the next window at a glance, looking only at the bins in which wind is sought.
  ///
  /// A glance never starts the reduction: that takes several windows with wind, and ``isCalm`` is false after the first
  /// of them.
  ///
  /// - Parameters:
  ///   - spectrum: all bins, or only the lowest bins, see ``WindGlance``.
  ///   - power: if only the lowest bins are available, the sum of the squares of a hop of frames of the first
  ///     microphone in use. All of this power counts as lying above the bins in which wind is reduced; if part of it is
  ///     wind, the wind must be a thousandth stronger to be noticed.
  @_noAllocation @_noLocks
  mutating func glance(_ spectrum: SpectrumRows, power: Float? = nil) {
    wasGlance = true
    if let power { followHigh(power * Float(factors.allBins)) } else { measureHigh(spectrum) }
    middle = factors.power * middle + (1 - factors.power) * middlePower(spectrum)
    if middle < Self.silence { middle = 0 }
    judge(look(spectrum, bins: factors.endWatched), spectrum)
  }

  /// Restarts the bins that a glance leaves out as if after silence, but keeps their total power.
  @_noAllocation @_noLocks
  private mutating func beginCold() {
    (wasGlance, earlierMiddle) = (false, middle)
    let (rows, microphones) = (factors.rows, factors.microphones)
    for n in (factors.endWatched * rows)..<(factors.bins * rows) { partPowers[n] = .zero }
    for n in (factors.endWatched * microphones)..<(factors.bins * microphones) {
      (powers[n], strengths[n]) = (0, 0)
    }
  }

  /// Measures bins, and returns the power of wind in the watched bins, the total power in them, and the power in the
  /// bins above them.
  @_noAllocation @_noLocks
  private mutating func look(
    _ spectrum: SpectrumRows, bins: Int
  ) -> (wind: Float, all: Float, middle: Float) {
    windows += 1
    var (wind, all, middle): (Float, Float, Float) = (0, 0, 0)
    var share: Float = 0
    // Use a local copy, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let fresh = fresh
    for n in 0..<factors.microphones { fresh[n] = 0 }
    for bin in 1..<bins {
      measure(bin, spectrum)
      share = self.share(bin, below: share)
      let mean = winds[bin] + sounds[bin]
      if bin >= factors.firstWatched && bin < factors.endWatched {
        wind += mean * share
        all += mean
        for n in 0..<factors.microphones { fresh[n] += powers[bin * factors.microphones + n] }
      } else if bin >= factors.endWatched {
        middle += mean
      }
    }
    return (wind, all, middle)
  }

  /// Opens or closes the gate a little, depending on one window; closes it at once if a microphone is dead.
  @_noAllocation @_noLocks
  private mutating func judge(
    _ seen: (wind: Float, all: Float, middle: Float), _ spectrum: SpectrumRows
  ) {
    if hasDead(in: spectrum) { return forgetPowers() }
    let isLoud =
      seen.all > max(factors.softest, Self.leastOfMiddle * middle + Self.leastOfHigh * high)
    let isWindy = isLoud && seen.wind > Self.leastShare * seen.all
    watch(isWindy && least(of: fresh) > Self.leastPower * seen.all)
  }

  /// The power of a microphone in the bins above the watched bins, or a slightly larger value.
  @_noAllocation @_noLocks
  private func middlePower(_ spectrum: SpectrumRows) -> Float {
    var result: Float = 0
    for n in 0..<factors.microphones {
      let row = spectrum.from(row: n)
      var sum = SIMD4<Float>.zero
      for bin in stride(from: factors.endWatched, to: factors.bins, by: 4) {
        let (re, im) = (Quad.load(row.real + bin), Quad.load(row.imaginary + bin))
        sum += re * re + im * im
      }
      let gain = corrections[factors.microphones + n]
      result += (sum.x + sum.y + sum.z + sum.w) * (gain.x * gain.x + gain.y * gain.y)
    }
    result *= factors.mean
    return result < Self.silence ? 0 : result
  }

  /// Updates the mean powers of a bin.
  ///
  /// Microphones are first scaled to the same level: otherwise a weak microphone, or a mouth close to one microphone,
  /// would look like wind.
  @_noAllocation @_noLocks
  private func measure(_ bin: Int, _ spectrum: SpectrumRows) {
    let (microphones, rows, keep) = (factors.microphones, factors.rows, factors.power)
    level(bin, spectrum, mean: strength(bin, spectrum))
    for row in 0..<rows {
      var (a, b) = (Lanes.zero, Lanes.zero)
      var factor = UnsafePointer(parts) + bin * microphones * rows + row
      var value = UnsafePointer(levelled)
      for _ in 0..<microphones {
        let (x, y) = (Lanes(repeating: value[0].x), Lanes(repeating: value[0].y))
        a = a.adding(factor[0].re, times: x).subtracting(factor[0].im, times: y)
        b = b.adding(factor[0].re, times: y).adding(factor[0].im, times: x)
        factor += rows
        value += 1
      }
      let power: Lanes = a * a + b * b
      partPowers[bin * rows + row] = partPowers[bin * rows + row] * keep + power * (1 - keep)
    }
  }

  /// Scales the microphones' values in a bin to the same level.
  @_noAllocation @_noLocks
  private func level(_ bin: Int, _ spectrum: SpectrumRows, mean: Float) {
    var (re, im) = (spectrum.real + bin, spectrum.imaginary + bin)
    // Use a local copy, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let (levelled, strengths) = (levelled, strengths + bin * factors.microphones)
    for n in 0..<factors.microphones {
      let level = levelling(strengths[n], mean)
      levelled[n] = SIMD2(re[0] * level, im[0] * level)
      re += spectrum.stride
      im += spectrum.stride
    }
  }

  /// Updates the mean powers of the microphones in a bin; returns the mean of their long-term means.
  @_noAllocation @_noLocks
  private func strength(_ bin: Int, _ spectrum: SpectrumRows) -> Float {
    let (keep, keepLong) = (factors.power, factors.strength)
    let start = bin * factors.microphones
    let (powers, strengths) = (powers + start, strengths + start)
    var (re, im) = (spectrum.real + bin, spectrum.imaginary + bin)
    var sum: Float = 0
    for n in 0..<factors.microphones {
      let factor = corrections[start &+ n]
      let gain: Float = factor.x * factor.x + factor.y * factor.y
      let power: Float = (re[0] * re[0] + im[0] * im[0]) * gain
      powers[n] = powers[n] * keep + power * (1 - keep)
      strengths[n] = strengths[n] * keepLong + power * (1 - keepLong)
      sum += strengths[n]
      re += spectrum.stride
      im += spectrum.stride
    }
    return sum * factors.mean
  }

  /// The factor that scales a microphone to the mean strength of all.
  @_noAllocation @_noLocks
  private func levelling(_ strength: Float, _ mean: Float) -> Float {
    guard strength > Self.silence else { return 1 }
    let factor = Elementary.inverseRoot(strength / mean)
    return max(1 / Self.mostLevelling, min(Self.mostLevelling, factor))
  }

  /// Measures the power above the bins in which wind is reduced, and updates its mean.
  @_noAllocation @_noLocks
  private mutating func measureHigh(_ spectrum: SpectrumRows) {
    let start = factors.firstUsed * spectrum.stride
    let (re, im) = (spectrum.real + start, spectrum.imaginary + start)
    var power: Float = 0
    for bin in factors.bins..<factors.allBins { power += re[bin] * re[bin] + im[bin] * im[bin] }
    followHigh(power)
  }

  /// Updates the mean power above the bins in which wind is reduced, with the power of one window.
  @_noAllocation @_noLocks
  private mutating func followHigh(_ power: Float) {
    let gain = corrections[factors.microphones + factors.firstUsed]
    let corrected = power * (gain.x * gain.x + gain.y * gain.y)
    high = factors.power * high + (1 - factors.power) * corrected
    if high < Self.silence { high = 0 }
  }

  /// Returns the share of wind in a bin, and stores the powers of wind and of sound at a microphone.
  @_noAllocation @_noLocks
  private func share(_ bin: Int, below: Float) -> Float {
    let start = bin * factors.rows
    var sum = Lanes.zero
    for row in 0..<factors.rows { sum += partPowers[start + row] }
    let total = sum.sum()
    guard total > Self.silence else {
      for row in 0..<factors.rows { partPowers[start + row] = .zero }
      for n in 0..<factors.microphones {
        let place = bin * factors.microphones + n
        (powers[place], strengths[place]) = (0, 0)
      }
      (winds[bin], sounds[bin]) = (0, 0)
      return below
    }
    let mean = total * factors.mean
    var share = below * Self.handedOn
    if tables[bin].w > 0 {
      var above = Lanes.zero
      for row in 0..<factors.rows {
        let rest: Lanes = partPowers[start + row] - limits[start + row] * total
        let positive = rest.replacing(with: Lanes.zero, where: rest .< Lanes.zero)
        above += positive * weights[start + row]
      }
      share = min(1, above.sum() / mean)
    }
    winds[bin] = share * mean
    sounds[bin] = max(mean - winds[bin], Self.leastSound * mean)
    return share
  }

  /// Opens or closes the gate a little, depending on whether a window is windy.
  @_noAllocation @_noLocks
  private mutating func watch(_ isWindy: Bool) {
    watched = factors.watch * watched + (isWindy ? 1 - factors.watch : 0)
    if watched < Self.silence { watched = 0 }
    if watched > Self.often {
      if held == 0, gate == 0 {
        begin()
        if quiet >= factors.pause {
          onsets += 1
          lastOnset = windows
        }
      }
      held = factors.hold
    } else if held > 0 {
      held -= 1
    }
    gate = held > 0 ? min(1, gate + factors.opening) : max(0, gate - factors.closing)
    quiet = gate > 0 ? 0 : min(quiet + 1, factors.pause)
  }

  /// Updates the mixture of the microphones for a bin, the gain of the mixture, and the degree to which it replaces the
  /// filters.
  @_noAllocation @_noLocks
  private func mix(_ bin: Int) {
    let (microphones, start) = (factors.microphones, bin * factors.microphones)
    let (wind, sound) = (winds[bin], sounds[bin])
    let table = tables[bin]
    var least = Float.infinity
    for n in 0..<microphones where corrections[start + n] != .zero {
      fresh[n] = max(powers[start + n] - sound, max(Self.leastWind * wind, Self.silence))
      least = min(least, fresh[n])
    }
    var sum: Float = 0
    for n in 0..<microphones where corrections[start + n] != .zero {
      let ratio = least / fresh[n]
      sum += bin >= factors.singleBin ? ratio * ratio * ratio : ratio
    }
    var noise: Float = 0
    for n in 0..<microphones where corrections[start + n] != .zero {
      let ratio = least / fresh[n]
      let weight = (bin >= factors.singleBin ? ratio * ratio * ratio : ratio) / sum
      let mixed = factors.gain * mixture[start + n] + (1 - factors.gain) * weight
      mixture[start + n] = mixed
      noise += mixed * mixed * fresh[n]
    }
    let wiener = sound / max(sound + Self.taken * noise, Self.silence)
    gains[bin] = factors.gain * gains[bin] + (1 - factors.gain) * max(factors.floor, wiener)
    let lifted = table.x * wind
    let ratio = lifted / max(lifted + sound, Self.silence)
    let x = max(0, min(1, (ratio - 0.1) / 0.4))
    let smooth = x * x * (3 - 2 * x)
    let keep = smooth > replaced[bin] ? factors.rise : factors.fall
    replaced[bin] = keep * replaced[bin] + (1 - keep) * smooth
  }

  /// Replaces the low bins of the filters' output to the degree that they contain wind.
  ///
  /// - Parameters:
  ///   - correction: the correction that is added to the output; it is changed, or replaced if there is none yet.
  ///   - isAdded: true if `correction` already holds a correction.
  @_noAllocation @_noLocks
  func correct(_ window: StereoWindow, into correction: SpectrumRows, isAdded: Bool) {
    if !isAdded {
      for n in 0..<(2 * correction.stride) {
        (correction.real[n], correction.imaginary[n]) = (0, 0)
      }
    }
    for bin in 0..<factors.bins {
      // Bin 0 uses the values of bin 1.
      let own = max(1, bin)
      let part = replaced[own] * gate * tables[own].z
      let gain = gains[own] * tables[own].y
      let mixed = mixed(bin, own, window.microphones) * gain
      for ear in 0..<2 {
        let (heard, place) = (ear * window.ears.stride + bin, ear * correction.stride + bin)
        let re: Float = mixed.x - window.ears.real[heard]
        let im: Float = mixed.y - window.ears.imaginary[heard]
        correction.real[place] = correction.real[place] * (1 - part) + re * part
        correction.imaginary[place] = correction.imaginary[place] * (1 - part) + im * part
      }
    }
  }

  /// One bin of the mixture of the microphones, as a real and an imaginary part.
  @_noAllocation @_noLocks
  private func mixed(_ bin: Int, _ own: Int, _ microphones: SpectrumRows) -> SIMD2<Float> {
    var (re, im): (Float, Float) = (0, 0)
    for n in 0..<factors.microphones {
      let place = n * microphones.stride + bin
      let (x, y) = (microphones.real[place], microphones.imaginary[place])
      let factor = corrections[bin * factors.microphones + n]
      let weight = mixture[own * factors.microphones + n]
      re += weight * (factor.x * x - factor.y * y)
      im += weight * (factor.x * y + factor.y * x)
    }
    return SIMD2(re, im)
  }
}
