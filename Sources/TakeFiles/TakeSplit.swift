/// When to continue a take in a new file; no frame is lost or repeated at the split.
public enum TakeSplit: Sendable, Equatable {
  /// The take is not split, unless it reaches the limit of the file system.
  case off
  /// The take is split after every so many seconds.
  case seconds(Double)
  /// The take is split before one of its files has this many bytes of audio.
  case bytes(Int)
}
