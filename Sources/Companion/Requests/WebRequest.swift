/// A request of a browser, as a value.
package struct WebRequest: Sendable, Equatable {
  /// The method: "GET", "POST" and others.
  package var method: String
  /// The path without its query.
  package var path: String
  /// The relevant header lines, by lower-case name.
  package var headers: [String: String]
  /// The body.
  package var body: [UInt8]
  /// The address of the browser, without its port.
  package var address: String

  /// A request from its parts.
  package init(
    method: String, path: String, headers: [String: String] = [:], body: [UInt8] = [],
    address: String = "127.0.0.1"
  ) {
    (self.method, self.path, self.headers) = (method, path, headers)
    (self.body, self.address) = (body, address)
  }

  /// The header lines to read; others are ignored.
  package static let names = [
    "host", "origin", "range", "if-range", "sec-fetch-site", token, "content-type",
  ]
  /// The header line with the token of a browser.
  package static let token = "x-pinna-token"
  /// The most bytes of a body: a marker of 120 characters in quotes; for an archive, the names of its takes.
  package static func mostBody(path: String) -> Int { path == "/api/ticket" ? 128 << 10 : 4096 }
  /// The most levels of objects and lists in a body.
  static let mostLevels = 8
}
