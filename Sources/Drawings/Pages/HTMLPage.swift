/// An HTML page that needs no other file and no network, and suits light and dark screens.
package struct HTMLPage: Sendable {
  /// The title, which the browser shows on its tab.
  package let title: String
  private var body = ""
  private var ownRules = ""

  /// A mark near the start of every page that Pinna writes, and of no other page: a file with this mark may be
  /// overwritten by a newer page.
  package static let mark = "<meta name=\"generator\" content=\"Pinna\">"

  /// Starts a page whose first heading is its title.
  ///
  /// - Parameter summary: the sentence below the title.
  package init(title: String, summary: String = "") {
    self.title = title
    body = "<h1>\(SVG.escaped(title))</h1>\n"
    if !summary.isEmpty { body += "<p class=\"summary\">\(SVG.escaped(summary))</p>\n" }
  }

  /// Adds a heading of the second level.
  package mutating func heading(_ text: String) { body += "<h2>\(SVG.escaped(text))</h2>\n" }

  /// Adds a heading of the third level.
  package mutating func subheading(_ text: String) { body += "<h3>\(SVG.escaped(text))</h3>\n" }

  /// Adds style rules for the classes that drawings use if they are fragments.
  package mutating func rules(_ css: String) { ownRules += css + "\n" }

  /// An important number, with its name and a sentence about it.
  package struct Card: Sendable, Equatable {
    /// The name, such as "Front to back".
    package var title: String
    /// The number with its unit.
    package var value: String
    /// The sentence about the number.
    package var text: String

    /// A card from its parts.
    package init(title: String, value: String, text: String) {
      self.title = title
      self.value = value
      self.text = text
    }
  }

  /// Adds the most important numbers, as many side by side as the width of the screen allows.
  package mutating func cards(_ cards: [Card]) {
    body += "<div class=\"cards\">\n"
    for card in cards {
      body +=
        "<section><h3>\(SVG.escaped(card.title))</h3><p class=\"value\">\(SVG.escaped(card.value))</p>"
        + "<p>\(SVG.escaped(card.text))</p></section>\n"
    }
    body += "</div>\n"
  }

  /// Adds a part of the page that a reader can fold away.
  ///
  /// - Parameters:
  ///   - title: the text that stays visible when the part is folded away.
  ///   - remark: the text after the title, less prominent.
  ///   - isOpen: true if the part is unfolded at first.
  package mutating func details(
    title: String, remark: String, isOpen: Bool, _ content: (inout HTMLPage) -> Void
  ) {
    body +=
      "<details\(isOpen ? " open" : "")><summary><strong>\(SVG.escaped(title))</strong> "
      + "<span class=\"dim\">\(SVG.escaped(remark))</span></summary>\n"
    content(&self)
    body += "</details>\n"
  }

  /// Adds a section with a heading; the section is folded away at first, and a reader can unfold it.
  ///
  /// - Parameters:
  ///   - title: the heading of the section, of the second level.
  ///   - remark: the text after the heading, less prominent.
  package mutating func section(
    title: String, remark: String = "", _ content: (inout HTMLPage) -> Void
  ) {
    let words = remark.isEmpty ? "" : " <span class=\"dim\">\(SVG.escaped(remark))</span>"
    body +=
      "<details class=\"section\"><summary><h2>\(SVG.escaped(title))</h2>\(words)</summary>\n"
    content(&self)
    body += "</details>\n"
  }

  /// Adds small pictures of one kind side by side, each a fragment of SVG.
  package mutating func multiples(_ drawings: [String], areWide: Bool = false) {
    body += "<div class=\"multiples\(areWide ? " wide" : "")\">\n\(drawings.joined())</div>\n"
  }

  /// Adds a picture for a wide screen, a fragment of SVG; on a narrow screen it scrolls sideways, because its letters
  /// would be too small to read if it shrank.
  ///
  /// - Parameter label: the words by which a screen reader announces the picture.
  package mutating func panorama(_ svg: String, label: String) {
    body +=
      "<div class=\"panorama\" role=\"region\" tabindex=\"0\" aria-label=\"\(SVG.escaped(label))\">\n"
      + "\(svg)</div>\n"
  }

  /// Adds a paragraph.
  package mutating func paragraph(_ text: String) { body += "<p>\(SVG.escaped(text))</p>\n" }

  /// Adds a list of sentences.
  package mutating func list(_ items: [String]) {
    guard !items.isEmpty else { return }
    body += "<ul>\n" + items.map { "<li>\(SVG.escaped($0))</li>\n" }.joined() + "</ul>\n"
  }

  /// Adds pictures, each an SVG document with a caption, as many side by side as the width of the screen allows.
  package mutating func figures(_ figures: [(svg: String, caption: String)]) {
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

  /// A table with more columns than this becomes a list on a narrow screen.
  private static let mostColumns = 4

  /// Adds a table; the styles of its cells become colours.
  ///
  /// On a narrow screen a table of many columns becomes a list, in which the title of its column precedes every value,
  /// so that nothing reaches beyond the edge of the screen.
  package mutating func table(_ table: TextTable) {
    let head = table.columns.map {
      "<th\(Self.attribute($0.alignment))>\(SVG.escaped($0.title))</th>"
    }
    let isWide = table.columns.count > Self.mostColumns
    body +=
      "<div class=\"scroll\"><table class=\"\(isWide ? "many" : "few")\">\n<thead>"
      + "<tr>\(head.joined())</tr></thead>\n<tbody>\n"
    for row in table.rows {
      let cells = zip(table.columns, row).enumerated().map { index, pair in
        let (column, cell) = pair
        let text = SVG.escaped(cell.text)
        // Every style has a class of the same name.
        let content = cell.style.map { "<span class=\"\($0)\">\(text)</span>" } ?? text
        let title = column.title
        let label =
          isWide && index > 0 && !title.isEmpty ? " data-title=\"\(SVG.escaped(title))\"" : ""
        return "<td\(Self.attribute(column.alignment))\(label)>\(content)</td>"
      }
      body += "<tr>\(cells.joined())</tr>\n"
    }
    body += "</tbody></table></div>\n"
  }

  /// Adds HTML that the caller has escaped.
  package mutating func raw(_ html: String) { body += html }

  private static func attribute(_ alignment: TextTable.Alignment) -> String {
    alignment == .right ? " class=\"number\"" : ""
  }

  /// The whole page.
  package var document: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    \(Self.mark)
    <title>\(SVG.escaped(title))</title>
    <style>
    \(Self.style)
    \(ownRules)</style>
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
    --blue:#1565c0;--orange:#bf4800;--green:#1b7f3b;--red:#c62828;
    --full:#cfe6d5;--half:#f6e7c4;--shade:#0004}
    @media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--quiet:#9aa4b0;--page:#14171b;--card:#1b1f25;
    --line:#323941;--blue:#6cb6ff;--orange:#ffa45c;--green:#6fd08c;--red:#ff7b72;--full:#234630;--half:#4a3d1a;
    --shade:#fff4}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,"DejaVu Sans",sans-serif}
    main{max-width:1120px;margin:0 auto;padding:32px 20px 64px}
    h1{font-size:1.9rem;line-height:1.2;margin:0 0 8px}
    h2{font-size:1.25rem;margin:44px 0 4px;padding-top:20px;border-top:1px solid var(--line)}
    p{max-width:74ch;margin:8px 0}
    .summary{font-size:1.1rem;color:var(--quiet)}
    code{font:0.9em ui-monospace,"DejaVu Sans Mono",monospace;color:var(--quiet)}
    .figures{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;margin:12px 0}
    figure{margin:0;flex:1 1 310px;max-width:460px;background:var(--card);border:1px solid \
    var(--line);border-radius:10px;padding:8px}
    figure svg{display:block;max-width:100%;height:auto;margin:0 auto}
    figcaption{color:var(--quiet);font-size:.85rem;padding:4px 8px}
    .scroll{overflow-x:auto;margin:12px 0 24px;background:linear-gradient(to right,transparent,var(--page) 60%) \
    100% 0/48px 100% no-repeat local,linear-gradient(to left,var(--shade),transparent) 100% 0/20px 100% no-repeat \
    scroll}
    .scroll th:first-child,.scroll td:first-child{position:sticky;left:0;background:var(--page)}
    .brief{display:none}
    details.section{margin-top:20px}
    details.section>summary h2{display:inline;border:0;margin:0;padding:0}
    details.section>summary .dim{font-size:.92rem}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
    th,td{text-align:left;padding:5px 16px 5px 0;border-bottom:1px solid var(--line);white-space:nowrap}
    th{color:var(--quiet);font-weight:600;vertical-align:bottom}
    table:not(.shares) th.number{white-space:normal;min-width:6.2em}
    .number{text-align:right}
    .blue{color:var(--blue)}.yellow{color:var(--orange)}.green{color:var(--green)}.red{color:var(--red)}
    .dim{color:var(--quiet)}.bold{font-weight:600}
    h3{font-size:1rem;margin:24px 0 4px}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;margin:16px 0}
    .cards section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px}
    .cards h3{margin:0;color:var(--quiet);font-size:.9rem}
    .cards p{margin:4px 0 0;font-size:.85rem;line-height:1.4}
    .cards .value{font-size:1.35rem;font-weight:600;line-height:1.3}
    details{border-top:1px solid var(--line);padding:12px 0}
    summary{cursor:pointer;font-size:1.1rem;padding:4px 0}
    .multiples{display:grid;grid-template-columns:repeat(auto-fill,minmax(164px,1fr));gap:10px;margin:12px 0}
    .multiples svg{display:block;width:100%;height:auto;background:var(--card);border:1px solid \
    var(--line);border-radius:10px}
    .multiples.wide{grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}
    .panorama{overflow-x:auto}.panorama svg{display:block;width:100%;min-width:48rem;max-width:900px;height:auto}
    .full{background:var(--full)}.half{background:var(--half)}.less{background:none}
    .shares .number{padding-left:12px;padding-right:12px;min-width:5em}
    @media (max-width:760px){main{padding:20px 16px 48px}h1{font-size:1.5rem;overflow-wrap:anywhere}
    h2{margin-top:32px}.long{display:none}.brief{display:inline}
    .figures{gap:10px}figure{flex-basis:100%;padding:4px}
    table.few{width:100%}table.few td,table.few th{white-space:normal;padding-right:8px}
    table.few td{overflow-wrap:anywhere}table.few td:first-child{overflow-wrap:break-word}
    table.few th.number{min-width:0}
    table.many,table.many tbody,table.many td{display:block}table.many thead{display:none}
    table.many tr{display:grid;grid-template-columns:1fr 1fr;gap:0 14px;border-bottom:1px solid var(--line);\
    padding:8px 0}
    table.many td{border:0;padding:1px 0;white-space:normal;overflow-wrap:anywhere;text-align:left}
    table.many td:first-child{grid-column:1/-1;font-weight:600}
    table.many td[data-title]:before{content:attr(data-title) " ";color:var(--quiet);font-size:.8rem;\
    display:block;line-height:1.2}
    table.shares{font-size:.72rem;width:100%;table-layout:fixed}
    table.shares th,table.shares td,table.shares .number{white-space:normal;min-width:0;padding:4px 2px}
    table.shares th:first-child,table.shares td:first-child{width:17%}}
    """
}
