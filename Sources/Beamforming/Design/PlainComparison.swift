import Boards

/// Compares stereo by filters with plain stereo from the same microphones in the same case, by the figures of both.
///
/// It uses the ``Figures`` that the design itself does not use, so that the result agrees with the tables.
public struct PlainComparison: Sendable, Equatable, Codable {
  /// The audible properties of a stereo signal: sides, colour, smoothness, and errors of level and time differences.
  public struct Merit: Sendable, Equatable, Codable {
    /// ``IndependentFigures/wrongSides``.
    public var wrongSides: Int
    /// ``Colour/worst``: the largest deviation of the mean over all directions, with its sign, in decibels.
    public var colour: Double
    /// ``Colour/softest``: the level of the softest direction in front in any third octave, in decibels.
    public var softest: Double
    /// ``IndependentFigures/comb``, in decibels.
    public var comb: Double
    /// ``IndependentFigures/ildError``, in decibels.
    public var ildError: Double
    /// ``IndependentFigures/itdErrorMean``, in microseconds.
    public var itdError: Double
  }

  /// The properties of the stereo that the filters make.
  public var filters: Merit
  /// The properties of the pair without filters.
  public var plain: Merit

  /// True if the filters are not worthwhile.
  ///
  /// They are not worthwhile if they put more sounds on the wrong side than the pair does. If both put the same number
  /// there, filters are not worthwhile whose net improvement is barely noticeable, or is less than a quarter of the
  /// errors without filters. The latter does not apply to a pair so close that it is nearly mono: the largest part of
  /// its errors, the missing time differences, is out of reach for filters too.
  public var isPlainBetter: Bool {
    guard plain.wrongSides == filters.wrongSides else {
      return plain.wrongSides < filters.wrongSides
    }
    let gain = plain.audible - filters.audible
    if gain < Self.leastGain { return true }
    return plain.itdError < Self.nearlyMono && gain < Self.leastShare * plain.audible
  }

  /// The share of the errors without filters that the filters must remove to be worthwhile: they cost noise, and rely
  /// on numbers in the board file that a pair does not need.
  private static let leastShare = 0.25
  /// The improvement required, in just noticeable differences.
  private static let leastGain = 2.0
  /// The error in the time differences, in microseconds, from which on a pair is nearly mono; for mono, the mean error
  /// is 350 to 400, because a head has differences of up to 700.
  private static let nearlyMono = 300.0
}

extension PlainComparison.Merit {
  /// The sum of audible errors, in just noticeable differences.
  var audible: Double {
    ildError / Self.noticedLevel + itdError / Self.noticedTime + max(0, comb) / Self.noticedLevel
      + max(0, abs(colour) - Self.evenLevel) / Self.noticedLevel
      + max(0, Self.softestLevel - softest) / Self.noticedLevel
  }

  /// The just noticeable difference of level in decibels; between the ears it is 0.5 to 1.
  ///
  /// - Source: J. Blauert, Spatial Hearing, revised edition (1997), section 2.4.
  private static let noticedLevel = 1.0
  /// The just noticeable difference of time between the ears in microseconds; it is 10 to 20.
  ///
  /// - Source: J. Blauert, as above.
  private static let noticedTime = 20.0
  /// The deviation of colour that does not count as an error, in decibels.
  private static let evenLevel = 1.0
  /// The level that a head itself has in its softest direction in front, below 8 kHz, in decibels.
  private static let softestLevel = -3.3
}

extension PlainComparison.Merit {
  /// Creates the properties from figures; `nil` for a signal without sides.
  fileprivate init?(_ figures: Figures) {
    guard let reached = figures.independent, let wrongSides = reached.wrongSides else { return nil }
    self.init(
      wrongSides: wrongSides, colour: figures.colour.worst?.decibels ?? 0,
      softest: figures.colour.softest?.decibels ?? 0, comb: reached.comb,
      ildError: reached.ildError, itdError: reached.itdErrorMean)
  }
}

extension DesignStudy {
  /// Compares this design with plain stereo; `nil` unless this is stereo by filters and plain stereo is possible in its
  /// case.
  ///
  /// - Parameter figures: the ``figures`` of this study.
  public func plainComparison(_ figures: Figures) -> PlainComparison? {
    guard design.pattern == .stereo, let plain = designer.plain(design.which),
      let filters = PlainComparison.Merit(figures),
      let pair = PlainComparison.Merit(DesignStudy(designer, plain).figures)
    else { return nil }
    return PlainComparison(filters: filters, plain: pair)
  }
}

extension FilterDesigner {
  /// The design of plain stereo in a case; `nil` if there is no pair, or its microphones are not side by side.
  fileprivate func plain(_ which: Board.Case) -> Design? {
    guard let layout = board.layout(which),
      PairPlan(basis, which: which, layout: layout, pattern: .plain)?.pattern == .plain
    else { return nil }
    do throws(DesignError) {
      return try design(which, pattern: .plain)
    } catch {
      // Designing plain stereo fails only if two microphones are not usable.
      return nil
    }
  }
}
