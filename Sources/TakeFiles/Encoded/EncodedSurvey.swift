/// What a compressed take file holds, as its bytes say.
public struct EncodedSurvey: Sendable, Equatable {
  /// Whole frames.
  public var frames: Int
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// Significant bits of one sample in FLAC; `nil` in Opus and AAC.
  public var bits: Int?
  /// Bytes from the start of the file that are whole.
  public var wholeBytes: Int
  /// Bytes of the file.
  public var fileBytes: Int
  /// Whether the file is finished and nothing in it is damaged.
  public var isWhole: Bool { wholeBytes == fileBytes && repairs.isEmpty }

  /// What is wrong, in words, beside what the sizes and the length tell.
  public var flaws: [String] = []
  /// What was not checked, in words.
  public var unchecked: [String] = []

  /// What has to be changed to make a finished file of what is whole.
  var repairs: [EncodedStream.Patch]
  /// The room for tags, when there is one.
  var tags: TagSpace?

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
