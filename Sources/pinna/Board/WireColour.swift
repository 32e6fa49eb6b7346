import Boards

/// The colour of a wire that shops sell; its name is also written out for people who cannot tell colours apart.
enum WireColour: String, CaseIterable, Encodable {
  case red, black, yellow, blue, green, violet, orange, grey, white

  /// The colour for the function of a line: as usual, supplies are red and black; the clocks of the sound bus (GPIO 18
  /// and 19) are yellow and blue; each data line has a colour of its own.
  init(_ signal: HeaderPin.Signal) {
    switch signal {
    case .supply3V3, .supply5V: self = .red
    case .ground: self = .black
    case .gpio(18): self = .yellow
    case .gpio(19): self = .blue
    case .gpio(20): self = .green
    case .gpio(22): self = .violet
    case .gpio(24): self = .orange
    case .gpio(26): self = .grey
    case .gpio: self = .white
    }
  }

  /// The style rules of all colours, for light and dark pages.
  ///
  /// Every wire has an outline, so that a black one stands out on a dark page and a white one on a light page.
  static let style: String = {
    func rules(_ stroke: (WireColour) -> String) -> String {
      allCases.map { ".wire-\($0.rawValue){stroke:\(stroke($0));fill:none}" }
        .joined(separator: "\n")
    }
    return """
      .wire{stroke-width:4}
      .edge{stroke-width:6}
      .pin{stroke-width:4}
      .edge{stroke:#5f6873;fill:none}
      \(rules(\.strokes.light))
      @media (prefers-color-scheme:dark){
      .edge{stroke:#9aa4b0;fill:none}
      \(rules(\.strokes.dark))
      }
      """
  }()

  /// The colours of the wire on light and on dark pages.
  private var strokes: (light: String, dark: String) {
    switch self {
    case .red: ("#c62828", "#ff6b60")
    case .black: ("#1b1f24", "#000000")
    case .yellow: ("#e0b400", "#ffd84d")
    case .blue: ("#1565c0", "#6cb6ff")
    case .green: ("#1b7f3b", "#6fd08c")
    case .violet: ("#8e44ad", "#cf9bf0")
    case .orange: ("#d9650b", "#ffa45c")
    case .grey: ("#8d99a8", "#8d99a8")
    case .white: ("#ffffff", "#ffffff")
    }
  }
}
