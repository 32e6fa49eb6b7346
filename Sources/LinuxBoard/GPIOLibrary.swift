import CLines

/// The library through which the lines of buttons and lights are used.
package enum GPIOLibrary {
  /// The version of the library's interface for which this program was built: 1 (Debian 12) or 2 (Debian 13).
  package static var version: Int { Int(pinna_lines_library_version()) }
}
