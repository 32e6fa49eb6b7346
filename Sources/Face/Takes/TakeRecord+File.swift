import Essentials
import TakeFiles

extension TakeRecord {
  /// A file of a take, as programs see it.
  package struct File: Codable, Sendable, Equatable {
    /// The path of the file, and its name within its folder.
    package var path: String
    package var name: String
    /// The content of the file: "rendered", "raw" or "safety".
    package var content: String
    package var part: Int = 0
    /// The kind of file: "wav", "flac" and others.
    package var kind: String
    package var rate: Int = 0
    package var channelCount: Int = 0
    package var bits: Int?
    package var isFloat: Bool = false
    package var frames: Int = 0
    package var firstFrame: Int = 0
    package var seconds: Double = 0
    package var bytes: Int = 0
    package var isInProgress: Bool = false
    package var isTruncated: Bool = false
    /// The wrong statements in the file's header; `nil` if there are none.
    package var flaws: [String]?
    package var end: String?
    package var maker: String?
    package var tracks: [String] = []
    /// The level of each track at 94 dB SPL, in dBFS; `nil` unless the levels of all tracks are known.
    package var sensitivities: [Double]?
    package var checksum: String?

    /// The folder that contains the file.
    package var folder: String { TakeName.directory(of: path) }

    /// The media type for this kind of file.
    package var mediaType: String {
      TakeFileKind(rawValue: kind)?.mediaType ?? "application/octet-stream"
    }

    /// Creates a file from its path, content and kind; the rest is filled in later.
    package init(path: String, content: String, kind: String) {
      (self.path, name) = (path, TakeName.fileName(of: path))
      (self.content, self.kind) = (content, kind)
    }

    /// The record of a file that was read.
    package init(_ file: TakeFile) {
      self.init(path: file.path, content: file.content.rawValue, kind: file.kind.rawValue)
      part = file.metadata.part
      (rate, channelCount) = (file.rate, file.channels)
      (bits, isFloat) = (file.bits, file.isFloat)
      (frames, firstFrame) = (file.frames, file.metadata.firstFrame)
      (seconds, bytes) = (file.seconds, file.fileBytes)
      (isInProgress, isTruncated) = (file.isInProgress, file.isTruncated)
      flaws = file.flaws.isEmpty ? nil : file.flaws
      end = file.origin == .pinna ? file.metadata.end?.words : nil
      maker =
        switch file.origin {
        case .pinna: "Pinna"
        case .other(let name): name
        }
      tracks = file.metadata.tracks.map(\.name)
      let known = file.metadata.tracks.map(\.sensitivity)
      sensitivities =
        known.allSatisfy { $0 != nil } && !known.isEmpty ? known.compactMap(\.self) : nil
      checksum = file.metadata.audioChecksum?.hexadecimal(digits: 8)
    }
  }
}
