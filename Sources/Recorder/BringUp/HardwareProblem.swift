/// Hardware that cannot be used now, as a value: recording goes on without it.
public struct HardwareProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The thing that does not work.
  public var what: String
  /// Its place: a chip, a line, a bus, a mixer control.
  public var place: String
  /// The reason, with the errno where there is one.
  public var reason: String
  /// The remedy.
  public var remedy: String

  /// A problem from its parts.
  public init(what: String, place: String, reason: String, remedy: String) {
    self.what = what
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// One line for people.
  public var description: String { "\(what) (\(place)): \(reason); \(remedy)" }
}
