/// The name of a file or a take, compared byte by byte.
///
/// Two strings are equal if they are canonically equivalent, but Linux lets two files in one folder have names that
/// differ only in the Unicode form of a letter, as files from macOS and from Linux do.
package struct ExactName: Hashable, Comparable, Sendable {
  /// The name as text.
  package let text: String

  /// The name that consists of these bytes.
  package init(_ text: String) { self.text = text }

  package static func == (a: ExactName, b: ExactName) -> Bool {
    a.text.utf8.elementsEqual(b.text.utf8)
  }

  package static func < (a: ExactName, b: ExactName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    // No name contains this byte, so it marks the end of the name.
    hasher.combine(UInt8(0xFF))
  }
}
