/// The body of a board, which shadows the sound and appears in the layout picture.
public struct Body: Sendable, Equatable {
  /// The dimensions of a box around the origin, in metres along x, y and z.
  public var size: Vector3
  /// The model of the body's effect on sound.
  public var model: BodyModel

  /// Creates a body from its parts.
  public init(size: Vector3, model: BodyModel = .freeField) {
    self.size = size
    self.model = model
  }
}

/// The effect of a board's body on the sound at its microphones.
public enum BodyModel: Sendable, Equatable {
  /// The body does not change the sound.
  case freeField
  /// A rigid sphere of this radius in metres around the origin; microphones lie on its surface, in the directions of
  /// their positions.
  case sphere(radius: Double)
  /// A rigid box with the dimensions of ``Body/size``.
  case box
  /// The measured response of each microphone, in a SOFA file whose path is relative to the board file.
  case measured(file: String)
}
