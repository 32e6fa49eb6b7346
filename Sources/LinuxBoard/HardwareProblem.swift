/// A piece of hardware that cannot be used now, told to people; everything else works on.
public struct HardwareProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which part of the board, such as "record button".
  public var what: String
  /// Where it is connected, such as "pinctrl-rp1 line 17".
  public var place: String
  /// What went wrong, with the errno where there is one.
  public var reason: String
  /// What somebody can do about it.
  public var remedy: String

  /// A problem from its parts.
  public init(what: String, place: String, reason: String, remedy: String) {
    self.what = what
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// All of it in one line.
  public var description: String { "\(what) (\(place)): \(reason); \(remedy)" }
}
