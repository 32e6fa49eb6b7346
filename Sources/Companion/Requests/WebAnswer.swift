/// The answer to a request, as a value; a stream gives its bytes later.
package struct WebAnswer {
  /// The bytes of an answer.
  package enum Body {
    /// Bytes at hand.
    case bytes([UInt8])
    /// A part of an open file.
    case file(OpenTakeFile, offset: Int, count: Int)
    /// Bytes still to come; `count` if their number is known.
    case stream(any WebStream, count: Int?)
  }

  /// The status: 200, 404 and others.
  package var status: Int
  /// The header lines, in addition to those of every answer.
  package var headers: [(name: String, value: String)]
  /// The bytes.
  package var body: Body
  /// True if it is for a browser that is let in.
  package var isForBrowser = false
  /// An object that the server keeps until the answer is sent or given up.
  package var lasting: AnyObject?

  /// An answer from its parts.
  package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The header lines that every answer has.
  ///
  /// Nothing is loaded from elsewhere, nothing inline runs, and no other page can frame this one.
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
/// - Thread: its connection's; a stream may wait there.
package protocol WebStream: AnyObject {
  /// Writes bytes into the buffer; waits until there is at least one.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int
}
