/// The names by which browsers may call this server.
///
/// Another site can make its own name resolve to this machine (DNS rebinding), and its page then sends requests with
/// that name in `Host`. A numeric address cannot be rebound, so every numeric address is accepted.
package struct HostNames: Sendable, Equatable {
  /// The names in lower case.
  private let names: Set<String>
  /// The scheme that an `Origin` must have: "http" or "https".
  private let scheme: String

  /// Collects the names of a machine.
  ///
  /// - Parameters:
  /// - machine: the host name of the machine.
  ///   - others: further names that the user gave the machine.
  package init(machine: String, others: [String] = [], isSecure: Bool = false) {
    let own = machine.lowercased().split(separator: ".").first.map(String.init) ?? "localhost"
    names = Set(
      ["localhost", "pinna.local", own, own + ".local", machine.lowercased()]
        + others.map { $0.lowercased() })
    scheme = isSecure ? "https" : "http"
  }

  /// True if a browser may call the server by this `Host`.
  package func accepts(host: String) -> Bool {
    guard host.utf8.count <= 255, let name = Self.name(host.lowercased()) else { return false }
    return names.contains(name) || Self.isAddress(name)
  }

  /// True if `Origin` shows that a request comes from the page itself, which was loaded from `host`.
  package func accepts(origin: String, host: String) -> Bool {
    origin.lowercased() == "\(scheme)://\(host.lowercased())"
  }

  /// True for a name or an address that a browser could send, without scheme and port.
  package static func isHost(_ word: String) -> Bool {
    let isName = word.utf8.allSatisfy { byte in
      let sign = Character(Unicode.Scalar(byte))
      return sign.isASCII && (sign.isLetter || sign.isNumber || "-._".contains(sign))
    }
    return isName && !word.isEmpty && !word.hasPrefix("-") || isAddress(word)
  }

  /// The name of a host without its port; `nil` if it is not a host name.
  private static func name(_ host: String) -> String? {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]"), isPort(host[host.index(after: end)...]) else {
        return nil
      }
      return String(host[...end])
    }
    guard let colon = host.firstIndex(of: ":") else { return host.isEmpty ? nil : host }
    return isPort(host[colon...]) ? String(host[..<colon]) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty
      || text.first == ":" && (2...6).contains(text.utf8.count)
        && text.dropFirst().allSatisfy { ("0"..."9").contains($0) }
  }

  /// True for a numeric address: IPv4 with dots, or IPv6 in brackets.
  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") {
      return name.contains(":")
        && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.allSatisfy { ("0"..."9").contains($0) }
          && Int(part) ?? 256 < 256
      }
  }
}
