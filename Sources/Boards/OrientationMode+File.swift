import TOML

extension OrientationMode {
  private enum Mode: String, CaseIterable {
    case handHeld = "hand-held"
    case fixed
  }

  /// Reads the table `[orientation]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> OrientationMode {
    guard let table else { return .handHeld }
    let up = try table.direction("up")
    switch try table.choice("mode", Mode.self) ?? .handHeld {
    case .fixed:
      return .fixed(up: try table.required("up", up, example: "[0.0, 0.0, 1.0]"))
    case .handHeld:
      guard up == nil else {
        throw table.error(
          at: "up",
          "is given for a hand-held board, whose up direction follows from how it is held",
          "remove it, or write mode = \"fixed\"")
      }
      return .handHeld
    }
  }
}
