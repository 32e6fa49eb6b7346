import Boards
import Recorder

/// One action requested from a person with a board.
package struct GuidedStep: Sendable, Equatable {
  /// The actions that can be requested.
  package enum Action: Sendable, Equatable {
    /// Press a button, or close a switch.
    case press(ButtonName)
    /// Hold the board in an orientation.
    case hold(InputOrientation)
    /// Tap the microphone with this index on the board.
    case tap(microphone: Int)
    /// Clap once on one side of the board, held as in this case.
    case clap(Board.Case, Side)
  }

  /// A side of the listener, in whose place the board is.
  package enum Side: String, Sendable, CaseIterable {
    /// The left side of the listener.
    case left
    /// The right side of the listener.
    case right
  }

  /// The requested action.
  package var action: Action
  /// The instruction to the person, in one or two sentences.
  package var prompt: String
  /// The check to which the step belongs.
  package var check: Check
  /// The name of the button, orientation, microphone or case that is checked.
  package var subject: String

  /// Creates a step for a board.
  init(_ action: Action, board: Board) {
    self.action = action
    switch action {
    case .press(let button):
      check = .guidedPress
      subject = button.rawValue
      prompt =
        button == .lock
        ? "Close the lock switch; if it is already closed, open it and close it again."
        : "Press the \(button.rawValue) button and release it."
    case .hold(let orientation):
      check = .guidedHold
      subject = orientation.rawValue
      prompt =
        "Look at the front of the board and hold it so that its connector is \(orientation.connectorWords)."
    case .tap(let index):
      let microphone = board.microphones[index]
      check = .guidedTap
      subject = microphone.name
      prompt =
        "Tap lightly on the port of microphone \(microphone.name) (\(Self.place(microphone)))."
    case .clap(let which, let side):
      check = .guidedClap
      subject = "\(board.name(of: which)), \(side.rawValue)"
      prompt =
        "\(Self.pose(which, board)) Clap or snap your fingers once, an arm's length to the "
        + "\(side.rawValue.uppercased()) of the board."
    }
  }

  private static func pose(_ which: Board.Case, _ board: Board) -> String {
    let source = board.dataSources[which.dataSource]
    let isFace = source.orientation == .front || source.orientation == .back
    let face = "\(source.orientation.rawValue) \(isFace ? "side" : "edge")"
    guard which.orientation != nil, let layout = board.layout(which) else {
      return "Hold the board in front of you as usual, with its \(face) facing away from you."
    }
    return "Hold the board, or lean it, with its \(face) away from you and its connector "
      + "\(connector(layout))."
  }

  /// The position of the connector as seen by a person facing forward in a layout.
  private static func connector(_ layout: Layout) -> String {
    let connector = Vector3(0, -1, 0)
    let (across, up) = (dot(connector, layout.right), dot(connector, layout.up))
    if abs(up) >= abs(across) { return up > 0 ? "at the top" : "at the bottom" }
    return across > 0 ? "at your right" : "at your left"
  }

  /// The position of a microphone in the device frame, in words.
  private static func place(_ microphone: Microphone) -> String {
    func millimetres(_ metres: Double) -> String { Quantity.tenths(metres * 1000) }
    let position = microphone.position
    let words = [position.x, position.y, position.z].map(millimetres).joined(separator: ", ")
    return "at \(words) mm"
  }
}

extension InputOrientation {
  /// The position of the connector as seen by a person facing the front.
  var connectorWords: String {
    switch self {
    case .portrait: "at the bottom"
    case .portraitUpsideDown: "at the top"
    case .landscapeLeft: "at the left"
    case .landscapeRight: "at the right"
    }
  }
}
