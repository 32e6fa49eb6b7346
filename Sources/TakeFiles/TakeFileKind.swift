import Essentials

/// The kind of a take file.
public enum TakeFileKind: String, CaseIterable, Sendable, Codable {
  /// WAV, or RF64 if the file is larger than 4 GiB: keeps every sample, in any number of channels.
  case wav
  /// FLAC: keeps every sample of up to 24 bits, in up to 8 channels.
  case flac
  /// Opus in Ogg.
  case opus
  /// AAC in fragmented MPEG-4.
  case m4a

  /// The row for this kind in the table of compressed formats; `nil` for WAV, which has its own reader and writer.
  var encoded: (any EncodedFormat.Type)? {
    switch self {
    case .wav: nil
    case .flac: FLACFormat.self
    case .opus: OpusFormat.self
    case .m4a: AACFormat.self
    }
  }

  /// The extension of the files, without the dot.
  public var ending: String { rawValue }

  /// The extensions of all kinds in words: ".wav, .flac, .opus or .m4a".
  static var endings: String { allCases.map { "." + $0.ending }.listed("or") }

  /// True if decoding restores every sample exactly.
  public var isLossless: Bool { encoded?.isLossless ?? true }

  /// The media type of the files.
  public var mediaType: String { encoded?.mediaType ?? "audio/wav" }

  /// The remedy for a file whose form is not supported.
  static func remedy(for path: String) -> String {
    let conversion = "convert it to 16, 24 or 32-bit PCM or 32-bit float WAV"
    guard let kind = TakeFileKind(path: path) else {
      return "rename it if it has one of these formats, otherwise \(conversion)"
    }
    return kind.encoded?.remedy ?? conversion
  }
}
