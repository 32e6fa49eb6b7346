import Glibc

#if !FUZZING
  @testable import TakeFiles
#endif

/// Small files of every kind, made by the writers, whole and cut: where fuzzing starts.
enum RecoverySeeds {
  /// The files by name, made in a directory that is there.
  static func make(in directory: String) throws(TakeFileError) -> [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for kind in TakeFileKind.allCases {
      for isFinished in [true, false] {
        let path = "\(directory)/seed-\(kind.rawValue)-\(isFinished).\(kind.ending)"
        do throws(TakeFileError) {
          let bytes = try take(path, kind, isFinished: isFinished)
          seeds.append(("take-\(isFinished ? "whole" : "cut").\(kind.ending)", bytes))
          seeds.append(
            ("take-torn-\(isFinished).\(kind.ending)", Array(bytes.dropLast(bytes.count / 5))))
        } catch {
          // An encoder that this machine has not.
          guard kind != .wav else { throw error }
        }
      }
    }
    for samples in SampleFormat.allCases {
      let path = "\(directory)/seed-\(samples.rawValue).wav"
      var writer = try WAVWriter.create(
        path: path, format: AudioFormat(rate: 8000, channels: 1, samples: samples), bufferBytes: 64,
        riffLimit: samples == .s32 ? 0 : WAVHeader.largestRIFF)
      try writer.append(interleaved: [0.5, -0.5, 0.25], frames: 3)
      try writer.finish(chunks: [
        .cue([TakeMarker(frame: 1, kind: .button, label: "x")]),
        .labels([TakeMarker(frame: 1, kind: .button, label: "x")]),
        .information(comment: "c"),
        WAVChunk(id: "iXML", payload: Array("<BWFXML><NOTE>n</NOTE></BWFXML>".utf8)),
      ])
      let bytes = try contents(of: path)
      seeds.append(("plain-\(samples.rawValue).wav", bytes))
      var zero = bytes
      zero.replaceSubrange(4..<8, with: [0, 0, 0, 0])
      seeds.append(("plain-\(samples.rawValue)-zero.wav", zero))
    }
    return seeds
  }

  private static func take(
    _ path: String, _ kind: TakeFileKind, isFinished: Bool
  ) throws(TakeFileError) -> [UInt8] {
    var metadata = TakeMetadata()
    metadata.take = "20260801_120000_007"
    metadata.boardID = "phone"
    metadata.rate = 8000
    metadata.tracks = [.init(name: "LEFT"), .init(name: "RIGHT")]
    metadata.markers = [TakeMarker(frame: 20, kind: .button, label: "m")]
    metadata.gaps = [TakeGap(frame: 30, frames: 4, cause: "overrun")]
    var writer = try TakeFileWriter.create(
      path: path, kind: kind, format: AudioFormat(rate: 8000, channels: 2, samples: .s24),
      metadata: metadata)
    let frames = kind == .wav ? 40 : 4000
    let samples = (0..<(2 * frames)).map { Float($0 % 50 - 25) / 100 }
    for _ in 0..<3 {
      _ = try writer.append(interleaved: samples, frames: frames)
      try writer.checkpoint()
    }
    guard isFinished else { return try contents(of: TakeName.inProgressPath(for: path)) }
    metadata.end = .stopped
    _ = try writer.finish(metadata)
    return try contents(of: path)
  }

  private static func contents(of path: String) throws(TakeFileError) -> [UInt8] {
    let file = try OpenFile.read(path)
    var bytes = [UInt8](repeating: 0, count: file.regularSize ?? 0)
    let outcome = bytes.withUnsafeMutableBytes {
      OpenFile.read(into: $0, from: file.descriptor, at: 0)
    }
    _ = file.close()
    return Array(bytes.prefix(outcome.bytes))
  }
}
