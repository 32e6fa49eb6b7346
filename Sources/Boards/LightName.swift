/// A light of a board.
public enum LightName: String, CaseIterable, Sendable, Codable {
  /// The red light, which shows the state of the take.
  case record
  /// The green light, which shows the state of the recorder.
  case status
}
