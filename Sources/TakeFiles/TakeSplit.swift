/// The point at which a take is continued in a new file, without losing or repeating a frame.
public enum TakeSplit: Sendable, Equatable {
  /// Never, except at the limit of the file system.
  case off
  /// After this many seconds.
  case seconds(Double)
  /// Before a file of the take has this many bytes of audio.
  case bytes(Int)
}
