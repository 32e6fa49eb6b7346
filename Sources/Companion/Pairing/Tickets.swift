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

    /// True if the browser saves the thing instead of playing it.
    var isDownload: Bool {
      switch self {
      case .file(_, _, _, let isDownload), .made(_, _, let isDownload): isDownload
      case .archive: true
      case .sound: false
      }
    }
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
    /// The number of answers that are being sent.
    var answers = 0

    /// True if the ticket was used lately, or still is.
    func isValid(_ now: Double) -> Bool { answers > 0 || now - usedAt < Tickets.seconds }
  }

  /// The maximum number of tickets; a further one takes the place of the least recently used whose answer is not being
  /// sent.
  static let most = 256
  /// Seconds without use after which a ticket expires.
  static let seconds = 3600.0

  private var tickets: [String: Ticket] = [:]

  /// Makes a ticket for a browser.
  mutating func make(_ thing: Thing, browser: String, _ now: Double) -> String {
    tickets = tickets.filter { $0.value.isValid(now) }
    if tickets.count >= Self.most {
      let oldest = tickets.filter { $0.value.answers == 0 }
        .min { $0.value.usedAt < $1.value.usedAt }
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
    guard let ticket = tickets[word], ticket.isValid(now), isLetIn(ticket.browser) else {
      tickets[word] = nil
      return nil
    }
    tickets[word]?.usedAt = now
    return (ticket.thing, ticket.browser)
  }

  /// Notes that an answer to a ticket is being sent: until ``ended(_:_:)``, the ticket does not expire.
  mutating func began(_ word: String) { tickets[word]?.answers += 1 }

  /// Notes that such an answer has been sent or was broken off, and counts this as a use of the ticket: a download of
  /// hours can then be resumed.
  mutating func ended(_ word: String, _ now: Double) {
    tickets[word]?.answers -= 1
    tickets[word]?.usedAt = now
  }
}
