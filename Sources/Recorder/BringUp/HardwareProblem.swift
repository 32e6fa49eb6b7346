/// A problem with hardware that cannot be used now; recording goes on without that hardware.
package struct HardwareProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The device that does not work.
  package var what: String
  /// The part of the hardware concerned: a chip, a line, a bus or a mixer control.
  package var place: String
  /// The reason why the device does not work, with the errno if there is one.
  package var reason: String
  /// The remedy, as an instruction to the user.
  package var remedy: String

  /// Creates a problem from its parts.
  package init(what: String, place: String, reason: String, remedy: String) {
    (self.what, self.place) = (what, place)
    (self.reason, self.remedy) = (reason, remedy)
  }

  /// The problem in one line, to be shown to the user.
  package var description: String { "\(what) (\(place)): \(reason); \(remedy)" }
}
