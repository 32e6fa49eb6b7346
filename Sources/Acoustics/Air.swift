/// Air as the medium of sound.
public enum Air {
  /// The speed of sound in metres per second, at 20 degrees Celsius.
  public static let speedOfSound = 343.0
}
