import Acoustics
import Boards
import Glibc

/// Stereo by filters beside plain stereo of the same microphones in the same case, in figures of both.
///
/// Both are judged in bands of a twelfth of an octave, which no design and no refinement looks at.
public struct PlainComparison: Sendable, Equatable, Codable {
  /// The audible properties of a stereo signal: sides, colour, smoothness, then levels and times between the ears.
  public struct Merit: Sendable, Equatable, Codable {
    /// Directions of the horizon outside 10 degrees of the middle plane whose pink noise is louder, or later, on the
    /// wrong side.
    public var wrongSides: Int
    /// The largest deviation in decibels of a third octave, all directions of the horizon and both channels together,
    /// 100 Hz to 12.5 kHz, from the mean of 200 Hz to 2 kHz.
    public var colour: Double
    /// The softest direction in front in any third octave, against the same mean, decibels.
    public var softest: Double
    /// Mean change of the level difference from one band to the next above that of the target, 0.2 to 6 kHz, decibels.
    public var comb: Double
    /// Mean error of the interaural level difference, 0.2 to 6 kHz, decibels.
    public var ildError: Double
    /// Mean error of the interaural time difference, microseconds.
    public var itdError: Double
  }

  /// The filters in use.
  public var filters: Merit
  /// The pair without filters.
  public var plain: Merit

  /// True when filters are not worth having: more sides are wrong with them, or what they make better, less what they
  /// make worse, is less than a quarter of what is off without them, or hardly noticed.
  public var isPlainBetter: Bool {
    guard plain.wrongSides == filters.wrongSides else {
      return plain.wrongSides < filters.wrongSides
    }
    let gain = plain.audible - filters.audible
    return gain < max(Self.leastGain, Self.leastShare * plain.audible)
  }

  /// The share of the errors without filters that filters have to take away: they cost noise and trust in the numbers
  /// of the board file, which a pair does without.
  private static let leastShare = 0.25
  /// The just noticeable differences that they have to take away.
  private static let leastGain = 2.0
}

extension PlainComparison.Merit {
  /// All that is audibly off, in just noticeable differences.
  var audible: Double {
    ildError / Self.noticedLevel + itdError / Self.noticedTime + max(0, comb) / Self.noticedLevel
      + max(0, colour - Self.evenLevel) / Self.noticedLevel
      + max(0, Self.softestLevel - softest) / Self.noticedLevel
  }

  /// The just noticeable difference of level, decibels: 0.5 to 1 between the ears.
  ///
  /// - Source: J. Blauert, Spatial Hearing, revised edition (1997), section 2.4.
  private static let noticedLevel = 1.0
  /// The just noticeable difference of time between the ears in microseconds: 10 to 20.
  ///
  /// - Source: the same.
  private static let noticedTime = 20.0
  /// The deviation of colour that filters are allowed, decibels.
  private static let evenLevel = 1.0
  /// The level of the softest direction in front that a head has itself below 8 kHz, decibels.
  private static let softestLevel = -3.3
}

extension DesignStudy {
  /// The comparison with plain stereo; `nil` unless this is stereo by filters, and plain stereo is possible in its
  /// case.
  public var plainComparison: PlainComparison? {
    guard design.pattern == .stereo, let plain = designer.plain(design.which) else { return nil }
    let other = DesignMeasure(designer, plain, beside: (design, measure))
    guard let filters = measure.merit(designer), let pair = other.merit(designer) else {
      return nil
    }
    return PlainComparison(filters: filters, plain: pair)
  }
}

extension FilterDesigner {
  /// Plain stereo of a case; `nil` where there is no pair, or it is not beside each other.
  fileprivate func plain(_ which: Board.Case) -> Design? {
    guard let layout = board.layout(which),
      PairPlan(basis, which: which, layout: layout, pattern: .plain)?.pattern == .plain
    else { return nil }
    do throws(DesignError) {
      return try design(which, pattern: .plain)
    } catch {
      // Two microphones that can be used are all that a design needs.
      return nil
    }
  }
}

extension DesignMeasure {
  fileprivate func merit(_ designer: FilterDesigner) -> PlainComparison.Merit? {
    guard let wanted = targetCues, let cues else { return nil }
    let colour = HorizonColour(signals, rate: designer.settings.rate)
    let reached = TwelfthLevels(signals)
    let target = TwelfthLevels(targetSignals)
    let errors = cues.timeErrors(against: wanted)
    return PlainComparison.Merit(
      wrongSides: wrongSides(cues), colour: colour.largest, softest: colour.softest,
      comb: reached.change - target.change, ildError: reached.error(against: target),
      itdError: 1e6 * errors.reduce(0, +) / Double(max(1, errors.count)))
  }

  /// The number of directions on a side from which pink noise is louder, or later, on the other.
  private func wrongSides(_ cues: InterauralCues) -> Int {
    let pink = signals.pinkLevels
    return (0..<signals.count).count { direction in
      // Counter-clockwise from forward: positive to the left, as are the differences.
      let side = sin(2 * .pi * Double(direction) / Double(signals.count))
      guard abs(side) > Self.leastSide else { return false }
      let sign = side > 0 ? 1.0 : -1
      return sign * pink[direction] < -Self.evenSides
        || sign * cues.timeDifferences[direction] <= 0
    }
  }

  /// The sine of the angle to the middle plane from which a sound is on a side: 10 degrees, and no edge on a direction.
  private static let leastSide = sin(10.1 * .pi / 180)
  /// The difference in decibels below which neither side is louder.
  private static let evenSides = 0.1
}

extension HorizonSignals {
  /// The level of the left channel over the right in some bins with weights, by direction, decibels.
  fileprivate func levelDifferences(
    _ bins: Range<Int>, weight: (Int) -> Double = { _ in 1 }
  ) -> [Double] {
    var left = [SIMD4<Double>](repeating: .zero, count: chunks)
    var right = left
    for bin in bins {
      addPower(output: 0, bin: bin, weight: weight(bin), to: &left)
      addPower(output: 1, bin: bin, weight: weight(bin), to: &right)
    }
    return (0..<count).map { direction -> Double in
      let (l, r) = (left[direction / 4][direction % 4], right[direction / 4][direction % 4])
      return 10 * log10((l + 1e-30) / (r + 1e-30))
    }
  }

  /// The same for pink noise of 50 Hz to 20 kHz.
  fileprivate var pinkLevels: [Double] {
    let first = max(1, Int((50 / step).rounded(.up)))
    let last = min(bins - 1, Int(20000 / step))
    return levelDifferences(first..<max(first, last + 1)) { 1 / Double($0) }
  }
}

/// Level differences of left against right in bands of a twelfth of an octave, but no narrower than a frequency.
private struct TwelfthLevels {
  /// Decibels, `[band][direction]`.
  private let levels: [[Double]]

  private static let range = 200.0...6000.0

  init(_ signals: HorizonSignals) {
    var levels: [[Double]] = []
    var low = Self.range.lowerBound
    while low < Self.range.upperBound {
      let high = low * pow(2, 1.0 / 12)
      let first = Int((low / signals.step).rounded(.up))
      let end = min(signals.bins, Int((high / signals.step).rounded(.up)))
      if first < end { levels.append(signals.levelDifferences(first..<end)) }
      low = high
    }
    self.levels = levels
  }

  /// The mean change from one band to the next, decibels.
  var change: Double {
    Self.mean(
      zip(levels, levels.dropFirst()).flatMap { low, high in zip(low, high).map { abs($1 - $0) } })
  }

  /// The mean error against other levels, decibels.
  func error(against other: TwelfthLevels) -> Double {
    Self.mean(
      zip(levels, other.levels).flatMap { mine, its in zip(mine, its).map { abs($0 - $1) } })
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }
}

/// The level per third octave that signals have around the listener, both channels together.
private struct HorizonColour {
  /// The largest deviation of the mean of all directions, decibels.
  let largest: Double
  /// The softest direction in front, decibels.
  let softest: Double

  private static let thirds = (-10...11).map { 1000 * pow(10, Double($0) / 10) }
  private static let reference = 200.0...2000.0

  init(_ signals: HorizonSignals, rate: Int) {
    let half = pow(2, 1.0 / 6)
    let thirds = Self.thirds.filter { $0 * half < 0.45 * Double(rate) }
    let levels = thirds.map { Self.powers(signals, $0 / half...$0 * half) }
    let means = levels.map { $0.reduce(0, +) / Double(signals.count) }
    let middle = zip(thirds, means).filter { Self.reference.contains($0.0) }.map(\.1)
    let reference = middle.reduce(0, +) / Double(max(1, middle.count))
    largest = means.map { abs(10 * log10($0 / reference)) }.max() ?? 0
    let quarter = signals.count / 4
    let front = (0..<signals.count).filter { min($0, signals.count - $0) <= quarter }
    softest = levels.flatMap { level in front.map { 10 * log10(level[$0] / reference) } }.min() ?? 0
  }

  /// The mean power per frequency in a band, by direction.
  private static func powers(
    _ signals: HorizonSignals, _ band: ClosedRange<Double>
  ) -> [Double] {
    var bins = (1..<signals.bins).filter { band.contains(Double($0) * signals.step) }
    if bins.isEmpty {
      bins = [max(1, Int(((band.lowerBound + band.upperBound) / 2 / signals.step).rounded()))]
    }
    var sums = [SIMD4<Double>](repeating: .zero, count: signals.chunks)
    for bin in bins {
      for output in 0..<signals.outputs {
        signals.addPower(output: output, bin: bin, weight: 1 / Double(bins.count), to: &sums)
      }
    }
    return (0..<signals.count).map { sums[$0 / 4][$0 % 4] + 1e-30 }
  }
}
