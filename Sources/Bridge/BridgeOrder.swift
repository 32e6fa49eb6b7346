import Face
import Varlink

/// An order from the network, in the words of the command line.
enum BridgeOrder: Equatable {
  case start, stop, pause, resume
  /// Sets a marker with this text; `nil` for a number instead of a text.
  case mark(String?)
  case source(String)
  case pattern(String)

  /// The possible first words of an order.
  static let words =
    "start, stop, pause, resume, mark TEXT, select source NAME, select pattern NAME, "
    + "of at most \(mostBytes) bytes"

  /// The length in bytes of the longest payload that is an order.
  static let mostBytes = 1000

  /// The order in a payload; `nil` if the payload is not an order.
  init?(_ payload: String) {
    guard payload.utf8.count <= Self.mostBytes else { return nil }
    // Of several orders only one could be carried out, so none is.
    let lines = payload.split { $0.isNewline }.map(Self.stripped).filter { !$0.isEmpty }
    guard lines.count == 1, let line = lines.first else { return nil }
    let words = line.split(separator: " ", maxSplits: 2).map(Self.stripped)
    let rest = line.split(separator: " ", maxSplits: 1).dropFirst().first.map(Self.stripped)
    switch (words.first, words.dropFirst().first) {
    case ("start", nil): self = .start
    case ("stop", nil): self = .stop
    case ("pause", nil): self = .pause
    case ("resume", nil): self = .resume
    case ("mark", _): self = .mark(rest)
    case ("select", "source") where words.count > 2: self = .source(words[2])
    case ("select", "pattern") where words.count > 2: self = .pattern(words[2])
    default: return nil
    }
  }

  /// A text without the blanks around it.
  private static func stripped(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// Gives this order to a recorder.
  ///
  /// - Throws: `VarlinkClient.Failure`: the recorder refuses, or does not answer.
  func carryOut(_ recorder: ControlClient) throws(VarlinkClient.Failure) {
    switch self {
    case .start: _ = try recorder.call(RecorderInterface.start)
    case .stop: _ = try recorder.call(RecorderInterface.stop, .init())
    case .pause: try recorder.call(RecorderInterface.pause)
    case .resume: try recorder.call(RecorderInterface.resume)
    case .mark(let text): _ = try recorder.call(RecorderInterface.mark, .init(text))
    case .source(let name):
      _ = try recorder.call(RecorderInterface.select, .init(dataSource: name, pattern: nil))
    case .pattern(let name):
      _ = try recorder.call(RecorderInterface.select, .init(dataSource: nil, pattern: name))
    }
  }

  /// The reply to the sender of the order.
  struct Reply: Encodable {
    var command: String
    var done: Bool
    var message: String?
  }
}
