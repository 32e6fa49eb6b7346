/// A virtual microphone with a direction.
public struct DataSource: Sendable, Equatable {
  /// The name, as users type it.
  public var name: String
  /// The face it looks out of.
  public var orientation: DeviceFace
  /// Upper or lower part of the device.
  public var location: DataSourceLocation?
  /// The direction it looks in, device frame, unit length.
  public var forward: Vector3
  /// The supported patterns, in the order of the file; the first is not the default.
  public var patterns: [PolarPattern]
  /// The microphones used by a mono pattern, as indices into ``Board/microphones``.
  public var microphones: [Int]
  /// The microphones on the left and right for plain stereo, if the file names them.
  public var pair: MicrophonePair?

  /// A data source from its parts.
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
