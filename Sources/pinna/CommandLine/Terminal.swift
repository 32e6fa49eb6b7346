import Drawings
import Glibc

/// The destination of text: a terminal with its width and colours, or a file.
struct Terminal: Sendable, Equatable {
  /// True if a person sees it now.
  var isTerminal: Bool
  /// Columns; 80 for anything that is not a terminal.
  var width: Int
  /// True if escape sequences for colours may be written.
  var allowsColor: Bool
  /// True if characters beyond ASCII can be shown.
  var isUnicode: Bool

  /// A file: 80 columns, no colours.
  static let file = Terminal(isTerminal: false, width: 80, allowsColor: false, isUnicode: true)

  /// An output as described by the environment.
  ///
  /// - Parameters:
  ///   - isTerminal: true if the output is a terminal.
  ///   - columns: its width, if the system knows it.
  ///   - environment: variables by name.
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

  /// A terminal from its properties.
  init(isTerminal: Bool, width: Int, allowsColor: Bool, isUnicode: Bool) {
    self.isTerminal = isTerminal
    self.width = width
    self.allowsColor = allowsColor
    self.isUnicode = isUnicode
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

  /// The text in a style, if colours are allowed.
  func styled(_ text: String, _ style: TextStyle) -> String {
    allowsColor ? style.applied(to: text) : text
  }
}
