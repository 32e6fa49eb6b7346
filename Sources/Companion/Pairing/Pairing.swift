/// Letting a browser in by a press of the source button: who presses it is there.
///
/// One browser at a time asks. When another one asks meanwhile, neither is let in: the person who presses could not
/// know which one is meant.
///
/// - Source: the session overlap of Wi-Fi Protected Setup's push button method.
package struct Pairing: Sendable, Equatable {
  /// Seconds in which the button is to be pressed.
  package static let seconds = 60.0

  /// The answer to a browser that asks.
  package enum Reply: Sendable, Equatable {
    /// Press the button.
    case waiting(id: String)
    /// Two asked at the same time.
    case overlap
  }

  /// The state of what a browser asked for.
  package enum Claim: Sendable, Equatable {
    /// The button was not pressed yet.
    case waiting(secondsLeft: Double)
    /// The button was pressed: the name that the browser gave itself.
    case granted(name: String)
    /// Too late, or another browser asked as well.
    case over
  }

  private struct Ask: Equatable {
    var id: String
    var name: String
    var endsAt: Double
    /// The presses before it; `nil` until the recorder has told them.
    var presses: Int?
    var isGranted = false
  }

  private var ask: Ask?

  /// Nothing is asked for.
  package init() {}

  /// True while a press would let a browser in.
  package func isWaiting(_ now: Double) -> Bool {
    ask.map { !$0.isGranted && now < $0.endsAt } ?? false
  }

  /// Takes the wish of a browser to be let in.
  ///
  /// - Parameters:
  ///   - id: a secret by which it claims its token.
  ///   - earlier: the id of its own wish before, which this one replaces.
  package mutating func ask(
    id: String, name: String, earlier: String?, _ now: Double
  ) -> Reply {
    if let ask, isWaiting(now), ask.id != earlier {
      self.ask = nil
      return .overlap
    }
    ask = Ask(id: id, name: name, endsAt: now + Self.seconds)
    return .waiting(id: id)
  }

  /// Hears how often the button was pressed since the recorder was started.
  package mutating func hear(presses: Int, _ now: Double) {
    guard var waiting = ask, isWaiting(now) else { return }
    // A recorder that was started again counts from 0.
    if let before = waiting.presses, presses > before {
      waiting.isGranted = true
    } else {
      waiting.presses = presses
    }
    ask = waiting
  }

  /// Tells a browser what became of its wish; a granted one is told once.
  package mutating func claim(id: String, _ now: Double) -> Claim {
    guard let ask, ask.id == id, now < ask.endsAt else { return .over }
    guard ask.isGranted else { return .waiting(secondsLeft: ask.endsAt - now) }
    self.ask = nil
    return .granted(name: ask.name)
  }
}
