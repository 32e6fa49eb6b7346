import Boards

/// Stereo by filters compared with plain stereo from the same microphones in the same case, with figures of both.
///
/// The figures are those of ``Figures`` not used by the design: what the tables show decides.
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

  /// True if the filters are not worthwhile: they put more sides wrong, or their improvements minus their
  /// deteriorations are less than a quarter of the errors without them, or barely noticeable.
  public var isPlainBetter: Bool {
    guard plain.wrongSides == filters.wrongSides else {
      return plain.wrongSides < filters.wrongSides
    }
    let gain = plain.audible - filters.audible
    return gain < max(Self.leastGain, Self.leastShare * plain.audible)
  }

  /// The share of the errors without filters that the filters must remove: they cost noise, and rely on the numbers in
  /// the board file, which a pair does not need.
  private static let leastShare = 0.25
  /// The improvement required, in just noticeable differences.
  private static let leastGain = 2.0
}

extension PlainComparison.Merit {
  /// The sum of audible errors, in just noticeable differences.
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
  /// The permitted deviation of colour with filters, decibels.
  private static let evenLevel = 1.0
  /// The level in a head's own softest direction in front, below 8 kHz, decibels.
  private static let softestLevel = -3.3
}

extension PlainComparison.Merit {
  /// The merit according to figures; `nil` for a signal without sides.
  fileprivate init?(_ figures: Figures) {
    guard let reached = figures.independent, let wrongSides = reached.wrongSides else { return nil }
    self.init(
      wrongSides: wrongSides, colour: figures.colour.worst?.decibels ?? 0,
      softest: figures.colour.softest?.decibels ?? 0, comb: reached.comb,
      ildError: reached.ildError, itdError: reached.itdErrorMean)
  }
}

extension DesignStudy {
  /// The comparison with plain stereo; `nil` unless this is stereo by filters and plain stereo is possible in its case.
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
  /// Plain stereo in a case; `nil` if there is no pair, or its microphones are not side by side.
  fileprivate func plain(_ which: Board.Case) -> Design? {
    guard let layout = board.layout(which),
      PairPlan(basis, which: which, layout: layout, pattern: .plain)?.pattern == .plain
    else { return nil }
    do throws(DesignError) {
      return try design(which, pattern: .plain)
    } catch {
      // A design only needs two usable microphones.
      return nil
    }
  }
}
