/// The request of a browser, as a value.
package struct WebRequest: Sendable, Equatable {
  /// The HTTP method, such as "GET" or "POST".
  package var method: String
  /// The path without its query.
  package var path: String
  /// The header lines that matter here, by their names in lower case.
  package var headers: [String: String]
  /// The body of the request.
  package var body: [UInt8]
  /// The address of the browser, without its port.
  package var address: String

  /// Makes a request from its parts.
  package init(
    method: String, path: String, headers: [String: String] = [:], body: [UInt8] = [],
    address: String = "127.0.0.1"
  ) {
    (self.method, self.path, self.headers) = (method, path, headers)
    (self.body, self.address) = (body, address)
  }

  /// The names of the header lines that are read; others are ignored.
  package static let names = [
    "host", "origin", "range", "if-range", "sec-fetch-site", token, "content-type",
  ]
  /// The name of the header line that carries a browser's token.
  package static let token = "x-pinna-token"
  /// The maximum bytes of a body: enough for a marker of 120 characters, or for the names of an archive's takes.
  package static func mostBody(path: String) -> Int { path == "/api/ticket" ? 128 << 10 : 4096 }
  /// The maximum depth of objects and lists in a body.
  static let mostLevels = 8
}
