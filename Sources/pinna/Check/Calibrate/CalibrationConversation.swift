import Calibration
import Diagnostics

extension GuidedConversation {
  /// The texts that lead a person around a board, clapping from each place.
  var walk: CalibrationWalk.Talk {
    CalibrationWalk.Talk(
      ask: { direction, number, count in
        let start = number == 1 ? Self.pose + " " : ""
        self.ask(
          start + "Clap once \(Self.place(direction)), an arm's length and a step away"
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
    case "front": "beyond its TOP edge"
    case "front-right": "beyond its TOP RIGHT corner"
    case "right": "beyond its RIGHT edge"
    case "behind-right": "beyond its BOTTOM RIGHT corner, at the connector's side"
    case "behind": "beyond its BOTTOM edge, where the connector is"
    case "behind-left": "beyond its BOTTOM LEFT corner, at the connector's side"
    case "left": "beyond its LEFT edge"
    case "front-left": "beyond its TOP LEFT corner"
    case "above": "ABOVE it"
    case "below": "BELOW it"
    default: "from \(direction.name) degrees, seen with its connector towards you"
    }
  }
}

extension ToldDirection {
  /// True if the direction is straight above or straight below.
  fileprivate var isUpright: Bool { name == "above" || name == "below" }
}
