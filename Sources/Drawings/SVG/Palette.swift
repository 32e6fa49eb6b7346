/// The colours that all pictures use, on light and on dark pages.
///
/// Left is blue and right is orange, because people with red-green colour blindness can also tell these two apart.
package enum Palette {
  /// A colour rule: a class, with its declarations for light and for dark pages.
  private struct Rule {
    var selector: String
    var light: String
    var dark: String
  }

  private static let rules = [
    Rule(selector: ".page", light: "fill:#ffffff", dark: "fill:#14171b"),
    Rule(selector: ".ink", light: "fill:#1b1f24", dark: "fill:#e8eaed"),
    Rule(selector: ".quiet", light: "fill:#5f6873", dark: "fill:#9aa4b0"),
    Rule(
      selector: ".rule", light: "stroke:#c9ced6;fill:none", dark: "stroke:#3d444d;fill:none"),
    Rule(
      selector: ".mark", light: "stroke:#5f6873;fill:#5f6873", dark: "stroke:#9aa4b0;fill:#9aa4b0"),
    Rule(
      selector: ".device", light: "fill:#f1f3f6;stroke:#7d8692",
      dark: "fill:#22272e;stroke:#7d8692"),
    Rule(selector: ".connector", light: "fill:#7d8692", dark: "fill:#7d8692"),
    Rule(selector: ".on-dark", light: "fill:#ffffff", dark: "fill:#14171b"),
    Rule(
      selector: ".near", light: "fill:#2b323b;stroke:#2b323b", dark: "fill:#dfe3e8;stroke:#dfe3e8"),
    Rule(
      selector: ".far", light: "fill:#ffffff;stroke:#2b323b", dark: "fill:#14171b;stroke:#dfe3e8"),
    Rule(
      selector: ".left", light: "fill:#1565c0;stroke:#1565c0", dark: "fill:#6cb6ff;stroke:#6cb6ff"),
    Rule(
      selector: ".right", light: "fill:#bf4800;stroke:#bf4800",
      dark: "fill:#ffa45c;stroke:#ffa45c"),
    Rule(
      selector: ".forward", light: "fill:#1b7f3b;stroke:#1b7f3b",
      dark: "fill:#6fd08c;stroke:#6fd08c"),
    Rule(
      selector: ".trace", light: "stroke:#1b1f24;fill:none", dark: "stroke:#e8eaed;fill:none"),
    Rule(selector: ".band", light: "fill:#cfe6d5", dark: "fill:#234630"),
    Rule(selector: ".column", light: "fill:#8d99a8", dark: "fill:#76828f"),
    Rule(selector: ".good", light: "fill:#1b7f3b", dark: "fill:#6fd08c"),
    Rule(selector: ".bad", light: "fill:#c62828", dark: "fill:#ff7b72"),
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
