/// The body that carries the microphones, as used in the design.
public enum Scatterer: Sendable, Equatable {
  /// No body: plane waves pass undisturbed.
  case freeField
  /// A rigid sphere of this radius in metres around the origin of the device frame.
  case sphere(radius: Double)
  /// A body with computed or measured responses, for every microphone of the board.
  case body(BodyResponses)
}
