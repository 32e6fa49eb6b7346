import Beamforming
import Drawings

/// One column of a table of designs: a figure that consists of a single number.
struct FigureColumn: Sendable {
  /// The name of the figure.
  var title: String
  /// The figure of a design as text; `nil` if the design has none.
  var text: @Sendable (Figures) -> String?
}

extension FigureColumn {
  /// A column of numbers with this many digits after the point.
  init(
    _ title: String, _ digits: Int, signed: Bool = false,
    _ value: @escaping @Sendable (Figures) -> Double?
  ) {
    self.init(title: title) { figures in
      value(figures).map { signed ? $0.signedText(digits: digits) : $0.text(digits: digits) }
    }
  }

  /// The distance from the middle at which a sound straight ahead is heard, in microseconds, positive to the right.
  static let centre = FigureColumn("CENTRE", 0, signed: true) { $0.centre.map { -$0 } }
  static let noise = FigureColumn("NOISE", 1, signed: true) { $0.selfNoise }
  static let bandwidth = FigureColumn("UP TO", 0) { $0.usableBandwidth }
}
