/// The body that carries the microphones, in the form that a design uses.
public enum Scatterer: Sendable, Equatable {
  /// There is no body: plane waves pass undisturbed.
  case freeField
  /// A rigid sphere with this radius in metres around the origin of the device frame.
  case sphere(radius: Double)
  /// A body whose responses were computed or measured, for every microphone of the board.
  case body(BodyResponses)
}
