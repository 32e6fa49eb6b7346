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

  /// The row of a compressed format in the table of formats; `nil` for WAV, which has its own reader and writer.
  var encoded: (any EncodedFormat.Type)? {
    switch self {
    case .wav: nil
    case .flac: FLACFormat.self
    case .opus: OpusFormat.self
    case .m4a: AACFormat.self
    }
  }

  /// The file extension, without the dot.
  public var ending: String { rawValue }

  /// The extensions of all kinds in a sentence: ".wav, .flac, .opus or .m4a".
  static var endings: String {
    let all = allCases.map { "." + $0.ending }
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }

  /// True if every decoded sample is unchanged.
  public var isLossless: Bool { encoded?.isLossless ?? true }

  /// The media type of the files.
  public var mediaType: String { encoded?.mediaType ?? "audio/wav" }

  /// The remedy for a file in an unsupported form.
  static func remedy(for path: String) -> String {
    TakeFileKind(path: path)?.encoded?.remedy
      ?? "convert it to 16, 24 or 32-bit PCM or 32-bit float WAV"
  }
}
