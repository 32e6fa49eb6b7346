import Boards
import Drawings
import Realtime
import Recorder

/// The columns and rows of a terminal.
struct TerminalSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

/// Everything that the live view shows, at one moment.
struct ViewContent: Sendable, Equatable {
  /// One event of the session, in words.
  struct Event: Sendable, Equatable {
    /// The time of day.
    var time: String
    /// What happened.
    var title: String
    /// To what, and why.
    var details: String
    /// How the title looks.
    var style: TextStyle
  }

  /// A key that does something now.
  struct Key: Sendable, Equatable {
    /// What stands on it.
    var name: String
    /// What it does.
    var meaning: String
  }

  /// The recorder.
  var snapshot: SessionSnapshot
  /// Held peaks and clip flags.
  var marks = MeterMarks()
  /// What happened, the newest last.
  var events: [Event] = []
  /// What the keyboard does.
  var keys: [Key] = []
  /// Whether takes can be made, so that storage and pre-roll mean something.
  var makesTakes = true
  /// What is being done beside, as "designing filters, 3 of 24".
  var work: String?

  /// How the recorder is, in a word or two, and how that looks.
  func state(isUnicode: Bool) -> (words: String, style: TextStyle) {
    switch snapshot.state {
    case .recording(let take):
      let sign = isUnicode ? "● " : "* "
      let waits = take.isConfirmed ? "" : " (not on the card yet)"
      return ("\(sign)REC \(time(take))\(waits)", .red)
    case .paused(let take): return ("PAUSED \(time(take))", .yellow)
    case .finishing: return ("FINISHING", .yellow)
    case .faulted: return ("ERROR", .red)
    case .idle: return ("IDLE", .dim)
    case .armed:
      if snapshot.isTakeLatched { return ("TAKE STARTS", .red) }
      return (makesTakes ? "ARMED" : "LIVE", .green)
    }
  }

  /// `h:mm:ss.t` of a take.
  private func time(_ take: TakeProgress) -> String {
    let tenths = take.frames * 10 / max(1, snapshot.actual.rate)
    return TakeText.length(seconds: Double(tenths / 10)) + ".\(tenths % 10)"
  }

  /// Whether a take is being made.
  var isTaking: Bool {
    switch snapshot.state {
    case .recording, .paused: true
    default: false
    }
  }

  /// The names of left and right, or of the one channel of a mono pattern.
  var earNames: [String] { snapshot.actual.pattern == .stereo ? ["L", "R"] : ["M"] }
}
