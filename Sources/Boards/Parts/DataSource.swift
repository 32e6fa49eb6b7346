/// A virtual microphone that faces one direction.
public struct DataSource: Sendable, Equatable {
  /// The name, as users type it.
  public var name: String
  /// The face of the device that the data source points out of.
  public var orientation: DeviceFace
  /// The position of the data source on the device: upper or lower.
  public var location: DataSourceLocation?
  /// The forward direction of the data source, in the device frame, with unit length.
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

/// The position of a data source on the device.
public enum DataSourceLocation: String, CaseIterable, Sendable, Codable {
  /// The upper half.
  case upper
  /// The lower half.
  case lower
}
