/// Random words that cannot be guessed.
enum Secret {
  /// A word of 256 random bits, in hexadecimal digits.
  static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// A code for people: eight characters without look-alikes, 40 bits.
  static func code() -> String {
    var random = SystemRandomNumberGenerator()
    return String((0..<8).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  /// A typed code without spaces and hyphens, in capital letters.
  static func plain(_ code: String) -> String {
    String(code.uppercased().filter { letters.contains($0) })
  }

  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
}
