import Diagnostics
import Drawings
import Essentials

/// One row of the table of a checkup: a finding, or several findings of one check that passed.
struct CheckRow: Equatable {
  var verdict: Verdict
  var check: String
  var subject: String
  var message: String

  /// The rows for findings, in the order of the findings.
  ///
  /// A bad finding has a row of its own. The good findings of a check share a row, whatever they are about, and so do
  /// checks of one kind that were skipped for the same reason.
  static func rows(_ findings: [Finding]) -> [CheckRow] {
    var rows: [CheckRow] = []
    var index = 0
    while index < findings.count {
      let first = findings[index]
      let group = findings[index...].prefix { isLike(first, $0) }
      let all = findings.count { $0.check == first.check }
      rows.append(group.count == 1 ? CheckRow(first) : CheckRow(Array(group), of: all))
      index += group.count
    }
    return rows
  }

  /// True if a finding belongs in the row of another one.
  private static func isLike(_ first: Finding, _ other: Finding) -> Bool {
    if first == other { return true }
    guard first.verdict == other.verdict else { return false }
    switch first.verdict {
    case .warn, .fail: return false
    case .pass: return first.check == other.check
    case .skip: return first.check.group == other.check.group && first.message == other.message
    }
  }

  private init(_ finding: Finding) {
    verdict = finding.verdict
    check = finding.check.rawValue
    subject = finding.subject.printable
    message = finding.message
  }

  /// Makes a row for several findings that are alike.
  ///
  /// - Parameter all: the number of all findings of that check.
  /// - Precondition: there is more than one finding.
  private init(_ group: [Finding], of all: Int) {
    self.init(group[0])
    let checks = Set(group.map(\.check)).count
    if checks > 1 {
      check = group[0].check.group + ".*"
      subject = "\(checks) checks"
    } else {
      subject = group.count == all ? "all \(all)" : "\(group.count) of \(all)"
      message = Self.message(group)
    }
  }

  /// The message that the findings share, or the range of their values.
  private static func message(_ group: [Finding]) -> String {
    let messages = Set(group.map(\.message))
    if messages.count == 1 { return group[0].message }
    let values = group.compactMap(\.value)
    guard values.count == group.count, let least = values.min(), let most = values.max(),
      let unit = group[0].unit
    else {
      return group.map { "\($0.subject.printable) \($0.message)" }.joined(separator: "; ")
    }
    let ends = [least, most].map { $0.text(digits: 1) }
    return "\(ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")) \(unit)"
  }
}
