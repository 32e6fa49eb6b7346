/// The body that the microphones sit on, as the design computes it.
public enum Scatterer: Sendable, Equatable {
  /// No body: plane waves pass undisturbed.
  case freeField
  /// A rigid sphere of this radius in metres around the origin of the device frame.
  case sphere(radius: Double)
  /// A body whose responses were computed or measured, for every microphone of the board.
  case body(BodyResponses)
}
