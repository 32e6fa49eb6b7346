import Boards
import Face

/// Shows a running recorder, either in this process or in another one.
protocol LiveDisplay: AnyObject {
  /// Shows events and the current status; it is called at every turn, but draws only when a frame is due.
  ///
  /// - Parameter status: returns the status; called only when something is drawn.
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails.
  func show(_ events: [RecorderEvent], at now: Double, _ status: () -> RecorderStatus) throws

  /// Clears the flags that show clipping.
  func clearClips()

  /// Shows a question that a key answers; `nil` takes the question back.
  func ask(_ question: String?)

  /// Restores the terminal, so that later output is ordinary text.
  func close()
}

extension LiveDisplay {
  func clearClips() {}
  func ask(_ question: String?) {}
  func close() {}
}

/// Shows the live view on the whole terminal, ten times per second.
///
/// - Thread: control.
final class ScreenDisplay: LiveDisplay {
  /// Seconds between two frames.
  static let frameSeconds = 0.1

  private let view: RecorderView
  private let screen: TerminalScreen
  private let keys: (RecorderStatus) -> [ViewContent.Key]
  private var clips = ClipMemory()
  private var question: String?
  private var nextFrame = 0.0
  /// The newest takes, if the view is to show them.
  var takes: [TakeRecord] = []

  /// Opens the screen; `nil` if the output is not a terminal that can show the view.
  ///
  /// - Parameters:
  ///   - board: the board of the recorder, for a drawing of how it is held; `nil` if its file is not found.
  /// - keys: returns the keys that are active for a status.
  init?(board: Board?, console: Console, keys: @escaping (RecorderStatus) -> [ViewContent.Key]) {
    guard let screen = TerminalScreen(console.terminal, environment: console.environment) else {
      return nil
    }
    view = RecorderView(board: board, isUnicode: console.terminal.isUnicode)
    self.screen = screen
    self.keys = keys
  }

  func show(_ events: [RecorderEvent], at now: Double, _ status: () -> RecorderStatus) {
    guard now >= nextFrame || !events.isEmpty else { return }
    // The turns come at irregular times, but the frames keep a regular rhythm.
    nextFrame = max(now, nextFrame + Self.frameSeconds)
    let status = status()
    clips.add(status)
    let content = ViewContent(
      status: status, clips: clips, takes: takes, keys: keys(status), question: question)
    let size = screen.size
    screen.draw(view.lines(content, size: size), size: size)
  }

  func clearClips() {
    clips.clear()
    nextFrame = 0
  }

  func ask(_ question: String?) {
    self.question = question
    nextFrame = 0
  }

  func close() { screen.close() }
}
