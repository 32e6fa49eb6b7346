/// Air as the medium of sound.
public enum Air {
  /// Metres per second, at 20 degrees Celsius.
  public static let speedOfSound = 343.0
}
