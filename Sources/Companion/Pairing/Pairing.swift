/// Letting a browser in by presses of the source button: the person who presses is at the recorder.
///
/// The page asks for a number of presses in a row. A single press, which selects the next source, lets no browser in,
/// and any other number ends the request. One browser at a time asks, for a minute, which a second request does not
/// extend. If another one asks meanwhile, neither is let in: the person could not know which one is meant. After a
/// request that came to nothing its address must pause, each time twice as long.
///
/// - Source: the session overlap of Wi-Fi Protected Setup's push button method.
package struct Pairing: Sendable, Equatable {
  /// Seconds in which the button must be pressed.
  package static let seconds = 60.0
  /// The numbers of presses that a page may ask for: more than anyone needs to select a source.
  package static let presses = 3...5
  /// Seconds without a press after which a row of presses is over.
  package static let rowSeconds = 2.0
  /// Seconds of an address's first pause, and of its longest.
  package static let pauses = 10.0...3600.0
  /// The most addresses with remembered pauses.
  static let mostAddresses = 256

  /// The answer to an asking browser.
  package enum Reply: Sendable, Equatable {
    /// Press the button this many times within this many seconds.
    case waiting(id: String, presses: Int, secondsLeft: Double)
    /// Two asked at the same time.
    case overlap
    /// An earlier request from this address came to nothing.
    case pause(secondsLeft: Double)
  }

  /// The state of a browser's request.
  package enum Claim: Sendable, Equatable {
    /// The button has not been pressed yet.
    case waiting(presses: Int, secondsLeft: Double)
    /// The button was pressed: the name that the browser gave itself.
    case granted(name: String)
    /// It came to nothing.
    case over(End)
  }

  /// The reason why a request came to nothing.
  package enum End: Sendable, Equatable {
    /// The button was not pressed, or the request is no longer known.
    case unanswered
    /// The button was pressed another number of times.
    case otherPresses(Int)
    /// Another browser asked as well.
    case overlap
    /// A browser already let in turned it away.
    case turnedAway
    /// A code has let it in: no press is needed.
    case letInByCode
  }

  /// The asking browser.
  package struct Asked: Sendable, Equatable {
    /// The name that it gave itself.
    package var name: String
    /// Its address.
    package var address: String
    /// The presses that let it in.
    package var presses: Int
    /// Seconds left.
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
    /// The recorder's count at the last look; `nil` until it is known.
    var count: Int?
    /// Presses in a row so far.
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

  /// No request.
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

  /// Takes out the notes to log since the last time.
  package mutating func drainNotes(_ now: Double) -> [Note] {
    if ask != nil, !isWaiting(now) { end(.unanswered, now) }
    defer { notes = [] }
    return notes
  }

  /// Takes a browser's request to be let in.
  ///
  /// - Parameters:
  ///   - id: a secret with which it claims its token.
  ///   - presses: the presses that let it in, unless it repeats its present request.
  ///   - earlier: the id of its earlier request; while that lasts, nothing changes.
  package mutating func ask(
    id: String, name: String, address: String, presses: Int, earlier: String?, _ now: Double
  ) -> Reply {
    if !isWaiting(now) { end(.unanswered, now) }
    if let ask {
      guard ask.id != earlier else {
        return .waiting(id: ask.id, presses: ask.presses, secondsLeft: ask.endsAt - now)
      }
      // The second one may be as honest as the first.
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

  /// Turns away the asking browser.
  package mutating func turnAway(_ now: Double) {
    if isWaiting(now) { end(.turnedAway, now) }
  }

  /// Ends the request of a browser let in by a code; a press does not let it in a second time.
  package mutating func withdraw(id: String, _ now: Double) {
    if grant?.id == id { grant = nil }
    if ask?.id == id, isWaiting(now) { end(.letInByCode, now) }
  }

  /// Receives the number of presses since the start of the recorder.
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

  /// Tells a browser the outcome of its request; a granted one is reported once.
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

  /// Makes an address wait, twice as long as the last time or just as long.
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
