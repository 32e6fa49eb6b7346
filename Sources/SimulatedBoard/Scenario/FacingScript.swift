import Boards
import Recorder

/// The direction that the listener faces over the course of a scenario: at any time, the direction of the data
/// source in use.
///
/// The simulation needs the scene in advance, so this script predicts how the session will respond to the hands: it
/// follows the rules for the buttons, refuses selections during a take, and ends takes when the card, the device or
/// the power is lost.
struct FacingScript {
  private let board: Board
  private var grammar = ButtonGrammar()
  private var contacts: Contacts
  private var isRecording = false
  private var source: Int
  private var selections: [Scenario.Hand] = []
  /// The time after which the card accepts no more data.
  private let cardFails: Double
  /// The periods in which no take is possible: power failures, and from each loss of the capture device or the
  /// card until the session is sure to have found it again.
  private let absences: [ClosedRange<Double>]

  /// The hands of a scenario, with an action `source` for every accepted selection, and without the refused
  /// selections.
  ///
  /// - Parameter initial: the data source at the start of the session.
  static func hands(of scenario: Scenario, board: Board, initial: Int) -> [Scenario.Hand] {
    var script = FacingScript(scenario, board: board, initial: initial)
    script.run(scenario)
    return scenario.hands.filter { hand in
      switch hand.action {
      case .press, .source: false
      case .turn, .gravity, .tap: true
      }
    } + script.selections
  }

  private init(_ scenario: Scenario, board: Board, initial: Int) {
    self.board = board
    contacts = Contacts(board: board)
    source = initial
    let ends = scenario.faults.filter {
      $0.event == .storageFull || $0.event == .storageGone(seconds: nil)
    }.map(\.at)
    let isReadOnly = scenario.hardware?.storage?.isReadOnly == true
    cardFails = isReadOnly ? 0 : ends.min() ?? .infinity
    absences = scenario.faults.compactMap { fault in
      switch fault.event {
      case .unplug(let seconds): fault.at...(fault.at + seconds + Session.retrySeconds)
      case .storageGone(let seconds?): fault.at...(fault.at + seconds + SessionStorage.lookSeconds)
      case .powerFails(let seconds): fault.at...(fault.at + (seconds ?? .infinity))
      default: nil
      }
    }
    if initial != 0 { select(initial, at: 0) }
  }

  private mutating func run(_ scenario: Scenario) {
    var ends = absences.map(\.lowerBound) + [cardFails]
    ends.sort()
    for (time, event) in HandScript(scenario).events {
      while let end = ends.first, end <= time {
        settle(end)
        isRecording = false
        ends.removeFirst()
      }
      settle(time)
      switch event {
      case .contact(let name, let isClosed):
        press(
          contacts.add(
            [ContactEvent(.button(name), .moved(isClosed: isClosed), at: time)], at: time), time)
      case .dataSource(let name):
        if !isRecording, let index = board.dataSource(named: name) { select(index, at: time) }
      case .acceleration: break
      }
    }
    settle(scenario.duration)
  }

  private mutating func settle(_ time: Double) {
    press(contacts.add([], at: time), time)
    apply(grammar.tick(time), time)
  }

  private mutating func press(_ edges: [ButtonEdge], _ time: Double) {
    for edge in edges { apply(grammar.handle(edge), time) }
  }

  private mutating func apply(_ actions: [ButtonAction], _ time: Double) {
    for action in actions {
      switch action {
      case .record:
        // Without a device, or with a card that accepts no data, either no take starts, or a take ends
        // immediately.
        let canStart = time < cardFails && !absences.contains { $0.contains(time) }
        isRecording = !isRecording && canStart
      case .source where !isRecording:
        select((source + 1) % board.dataSources.count, at: time)
      default: break
      }
    }
  }

  private mutating func select(_ index: Int, at time: Double) {
    source = index
    selections.append(
      Scenario.Hand(at: time, action: .source(board.dataSources[index].name)))
  }
}
