/// A buffer that splits the bytes of a connection into messages, each of which ends with a zero byte.
///
/// - Source: varlink.org, "Method Call": one JSON object, encoded in UTF-8, followed by a single NUL byte.
struct MessageBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Bytes at the front already searched for an end.
  private var searched = 0
  private let limit: Int

  /// An empty buffer for messages of at most `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// The number of waiting bytes.
  var count: Int { bytes.count }

  /// Takes in bytes as they come.
  mutating func append(_ news: some Sequence<UInt8>) { bytes += news }

  /// Takes out the next whole message, without its zero byte; `nil` if none is complete yet.
  ///
  /// - Throws: ``WireFault/tooLong(limit:)``; nothing that follows can be understood then.
  mutating func next() throws(WireFault) -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      if bytes.count > limit { throw .tooLong(limit: limit) }
      return nil
    }
    guard end <= limit else { throw .tooLong(limit: limit) }
    let message = Array(bytes[..<end])
    bytes.removeFirst(end + 1)
    searched = 0
    return message
  }

  /// Takes out all waiting bytes: what follows is no longer a message.
  mutating func drain() -> [UInt8] {
    defer { (bytes, searched) = ([], 0) }
    return bytes
  }
}
