import Drawings
import Testing

@Suite("Tables and sections of a page")
struct HTMLPageTests {
  private func document(columns: Int) -> String {
    let table = TextTable(
      columns: (0..<columns).map { .init("Column <\($0)>", $0 == 0 ? .left : .right) },
      rows: [(0..<columns).map { .init("\($0)") }])
    var page = HTMLPage(title: "t")
    page.table(table)
    return page.document
  }

  @Test("a table of many columns tells the column of every value, for narrow screens")
  func manyColumns() {
    let page = document(columns: 6)
    #expect(page.contains("<table class=\"many\">"))
    #expect(page.contains("<td class=\"number\" data-title=\"Column &lt;5&gt;\">5</td>"))
    #expect(!page.contains("data-title=\"Column &lt;0&gt;\""))
  }

  @Test("a table of few columns stays a table")
  func fewColumns() {
    let page = document(columns: 3)
    #expect(page.contains("<table class=\"few\">"))
    #expect(!page.contains("data-title=\""))
  }

  @Test("a section has its heading, is folded, and holds what is added to it")
  func section() {
    var page = HTMLPage(title: "t")
    page.section(title: "A & b", remark: "c") { $0.paragraph("inside") }
    let expected =
      "<details class=\"section\"><summary><h2>A &amp; b</h2> <span class=\"dim\">c</span></summary>\n"
      + "<p>inside</p>\n</details>\n"
    #expect(page.document.contains(expected))
  }

  @Test("a wide picture scrolls, by the keyboard too, and has a name for screen readers")
  func panorama() {
    var page = HTMLPage(title: "t")
    page.panorama("<svg></svg>", label: "A & b")
    let part = #"<div class="panorama" role="region" tabindex="0" aria-label="A &amp; b">"#
    #expect(page.document.contains(part + "\n<svg></svg></div>\n"))
    #expect(page.document.contains(".panorama{overflow-x:auto}"))
  }
}
