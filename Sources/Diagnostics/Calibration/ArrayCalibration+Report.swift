extension ArrayCalibration {
  /// What was found, for a terminal: one line per microphone, before and after, with one standard deviation.
  public var report: [String] {
    var lines: [String] = []
    for (found, old) in zip(microphones, board.microphones) {
      lines.append(
        "\(found.name): channel \(Self.change("\(old.channel)", "\(found.channel)")), polarity "
          + Self.change(Self.polarity(old.isInverted), Self.polarity(found.isInverted))
          + ", gain \(fixed(old.gain)) -> \(fixed(found.gain.value)) +-\(fixed(found.gain.error)) dB"
          + ", delay \(fixed(old.delay * 1e6)) -> \(fixed(found.delay.value)) "
          + "+-\(fixed(found.delay.error)) us, moved by "
          + found.offset.map { "\(fixed($0.value)) +-\(fixed($0.error))" }.joined(separator: ", ")
          + " mm")
    }
    if let before {
      lines.append("before: arrivals are off by \(Self.words(before)) (root mean square)")
    } else {
      lines.append("before: the board file names channels that hear nothing")
    }
    lines.append("after: arrivals are off by \(Self.words(after)) (root mean square)")
    let left = unused.isEmpty ? "" : "; not used: \(unused.joined(separator: ", "))"
    lines.append("\(used.count) sounds used\(left)")
    lines.append(
      hasBody
        ? "compared up to \(Int(highest.delays)) Hz, with the responses of the body"
        : "compared up to \(Int(highest.delays)) Hz (levels up to \(Int(highest.levels)) Hz), "
          + "below which a board without a body in its model hardly shadows")
    if !knowsGains { lines.append("gains are not known well enough to propose them") }
    if !knowsDelays {
      lines.append(
        "delays are not known well enough to propose them: more sounds are needed in the plane of "
          + "the microphones, from both ends of every axis")
    }
    return lines
  }

  private static func change(_ old: String, _ new: String) -> String {
    old == new ? new : "\(old) -> \(new)"
  }

  private static func polarity(_ isInverted: Bool) -> String { isInverted ? "inverted" : "upright" }

  private static func words(_ misfit: Misfit) -> String {
    "\(fixed(misfit.delay)) us and \(fixed(misfit.level)) dB"
  }
}
