/// Addresses valid for one thing for a while, because a player or a download cannot send a token.
///
/// They are made for a browser let in, are kept in memory only, and end with its permission.
struct Tickets: Sendable {
  /// The thing that a ticket gives access to.
  enum Thing: Sendable, Equatable {
    /// A file of a take: its number, its name, and the place of the file in its list.
    case file(Int, name: String, index: Int, isDownload: Bool)
    /// All files of takes in one archive.
    case archive([TicketTake])
    /// A file made from a take.
    case made(String, index: Int, isDownload: Bool)
    /// The live sound.
    case sound
  }

  /// A take by its number and its name.
  struct TicketTake: Sendable, Equatable, Codable {
    var number: Int
    var name: String
  }

  private struct Ticket {
    var thing: Thing
    /// The hash of its browser's token.
    var browser: String
    var usedAt: Double
  }

  /// The most tickets at the same time; the least recently used gives way.
  static let most = 256
  /// Seconds without use after which a ticket is over.
  static let seconds = 3600.0

  private var tickets: [String: Ticket] = [:]

  /// Makes a ticket for a browser.
  mutating func make(_ thing: Thing, browser: String, _ now: Double) -> String {
    tickets = tickets.filter { now - $0.value.usedAt < Self.seconds }
    if tickets.count >= Self.most {
      let oldest = tickets.min { $0.value.usedAt < $1.value.usedAt }
      if let oldest { tickets[oldest.key] = nil }
    }
    let word = Secret.token()
    tickets[word] = Ticket(thing: thing, browser: browser, usedAt: now)
    return word
  }

  /// The thing and the browser of a ticket; `nil` if it does not exist, has expired, or its browser was revoked.
  ///
  /// - Parameter isLetIn: true for the hash of a browser that is let in; any other ticket is removed.
  mutating func use(
    _ word: String, _ now: Double, isLetIn: (String) -> Bool
  ) -> (thing: Thing, browser: String)? {
    guard let ticket = tickets[word], now - ticket.usedAt < Self.seconds,
      isLetIn(ticket.browser)
    else {
      tickets[word] = nil
      return nil
    }
    tickets[word]?.usedAt = now
    return (ticket.thing, ticket.browser)
  }
}
