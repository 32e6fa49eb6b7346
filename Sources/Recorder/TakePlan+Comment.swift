import Boards
import Realtime

extension TakePlan {
  /// How the take was made and why it ended, in one line, for a field that every player shows.
  func comment(end: String) -> String {
    var parts = ["board \(board.id)", "case \(board.name(of: design.which))"]
    parts.append("pattern \(design.pattern.rawValue)")
    if design.pattern != design.preferredPattern {
      parts.append("asked for \(design.preferredPattern.rawValue)")
    }
    if design.pattern == .stereo { parts.append("front emphasis \(design.frontEmphasis) dB") }
    for note in design.notes {
      if case .unusable(let names) = note {
        parts.append("without \(names.joined(separator: ", "))")
      }
    }
    parts.append("low cut \(lowCutHertz.map { "\($0) Hz" } ?? "off")")
    parts.append("limiter \(limits ? "on" : "off")")
    parts.append("pre-roll \(preRollSeconds) s")
    if !isClockSet { parts.append("clock not set") }
    parts.append("ended: \(end)")
    return parts.joined(separator: "; ")
  }
}
