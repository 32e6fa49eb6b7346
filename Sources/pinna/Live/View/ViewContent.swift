import Boards
import Drawings
import Face

/// The number of columns and rows of a terminal.
struct TerminalSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

/// The content of the live view at one moment: the status of a recorder, in this process or in another one, and the
/// state of the view itself.
struct ViewContent: Sendable, Equatable {
  /// A key that has an effect now.
  struct Key: Sendable, Equatable {
    /// The label of the key.
    var name: String
    /// The effect of the key, in a few words.
    var meaning: String

    static let clear = Key(name: "c", meaning: "clear clips")
    static let pattern = Key(name: "o", meaning: "pattern")
    static let quit = Key(name: "q", meaning: "quit")
    static let record = Key(name: "Enter", meaning: "record")
    static let source = Key(name: "s", meaning: "source")
  }

  /// The status of the recorder.
  var status: RecorderStatus
  /// The meters that have clipped since the flags were last cleared.
  var clips = ClipMemory()
  /// The newest takes on the storage, if the view shows them.
  var takes: [TakeRecord] = []
  /// The keys that have an effect now.
  var keys: [Key] = []
  /// A question that a key answers, or the reason why a key did nothing; `nil` for neither.
  var question: String?

  /// The state of the recorder in a word, with the time of its take if there is one, and the style of the text.
  func state(isUnicode: Bool) -> (words: String, style: TextStyle) {
    let (word, style) = status.activity(isUnicode: isUnicode)
    guard let take = status.take else { return (word, style) }
    let place = take.isConfirmed ? "" : " (not on the card yet)"
    return ("\(word) \(time(take.seconds))\(place)", style)
  }

  /// A time in the form `h:mm:ss.t`.
  private func time(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded(.down))
    return TakeText.length(seconds: Double(tenths / 10)) + ".\(tenths % 10)"
  }

  /// The names of left and right, of the one channel of a mono pattern, or of the ambisonic channels that carry sound.
  var earNames: [String] {
    status.ears.isEmpty
      ? StatusTracker.earNames(PolarPattern(rawValue: status.pattern) ?? .stereo)
      : status.ears.map { $0.name ?? "" }
  }
}

extension RecorderStatus {
  /// The activity in a word, with a dot while sound is recorded, and the style of the word.
  func activity(isUnicode: Bool) -> (word: String, style: TextStyle) {
    if state == .armed, isTakeLatched { return ("take starts", .red) }
    return ((state == .recording ? isUnicode ? "● " : "* " : "") + state.rawValue, state.style)
  }
}

extension RecorderStatus.State {
  /// The style in which views show this state.
  var style: TextStyle {
    switch self {
    case .idle: .dim
    case .armed: .green
    case .recording, .faulted: .red
    case .paused, .finishing, .lent: .yellow
    }
  }
}

extension RecorderEvent.Tone {
  /// The style of the title of an event of this kind.
  var style: TextStyle {
    switch self {
    case .minor: .dim
    case .notable: .bold
    case .good: .green
    case .warning: .yellow
    case .recording, .alarm: .red
    }
  }
}

/// The meters that have clipped since their flags were last cleared.
struct ClipMemory: Sendable, Equatable {
  private var ears: Set<Int> = []
  private var channels: Set<Int> = []

  /// Adds the meters that clip in a status.
  mutating func add(_ status: RecorderStatus) {
    for (index, level) in status.ears.enumerated() where level.isClipped { ears.insert(index) }
    for (index, level) in status.channels.enumerated() where level.isClipped {
      channels.insert(index)
    }
  }

  /// Clears the flags of all meters.
  mutating func clear() { self = ClipMemory() }

  /// The level of an ear or of a channel, with the clip flag that is kept for it.
  func marked(_ level: RecorderStatus.Level, ear: Int? = nil, channel: Int? = nil)
    -> RecorderStatus.Level
  {
    var level = level
    if ear.map(ears.contains) ?? false || channel.map(channels.contains) ?? false {
      level.isClipped = true
    }
    return level
  }
}
