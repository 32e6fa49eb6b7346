import Glibc
import TakeFiles
import TestSupport

/// Sounds and words for the tests of compressed files.
enum EncodedFixture {
  /// The kinds that can be written here.
  static let kinds = TakeFileKind.allCases.filter {
    $0 != .wav && ($0 != .m4a || Tool.ffmpeg.isInstalled)
  }

  /// Noise with a memory, which encoders can work with, at a quarter of full scale.
  static func noise(frames: Int, channels: Int, seed: UInt64 = 11) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var state = [Float](repeating: 0, count: channels)
    var samples: [Float] = []
    samples.reserveCapacity(frames * channels)
    for _ in 0..<frames {
      for channel in 0..<channels {
        let white = Float(Int32(truncatingIfNeeded: generator.next() >> 32)) * 0x1p-31
        state[channel] = 0.9 * state[channel] + 0.1 * white
        samples.append(state[channel])
      }
    }
    return samples
  }

  /// A take that has everything.
  static func metadata(markers: Int = 3, rate: Int = 48000) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = "20260314_101500_007"
    metadata.familyID = "00112233445566778899aabbccddeeff"
    metadata.date = CivilDate(year: 2026, month: 3, day: 14, hour: 10, minute: 15, second: 0)
    metadata.timeReference = 36900 * rate
    metadata.boardID = "pair"
    metadata.boardName = "Two microphones, é"
    metadata.dataSource = "2 microphones"
    metadata.pattern = "cardioid"
    metadata.preferredPattern = "cardioid"
    metadata.preferredRate = rate
    metadata.rate = rate
    metadata.captureFormat = "s32"
    metadata.tracks = [TakeMetadata.Track(name: "LEFT"), TakeMetadata.Track(name: "RIGHT")]
    metadata.filterHash = "0123456789abcdef"
    metadata.notes = ["wind; birds = many"]
    metadata.gaps = [TakeGap(frame: 96000, frames: 480, cause: "overrun")]
    metadata.markers = (0..<markers).map {
      TakeMarker(frame: ($0 + 1) * 12000, kind: .button, label: "mark \($0 + 1)")
    }
    return metadata
  }

  /// Writes a take of noise in pieces of 4800 frames with a checkpoint after each.
  static func write(
    _ samples: [Float], to path: String, kind: TakeFileKind, format: AudioFormat,
    metadata: TakeMetadata, finishing: Bool = true
  ) throws {
    var writer = try EncodedWriter.create(
      path: path, kind: kind, format: format, metadata: metadata)
    let frames = samples.count / format.channels
    try samples.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      for start in stride(from: 0, to: frames, by: 4800) {
        try writer.append(
          interleaved: first + start * format.channels, frames: min(4800, frames - start))
        try writer.checkpoint()
      }
    }
    if finishing {
      var last = metadata
      last.end = .init(.other, "stopped by the recordist")
      _ = try writer.finish(last)
    }
  }

  /// A frame shift between two sounds of one channel, by the largest correlation within a range.
  static func shift(of sound: [Float], against source: [Float], within range: Int) -> Int {
    let from = 20000
    let count = 8000
    var best = (lag: Int.min, value: -Float.infinity)
    for lag in -range...range {
      var sum: Float = 0
      for i in from..<(from + count) { sum += source[i] * sound[i + lag] }
      if sum > best.value { best = (lag, sum) }
    }
    return best.lag
  }

  /// All samples of a file, read by libsndfile or FFmpeg.
  static func samples(_ path: String, kind: TakeFileKind) -> [Float]? {
    if kind != .m4a { return SoundFile(path)?.floats }
    let run = Tool.ffmpeg.run("-nostdin -v error -y -i \(path) -c:a pcm_s32le \(path).wav")
    guard run.code == 0, run.output.isEmpty else { return nil }
    return SoundFile(path + ".wav")?.floats
  }

  /// One channel of interleaved samples.
  static func channel(_ channel: Int, of samples: [Float], channels: Int) -> [Float] {
    stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
  }
}

/// Calls with a descriptor that is open for reading and writing.
func withDescriptor<Result>(
  _ path: String, _ body: (Int32) throws -> Result
) throws -> Result {
  let descriptor = open(path, O_RDWR | O_CLOEXEC)
  guard descriptor >= 0 else { throw DescriptorError(code: errno) }
  defer { close(descriptor) }
  return try body(descriptor)
}

struct DescriptorError: Error {
  var code: Int32
}

extension EncodedRecovery {
  static func mend(_ path: String, _ kind: TakeFileKind) throws -> EncodedSurvey? {
    try withDescriptor(path) { try mend(descriptor: $0, kind: kind, path: path) }
  }

  static func survey(_ path: String, _ kind: TakeFileKind) throws -> EncodedSurvey? {
    try withDescriptor(path) { try survey(descriptor: $0, kind: kind, path: path) }
  }

  static func metadata(_ path: String, _ kind: TakeFileKind) throws -> TakeMetadata? {
    try withDescriptor(path) { try metadata(descriptor: $0, kind: kind, path: path) }
  }

  static func setMetadata(
    _ new: TakeMetadata, frames: Int, _ path: String, _ kind: TakeFileKind
  ) throws -> Bool {
    try withDescriptor(path) {
      try setMetadata(new, frames: frames, descriptor: $0, kind: kind, path: path)
    }
  }
}
