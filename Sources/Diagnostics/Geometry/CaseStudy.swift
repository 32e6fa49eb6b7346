import Beamforming

/// One case of a board, with its filters and their figures.
package struct CaseStudy: Sendable {
  /// The filters in use for the case.
  package var design: Design
  /// The figures of the filters for microphones that match the board file.
  package var figures: Figures
  /// The curves of the filters.
  package var curves: DesignCurves
  /// The figures of the same filters with the measured gains of the microphones; `nil` if the gains are unknown or
  /// make no difference.
  package var measured: Figures?

  /// Creates a case from its parts.
  package init(
    design: Design, figures: Figures, curves: DesignCurves, measured: Figures? = nil
  ) {
    self.design = design
    self.figures = figures
    self.curves = curves
    self.measured = measured
  }
}
