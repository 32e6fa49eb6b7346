/// The part of a file that a browser asks for.
enum ByteRange: Equatable {
  /// The whole file: the browser requested no range, or one that is not understood.
  case whole
  /// A part of the file.
  case part(offset: Int, count: Int)
  /// A part that lies outside the file.
  case outside

  /// Reads the part of a file of `size` bytes that a `Range` line asks for.
  ///
  /// Only one part can be sent: if several are requested, or other units, the answer is the whole file.
  ///
  /// - Source: RFC 9110, 14.1.2 and 14.2.
  init(_ line: String?, of size: Int) {
    self = .whole
    guard let line, line.hasPrefix("bytes="), !line.contains(",") else { return }
    let ends = line.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ Self.isNumber($0) || $0.isEmpty }) else { return }
    if ends[0].isEmpty {
      guard let last = Int(ends[1]) else { return }
      let count = min(last, size)
      self = count > 0 ? .part(offset: size - count, count: count) : .outside
    } else {
      guard let first = Int(ends[0]) else { return }
      guard first < size else {
        self = .outside
        return
      }
      let last = ends[1].isEmpty ? size - 1 : min(Int(ends[1]) ?? 0, size - 1)
      guard last >= first else { return }
      self = .part(offset: first, count: last - first + 1)
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
