import Boards
import Recorder

/// The effects of scripted hands on contacts, gravity and settings, in order of time.
struct HandScript: Sendable {
  /// An event caused by hands.
  enum Event: Sendable, Equatable {
    case acceleration(Vector3)
    case contact(ButtonName, isClosed: Bool)
    case dataSource(String)
  }

  /// The events with their times in seconds, in order.
  private(set) var events: [(time: Double, event: Event)] = []

  /// The interval between the edges of a bouncing contact in seconds.
  private static let bounceSeconds = 0.002
  /// The number of times that a contact bounces.
  private static let bounces = 6

  /// The events of the hands in a scenario, and of its bouncing contacts.
  init(_ scenario: Scenario) {
    for hand in scenario.hands {
      switch hand.action {
      case .turn(let orientation): events.append((hand.at, .acceleration(orientation.up)))
      case .gravity(let pull): events.append((hand.at, .acceleration(-pull)))
      case .tap: break  // taps are part of the scene
      case .source(let name): events.append((hand.at, .dataSource(name)))
      case .press(let name, let seconds):
        let defect = scenario.hardware?.buttons[name] ?? ButtonDefect()
        for (level, time) in [(true, hand.at), (false, hand.at + seconds)] {
          events += defect.edges(level, at: time).map {
            ($0.time, .contact(name, isClosed: $0.isClosed))
          }
        }
      }
    }
    for name in ButtonName.allCases {
      let edges = scenario.hardware?.buttons[name]?.unbidden(seconds: scenario.duration) ?? []
      events += edges.map { ($0.time, .contact(name, isClosed: $0.isClosed)) }
    }
    for fault in scenario.faults {
      guard case .bounce(let name) = fault.event else { continue }
      for edge in 0..<(2 * Self.bounces) {
        let time = fault.at + Double(edge) * Self.bounceSeconds
        events.append((time, .contact(name, isClosed: edge % 2 == 0)))
      }
    }
    events = events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }
}
