/// The pose of a hand-held board, named after the position of its connector (the bottom edge, -y), seen by an observer
/// who faces the front.
///
/// Other vocabularies call the pose with the connector on the right "landscapeLeft", after the top edge. Here the name
/// always follows the connector.
public enum InputOrientation: String, CaseIterable, Sendable, Codable {
  /// Connector at the bottom: +y is up.
  case portrait
  /// Connector at the top: -y is up.
  case portraitUpsideDown
  /// Connector on the left: -x is up.
  case landscapeLeft
  /// Connector on the right: +x is up.
  case landscapeRight

  /// The up direction in the device frame when the board is held this way.
  public var up: Vector3 {
    switch self {
    case .portrait: Vector3(0, 1, 0)
    case .portraitUpsideDown: Vector3(0, -1, 0)
    case .landscapeLeft: Vector3(-1, 0, 0)
    case .landscapeRight: Vector3(1, 0, 0)
    }
  }
}
