import Assembly
import Boards
import Drawings
import FoundationEssentials
import Recorder

/// The levels as one line of JSON every second, for scripts.
///
/// - Thread: control.
final class LevelsDisplay: LiveDisplay {
  private let board: Board
  private let console: Console
  private var marks = MeterMarks()
  private var next: Double?

  /// A display that prints lines on the console's output.
  init(board: Board, console: Console) {
    self.board = board
    self.console = console
  }

  func show(_ events: [SessionEvent], of session: Session, at now: Double, work: String?) throws {
    for event in events {
      // Facts go to the output, problems to the diagnostics.
      switch event {
      case .fault(let fault): console.note("\(fault)")
      case .monitorFault(let fault): console.note("\(fault)")
      default: break
      }
    }
    let due = next ?? now + 1
    next = due
    let snapshot = session.snapshot(now)
    marks.update(snapshot, at: now)
    guard now >= due else { return }
    next = due + 1
    try console.print(JSONOutput.line(LevelFacts(snapshot, marks, board: board)))
    marks.clearClips()
  }

  func tell(_ changes: [ProblemWatch.Change]) {
    for change in changes {
      let (_, details, _) = SessionLog(board: board, console: console).words(change)
      console.note(details)
    }
  }

  func clearClips() { marks.clearClips() }

  func ask(_ question: String?) {}

  func close() {}
}

/// The levels of a recorder at one moment, for programs; decibels relative to full scale.
struct LevelFacts: Encodable {
  /// One meter.
  struct Level: Encodable {
    /// The name of the microphone or the side; `nil` for a channel that no microphone uses.
    var name: String?
    /// The channel of the capture device; `nil` for left and right.
    var channel: Int?
    /// Root mean square of the last 300 ms: a full-scale sine is 0.
    var rms: Double
    /// The highest peak of about the last second.
    var peak: Double
    /// True when samples were at full scale in the last second.
    var clipped: Bool
  }

  var state: String
  var dataSource: String
  var pattern: String
  var orientation: String?
  var left: String?
  var right: String?
  var rate: Int
  var gaps: Int
  var gapFrames: Int
  /// Seconds of audio that the raw ring holds, and the seconds that were requested.
  var ringSeconds: Double
  var ringSecondsWanted: Double
  var ears: [Level]
  var channels: [Level]

  init(_ snapshot: SessionSnapshot, _ marks: MeterMarks, board: Board) {
    let content = ViewContent(snapshot: snapshot, makesTakes: false)
    state = content.state(isUnicode: false).words.lowercased()
    dataSource = snapshot.actual.dataSource
    pattern = snapshot.actual.pattern.rawValue
    orientation = snapshot.actual.orientation?.rawValue
    let layout = board.layout(snapshot.which)
    left = layout?.leftEdge.rawValue
    right = layout?.rightEdge.rawValue
    rate = snapshot.actual.rate
    (gaps, gapFrames) = (snapshot.gapCount, snapshot.gapFrames)
    (ringSeconds, ringSecondsWanted) = (snapshot.ringSeconds, snapshot.ringWanted)
    ears = zip(content.earNames, snapshot.ears.indices).map { name, index in
      Self.level(MeterLevel(snapshot.ears[index], marks.ears[index]), name, channel: nil)
    }
    channels = snapshot.channels.indices.map { index in
      Self.level(
        MeterLevel(snapshot.channels[index], marks.channels[index]),
        board.microphones.first { $0.channel == index }?.name, channel: index)
    }
  }

  private static func level(_ level: MeterLevel, _ name: String?, channel: Int?) -> Level {
    // Two digits match the precision of a meter, and keep lines short.
    func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    return Level(
      name: name, channel: channel, rms: rounded(level.rms), peak: rounded(level.held),
      clipped: level.isClipped)
  }
}
