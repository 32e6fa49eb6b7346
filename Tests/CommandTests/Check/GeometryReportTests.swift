import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("What a geometry can do, as text")
struct GeometryReportTests {
  private func report() throws -> GeometryReport {
    try CheckedPages.faulty().geometry
  }

  @Test("every case has its row, what was measured stands below, and physics in words")
  func text() throws {
    let report = try report()
    let lines = report.text(width: 80, colored: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first?.hasPrefix("CASE") == true)
    #expect(lines[1].hasPrefix("#1 Back portrait"))
    #expect(lines[2].hasPrefix("  as measured"))
    #expect(lines[3].hasPrefix("#2 Back portraitUpsideDown"))
    let separation = try #require(report.cases[0].figures.separation)
    #expect(lines[1].contains(" \(separation.text(digits: 1)) "))
    let words = lines.joined(separator: " ")
    #expect(words.contains("all cases: front and back cannot be told apart"))
  }

  @Test("a narrow terminal has narrow sentences, one without colours has none")
  func width() throws {
    let report = try report()
    for width in [28, 40, 60] {
      let lines = report.text(width: width, colored: false)
      #expect(lines.allSatisfy { $0.count <= width }, "\(width)")
      #expect(lines.contains { $0.hasPrefix("#2 ") })
    }
    #expect(report.text(width: 80, colored: true).joined().contains("\u{1B}[2m"))
    #expect(CheckedPages.unopened.geometry.text(width: 80, colored: false).isEmpty)
  }
}
