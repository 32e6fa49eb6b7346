import Boards
import TakeFiles

extension TakePlan {
  /// How fast the take fills the storage.
  public var storageRate: StorageRate {
    StorageRate(
      rendered: renderedFormat, kind: kind, keepsSafety: keepsSafety,
      raw: keepsRaw ? rawFormat : nil)
  }
}

/// How fast a take fills the storage: an upper bound in bytes per second.
public struct StorageRate: Sendable, Equatable {
  /// Bytes per second of all files of a take together.
  public var bytesPerSecond: Int

  /// A rate of so many bytes per second.
  public init(bytesPerSecond: Int) {
    self.bytesPerSecond = bytesPerSecond
  }

  /// The rate of a take.
  ///
  /// - Parameters:
  ///   - rendered: the rendered file.
  ///   - kind: how the rendered file is stored.
  ///   - keepsSafety: whether there is a second file like the rendered one.
  ///   - raw: the raw file, which is a WAV file; `nil` for none.
  public init(
    rendered: AudioFormat, kind: TakeFileKind = .wav, keepsSafety: Bool = false,
    raw: AudioFormat? = nil
  ) {
    let one = Self.bytesPerSecond(rendered, kind)
    bytesPerSecond = one * (keepsSafety ? 2 : 1) + (raw.map { Self.bytesPerSecond($0, .wav) } ?? 0)
  }

  /// What one file needs at most.
  ///
  /// - Source: a FLAC frame that cannot be compressed is stored verbatim, with a header and checksums below 1 % of a block
  ///   of 4096 samples (RFC 9639, sections 9.1 to 9.3); Opus has at most 510 kbit/s for a stream of one or two channels
  ///   (RFC 6716, section 2.1.1), and Ogg adds less than 2 %; AAC has at most 6144 bits for a channel and 1024 samples
  ///   (ISO/IEC 14496-3, 4.5.3), and fragmented MPEG-4 adds less than 2 %.
  private static func bytesPerSecond(_ format: AudioFormat, _ kind: TakeFileKind) -> Int {
    let plain = format.rate * format.bytesPerFrame
    switch kind {
    case .wav: return plain
    // FLAC has no floating point: 24 bits at most.
    case .flac:
      let bytes = min(3, format.bytesPerFrame / format.channels)
      return format.rate * format.channels * bytes * 101 / 100
    case .opus: return 510_000 / 8 * ((format.channels + 1) / 2) * 102 / 100
    case .m4a: return format.rate * 6 / 8 * format.channels * 102 / 100
    }
  }

  /// What is never filled: what a take needs to come to its end whatever happens, and some room for the file system.
  ///
  /// Four seconds are recorded between the look that finds the storage full and the end of the take, even when a look
  /// takes its time. Headers, cue points and text at the end of the files take less than 1 MiB, and a file system rounds
  /// each of at most three files up to a cluster of at most 1 MiB (exFAT on large cards; others less).
  public var reserveBytes: Int { 4 * bytesPerSecond + Self.closingBytes }

  /// Bytes for the ends of all files of a take.
  static let closingBytes = 8 << 20
}

/// How much the storage still takes.
public struct StorageStatus: Sendable, Equatable {
  /// Bytes that files can take, without those that wait in memory for it.
  public var freeBytes: Int
  /// Seconds of a take in the present format until it is ended, so that it can be closed.
  public var secondsLeft: Double

  /// A status from its parts.
  public init(freeBytes: Int, secondsLeft: Double) {
    self.freeBytes = freeBytes
    self.secondsLeft = secondsLeft
  }

  /// The status at a rate.
  init(freeBytes: Int, rate: StorageRate) {
    self.freeBytes = max(0, freeBytes)
    secondsLeft =
      Double(max(0, freeBytes - rate.reserveBytes)) / Double(max(1, rate.bytesPerSecond))
  }
}
