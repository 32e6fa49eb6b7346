import Beamforming

/// One case of a board with its filters and their figures.
package struct CaseStudy: Sendable {
  /// The filters in use.
  package var design: Design
  /// Their figures, on microphones that match the board file.
  package var figures: Figures
  /// Their curves.
  package var curves: DesignCurves
  /// The figures of the same filters with the measured gains; `nil` if none were measured, or they make no difference.
  package var measured: Figures?

  /// A case from its parts.
  package init(
    design: Design, figures: Figures, curves: DesignCurves, measured: Figures? = nil
  ) {
    self.design = design
    self.figures = figures
    self.curves = curves
    self.measured = measured
  }
}
