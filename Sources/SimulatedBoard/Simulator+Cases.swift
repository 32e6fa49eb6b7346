import Boards
import Recorder

extension Simulator {
  /// The seconds after a turn in which the case before it may still be in force, because the session waits until the
  /// board is still.
  private static let settlingSeconds = 1.0

  /// The cases in which hands press record, as far as the script tells.
  ///
  /// A case that is left out does no harm: its filters are made when a take needs them.
  package func likelyCases(_ configuration: SessionConfiguration) -> [Board.Case] {
    let first = configuration.dataSource.flatMap { board.dataSource(named: $0) } ?? 0
    let hands = FacingScript.hands(of: scenario, board: board, initial: first)
    let presses = scenario.hands.filter { hand in
      if case .press(.record, _) = hand.action { true } else { false }
    }
    var cases: [Board.Case] = []
    for press in presses {
      for time in [press.at, press.at - Self.settlingSeconds] {
        let which = held(at: time, hands, first, configuration.orientation)
        if !cases.contains(which) { cases.append(which) }
      }
    }
    return cases
  }

  private func held(
    at time: Double, _ hands: [Scenario.Hand], _ first: Int, _ fixed: InputOrientation?
  ) -> Board.Case {
    let past = hands.enumerated().filter { $0.element.at <= time }.sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    var which = Board.Case(dataSource: first, orientation: .portrait)
    for (_, hand) in past {
      switch hand.action {
      case .turn(let orientation): which.orientation = orientation
      case .source(let name): which.dataSource = board.dataSource(named: name) ?? which.dataSource
      case .gravity, .press, .tap: break
      }
    }
    which.orientation = board.orientation == .handHeld ? fixed ?? which.orientation : nil
    return which
  }
}
