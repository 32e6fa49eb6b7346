import Drawings
import Testing

@Suite struct TextTests {
  @Test(
    "numbers keep their digits and never become minus zero",
    arguments: [
      (1.005, 1, "1.0"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (12.0, 0, "12"),
      (99.95, 1, "100.0"),
      (-1.5, 2, "-1.50"), (.infinity, 1, "inf"), (1e30, 1, "1e+30"),
    ])
  func fixed(_ value: Double, _ digits: Int, _ text: String) {
    #expect(value.text(digits: digits) == text)
  }

  @Test("signs stand before what is not zero")
  func signs() {
    #expect(3.0.signedText(digits: 1) == "+3.0")
    #expect(0.01.signedText(digits: 1) == "0.0")
    #expect((-3.0).signedText(digits: 0) == "-3")
    #expect(2.50.shortText(digits: 2) == "2.5")
    #expect(100.0.shortText(digits: 2) == "100")
  }

  @Test("text is as wide as a terminal shows it")
  func width() {
    #expect("abc".terminalWidth == 3)
    #expect("日本".terminalWidth == 4)
    #expect("e\u{301}".terminalWidth == 1)
    #expect("●⊗".terminalWidth == 2)
    #expect("🎤".terminalWidth == 2)
    #expect("日".padded(to: 4) == "日  ")
    #expect("日".leftPadded(to: 4) == "  日")
  }

  @Test("lines break between words and keep their indentation")
  func wrapping() {
    #expect("one two three".wrapped(to: 8) == ["one two", "three"])
    #expect("  one two".wrapped(to: 6) == ["  one", "  two"])
    #expect("a\n\nb".wrapped(to: 9) == ["a", "", "b"])
    #expect("incomprehensible".wrapped(to: 4) == ["incomprehensible"])
  }

  @Test("columns stand in line, numbers to the right, whatever the width of the letters")
  func table() {
    let table = TextTable(
      columns: [.init("NAME"), .init("LEVEL", .right), .init("")],
      rows: [["マイク", "-3.0", "ok"], ["b", "", "no"], ["c", "-12.5"]])
    #expect(
      table.lines() == [
        "NAME    LEVEL", "マイク   -3.0  ok", "b              no", "c       -12.5",
      ])
    #expect(table.lines(showsTitles: false).count == 3)
    #expect(table.lines(colored: true)[0].contains("\u{1B}[1mNAME\u{1B}[0m"))
  }

  @Test("a table that would be too wide has the short forms of its cells, and only then")
  func fitted() {
    let table = TextTable(
      columns: [.init("CASE"), .init("LEVEL", .right)],
      rows: [[.init("#3 Back landscapeLeft", short: "#3"), "1.0"], ["  target", "2.0"]])
    #expect(table.fitted(to: 28) == table)
    #expect(table.isWider(than: 27))
    #expect(
      table.fitted(to: 27).lines() == ["CASE      LEVEL", "#3          1.0", "  target    2.0"])
  }
}
