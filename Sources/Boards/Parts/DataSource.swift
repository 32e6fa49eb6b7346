/// A virtual microphone that looks in one direction.
public struct DataSource: Sendable, Equatable {
  /// The name, as users type it.
  public var name: String
  /// The face of the device out of which the data source looks.
  public var orientation: DeviceFace
  /// The part of the device, upper or lower, in which the data source is.
  public var location: DataSourceLocation?
  /// The direction in which the data source looks, in the device frame, with unit length.
  public var forward: Vector3
  /// The supported patterns, in the order of the file; the first is not necessarily the default.
  public var patterns: [PolarPattern]
  /// The microphones that a mono pattern uses, as indices into ``Board/microphones``.
  public var microphones: [Int]
  /// The left and right microphones for plain stereo, if the file names them.
  public var pair: MicrophonePair?

  /// Creates a data source from its parts.
  public init(
    name: String, orientation: DeviceFace, location: DataSourceLocation? = nil, forward: Vector3,
    patterns: [PolarPattern], microphones: [Int], pair: MicrophonePair? = nil
  ) {
    self.name = name
    self.orientation = orientation
    self.location = location
    self.forward = forward
    self.patterns = patterns
    self.microphones = microphones
    self.pair = pair
  }
}

/// The part of the device in which a data source is.
public enum DataSourceLocation: String, CaseIterable, Sendable, Codable {
  /// The upper half.
  case upper
  /// The lower half.
  case lower
}
