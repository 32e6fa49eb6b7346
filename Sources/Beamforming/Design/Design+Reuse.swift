import Boards

extension FilterDesigner {
  /// Adds the remarks on this designer's head, which are missing from a design made from cached filters.
  public func annotated(_ design: Design) -> Design {
    design.adding(headNotes(design.pattern).filter { !design.notes.contains($0) })
  }

  /// The version of the design method, which invalidates cached filters when it changes.
  ///
  /// It changes whenever the same input would lead to different filters.
  public static var version: Int { 4 }

  /// Creates a design from filters that were designed earlier from the same input.
  ///
  /// This costs very little, because it needs the geometry but no head. The result is `nil` if the filters do not fit
  /// the board, the settings or the case.
  /// - Throws: ``DesignError`` if a setting is out of range, or the board cannot be used.
  public static func adopt(
    _ filters: FilterBank, board: Board, settings: DesignSettings, unusable: Set<Int> = [],
    which: Board.Case, pattern: PolarPattern
  ) throws(DesignError) -> Design? {
    let basis = try DesignBasis(board: board, settings: settings, unusable: unusable)
    guard let layout = board.layout(which), !basis.usable.isEmpty else { return nil }
    let isReplaced = pattern == .ambix && filters.bandwidth == nil
    let plan =
      isReplaced
      ? DesignPlan(withoutAmbisonics: basis, which: which, layout: layout)
      : DesignPlan(basis, which: which, layout: layout, pattern: pattern)
    guard fits(filters, settings, plan.pattern), filters.microphones == board.microphones.count
    else { return nil }
    return Design(
      filters: filters, which: which, preferredPattern: pattern, pattern: plan.pattern,
      frontEmphasis: plan.frontEmphasis, notes: plan.notes)
  }
}
