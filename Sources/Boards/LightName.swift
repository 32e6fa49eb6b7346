/// A light of a board.
public enum LightName: String, CaseIterable, Sendable, Codable {
  /// Red: what becomes of a take.
  case record
  /// Green: how the recorder is.
  case status
}
