import Drawings
import Glibc

/// The destination of text: a terminal with a width and colours, or a file.
struct Terminal: Sendable, Equatable {
  /// True if a person sees the text now.
  var isTerminal: Bool
  /// The number of columns; 80 if the destination is not a terminal.
  var width: Int
  /// True if escape sequences for colours may be written.
  var allowsColor: Bool
  /// True if characters beyond ASCII can be shown.
  var isUnicode: Bool

  /// The properties of a file: 80 columns, no colours.
  static let file = Terminal(isTerminal: false, width: 80, allowsColor: false, isUnicode: true)
}

extension Terminal {
  /// Derives the properties of a destination from the environment.
  ///
  /// - Parameters:
  /// - isTerminal: true if the destination is a terminal.
  ///   - columns: the width of the terminal, if the system knows it.
  ///   - environment: the environment variables by their names.
  /// - Source: no-color.org for NO_COLOR; POSIX.1-2017, 8.2, for LC_ALL, LC_CTYPE and LANG.
  init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    self.isTerminal = isTerminal
    let known = columns.flatMap { $0 > 0 ? $0 : nil }
    width = isTerminal ? max(40, known ?? 80) : 80
    allowsColor = isTerminal && !isSet("NO_COLOR") && environment["TERM"] != "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: isSet).flatMap { environment[$0] }
    let name = (locale ?? "").uppercased()
    isUnicode = name.hasSuffix("UTF-8") || name.hasSuffix("UTF8") || name.contains("UTF-8@")
  }

  /// The terminal or file behind a file descriptor of this process.
  static func of(descriptor: Int32, environment: [String: String]) -> Terminal {
    var size = winsize()
    let isTerminal = isatty(descriptor) == 1
    let hasSize = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    return Terminal(
      isTerminal: isTerminal, columns: hasSize ? Int(size.ws_col) : nil,
      environment: environment)
  }

  /// The text in a style, if colours are allowed; otherwise the plain text.
  func styled(_ text: String, _ style: TextStyle) -> String {
    allowsColor ? style.applied(to: text) : text
  }
}
