/// The answer to a request, as a value; what streams is asked for its bytes later.
package struct WebAnswer {
  /// The bytes of an answer.
  package enum Body {
    /// Bytes that are there.
    case bytes([UInt8])
    /// A part of an open file.
    case file(OpenTakeFile, offset: Int, count: Int)
    /// Bytes that come; `count` where it is known how many.
    case stream(any WebStream, count: Int?)
  }

  /// The status: 200, 404 and others.
  package var status: Int
  /// The header lines, beside those that every answer has.
  package var headers: [(name: String, value: String)]
  /// The bytes.
  package var body: Body
  /// True when it is for a browser that is let in.
  package var isForBrowser = false
  /// Something that is let go of once the answer was sent, or given up; the server keeps it until then.
  package var lasting: AnyObject?

  /// An answer from its parts.
  package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The header lines of every answer.
  ///
  /// Nothing is loaded from elsewhere, nothing inline is run, and no other page has this one in a frame.
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

/// Bytes of an answer that come one after the other.
///
/// - Thread: that of its connection; a stream may wait there.
package protocol WebStream: AnyObject {
  /// Puts bytes into the buffer; waits until there is at least one.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int
}
