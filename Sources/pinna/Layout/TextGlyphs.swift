/// The characters with which a layout is drawn in a terminal.
struct TextGlyphs: Sendable, Equatable {
  var horizontal: String
  var vertical: String
  var corners: [String]  // upper left, upper right, lower left, lower right
  var near: String
  var far: String
  var away: String
  var toward: String
  var arrowUp: String
  var arrowRight: String
  var connector: String { "(C)" }

  /// The characters for terminals that show UTF-8.
  static let unicode = TextGlyphs(
    horizontal: "─", vertical: "│", corners: ["╭", "╮", "╰", "╯"], near: "●", far: "○",
    away: "⊗", toward: "⊙", arrowUp: "↑", arrowRight: "→")

  /// The characters for all other terminals.
  static let ascii = TextGlyphs(
    horizontal: "-", vertical: "|", corners: ["+", "+", "+", "+"], near: "*", far: "o",
    away: "(x)", toward: "(.)", arrowUp: "^", arrowRight: ">")
}
