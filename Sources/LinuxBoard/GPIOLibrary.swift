import CLines

/// The library for the lines of buttons and lights.
package enum GPIOLibrary {
  /// The version of the library's interface that this program was built for: 1 (Debian 12) or 2 (Debian 13).
  package static var version: Int { Int(pinna_lines_library_version()) }
}
