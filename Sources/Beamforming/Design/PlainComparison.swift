import Boards

/// Stereo by filters beside plain stereo of the same microphones in the same case, in figures of both.
///
/// They are those of ``Figures``, where no design looks: what the tables show is what decides.
public struct PlainComparison: Sendable, Equatable, Codable {
  /// The audible properties of a stereo signal: sides, colour, smoothness, then levels and times between the ears.
  public struct Merit: Sendable, Equatable, Codable {
    /// ``IndependentFigures/wrongSides``.
    public var wrongSides: Int
    /// ``Colour/worst``: the largest deviation of the mean over all directions, with its sign, decibels.
    public var colour: Double
    /// ``Colour/softest``: the softest direction in front in any third octave, decibels.
    public var softest: Double
    /// ``IndependentFigures/comb``, decibels.
    public var comb: Double
    /// ``IndependentFigures/ildError``, decibels.
    public var ildError: Double
    /// ``IndependentFigures/itdErrorMean``, microseconds.
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
      + max(0, abs(colour) - Self.evenLevel) / Self.noticedLevel
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

extension PlainComparison.Merit {
  /// The merit that figures show; `nil` for a signal without sides.
  fileprivate init?(_ figures: Figures) {
    guard let reached = figures.independent, let wrongSides = reached.wrongSides else { return nil }
    self.init(
      wrongSides: wrongSides, colour: figures.colour.worst?.decibels ?? 0,
      softest: figures.colour.softest?.decibels ?? 0, comb: reached.comb,
      ildError: reached.ildError, itdError: reached.itdErrorMean)
  }
}

extension DesignStudy {
  /// The comparison with plain stereo; `nil` unless this is stereo by filters, and plain stereo is possible in its
  /// case.
  ///
  /// - Parameter figures: ``figures`` of this study.
  public func plainComparison(_ figures: Figures) -> PlainComparison? {
    guard design.pattern == .stereo, let plain = designer.plain(design.which),
      let filters = PlainComparison.Merit(figures),
      let pair = PlainComparison.Merit(DesignStudy(designer, plain).figures)
    else { return nil }
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
