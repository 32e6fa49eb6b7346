/// One HTML page that needs no other file and no network, for light and dark screens.
public struct HTMLPage: Sendable {
  /// What the browser's tab says.
  public let title: String
  private var body = ""

  /// A page with its title as the first heading.
  ///
  /// - Parameter summary: the sentence below the title.
  public init(title: String, summary: String = "") {
    self.title = title
    body = "<h1>\(SVG.escaped(title))</h1>\n"
    if !summary.isEmpty { body += "<p class=\"summary\">\(SVG.escaped(summary))</p>\n" }
  }

  /// A heading of the second level.
  public mutating func heading(_ text: String) {
    body += "<h2>\(SVG.escaped(text))</h2>\n"
  }

  /// A paragraph.
  public mutating func paragraph(_ text: String) {
    body += "<p>\(SVG.escaped(text))</p>\n"
  }

  /// A list of sentences.
  public mutating func list(_ items: [String]) {
    guard !items.isEmpty else { return }
    body += "<ul>\n" + items.map { "<li>\(SVG.escaped($0))</li>\n" }.joined() + "</ul>\n"
  }

  /// Pictures side by side, as far as the screen is wide: SVG documents, with a caption each.
  public mutating func figures(_ figures: [(svg: String, caption: String)]) {
    body += "<div class=\"figures\">\n"
    for figure in figures {
      body += "<figure>\n\(figure.svg)"
      if !figure.caption.isEmpty {
        body += "<figcaption>\(SVG.escaped(figure.caption))</figcaption>\n"
      }
      body += "</figure>\n"
    }
    body += "</div>\n"
  }

  /// A table; styles of cells become colours.
  public mutating func table(_ table: TextTable) {
    let head = table.columns.map {
      "<th\(Self.attribute($0.alignment))>\(SVG.escaped($0.title))</th>"
    }
    body += "<div class=\"scroll\"><table>\n<thead><tr>\(head.joined())</tr></thead>\n<tbody>\n"
    for row in table.rows {
      let cells = zip(table.columns, row).map { column, cell in
        let text = SVG.escaped(cell.text)
        let content = cell.style.map { "<span class=\"\($0.name)\">\(text)</span>" } ?? text
        return "<td\(Self.attribute(column.alignment))>\(content)</td>"
      }
      body += "<tr>\(cells.joined())</tr>\n"
    }
    body += "</tbody></table></div>\n"
  }

  /// HTML that the caller has escaped.
  public mutating func raw(_ html: String) {
    body += html
  }

  private static func attribute(_ alignment: TextTable.Alignment) -> String {
    alignment == .right ? " class=\"number\"" : ""
  }

  /// The whole page.
  public var document: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(SVG.escaped(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main>
    \(body)</main>
    </body>
    </html>

    """
  }

  private static let style = """
    :root{color-scheme:light dark;--ink:#1b1f24;--quiet:#5f6873;--page:#fff;--card:#f7f8fa;--line:#dfe3e8;
    --blue:#1565c0;--orange:#cc4e00;--green:#1b7f3b;--red:#c62828}
    @media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--quiet:#9aa4b0;--page:#14171b;--card:#1b1f25;
    --line:#323941;--blue:#6cb6ff;--orange:#ffa45c;--green:#6fd08c;--red:#ff7b72}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,"DejaVu Sans",sans-serif}
    main{max-width:1120px;margin:0 auto;padding:32px 20px 64px}
    h1{font-size:1.9rem;line-height:1.2;margin:0 0 8px}
    h2{font-size:1.25rem;margin:44px 0 4px;padding-top:20px;border-top:1px solid var(--line)}
    p{max-width:74ch;margin:8px 0}
    .summary{font-size:1.1rem;color:var(--quiet)}
    code{font:0.9em ui-monospace,"DejaVu Sans Mono",monospace;color:var(--quiet)}
    .figures{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;margin:12px 0}
    figure{margin:0;flex:1 1 310px;max-width:460px;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:8px}
    figure svg{display:block;max-width:100%;height:auto;margin:0 auto}
    figcaption{color:var(--quiet);font-size:.85rem;padding:4px 8px}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
    th,td{text-align:left;padding:5px 16px 5px 0;border-bottom:1px solid var(--line);white-space:nowrap}
    th{color:var(--quiet);font-weight:600}
    .number{text-align:right}
    .blue{color:var(--blue)}.yellow{color:var(--orange)}.green{color:var(--green)}.red{color:var(--red)}
    .dim{color:var(--quiet)}.bold{font-weight:600}
    """
}

extension TextStyle {
  /// The name of the class that a page gives text of this style.
  fileprivate var name: String {
    switch self {
    case .bold: "bold"
    case .dim: "dim"
    case .red: "red"
    case .green: "green"
    case .yellow: "yellow"
    case .blue: "blue"
    }
  }
}
