import Calibration
import Diagnostics

extension GuidedConversation {
  /// The texts that lead a person around a board, clapping from each place.
  var walk: CalibrationWalk.Talk {
    CalibrationWalk.Talk(
      ask: { direction, number, count in
        let start = number == 1 ? Self.pose + " " : ""
        self.ask(
          start + "Clap once \(Self.place(direction)), an arm's length plus a step away"
            + (direction.isUpright ? "." : ", at the height of the board."),
          number: number, count: count)
      },
      answer: { self.answer() },
      tell: { isHeard, words in self.tell(isHeard ? .pass : .skip, words) },
      retry: { self.retry($0) })
  }

  private static let pose =
    "Lay the board flat in a quiet room, front up, away from walls, and walk around it."

  /// The place from which to clap, named by edges of the board, which do not depend on how the board lies.
  private static func place(_ direction: ToldDirection) -> String {
    switch direction.name {
    case "front": "beyond the TOP edge"
    case "front-right": "beyond the TOP RIGHT corner"
    case "right": "beyond the RIGHT edge"
    case "behind-right": "beyond the BOTTOM RIGHT corner, on the connector side"
    case "behind": "beyond the BOTTOM edge, where the connector is"
    case "behind-left": "beyond the BOTTOM LEFT corner, on the connector side"
    case "left": "beyond the LEFT edge"
    case "front-left": "beyond the TOP LEFT corner"
    case "above": "ABOVE the board"
    case "below": "BELOW the board"
    default: "from \(direction.name) degrees, seen with the connector towards you"
    }
  }
}

extension ToldDirection {
  /// True if the direction is straight above or straight below.
  fileprivate var isUpright: Bool { name == "above" || name == "below" }
}
