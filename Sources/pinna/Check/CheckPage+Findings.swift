import Diagnostics
import Drawings

/// The findings: the bad ones with their remedies, then all of them.
extension CheckPage {
  /// Adds the findings that fail, then those that warn, each with its remedy.
  func addComplaints(to page: inout HTMLPage) {
    page.raw("<p class=\"result\">\(SVG.escaped(result))</p>\n")
    for finding in report.findings(.fail) + report.findings(.warn) { page.raw(complaint(finding)) }
  }

  /// One sentence with the result.
  private var result: String {
    let (failed, warned) = (report.findings(.fail).count, report.findings(.warn).count)
    let skipped = Set(report.findings(.skip).map(\.check)).count
    let rest =
      skipped == 0
      ? "" : " \(skipped) \(skipped == 1 ? "check was" : "checks were") not made: see below."
    if failed > 0 {
      return "\(failed) \(failed == 1 ? "finding fails" : "findings fail")"
        + (warned > 0 ? ", \(warned) \(warned == 1 ? "warns" : "warn")." : ".") + rest
    }
    if warned > 0 {
      return "Nothing failed; \(warned) \(warned == 1 ? "finding warns" : "findings warn")." + rest
    }
    return "Everything that was looked at is as it should be." + rest
  }

  private func complaint(_ finding: Finding) -> String {
    let verdict = finding.verdict.rawValue
    let subject = finding.subject.isEmpty ? "" : " · \(SVG.escaped(finding.subject))"
    var html =
      "<section class=\"complaint \(verdict)\">\n<p><span class=\"verdict \(verdict)\">"
      + "\(verdict.uppercased())</span> <span class=\"dim\">\(finding.check)\(subject)</span></p>\n"
      + "<p class=\"what\">\(Self.sentence(finding.message))</p>\n"
    if let limit = finding.limit {
      html += "<p class=\"dim\">Limit: \(SVG.escaped(limit))</p>\n"
    }
    if let remedy = finding.remedy {
      html += "<p class=\"remedy\">\(Self.sentence(remedy))</p>\n"
    }
    return html + "</section>\n"
  }

  /// The text with a capital letter, escaped.
  private static func sentence(_ text: String) -> String {
    SVG.escaped(text.prefix(1).uppercased() + text.dropFirst())
  }

  // MARK: Everything

  /// Adds all findings, with one part of the page per group of checks; groups with problems are unfolded.
  func addFindings(to page: inout HTMLPage) {
    page.heading("Everything that was looked at")
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

  /// The counts of the verdicts: "12 pass, 1 fail".
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
