import Boards
import TakeFiles

extension TakePlan {
  /// The rate at which a take with this plan fills the storage.
  package var storageRate: StorageRate {
    StorageRate(form, rate: grant.rate, outputs: design.pattern.channels, raw: rawFormat)
  }
}

/// An upper bound of the rate at which a take fills the storage.
package struct StorageRate: Sendable, Equatable {
  /// The bytes per second that all files of a take need together.
  package var bytesPerSecond: Int

  /// Creates a rate from a number of bytes per second.
  package init(bytesPerSecond: Int) {
    self.bytesPerSecond = bytesPerSecond
  }

  /// Computes the rate of a take.
  ///
  /// - Parameters:
  ///   - form: the form of the take's files.
  ///   - rate: the number of frames per second.
  ///   - outputs: the number of channels of the rendered file.
  ///   - raw: the format of the raw file, which is a WAV file; it counts if the form keeps a raw file.
  package init(_ form: TakeForm, rate: Int, outputs: Int = 2, raw: AudioFormat? = nil) {
    let rendered = AudioFormat(rate: rate, channels: outputs, samples: form.samples)
    bytesPerSecond = form.kind.bytesPerSecond(for: rendered) * (form.keepsSafety ? 2 : 1)
    if form.keepsRaw, let raw { bytesPerSecond += TakeFileKind.wav.bytesPerSecond(for: raw) }
  }

  /// Computes the rate of the takes of a configuration, if the device grants what its board file asks for.
  package init(_ configuration: SessionConfiguration) {
    let capture = configuration.board.capture
    self.init(
      configuration.form, rate: capture.rate, outputs: configuration.pattern.channels,
      raw: AudioFormat(
        rate: capture.rate, channels: capture.channels, samples: capture.format.fileSamples))
  }

  /// The number of bytes that are always kept free: those that a take needs in order to end under all circumstances,
  /// and some for the file system.
  ///
  /// At most four seconds are recorded between the moment when the storage becomes full and the end of the take, even
  /// if the recorder notices late. Headers, cue points and text at the end of the files need less than 1 MiB, and a
  /// file system rounds each of at most three files up to whole clusters of at most 1 MiB (on exFAT on large cards;
  /// clusters of other file systems are smaller).
  package var reserveBytes: Int { 4 * bytesPerSecond + Self.closingBytes }

  /// The number of bytes kept free for the ends of all files of a take.
  static let closingBytes = 8 << 20
}

/// The free space of the storage.
package struct StorageStatus: Sendable, Equatable {
  /// The number of bytes that will be free after the data that wait in memory have been written.
  package var freeBytes: Int
  /// Seconds for which a take in the current format can go on before the recorder ends it, so that its files can be
  /// closed.
  package var secondsLeft: Double

  /// Creates a status from its parts.
  package init(freeBytes: Int, secondsLeft: Double) {
    self.freeBytes = freeBytes
    self.secondsLeft = secondsLeft
  }

  /// Creates the status from the free bytes and the rate at which a take fills the storage.
  init(freeBytes: Int, rate: StorageRate) {
    self.freeBytes = max(0, freeBytes)
    secondsLeft =
      Double(max(0, freeBytes - rate.reserveBytes)) / Double(max(1, rate.bytesPerSecond))
  }
}
