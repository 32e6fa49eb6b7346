import Diagnostics
import Drawings
import Essentials
import Recorder

/// A checkup in short: the verdict, a line for every part of the board, and the checks that could not be made.
struct CheckSummary {
  /// The report of the checkup.
  let report: CheckReport

  /// The verdict on all findings together.
  ///
  /// If no check could be made, it is ``Verdict/skip``, which says nothing about the board.
  var verdict: Verdict { [.fail, .warn, .pass].first { !report.findings($0).isEmpty } ?? .skip }

  /// The verdict as a sentence, with the next step if there is one.
  var sentence: String {
    let (failed, warned) = (report.findings(.fail).count, report.findings(.warn).count)
    switch verdict {
    case .fail:
      return failed.counted("failure") + (warned > 0 ? " and " + warned.counted("warning") : "")
        + ": fix \(failed + warned == 1 ? "this" : "these"), then check again."
    case .warn:
      return "Nothing failed; there \(warned == 1 ? "is 1 warning" : "are \(warned) warnings")."
    case .pass: return "Every check passed."
    case .skip: return "No check could run, so nothing is known about this board."
    }
  }

  // MARK: Parts

  /// A part of the board with the findings on it.
  struct Part: Equatable {
    /// The name of the part for people.
    var title: String
    /// The worst verdict on the part.
    var verdict: Verdict
    /// The most important finding about the part.
    var text: String
  }

  /// A part of the board: its name for people, the groups of its checks, and the checks whose findings are quoted.
  private typealias Area = (title: String, groups: [String], quoted: [Check])

  private static let areas: [Area] = [
    ("Wiring", ["board"], [.boardWiring]),
    ("Device", ["device", "clock", "capture", "load"], [.deviceGrant, .captureGaps]),
    ("Microphones", ["sound"], [.soundAlive, .soundLevel, .soundNoise]),
    ("Gains", ["mixer"], [.mixerGain]),
    ("Card", ["storage"], [.storageSpace]),
    ("Accelerometer", ["motion"], [.motionAxes]),
    ("Buttons", ["button"], [.buttonIdle]),
    ("Power line", ["power"], [.powerLine]),
    ("Lights", ["led"], [.ledDrive]),
    ("System", ["realtime", "system"], [.realtimePriority, .systemClock]),
    ("Geometry", ["geometry"], []),
    ("By hand", ["guided"], Check.allCases.filter(\.needsPerson)),
  ]

  /// The parts about which there are findings, in the order of the checks.
  var parts: [Part] {
    Self.areas.compactMap { area in
      let findings = report.findings.filter { area.groups.contains(String($0.check.group)) }
      let bad = findings.filter { $0.verdict == .fail || $0.verdict == .warn }
      guard bad.isEmpty else {
        let made = Set(findings.filter { $0.verdict != .skip }.map(\.check)).count
        let wrong = Set(bad.map(\.check)).count
        let worst: Verdict = bad.contains { $0.verdict == .fail } ? .fail : .warn
        return Part(
          title: area.title, verdict: worst,
          text: made == 1
            ? "see above"
            : "\(wrong) of \(made) checks found \(wrong == 1 ? "a problem" : "problems"): see above"
        )
      }
      let good = findings.filter { $0.verdict == .pass }
      guard !good.isEmpty else { return nil }
      return Part(title: area.title, verdict: .pass, text: text(area, good))
    }
  }

  private func text(_ area: Area, _ findings: [Finding]) -> String {
    let quotes = area.quoted.compactMap { check -> String? in
      let group = findings.filter { $0.check == check }
      return group.isEmpty ? nil : quote(check, group)
    }
    let checks = Set(findings.map(\.check)).count
    return quotes.isEmpty ? checks.counted("check") + " passed" : quotes.joined(separator: ", ")
  }

  /// The findings of a check that passed, in a few words.
  private func quote(_ check: Check, _ findings: [Finding]) -> String {
    let row = CheckRow.rows(findings).first
    let message = row?.message.printable ?? ""
    switch check {
    case .deviceGrant:
      guard let grant = report.record?.grant else { return message }
      return "\(grant.channels.counted("channel")) at \(grant.rate) Hz"
    case .soundAlive:
      return findings.count == 1 ? "delivers sound" : "all \(findings.count) deliver sound"
    case .soundLevel: return "level \(message)"
    case .soundNoise:
      return "own noise \(message.replacing("self-noise of ", with: "", maxReplacements: 1))"
    case .systemClock: return "the clock \(message)"
    case .guidedPress, .guidedHold, .guidedTap, .guidedClap:
      return "\(check.summary)"
    default: return message
    }
  }

  // MARK: Skipped

  /// The number of checks that could not be made.
  var skippedCount: Int { Set(report.findings(.skip).map(\.check)).count }

  /// One sentence that names the checks that could not be made, with the reasons; `nil` if all were made.
  var skipped: String? {
    guard skippedCount > 0 else { return nil }
    var reasons: [(messages: [String], names: [String])] = []
    for finding in report.findings(.skip) {
      // If all checks of a group are left out, their reason names the group.
      let isWhole = report.findings.allSatisfy {
        $0.check.group != finding.check.group || $0.verdict == .skip
      }
      let name = isWhole && finding.check.part != .capture ? nil : finding.check.rawValue
      let form = Self.form(finding.message)
      if let index = reasons.firstIndex(where: { Self.form($0.messages[0]) == form }) {
        reasons[index].messages.append(finding.message)
        if let name, !reasons[index].names.contains(name) { reasons[index].names.append(name) }
      } else {
        reasons.append(([finding.message], name.map { [$0] } ?? []))
      }
    }
    let words = Self.together(reasons.map { (Self.ranged($0.messages), $0.names) })
      .joined(separator: "; ")
    let count = skippedCount == 1 ? "1 check was" : "\(skippedCount) checks were"
    return "\(count) not run: \(words)."
  }

  /// The words of a message, with a placeholder for every figure.
  private static func form(_ message: String) -> [Substring] {
    message.split(separator: " ").map { Double($0) == nil ? $0 : "#" }
  }

  /// One message for several of the same form: each figure that differs becomes a range.
  private static func ranged(_ messages: [String]) -> String {
    let rows = messages.map { $0.split(separator: " ") }
    return rows[0].indices.map { column in
      let words = rows.map { $0[column] }.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
      return words[0] == words[words.count - 1]
        ? String(words[0]) : "\(words[0]) to \(words[words.count - 1])"
    }.joined(separator: " ")
  }

  /// The reasons with the names of their checks; parts that the board does not have are named together.
  private static func together(_ reasons: [(message: String, names: [String])]) -> [String] {
    let start = "the board has no "
    let missing = reasons.filter { $0.message.hasPrefix(start) && $0.names.isEmpty }
      .map { String($0.message.dropFirst(start.count)) }
    var words = reasons.filter { !$0.message.hasPrefix(start) || !$0.names.isEmpty }.map { reason in
      // If many checks have one reason, it is enough to name their groups.
      let groups = Set(reason.names.map { $0.prefix { $0 != "." } })
      let names = reason.names.count > 3 ? groups.sorted().map(String.init) : reason.names
      return names.isEmpty
        ? reason.message.printable
        : "\(names.joined(separator: ", ")) (\(reason.message.printable))"
    }
    if let last = missing.last {
      let others = missing.dropLast().joined(separator: ", no ")
      words.append(start + (others.isEmpty ? last : "\(others) and no \(last)"))
    }
    return words
  }
}
