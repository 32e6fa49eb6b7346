import Beamforming
import Boards
import Drawings
import Realtime
import Recorder

/// The columns and rows of a terminal.
struct TerminalSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

/// The content of the live view at one moment.
struct ViewContent: Sendable, Equatable {
  /// One event of the session, in words.
  struct Event: Sendable, Equatable {
    /// The time of day.
    var time: String
    /// The title of the event.
    var title: String
    /// The object and the reason.
    var details: String
    /// The style of the title.
    var style: TextStyle
  }

  /// A key that is active now.
  struct Key: Sendable, Equatable {
    /// The label of the key.
    var name: String
    /// The effect of the key.
    var meaning: String
  }

  /// The recorder.
  var snapshot: SessionSnapshot
  /// Held peaks and clip flags.
  var marks = MeterMarks()
  /// The events, the newest last.
  var events: [Event] = []
  /// The active keys.
  var keys: [Key] = []
  /// A question that a key answers; `nil` for none.
  var question: String?
  /// True when takes can be made, so that storage and pre-roll matter.
  var makesTakes = true
  /// The work in the background, as "designing filters, 3 of 24".
  var work: String?

  /// The state of the recorder in a word or two, with the style of the text.
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
    case .lent: return ("LENT", .yellow)
    case .armed:
      if snapshot.isTakeLatched { return ("TAKE STARTS", .red) }
      return (makesTakes ? "ARMED" : "LIVE", .green)
    }
  }

  /// The time of a take as `h:mm:ss.t`.
  private func time(_ take: TakeProgress) -> String {
    let tenths = take.frames * 10 / max(1, snapshot.actual.rate)
    return TakeText.length(seconds: Double(tenths / 10)) + ".\(tenths % 10)"
  }

  /// True when a take is being made.
  var isTaking: Bool {
    switch snapshot.state {
    case .recording, .paused: true
    default: false
    }
  }

  /// The names of left and right, of the one channel of a mono pattern, or of the channels of ambisonics that sound.
  var earNames: [String] {
    if snapshot.actual.pattern == .ambix { return Ambisonics.channels.filter { $0 != "Z" } }
    return snapshot.actual.pattern.hasLeftAndRight ? ["L", "R"] : ["M"]
  }
}
