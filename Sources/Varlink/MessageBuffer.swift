/// A buffer that splits the bytes received over a connection into messages; every message ends with a zero byte.
///
/// - Source: varlink.org, "Method Call": one JSON object, encoded in UTF-8, followed by a single NUL byte.
struct MessageBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The number of bytes at the front already searched for the end of a message.
  private var searched = 0
  private let limit: Int

  /// An empty buffer for messages of at most `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// The number of bytes in the buffer.
  var count: Int { bytes.count }

  /// Adds received bytes.
  mutating func append(_ news: some Sequence<UInt8>) { bytes += news }

  /// Removes and returns the next complete message, without its zero byte; `nil` if none is complete yet.
  ///
  /// - Throws: ``WireFault/tooLong(limit:)``; later bytes can then no longer be parsed.
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

  /// Removes and returns all bytes in the buffer, for a connection that no longer carries messages.
  mutating func drain() -> [UInt8] {
    defer { (bytes, searched) = ([], 0) }
    return bytes
  }
}
