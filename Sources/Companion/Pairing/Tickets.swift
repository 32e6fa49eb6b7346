/// Addresses that give access to one thing for a while, because a player or a download cannot send a token.
///
/// A ticket is made for a browser that is let in, is kept in memory only, and ends when the browser is revoked.
struct Tickets: Sendable {
  /// The thing that a ticket gives access to.
  enum Thing: Sendable, Equatable {
    /// A file of a take: the take's number and name, and the index of the file in the take's list.
    case file(Int, name: String, index: Int, isDownload: Bool)
    /// All files of several takes in one archive.
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
    /// The hash of the token of the browser that the ticket was made for.
    var browser: String
    var usedAt: Double
  }

  /// The maximum number of tickets; a further one takes the place of the least recently used.
  static let most = 256
  /// Seconds without use after which a ticket expires.
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
  /// - Parameter isLetIn: returns true for the token's hash of a browser that is let in; tickets of other browsers are
  ///   removed.
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
