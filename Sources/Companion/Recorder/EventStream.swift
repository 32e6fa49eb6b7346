import Face
import FoundationEssentials

/// The news for an open page, as server-sent events.
///
/// Each event contains the whole newest state, so that a slow reader misses some states but never sees an old one.
///
/// - Source: HTML Standard, 9.2 "Server-sent events".
final class EventStream: WebStream {
  /// Seconds without news after which an empty line shows both ends that the other is still there.
  static let restSeconds = 1.0

  private let board: NewsBoard
  private let isLetIn: () -> Bool
  private let asked: () -> Asked?
  private let now: () -> Double
  private var seen = -1
  private var rest: ArraySlice<UInt8> = []

  private struct Event: Encodable {
    var isThere: Bool
    var problem: String?
    var seconds: Double
    /// The time by this computer's clock, in which the page states the time limit of an order.
    var clock: Double
    var status: RecorderStatus?
    var asked: Asked?
  }

  /// The browser that is asking to be let in.
  struct Asked: Encodable {
    var name: String
    var address: String
    var presses: Int
    var seconds: Int
  }

  /// Starts a stream that ends when its browser is no longer let in.
  init(
    _ board: NewsBoard, isLetIn: @escaping () -> Bool, asked: @escaping () -> Asked? = { nil },
    now: @escaping () -> Double
  ) {
    (self.board, self.isLetIn, self.asked, self.now) = (board, isLetIn, asked, now)
    // If the board holds no status, it has no news for the page yet.
    if board.newest.status == nil { seen = board.newest.number }
    board.count(1)
  }

  deinit { board.count(-1) }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if rest.isEmpty {
      guard isLetIn() else { return 0 }
      let news = board.news(after: seen, within: Self.restSeconds)
      rest = (news.number > seen ? Self.text(news, asked(), now()) : ":\n\n").utf8.map { $0 }[...]
      seen = max(seen, news.number)
    }
    let count = min(rest.count, buffer.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }

  private static func text(_ news: NewsBoard.News, _ asked: Asked?, _ now: Double) -> String {
    let event = Event(
      isThere: news.problem == nil, problem: news.problem,
      seconds: max(0, ((now - news.since) * 10).rounded() / 10),
      clock: (now * 1000).rounded() / 1000, status: news.status, asked: asked)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(event)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return "event: state\ndata: \(data)\n\n"
  }
}
