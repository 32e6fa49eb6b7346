/// Lets a browser in when the source button is pressed, which proves that its user is at the recorder.
///
/// The page asks for a number of presses in a row. A single press, which selects the next source, lets no browser in,
/// and any other number of presses ends the request. Only one browser can ask at a time, for a minute, and asking again
/// does not extend that minute. If a second browser asks meanwhile, neither is let in, because the person at the button
/// could not know which of them is meant. After a request that failed, its address must pause, each time for twice as
/// long.
///
/// - Source: the session overlap of Wi-Fi Protected Setup's push button method.
package struct Pairing: Sendable, Equatable {
  /// Seconds within which the button must be pressed.
  package static let seconds = 60.0
  /// The numbers of presses that a page may ask for; nobody needs so many in a row to select a source.
  package static let presses = 3...5
  /// Seconds without a press that end a row of presses.
  package static let rowSeconds = 2.0
  /// Seconds of an address's first pause, and of the longest pause.
  package static let pauses = 10.0...3600.0
  /// The maximum number of addresses whose pauses are remembered.
  static let mostAddresses = 256

  /// The answer to a browser that asks to be let in.
  package enum Reply: Sendable, Equatable {
    /// The button must be pressed this many times within this many seconds.
    case waiting(id: String, presses: Int, secondsLeft: Double)
    /// Two browsers asked at the same time.
    case overlap
    /// The browser must wait, because an earlier request from its address failed.
    case pause(secondsLeft: Double)
  }

  /// The state of a browser's request.
  package enum Claim: Sendable, Equatable {
    /// The button has not yet been pressed as often as required.
    case waiting(presses: Int, secondsLeft: Double)
    /// The button was pressed, and the browser that gave itself this name is let in.
    case granted(name: String)
    /// The request failed for this reason.
    case over(End)
  }

  /// The reason why a request failed.
  package enum End: Sendable, Equatable {
    /// The button was not pressed, or the request is no longer known.
    case unanswered
    /// The button was pressed this many times, which is not the number asked for.
    case otherPresses(Int)
    /// Another browser asked at the same time.
    case overlap
    /// The request was turned away from a browser that was already let in.
    case turnedAway
    /// The browser was let in with a code, and no press is needed.
    case letInByCode
  }

  /// The browser that is asking to be let in.
  package struct Asked: Sendable, Equatable {
    /// The name that the browser gave itself.
    package var name: String
    /// The address of the browser.
    package var address: String
    /// The number of presses that let the browser in.
    package var presses: Int
    /// Seconds left in which to press the button.
    package var secondsLeft: Double
  }

  /// Something to log.
  package enum Note: Sendable, Equatable {
    case asked(Asked)
    case granted(name: String, address: String)
    case ended(name: String, address: String, End)
  }

  private struct Ask: Equatable {
    var id: String
    var name: String
    var address: String
    var presses: Int
    var endsAt: Double
    /// The number of presses that the recorder last reported; `nil` until it has reported one.
    var count: Int?
    /// The presses so far in the present row.
    var row = 0
    var pressedAt = 0.0
  }

  private struct Grant: Equatable {
    var id: String
    var name: String
    var endsAt: Double
  }

  private struct Pause: Equatable {
    var seconds: Double
    var endsAt: Double
  }

  private var ask: Ask?
  private var grant: Grant?
  private var lastEnd: (id: String, end: End)?
  private var pauses: [String: Pause] = [:]
  private var notes: [Note] = []

  /// Starts without a request.
  package init() {}

  package static func == (one: Pairing, other: Pairing) -> Bool {
    one.ask == other.ask && one.grant == other.grant && one.pauses == other.pauses
  }

  /// True while presses would let a browser in.
  package func isWaiting(_ now: Double) -> Bool { ask.map { now < $0.endsAt } ?? false }

  /// The browser that is asking now.
  package func asked(_ now: Double) -> Asked? {
    guard let ask, isWaiting(now) else { return nil }
    return Asked(
      name: ask.name, address: ask.address, presses: ask.presses, secondsLeft: ask.endsAt - now)
  }

  /// Removes and returns the notes to log that have come since the last call.
  package mutating func drainNotes(_ now: Double) -> [Note] {
    if ask != nil, !isWaiting(now) { end(.unanswered, now) }
    defer { notes = [] }
    return notes
  }

  /// Accepts or refuses a browser's request to be let in.
  ///
  /// - Parameters:
  /// - id: a secret with which the browser can claim its token.
  ///   - presses: the number of presses that let the browser in; ignored if it repeats its present request.
  ///   - earlier: the id of the browser's earlier request; while that request lasts, nothing changes.
  package mutating func ask(
    id: String, name: String, address: String, presses: Int, earlier: String?, _ now: Double
  ) -> Reply {
    if !isWaiting(now) { end(.unanswered, now) }
    if let ask {
      guard ask.id != earlier else {
        return .waiting(id: ask.id, presses: ask.presses, secondsLeft: ask.endsAt - now)
      }
      // The second browser may be as honest as the first, so its pause does not grow.
      pause(address, now, isLonger: false)
      end(.overlap, now)
      return .overlap
    }
    if let pause = pauses[address], now < pause.endsAt {
      return .pause(secondsLeft: pause.endsAt - now)
    }
    ask = Ask(
      id: id, name: name, address: address, presses: presses, endsAt: now + Self.seconds)
    if let asked = asked(now) { notes.append(.asked(asked)) }
    return .waiting(id: id, presses: presses, secondsLeft: Self.seconds)
  }

  /// Turns away the browser that is asking.
  package mutating func turnAway(_ now: Double) {
    if isWaiting(now) { end(.turnedAway, now) }
  }

  /// Ends the request of a browser that a code has let in, so that a press does not let it in a second time.
  package mutating func withdraw(id: String, _ now: Double) {
    if grant?.id == id { grant = nil }
    if ask?.id == id, isWaiting(now) { end(.letInByCode, now) }
  }

  /// Receives the number of presses since the recorder started.
  package mutating func hear(presses: Int, _ now: Double) {
    guard var waiting = ask, isWaiting(now) else { return }
    if let before = waiting.count, presses > before {
      waiting.row += presses - before
      waiting.pressedAt = now
    }
    // A restarted recorder counts from 0.
    if let before = waiting.count, presses < before { waiting.row = 0 }
    waiting.count = presses
    ask = waiting
    guard waiting.row > 0, now - waiting.pressedAt >= Self.rowSeconds else { return }
    guard waiting.row == waiting.presses else { return end(.otherPresses(waiting.row), now) }
    grant = Grant(id: waiting.id, name: waiting.name, endsAt: now + Self.seconds)
    pauses[waiting.address] = nil
    notes.append(.granted(name: waiting.name, address: waiting.address))
    ask = nil
  }

  /// Tells a browser how its request stands; the answer that it is let in is given once.
  package mutating func claim(id: String, _ now: Double) -> Claim {
    if let grant, grant.id == id, now < grant.endsAt {
      self.grant = nil
      return .granted(name: grant.name)
    }
    if let ask, ask.id == id, isWaiting(now) {
      return .waiting(presses: ask.presses, secondsLeft: ask.endsAt - now)
    }
    if let lastEnd, lastEnd.id == id { return .over(lastEnd.end) }
    return .over(.unanswered)
  }

  private mutating func end(_ reason: End, _ now: Double) {
    guard let ask else { return }
    if reason != .letInByCode { pause(ask.address, now, isLonger: reason != .overlap) }
    notes.append(.ended(name: ask.name, address: ask.address, reason))
    lastEnd = (ask.id, reason)
    self.ask = nil
  }

  /// Makes an address pause, for twice as long as the last time or for just as long.
  private mutating func pause(_ address: String, _ now: Double, isLonger: Bool) {
    // An address that was quiet for as long as the longest pause starts afresh.
    pauses = pauses.filter { now - $0.value.endsAt < Self.pauses.upperBound }
    if pauses.count >= Self.mostAddresses, pauses[address] == nil,
      let first = pauses.min(by: { $0.value.endsAt < $1.value.endsAt })
    {
      pauses[first.key] = nil
    }
    let before = pauses[address]?.seconds
    let longer = before.map { isLonger ? 2 * $0 : $0 } ?? Self.pauses.lowerBound
    let seconds = min(longer, Self.pauses.upperBound)
    pauses[address] = Pause(seconds: seconds, endsAt: now + seconds)
  }
}
