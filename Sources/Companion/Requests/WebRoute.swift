/// A request that the companion knows, by its method and path.
///
/// There are no others, and no part of a path ever names a file.
enum WebRoute: Equatable {
  /// A file of the page.
  case page(PageFile)
  /// Says which recorder this is, and if it knows the browser.
  case hello
  /// Asks to be let in by the button.
  case ask
  /// Asks if the button has been pressed.
  case claim
  /// Asks to be let in by a code.
  case code
  /// Follows the news of the recorder.
  case events
  /// Gives the recorder an order.
  case order(Order)
  /// Lists the takes that come before a number.
  case takes(before: Int?)
  /// Describes one take.
  case take(Int)
  /// Does something with a take.
  case action(TakeAction, of: Int)
  /// Reports the progress of something being made.
  case made(String)
  /// Draws how the board is held.
  case drawing
  /// Makes an address for one file, for an archive, or for the live sound.
  case ticket
  /// Counts the downloads of this browser that are under way.
  case fetching
  /// Sends what is behind such an address.
  case redeem(String)
  /// Turns away the browser that is asking to be let in.
  case turnAway
  /// Revokes this browser.
  case forget

  /// An order to the recorder.
  enum Order: String, CaseIterable {
    case start, stop, pause, resume, mark, source, pattern, act, adjust
  }

  /// Something to do with a take: outline it, delete it, change its notes, cut a part or a focus from it as a new take,
  /// or make a copy, a picture or a few seconds of a focus.
  enum TakeAction: String {
    case waveform, delete, edit, trim, focus, make
  }

  /// The route of a request; `nil` if the companion does not know the request.
  init?(method: String, path: String) {
    let words = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
    switch (method, words.count) {
    case ("GET", 1):
      guard let file = PageFile(path: path) else { return nil }
      self = .page(file)
    case ("GET", 2) where words[0] == "t": self = .redeem(words[1])
    case ("GET", _): self.init(reading: words)
    case ("POST", _): self.init(asking: words)
    default: return nil
    }
  }

  private init?(reading words: [String]) {
    guard words.count >= 2, words[0] == "api" else { return nil }
    switch (words.count, words[1]) {
    case (2, "hello"): self = .hello
    case (2, "events"): self = .events
    case (2, "drawing"): self = .drawing
    case (2, "fetching"): self = .fetching
    case (3, "made"): self = .made(words[2])
    case (2, "takes"): self = .takes(before: nil)
    case (4, "takes") where words[2] == "before":
      guard let number = Self.number(words[3]) else { return nil }
      self = .takes(before: number)
    default: return nil
    }
  }

  private init?(asking words: [String]) {
    guard words.count >= 2, words[0] == "api" else { return nil }
    switch (words.count, words[1]) {
    case (2, "ticket"): self = .ticket
    case (2, "forget"): self = .forget
    case (2, "turn-away"): self = .turnAway
    case (2, "pair"): self = .ask
    case (3, "pair") where words[2] == "claim": self = .claim
    case (3, "pair") where words[2] == "code": self = .code
    // The body of the request has the name of the take, because several takes can have the same number.
    case (3, "takes"):
      guard let number = Self.number(words[2]) else { return nil }
      self = .take(number)
    case (4, "takes"):
      guard let number = Self.number(words[2]), let action = TakeAction(rawValue: words[3]) else {
        return nil
      }
      self = .action(action, of: number)
    case (2, let word):
      guard let order = Order(rawValue: word) else { return nil }
      self = .order(order)
    default: return nil
    }
  }

  /// The number in a word: digits only, and within the range of take numbers.
  private static func number(_ word: String) -> Int? {
    guard (1...9).contains(word.utf8.count), word.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(word)
  }

  /// True if a browser may make this request before it is let in.
  var isOpen: Bool {
    switch self {
    case .page, .hello, .ask, .claim, .code, .redeem: true
    default: false
    }
  }
}
