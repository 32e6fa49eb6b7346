/// A known request, by its method and path: there are no others, and no part of a path names a file.
enum WebRoute: Equatable {
  /// A file of the page.
  case page(PageFile)
  /// Say who this is, and if the browser is known.
  case hello
  /// Ask to be let in by the button.
  case ask
  /// Ask whether the button was pressed.
  case claim
  /// Let in by a code.
  case code
  /// The news, as they come.
  case events
  /// An order to the recorder.
  case order(Order)
  /// A list of takes, before a number.
  case takes(before: Int?)
  /// A take.
  case take(Int)
  /// The outline of a take, or of some milliseconds of it.
  case waveform(Int, Range<Int>?)
  /// Delete a take.
  case delete(Int)
  /// Change the title, the note, the judgement or the markers of a take.
  case edit(Int)
  /// Make a new take from a part of a take.
  case trim(Int)
  /// Make a new take from a take, with a sector in front of the rest.
  case focus(Int)
  /// Make a copy, a picture or a few seconds of a focus from a take.
  case make(Int)
  /// The progress of that work.
  case made(String)
  /// A drawing of how the board is held.
  case drawing
  /// An address for one file, or for an archive, or for the live sound.
  case ticket
  /// The number of this browser's downloads under way.
  case fetching
  /// The content behind such an address.
  case redeem(String)
  /// Turn away the browser asking to be let in.
  case turnAway
  /// Forget this browser.
  case forget

  /// An order to the recorder.
  enum Order: String, CaseIterable {
    case start, stop, pause, resume, mark, source, pattern, act, adjust
  }

  /// The route of a request; `nil` if there is none.
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
    case (3, "takes"):
      guard let number = Self.number(words[2]) else { return nil }
      self = .take(number)
    case (4, "takes") where words[3] == "waveform":
      guard let number = Self.number(words[2]) else { return nil }
      self = .waveform(number, nil)
    case (6, "takes") where words[3] == "waveform":
      guard let number = Self.number(words[2]), let from = Self.number(words[4]),
        let to = Self.number(words[5]), from < to
      else { return nil }
      self = .waveform(number, from..<to)
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
    case (4, "takes"):
      guard let number = Self.number(words[2]) else { return nil }
      switch words[3] {
      case "delete": self = .delete(number)
      case "edit": self = .edit(number)
      case "trim": self = .trim(number)
      case "focus": self = .focus(number)
      case "make": self = .make(number)
      default: return nil
      }
    case (2, let word):
      guard let order = Order(rawValue: word) else { return nil }
      self = .order(order)
    default: return nil
    }
  }

  /// A number: digits only, and in the range of take numbers.
  private static func number(_ word: String) -> Int? {
    guard (1...9).contains(word.utf8.count), word.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(word)
  }

  /// True if a browser may make this request without being let in.
  var isOpen: Bool {
    switch self {
    case .page, .hello, .ask, .claim, .code, .redeem: true
    default: false
    }
  }
}
