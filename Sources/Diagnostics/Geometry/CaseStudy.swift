import Beamforming

/// One case of a board with what its filters give.
public struct CaseStudy: Sendable {
  /// The filters in use.
  public var design: Design
  /// Their figures, on microphones that are as the board file says.
  public var figures: Figures
  /// Their curves.
  public var curves: DesignCurves
  /// The figures of the same filters with the gains that were measured; `nil` where none were, or they do not matter.
  public var measured: Figures?

  /// A case from its parts.
  public init(
    design: Design, figures: Figures, curves: DesignCurves, measured: Figures? = nil
  ) {
    self.design = design
    self.figures = figures
    self.curves = curves
    self.measured = measured
  }
}
