import CLines

/// The library that drives the lines of buttons and lights.
package enum GPIOLibrary {
  /// The version of its interface that this program was built with: 1 (Debian 12) or 2 (Debian 13).
  package static var version: Int { Int(pinna_lines_library_version()) }
}
