import Essentials
import Glibc

/// The contents and the metadata of a take file, read without its audio.
public struct TakeFile: Sendable, Equatable {
  /// The file.
  public var path: String
  /// The parts of its name; `nil` for a file without the name of a take.
  public var name: TakeName?
  /// The kind of the file.
  public var kind: TakeFileKind
  /// True when its name says that it is in progress, or was left so.
  public var isInProgress: Bool
  /// True when a program is writing it now.
  public var isBeingWritten = false
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// Significant bits of a sample; `nil` where the kind has none.
  public var bits: Int?
  /// True when samples are floats.
  public var isFloat: Bool
  /// The number of whole frames of audio.
  public var frames: Int
  /// The size of the file in bytes.
  public var fileBytes: Int
  /// True when the file promises more than there is.
  public var isTruncated: Bool
  /// The metadata, as far as the file has them.
  @Shared public var metadata: TakeMetadata
  /// The origin of the metadata.
  public var origin: Origin
  /// The faults that its head and its size show, one phrase each; the rest is used all the same.
  public var flaws: [String] = []
  /// Byte ranges of streams that follow one another in the file, when there are several.
  var links: [Range<Int>] = []

  /// The maker of a file.
  public enum Origin: Sendable, Equatable {
    /// Pinna: all metadata are the file's own.
    case pinna
    /// Another recorder or program, by its name if the file states it.
    case other(String?)

    /// The maker of a file with these metadata in Pinna's own form.
    init(_ metadata: TakeMetadata) {
      self = metadata.recorder.map { .other($0.isEmpty ? nil : $0) } ?? .pinna
    }
  }

  /// The content of the file: by its name where that is one of a take, else as its metadata say.
  public var content: TakeName.Content { name?.content ?? metadata.content }

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }

  /// The last part of the path.
  public var fileName: String { TakeName.fileName(of: path) }

  /// Reads a file of any kind.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when it cannot be read,
  ///   ``TakeFileError/malformed(path:offset:problem:)`` and ``TakeFileError/unsupported(path:offset:problem:)`` when
  ///   it is no take file.
  public static func read(path: String) throws(TakeFileError) -> TakeFile {
    guard let kind = TakeFileKind(path: path) else {
      throw .unsupported(
        path: path, offset: 0, problem: "its name does not end in \(TakeFileKind.endings)")
    }
    return try read(path: path, kind: kind)
  }

  /// Reads a file of a known kind.
  static func read(path: String, kind: TakeFileKind) throws(TakeFileError) -> TakeFile {
    kind == .wav ? try readWAV(path) : try readEncoded(path, kind)
  }

  private static func readWAV(_ path: String) throws(TakeFileError) -> TakeFile {
    let file = try OpenFile.read(path)
    guard let size = file.regularSize else {
      throw .system(operation: .open, path: path, code: EINVAL)
    }
    var parser = WAVParser(descriptor: file.descriptor, path: path, fileBytes: size)
    try parser.parse()
    let audio = try WAVAudio(parser)
    let (metadata, origin) = try WAVMetadata(parser).metadata(of: path, rate: audio.format.rate)
    let isInProgress = TakeName.isInProgress(path)
    let isBeingWritten = isInProgress && file.isBeingWritten
    _ = file.close()
    var take = TakeFile(
      path: path, name: TakeName(fileName: TakeName.fileName(of: path)), kind: .wav,
      isInProgress: isInProgress, isBeingWritten: isBeingWritten, rate: audio.format.rate,
      channels: audio.format.channels, bits: audio.format.encoding.bits,
      isFloat: audio.format.encoding.isFloat, frames: audio.frames, fileBytes: size,
      isTruncated: parser.isTruncated, metadata: metadata, origin: origin, flaws: audio.flaws)
    take.noteCut()
    return take
  }

  /// Ends a finished take that was cut later where its frames end now.
  mutating func noteCut() {
    guard isTruncated, !isInProgress, origin == .pinna, !metadata.isCutOff else { return }
    metadata.end = .init(
      .recovered, "cut off after \(WAVRecovery.tenths(metadata, frames: frames, rate)) s")
  }
}

extension TakeFileKind {
  /// The kind for the ending of a path; `nil` for any other ending.
  public init?(path: String) {
    let name = TakeName.fileName(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    self.init(rawValue: name[name.utf8.index(after: dot)...].lowercased())
  }
}

extension TakeFile {
  /// Gives a finished file another name, which outlives a power cut when this returns; nothing is replaced.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` when the name is taken, or with any other
  ///   error of the system.
  public static func rename(_ path: String, to new: String) throws(TakeFileError) {
    try FileSync.rename(path, to: new)
    try FileSync.directory(of: new)
  }
}

extension TakeName {
  /// The last part of a path.
  public static func fileName(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
  }

  /// The name of a file without its ending, and without the mark of a file in progress.
  public static func stem(of path: String) -> String {
    let name = fileName(of: finalPath(for: path) ?? path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// True when a path is that of a file in progress.
  public static func isInProgress(_ path: String) -> Bool { finalPath(for: path) != nil }

  /// The path that a file in progress gets in the end: `NAME.wav` for `NAME.recording.wav`; `nil` for any other path.
  public static func finalPath(for path: String) -> String? {
    let mark = ".recording"
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
      let start = path.utf8.index(dot, offsetBy: -mark.utf8.count, limitedBy: path.startIndex),
      path.utf8[start..<dot].elementsEqual(mark.utf8), start != path.startIndex,
      path.utf8[path.utf8.index(before: start)] != UInt8(ascii: "/")
    else { return nil }
    return String(path[..<start] + path[dot...])
  }
}
