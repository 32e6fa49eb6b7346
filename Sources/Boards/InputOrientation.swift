/// The pose of a hand-held board, named after the position of its connector (the bottom edge, -y) as seen by an
/// observer who faces the front.
///
/// Other vocabularies name poses after the top edge, and therefore use "landscapeLeft" for the pose with the connector
/// on the right. Here, the name always refers to the connector.
public enum InputOrientation: String, CaseIterable, Sendable, Codable {
  /// The connector is at the bottom, so +y is up.
  case portrait
  /// The connector is at the top, so -y is up.
  case portraitUpsideDown
  /// The connector is on the left, so -x is up.
  case landscapeLeft
  /// The connector is on the right, so +x is up.
  case landscapeRight

  /// The up direction in the device frame with the board in this pose.
  public var up: Vector3 {
    switch self {
    case .portrait: Vector3(0, 1, 0)
    case .portraitUpsideDown: Vector3(0, -1, 0)
    case .landscapeLeft: Vector3(-1, 0, 0)
    case .landscapeRight: Vector3(1, 0, 0)
    }
  }
}
