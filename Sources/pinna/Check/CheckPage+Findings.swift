import Diagnostics
import Drawings
import Essentials

/// The parts of the page with findings: first the bad ones with their remedies, then all of them.
extension CheckPage {
  /// Adds the verdict, then the findings that fail, then those that warn, each group of findings with its remedy.
  func addComplaints(to page: inout HTMLPage) {
    let summary = CheckSummary(report: report)
    page.raw(
      "<p class=\"result \(summary.verdict.rawValue)\">\(SVG.escaped(summary.sentence))</p>\n"
        + "<p class=\"summary\">\(SVG.escaped("\(report.deviceWords), \(date)"))</p>\n")
    for group in CheckText.groups(report.findings(.fail) + report.findings(.warn)) {
      page.raw(complaint(group))
    }
  }

  /// Adds a line for every part of the board, and the checks that could not be made.
  func addParts(to page: inout HTMLPage) {
    let summary = CheckSummary(report: report)
    let rows = summary.parts.map { part in
      let verdict = part.verdict.rawValue
      return "<dt><span class=\"verdict \(verdict)\">\(part.verdict.word)</span>"
        + "<strong>\(SVG.escaped(part.title))</strong></dt><dd>\(SVG.escaped(part.text))</dd>\n"
    }
    if !rows.isEmpty { page.raw("<dl class=\"parts\">\n\(rows.joined())</dl>\n") }
    if let skipped = summary.skipped { page.raw("<p class=\"dim\">\(SVG.escaped(skipped))</p>\n") }
  }

  /// The findings of one check that share a remedy.
  private func complaint(_ findings: ArraySlice<Finding>) -> String {
    guard let first = findings.first else { return "" }
    let verdict = first.verdict.rawValue
    let subjects = findings.map(\.subject).filter { !$0.isEmpty }.joined(separator: ", ")
    let subject = subjects.isEmpty ? "" : " · \(SVG.escaped(subjects))"
    var html =
      "<section class=\"complaint \(verdict)\">\n<p><span class=\"verdict \(verdict)\">"
      + "\(verdict.uppercased())</span> <span class=\"dim\">\(first.check)\(subject)</span></p>\n"
    let isOne = Set(findings.map(\.message)).count == 1
    for finding in isOne ? findings.prefix(1) : findings {
      let message = isOne ? finding.message : "\(finding.subject) \(finding.message)"
      html += "<p class=\"what\">\(Self.sentence(message))</p>\n"
    }
    if let limit = first.limit { html += "<p class=\"dim\">Limit: \(SVG.escaped(limit))</p>\n" }
    if let remedy = first.remedy { html += "<p class=\"remedy\">\(Self.sentence(remedy))</p>\n" }
    return html + "</section>\n"
  }

  /// The text with a capital letter at the start, escaped for HTML.
  private static func sentence(_ text: String) -> String {
    SVG.escaped(text.prefix(1).uppercased() + text.dropFirst())
  }

  // MARK: Everything

  /// Adds all findings, with one part of the page for each group of checks; parts with problems are unfolded.
  func addFindings(to page: inout HTMLPage) {
    let made = report.findings.count - report.findings(.skip).count
    page.section(title: "All findings", remark: made.counted("finding")) { addGroups(to: &$0) }
  }

  private func addGroups(to page: inout HTMLPage) {
    let groups = report.findings.map(\.check.group).reduce(into: [Substring]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    for group in groups {
      let members = report.findings.filter { $0.check.group == group }
      let isWrong = members.contains { $0.verdict == .fail || $0.verdict == .warn }
      page.details(title: String(group), remark: Self.counts(members), isOpen: isWrong) {
        $0.raw(Self.table(members))
      }
    }
  }

  /// The number of findings with each verdict, such as "12 pass, 1 fail".
  private static func counts(_ findings: [Finding]) -> String {
    Verdict.allCases.compactMap { verdict in
      let count = findings.filter { $0.verdict == verdict }.count
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }.joined(separator: ", ")
  }

  private static func table(_ findings: [Finding]) -> String {
    let rows = findings.map { finding in
      let verdict = finding.verdict.rawValue
      return "<tr><td><span class=\"verdict \(verdict)\">\(verdict)</span></td>"
        + "<td>\(finding.check)</td>"
        + "<td class=\"bold\">\(SVG.escaped(finding.subject))</td>"
        + "<td>\(SVG.escaped(finding.message))</td><td class=\"dim\">\(SVG.escaped(finding.limit ?? ""))"
        + "</td></tr>\n"
    }
    return """
      <table class="findings">
      <colgroup><col class="v"/><col class="c"/><col class="s"/><col/><col class="l"/></colgroup>
      <thead><tr><th></th><th>Check</th><th>Of</th><th>Found</th><th>Limit</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody></table>

      """
  }
}
