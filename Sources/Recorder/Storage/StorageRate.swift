import Boards
import TakeFiles

extension TakePlan {
  /// The rate at which the take fills the storage.
  package var storageRate: StorageRate {
    StorageRate(form, rate: grant.rate, outputs: design.pattern.channels, raw: rawFormat)
  }
}

/// The rate at which a take fills the storage: an upper bound in bytes per second.
package struct StorageRate: Sendable, Equatable {
  /// Bytes per second of all files of a take together.
  package var bytesPerSecond: Int

  /// A rate of this many bytes per second.
  package init(bytesPerSecond: Int) {
    self.bytesPerSecond = bytesPerSecond
  }

  /// The rate of a take.
  ///
  /// - Parameters:
  ///   - form: its files.
  ///   - rate: frames per second.
  ///   - outputs: channels of the rendered file.
  ///   - raw: the raw file, which is a WAV file; it counts if the form keeps it.
  package init(_ form: TakeForm, rate: Int, outputs: Int = 2, raw: AudioFormat? = nil) {
    let rendered = AudioFormat(rate: rate, channels: outputs, samples: form.samples)
    bytesPerSecond = form.kind.bytesPerSecond(for: rendered) * (form.keepsSafety ? 2 : 1)
    if form.keepsRaw, let raw { bytesPerSecond += TakeFileKind.wav.bytesPerSecond(for: raw) }
  }

  /// Bytes that are never filled: those a take needs to end under all circumstances, and some for the file system.
  ///
  /// Four seconds are recorded between the look that finds the storage full and the end of the take, even if a look is
  /// slow. Headers, cue points and text at the end of the files take less than 1 MiB, and a file system rounds each of
  /// at most three files up to a cluster of at most 1 MiB (exFAT on large cards; others less).
  package var reserveBytes: Int { 4 * bytesPerSecond + Self.closingBytes }

  /// Bytes for the ends of all files of a take.
  static let closingBytes = 8 << 20
}

/// The free space of the storage.
package struct StorageStatus: Sendable, Equatable {
  /// Bytes that files can take, after those that wait in memory for the storage.
  package var freeBytes: Int
  /// Seconds of a take in the current format until it is ended, so that it can be closed.
  package var secondsLeft: Double

  /// A status from its parts.
  package init(freeBytes: Int, secondsLeft: Double) {
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
