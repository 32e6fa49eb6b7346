import Acoustics
import Boards

/// One design with everything that is computed from its filters.
///
/// What its figures, curves and robustness have in common is computed once, in `init`; what designs of one case have in
/// common (what the microphones and the ears of the target receive) once for all of them.
public struct DesignStudy: Sendable {
  /// The design.
  public let design: Design
  private let designer: FilterDesigner
  private let measure: DesignMeasure

  /// A study of a design of this designer.
  ///
  /// - Parameter other: a study of another design of the same designer: where that is of the same case, it saves most of
  ///   the work.
  /// - Precondition: the design is of this designer's board and rate.
  public init(_ designer: FilterDesigner, _ design: Design, beside other: DesignStudy? = nil) {
    self.designer = designer
    self.design = design
    measure = DesignMeasure(designer, design, beside: other.map { ($0.design, $0.measure) })
  }

  /// How close the filters come to the target.
  public var figures: Figures { designer.figures(design, measure) }

  /// What the filters do over direction and frequency.
  public var curves: DesignCurves { designer.curves(design, measure) }

  /// What mismatch between the microphones does to the design: ``FilterDesigner/robustness(_:seed:boards:mismatch:)``.
  ///
  /// - Parameter progress: called with the part of the boards that is done, 0 to 1.
  public func robustness(
    seed: UInt64 = 1, boards: Int = 50, mismatch: Mismatch? = nil,
    progress: (Double) -> Void = { _ in }
  ) -> Robustness {
    measure.robustness(
      seed: seed, boards: boards, mismatch: mismatch ?? designer.board.mismatch, progress: progress)
  }
}
