/// Hardware that cannot be used now, as a value; recording goes on without it.
package struct HardwareProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The device that does not work.
  package var what: String
  /// Its place: a chip, a line, a bus, a mixer control.
  package var place: String
  /// The reason, with the errno if there is one.
  package var reason: String
  /// The remedy.
  package var remedy: String

  /// A problem from its parts.
  package init(what: String, place: String, reason: String, remedy: String) {
    self.what = what
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// One line to show to a user.
  package var description: String { "\(what) (\(place)): \(reason); \(remedy)" }
}
