/// The names by which browsers may call this server.
///
/// Another site can make its own name resolve to this machine (DNS rebinding), and its page then sends requests with
/// that name in `Host`. A numeric address cannot be rebound, so every numeric address is accepted.
package struct HostNames: Sendable, Equatable {
  /// The names in lower case.
  private let names: Set<String>
  /// The beginning of the names that Avahi gives this machine while another one in the network has its name.
  private let numbered: String
  /// The scheme that an `Origin` must have: "http" or "https".
  private let scheme: String

  /// Collects the names of a machine.
  ///
  /// - Parameters:
  /// - machine: the host name of the machine.
  ///   - others: further names that the user gave the machine.
  package init(machine: String, others: [String] = [], isSecure: Bool = false) {
    let own = machine.lowercased().split(separator: ".").first.map(String.init) ?? "localhost"
    numbered = Self.numbered(own)
    names = Set(
      ["localhost", "pinna.local", own, own + ".local"]
        + ([machine] + others).map { Self.withoutDot($0.lowercased()[...]) })
    scheme = isSecure ? "https" : "http"
  }

  /// True if a browser may call the server by this `Host`, also if the name ends with the dot of a full domain name.
  package func accepts(host: String) -> Bool {
    guard host.utf8.count <= 255, let name = Self.name(host.lowercased()) else { return false }
    return names.contains(name) || isNumbered(name) || Self.isAddress(name)
  }

  /// The beginning of the names that Avahi makes from a name in use, with a hyphen: from "pinna" it makes "pinna-2" and
  /// so on, from "oak-7" "oak-8".
  ///
  /// - Source: avahi-common/alternative.c, avahi_alternative_host_name.
  private static func numbered(_ own: String) -> String {
    guard let hyphen = own.lastIndex(of: "-"), isNumber(own[own.index(after: hyphen)...]) else {
      return own + "-"
    }
    return String(own[...hyphen])
  }

  /// True for a name that Avahi can give this machine, such as "pinna-2.local".
  private func isNumbered(_ name: String) -> Bool {
    name.hasPrefix(numbered) && name.hasSuffix(".local")
      && Self.isNumber(name.dropFirst(numbered.count).dropLast(".local".count))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...9).contains(text.utf8.count) && text.first != "0"
      && text.allSatisfy { ("0"..."9").contains($0) }
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
    let end = host.firstIndex(of: ":") ?? host.endIndex
    guard end > host.startIndex, isPort(host[end...]) else { return nil }
    return withoutDot(host[..<end])
  }

  /// A name without the dot that can end a full domain name.
  private static func withoutDot(_ name: Substring) -> String {
    String(name.hasSuffix(".") ? name.dropLast() : name)
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
