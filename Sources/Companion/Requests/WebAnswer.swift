/// The answer to a request, as a value; the bytes of a stream come later.
package struct WebAnswer {
  /// The bytes of an answer.
  package enum Body {
    /// Bytes that are ready.
    case bytes([UInt8])
    /// Bytes that are still to come, and their number if it is known.
    case stream(any WebStream, count: Int?)
  }

  /// The HTTP status, such as 200 or 404.
  package var status: Int
  /// The header lines besides those in ``fixed``.
  package var headers: [(name: String, value: String)]
  /// The body of the answer.
  package var body: Body
  /// True if the answer is for a browser that is let in.
  package var isForBrowser = false
  /// An object that the server keeps until the answer has been sent or given up.
  package var lasting: AnyObject?

  /// Makes an answer from its parts.
  package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The header lines that every answer has.
  ///
  /// They forbid loading anything from elsewhere, running anything inline, and framing this page in another one.
  package static let fixed = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        + "media-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; "
        + "base-uri 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}

/// Bytes of an answer that arrive over time.
///
/// - Thread: the thread of the connection; a stream may wait there.
package protocol WebStream: AnyObject {
  /// Writes bytes into the buffer, after waiting until there is at least one.
  ///
  /// - Returns: the number of bytes written; 0 at the end of the stream.
  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int
}
