/// The colours that all pictures use, on light and on dark pages.
///
/// Left is blue and right is orange, because people with red-green colour blindness can also tell these two apart.
package enum Palette {
  /// The colour rules: each is a class, with its declarations for light and for dark pages.
  private static let rules: [(selector: String, light: String, dark: String)] = [
    (".page", "fill:#ffffff", "fill:#14171b"),
    (".ink", "fill:#1b1f24", "fill:#e8eaed"),
    (".quiet", "fill:#5f6873", "fill:#9aa4b0"),
    (".rule", "stroke:#c9ced6;fill:none", "stroke:#3d444d;fill:none"),
    (".mark", "stroke:#5f6873;fill:#5f6873", "stroke:#9aa4b0;fill:#9aa4b0"),
    (".device", "fill:#f1f3f6;stroke:#7d8692", "fill:#22272e;stroke:#7d8692"),
    (".connector", "fill:#7d8692", "fill:#7d8692"),
    (".on-dark", "fill:#ffffff", "fill:#14171b"),
    (".near", "fill:#2b323b;stroke:#2b323b", "fill:#dfe3e8;stroke:#dfe3e8"),
    (".far", "fill:#ffffff;stroke:#2b323b", "fill:#14171b;stroke:#dfe3e8"),
    (".left", "fill:#1565c0;stroke:#1565c0", "fill:#6cb6ff;stroke:#6cb6ff"),
    (".right", "fill:#bf4800;stroke:#bf4800", "fill:#ffa45c;stroke:#ffa45c"),
    (".forward", "fill:#1b7f3b;stroke:#1b7f3b", "fill:#6fd08c;stroke:#6fd08c"),
    (".trace", "stroke:#1b1f24;fill:none", "stroke:#e8eaed;fill:none"),
    (".band", "fill:#cfe6d5", "fill:#234630"),
    (".column", "fill:#8d99a8", "fill:#76828f"),
    (".good", "fill:#1b7f3b", "fill:#6fd08c"),
    (".bad", "fill:#c62828", "fill:#ff7b72"),
  ]

  /// The style sheet of every picture, with light colours, or with dark colours if the reader's browser prefers them.
  package static let style: String = {
    let light = rules.map { "\($0.selector){\($0.light)}" }.joined(separator: "\n")
    let dark = rules.map { "\($0.selector){\($0.dark)}" }.joined(separator: "\n")
    return """
      text{font-family:system-ui,"DejaVu Sans",sans-serif;font-size:13px}
      .title{font-size:17px;font-weight:600}
      .strong{font-weight:700}
      .small{font-size:11px}
      \(light)
      .left.open,.right.open,.forward.open,.mark.open{fill:none}
      line,polyline{stroke-width:2}
      .thin{stroke-width:1}
      .thick{stroke-width:3}
      .device{stroke-width:1.5}
      text[class]{stroke:none}
      .dashed{stroke-dasharray:3 4}
      .dotted{stroke-dasharray:1 3}
      @media (prefers-color-scheme:dark){
      \(dark)
      .left.open,.right.open,.forward.open,.mark.open{fill:none}
      text[class]{stroke:none}
      }
      """
  }()
}
