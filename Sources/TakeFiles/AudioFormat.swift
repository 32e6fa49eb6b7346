/// The shape of the audio in a take file.
public struct AudioFormat: Sendable, Equatable {
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// The format of one sample.
  public var samples: SampleFormat

  /// A format from its parts.
  public init(rate: Int, channels: Int, samples: SampleFormat) {
    self.rate = rate
    self.channels = channels
    self.samples = samples
  }

  /// The size of one frame in the file, in bytes.
  public var bytesPerFrame: Int { channels * samples.bytes }
}

/// The format of one sample in a take file; its bytes are little endian.
public enum SampleFormat: String, CaseIterable, Sendable, Codable {
  /// 16 bits, signed.
  case s16
  /// 24 bits in three bytes, signed.
  case s24
  /// 32 bits, signed.
  case s32
  /// 32-bit floating point, full scale 1.
  case f32

  /// The formats in which a take may be recorded.
  public static let ofTakes: [SampleFormat] = [.s24, .f32]

  /// The size of one sample in the file, in bytes.
  public var bytes: Int {
    switch self {
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    }
  }

  /// The number of significant bits in one sample: 16, 24 or 32.
  public var bits: Int { bytes * 8 }
}
