import Essentials

/// Random words that cannot be guessed.
enum Secret {
  /// A word of 256 random bits as hexadecimal digits.
  static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in random.next().hexadecimal(digits: 16) }.joined()
  }

  /// A code for people: eight characters that cannot be mistaken for one another, with 40 random bits in all.
  static func code() -> String {
    var random = SystemRandomNumberGenerator()
    return String((0..<8).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  /// A code as typed, without its spaces and hyphens, and in capital letters.
  static func plain(_ code: String) -> String {
    String(code.uppercased().filter { letters.contains($0) })
  }

  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
}
