import Assembly
import Boards
import Drawings
import LinuxBoard
import Recorder

/// The display of a recorder while it works.
protocol LiveDisplay: AnyObject {
  /// Shows events and the present state; called at every turn, draws when a frame is due.
  ///
  /// - Parameter work: the work in the background, as "designing filters, 3 of 24".
  /// - Throws: ``OutputClosed`` when the reader is gone; ``CommandError`` when writing failed.
  func show(_ events: [SessionEvent], of session: Session, at now: Double, work: String?) throws

  /// Tells which hardware stopped working or works again.
  ///
  /// - Throws: as ``show(_:of:at:work:)``.
  func tell(_ changes: [ProblemWatch.Change]) throws

  /// Clears the clip flags.
  func clearClips()

  /// Asks a question that a key answers; `nil` takes it back.
  func ask(_ question: String?)

  /// Restores the terminal; later output is ordinary text.
  func close()
}

/// The live view on the whole terminal, ten times a second.
///
/// - Thread: control.
final class ScreenDisplay: LiveDisplay {
  /// Seconds between two frames.
  static let frameSeconds = 0.1
  /// The number of remembered events, more than any view shows.
  private static let memory = 8

  private let view: RecorderView
  private let screen: TerminalScreen
  private let words: SessionLog
  private let keys: (Session) -> [ViewContent.Key]
  private let makesTakes: Bool
  private var marks = MeterMarks()
  private var events: [ViewContent.Event] = []
  private var question: String?
  private var nextFrame = 0.0

  /// Opens the screen; `nil` when the output is no terminal that can show it.
  ///
  /// - Parameter keys: the keys that do something at this moment.
  init?(
    board: Board, console: Console, keys: @escaping (Session) -> [ViewContent.Key],
    makesTakes: Bool
  ) {
    guard let screen = TerminalScreen(console.terminal, environment: console.environment) else {
      return nil
    }
    view = RecorderView(board: board, isUnicode: console.terminal.isUnicode)
    self.screen = screen
    self.keys = keys
    self.makesTakes = makesTakes
    words = SessionLog(board: board, console: console)
  }

  func show(_ events: [SessionEvent], of session: Session, at now: Double, work: String?) {
    for event in events { remember(words.words(event)) }
    guard now >= nextFrame || !events.isEmpty else { return }
    // Turns come at irregular times; the frames keep their own rhythm.
    nextFrame = max(now, nextFrame + Self.frameSeconds)
    var content = ViewContent(snapshot: session.snapshot(now))
    marks.update(content.snapshot, at: now)
    content.marks = marks
    content.events = self.events
    content.keys = keys(session)
    content.question = question
    content.makesTakes = makesTakes
    content.work = work
    let size = screen.size
    screen.draw(view.lines(content, size: size), size: size)
  }

  func tell(_ changes: [ProblemWatch.Change]) {
    guard !changes.isEmpty else { return }
    for change in changes { remember(words.words(change)) }
    nextFrame = 0
  }

  private func remember(_ words: (title: String, details: String, style: TextStyle)) {
    events.append(
      .init(
        time: WallClock.timeText(), title: words.title, details: words.details, style: words.style))
    events = events.suffix(Self.memory)
  }

  func clearClips() {
    marks.clearClips()
    nextFrame = 0
  }

  func ask(_ question: String?) {
    self.question = question
    nextFrame = 0
  }

  func close() { screen.close() }
}
