import Drawings

/// The option `--svg`, with which a command draws a picture instead of printing text.
enum PictureArgument {
  static let option = Option.text(
    "svg", "FILE", "write a picture instead, to this file or ('-') to standard output")

  /// Writes the picture if `--svg` is given.
  ///
  /// - Throws: ``CommandError``: 64 if JSON is also to go to standard output; 73, 74 or 77 if the file cannot be
  ///   written.
  static func write(_ arguments: Arguments, _ console: Console, _ picture: () -> String) throws {
    guard let path = arguments[option] else { return }
    if path == "-", arguments.asksForJSON {
      throw arguments.usageError(
        "--json and --svg - both need standard output: name a file for --svg")
    }
    let text = picture()
    if path == "-" { return try console.print(lines: [String(text.dropLast())]) }
    try OutputFile.check(path, mark: SVG.mark)
    try OutputFile.write(text, to: path)
    console.note("wrote \(path)")
  }
}
