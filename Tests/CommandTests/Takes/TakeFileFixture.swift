import Glibc
import TakeFiles
import TestSupport

@testable import CommandSupport
@testable import pinna

/// Take files of every kind, to be damaged: two seconds of noise, with everything that a take says about itself.
enum TakeFileFixture: String, CaseIterable {
  /// The rendered file as WAV.
  case wav
  /// The same with the sizes of a file over 4 GiB, as RF64.
  case large
  case flac
  case opus
  case m4a
  /// Every channel of a capture device.
  case raw

  /// The kinds that can be made on this machine.
  static let available = allCases.filter { $0 != .m4a || ExportTests.hasFfmpeg }

  static let rate = 8000

  var kind: TakeFileKind { TakeFileKind(rawValue: rawValue) ?? .wav }

  var content: TakeName.Content { self == .raw ? .raw : .rendered }
  var channels: Int { self == .raw ? 6 : 2 }

  /// The name of the file of a take.
  func fileName(_ number: Int) -> String {
    TakeName(date: Self.date, number: number, content: content).fileName(ending: kind.ending)
  }

  private static let date = CivilDate(
    year: 2026, month: 8, day: 1, hour: 12, minute: 0, second: 0)

  /// The metadata of the files of a take.
  static func metadata(_ number: Int, _ content: TakeName.Content = .rendered) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = TakeName(date: date, number: number).stem
    metadata.content = content
    metadata.familyID = String(repeating: "0123456789abcde\(number)", count: 2)
    metadata.date = date
    metadata.timeReference = 43200 * rate
    metadata.boardID = "phone"
    metadata.boardName = "Phone"
    metadata.dataSource = "Back"
    metadata.pattern = "stereo"
    metadata.preferredPattern = "stereo"
    metadata.orientation = "landscapeLeft"
    metadata.rate = rate
    metadata.preferredRate = rate
    metadata.captureFormat = "S32_LE"
    metadata.filterHash = "cafe"
    metadata.tracks =
      content == .raw
      ? (1...6).map { .init(name: "MIC\($0)") } : [.init(name: "LEFT"), .init(name: "RIGHT")]
    metadata.markers = [TakeMarker(frame: 4004, kind: .button, label: "marker 1")]
    metadata.gaps = [TakeGap(frame: 800, frames: 8, cause: "overrun")]
    return metadata
  }

  /// Noise with a memory, so that encoders have something to do.
  static func noise(frames: Int, channels: Int, seed: UInt64) -> [Float] {
    var random = SeededGenerator(seed: seed)
    var state = [Float](repeating: 0, count: channels)
    return (0..<(frames * channels)).map { index in
      let channel = index % channels
      state[channel] = 0.9 * state[channel] + 0.1 * Float.random(in: -1...1, using: &random)
      return state[channel]
    }
  }

  /// Writes the file of a take into a folder.
  ///
  /// - Returns: its path.
  @discardableResult
  func make(
    in folder: String, number: Int = 7, frames: Int = 2 * rate, end: TakeMetadata.End = .stopped,
    change: (inout TakeMetadata) -> Void = { _ in }
  ) throws -> String {
    let path = "\(folder)/\(fileName(number))"
    var metadata = Self.metadata(number, content)
    change(&metadata)
    let format = AudioFormat(
      rate: Self.rate, channels: channels, samples: self == .raw ? .s32 : .s24)
    let noise = Self.noise(frames: frames, channels: channels, seed: UInt64(number))
    if kind == .wav {
      var writer = try WAVWriter.create(
        path: path, format: format, metadata: metadata, bufferBytes: 1 << 16,
        riffLimit: self == .large ? 30000 : 0xFFFF_FFFE)
      try writer.append(interleaved: noise, frames: frames)
      try writer.checkpoint()
      metadata.end = end
      try writer.finish(metadata)
    } else {
      var writer = try EncodedWriter.create(
        path: path, kind: kind, format: format, metadata: metadata)
      try noise.withUnsafeBufferPointer { noise in
        for start in stride(from: 0, to: frames, by: 4000) {
          try writer.append(
            interleaved: noise.baseAddress! + start * channels, frames: min(4000, frames - start))
          try writer.checkpoint()
        }
      }
      metadata.end = end
      try writer.finish(metadata)
    }
    return path
  }

  /// The samples of a file, as `pinna takes export` gives them; `nil` when it refuses.
  static func samples(_ path: String) throws -> [Int32]? {
    let folder = try TemporaryDirectory()
    let out = folder.file("out.wav")
    let run = CommandRun.pinna(["takes", "export", path, "--format", "wav", "--out", out])
    guard run.code == .success else { return nil }
    var reader = try WAVReader.open(path: out)
    var words = [Int32](repeating: 0, count: max(1, reader.frames * reader.channels))
    let frames = try reader.read(samples: &words, frames: reader.frames)
    return Array(words.prefix(frames * reader.channels))
  }
}
