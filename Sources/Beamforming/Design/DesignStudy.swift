import Acoustics
import Boards

/// One design, and all the results that are computed from its filters.
///
/// The data that its figures, curves and robustness share are computed once, in `init`.
public struct DesignStudy: Sendable {
  /// The design.
  public let design: Design
  let designer: FilterDesigner
  let measure: DesignMeasure
  var board: Board { designer.board }

  /// Creates a study of a design made by this designer.
  ///
  /// - Precondition: the design is for this designer's board and rate.
  public init(_ designer: FilterDesigner, _ design: Design) {
    self.designer = designer
    self.design = design
    measure = DesignMeasure(designer, design)
  }

  /// The figures of merit, which measure the deviation of the filters from the target.
  public var figures: Figures { designer.figures(design, measure) }

  /// The responses of the filters over direction and frequency.
  public var curves: DesignCurves { designer.curves(design, measure) }

  /// The effect of microphone mismatch on the design, see ``FilterDesigner/robustness(_:seed:boards:mismatch:)``.
  ///
  /// - Parameter progress: called with the share of the boards that is finished, 0 to 1.
  public func robustness(
    seed: UInt64 = 1, boards: Int = 50, mismatch: Mismatch? = nil,
    progress: (Double) -> Void = { _ in }
  ) -> Robustness {
    measure.robustness(
      seed: seed, boards: boards, mismatch: mismatch ?? designer.board.mismatch, progress: progress)
  }
}
