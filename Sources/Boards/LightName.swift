/// A light of a board.
public enum LightName: String, CaseIterable, Sendable, Codable {
  /// Red: the state of the take.
  case record
  /// Green: the state of the recorder.
  case status
}
