import Glibc

/// The name of a take file: `YYYYMMDD_HHMMSS_NNN`, followed by the content and by the part of a split take; the name of
/// the recorder and a hyphen may precede it.
///
/// Only the number determines the order of takes, because a board without a battery-backed clock does not know the
/// date. Numbers above 999 have more than three digits.
public struct TakeName: Sendable, Hashable {
  /// The time at which the take started, by the board's clock.
  public var date: CivilDate
  /// The number of the take; the first take in a directory has number 1.
  public var number: Int
  /// The content of the file.
  public var content: Content
  /// The part of a split take, counted from 0, which is written `_a`; `nil` for a take in one piece.
  public var part: Int?
  /// The name of the recorder, in letters and digits; empty if there is none.
  public private(set) var prefix = ""

  /// The content of a file of a take.
  public enum Content: String, CaseIterable, Sendable {
    /// The rendered take.
    case rendered
    /// All channels of the capture device, unprocessed.
    case raw
    /// The rendered take at a lower level.
    case safety
  }

  /// A name from its parts.
  ///
  /// - Precondition: `number` and `part` are at least 0.
  public init(date: CivilDate, number: Int, content: Content = .rendered, part: Int? = nil) {
    precondition(number >= 0 && (part ?? 0) >= 0)
    (self.date, self.number) = (date, number)
    (self.content, self.part) = (content, part)
  }

  /// The whole name without the file extension.
  public var stem: String {
    var text = prefix.isEmpty ? "" : prefix + "-"
    let digits = CivilDate.digits
    text += digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2)
    text += "_" + digits(date.hour, 2) + digits(date.minute, 2) + digits(date.second, 2)
    text += "_" + digits(number, 3)
    if content != .rendered { text += "_" + content.rawValue }
    if let part { text += "_" + Self.letters(part) }
    return text
  }

  /// The same name with another recorder's name in front; a prefix that is not made of letters and digits is left out.
  public func prefixed(_ prefix: String) -> TakeName {
    var name = self
    name.prefix = Self.isPrefix(prefix) ? prefix : ""
    return name
  }

  /// True if the text consists of one to sixteen ASCII letters and digits.
  public static func isPrefix(_ text: some StringProtocol) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The name of the finished file.
  public func fileName(ending: String = "wav") -> String { "\(stem).\(ending)" }

  /// The path of the finished file in a directory.
  public func path(in directory: String, ending: String = "wav") -> String {
    directory.hasSuffix("/")
      ? directory + fileName(ending: ending)
      : directory + "/" + fileName(ending: ending)
  }

  /// The path that a file has while it is in progress: `NAME.recording.wav` for `NAME.wav`.
  public static func inProgressPath(for path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return path + ".recording"
    }
    return path[..<dot] + ".recording" + path[dot...]
  }

  /// The folder in a path; "." if the path is only a name.
  public static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The letters that stand for a part: a to z, then aa, ab and so on.
  public static func letters(_ part: Int) -> String {
    var rest = part + 1
    var text = ""
    while rest > 0 {
      rest -= 1
      text = String(UnicodeScalar(UInt8(97 + rest % 26))) + text
      rest /= 26
    }
    return text
  }
}
