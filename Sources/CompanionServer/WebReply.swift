import CWebServer
import Companion

/// Converts the companion's answers into the library's.
enum WebReply {
  /// The number that tells the library that the length of an answer is unknown.
  ///
  /// - Source: microhttpd.h, MHD_SIZE_UNKNOWN, a macro that Swift cannot import.
  private static let unknownSize = UInt64.max
  /// The size in bytes of the blocks in which streams are sent.
  private static let streamBlock = 32 << 10

  /// Sends an answer over a connection.
  static func send(_ answer: WebAnswer, on connection: OpaquePointer) -> MHD_Result {
    guard let response = response(answer.body) else { return pinna_web_close() }
    for (name, value) in WebAnswer.fixed { pinna_web_add(response, name, value) }
    for (name, value) in answer.headers { pinna_web_add(response, name, value) }
    return pinna_web_send(connection, UInt32(answer.status), response)
  }

  private static func response(_ body: WebAnswer.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return pinna_web_copy(bytes, bytes.count)
    case .stream(let stream, let count):
      let box = Unmanaged.passRetained(StreamBox(stream)).toOpaque()
      let response = pinna_web_stream(
        count.map(UInt64.init) ?? unknownSize, streamBlock, readStream, box, freeStream)
      // The library frees only the streams of the responses that it made.
      if response == nil { freeStream(box) }
      return response
    }
  }
}

/// Wraps a stream, so that the library can hold a reference to it.
private final class StreamBox {
  let stream: any WebStream
  init(_ stream: any WebStream) { self.stream = stream }
}

private func readStream(
  _ box: UnsafeMutableRawPointer?, _ place: UInt64, _ bytes: UnsafeMutablePointer<CChar>?,
  _ room: Int
) -> Int {
  // MHD_CONTENT_READER_END_OF_STREAM, a macro that Swift cannot import.
  let end = -1
  guard let box, let bytes else { return end }
  let stream = Unmanaged<StreamBox>.fromOpaque(box).takeUnretainedValue().stream
  let count = stream.next(into: UnsafeMutableRawBufferPointer(start: bytes, count: room))
  return count > 0 ? count : end
}

private func freeStream(_ box: UnsafeMutableRawPointer?) {
  if let box { Unmanaged<StreamBox>.fromOpaque(box).release() }
}
