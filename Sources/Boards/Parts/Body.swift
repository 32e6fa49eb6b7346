/// The body that shadows the sound, drawn in the layout picture.
public struct Body: Sendable, Equatable {
  /// Metres along x, y and z: a box around the origin.
  public var size: Vector3
  /// The model of the body.
  public var model: BodyModel

  /// A body from its parts.
  public init(size: Vector3, model: BodyModel = .freeField) {
    self.size = size
    self.model = model
  }
}

/// The effect of a board's body on the sound at its microphones.
public enum BodyModel: Sendable, Equatable {
  /// No change.
  case freeField
  /// A rigid sphere of this radius in metres around the origin; microphones lie on it in the direction of their
  /// positions.
  case sphere(radius: Double)
  /// The rigid box of ``Body/size``.
  case box
  /// Measured responses of every microphone, in a SOFA file (a path relative to the board file).
  case measured(file: String)
}
