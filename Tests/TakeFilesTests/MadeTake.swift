import Glibc
import TestSupport

@testable import TakeFiles

/// Takes that tests make and then let the power fail under.
enum MadeTake {
  /// Metadata with everything in them that recovery must keep.
  static func metadata(markers: Int = 2) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = "20260801_120000_007"
    metadata.familyID = "0123456789abcdef0123456789abcdef"
    metadata.date = CivilDate(year: 2026, month: 8, day: 1, hour: 12, minute: 0, second: 0)
    metadata.timeReference = 43200 * 8000
    metadata.boardID = "phone"
    metadata.boardName = "Phone <& more>"
    metadata.dataSource = "Back"
    metadata.pattern = "stereo"
    metadata.preferredPattern = "stereo"
    metadata.orientation = "landscapeLeft"
    metadata.preferredRate = 8000
    metadata.rate = 8000
    metadata.captureFormat = "S32_LE"
    metadata.frontEmphasis = 6
    metadata.lowCutHertz = 50
    metadata.limits = true
    metadata.tracks = [.init(name: "LEFT"), .init(name: "RIGHT", gain: -1.5, isInverted: true)]
    metadata.filterHash = "cafe"
    metadata.notes = ["without c"]
    metadata.preRollFrames = 800
    metadata.gaps = [TakeGap(frame: 900, frames: 64, cause: "overrun", isEstimated: true)]
    metadata.markers = (0..<markers).map {
      TakeMarker(frame: 100 + 37 * $0, kind: $0 % 2 == 0 ? .button : .clip, label: "marker \($0)")
    }
    return metadata
  }

  /// Samples that differ from frame to frame and fit exactly into 16 bits.
  static func samples(frames: Int, channels: Int, from first: Int = 0) -> [Float] {
    (0..<(frames * channels)).map { i in
      Float(Int16(truncatingIfNeeded: (first * channels + i) &* 40503 + 12345)) / 32768
    }
  }

  /// A take whose program is gone: `checkpoints` of 400 frames are written, and `synced` of them are surely on the
  /// medium.
  ///
  /// - Returns: the path of the file in progress.
  static func leftBehind(
    in directory: TemporaryDirectory, name: String = "20260801_120000_007.wav", format: AudioFormat,
    metadata: TakeMetadata = metadata(), checkpoints: Int = 5, synced: Int = 3
  ) throws -> String {
    var writer = try WAVWriter.create(
      path: directory.file(name), format: format, metadata: metadata)
    let path = writer.inProgressPath
    let syncer = try writer.makeSyncer()
    for index in 0..<checkpoints {
      let samples = samples(frames: 400, channels: format.channels, from: 400 * index)
      try writer.append(interleaved: samples, frames: 400)
      // What a checkpoint keeps back to save writes is of no use to a test.
      try writer.flush()
      try writer.checkpoint()
      if index < synced { try syncer.sync() }
    }
    return path
  }

  /// The bytes of the audio of such a take.
  static func audio(format: AudioFormat, frames: Int) -> [UInt8] {
    let samples = samples(frames: frames, channels: format.channels)
    var bytes = [UInt8](repeating: 0, count: frames * format.bytesPerFrame)
    _ = bytes.withUnsafeMutableBytes {
      SampleEncoder.encode(
        samples, count: samples.count, as: format.samples, into: $0.baseAddress!)
    }
    return bytes
  }
}
