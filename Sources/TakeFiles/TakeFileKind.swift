/// The kind of a take file.
public enum TakeFileKind: String, CaseIterable, Sendable, Codable {
  /// WAV, and RF64 past 4 GiB: every sample, any number of channels.
  case wav
  /// FLAC: every sample of up to 24 bits, up to 8 channels.
  case flac
  /// Opus in Ogg.
  case opus
  /// AAC in fragmented MPEG-4.
  case m4a

  /// The ending of the file's name, without the dot.
  public var ending: String { rawValue }

  /// True when every sample comes back unchanged.
  public var isLossless: Bool { self == .wav || self == .flac }
}
