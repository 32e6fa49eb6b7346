import Essentials
import Glibc

/// A take file: its properties and its metadata, which are read without reading the audio.
public struct TakeFile: Sendable, Equatable {
  /// The path of the file.
  public var path: String
  /// The parsed name of the file; `nil` if it is not the name of a take.
  public var name: TakeName?
  /// The kind of the file.
  public var kind: TakeFileKind
  /// True if the name says that the file is in progress, even if no program is writing it any more.
  public var isInProgress: Bool
  /// True if a program is writing the file now.
  public var isBeingWritten = false
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// The number of significant bits in a sample; `nil` if files of this kind do not state one.
  public var bits: Int?
  /// True if samples are floats.
  public var isFloat: Bool
  /// The number of complete frames of audio.
  public var frames: Int
  /// The size of the file in bytes.
  public var fileBytes: Int
  /// True if the file states more audio than it contains.
  public var isTruncated: Bool
  /// The metadata, as far as the file contains any.
  @Shared public var metadata: TakeMetadata
  /// Who made the metadata.
  public var origin: Origin
  /// The faults that the head and the size of the file reveal, in one phrase each; everything else in the file is still
  /// used.
  public var flaws: [String] = []
  /// The byte ranges of the streams in the file, if several follow one another.
  var links: [Range<Int>] = []

  /// The program that made a file.
  public enum Origin: Sendable, Equatable {
    /// Pinna; all metadata were read from the file.
    case pinna
    /// Another recorder or program; its name is `nil` if the file does not state it.
    case other(String?)

    /// Tells who made a file whose metadata are in Pinna's own form.
    init(_ metadata: TakeMetadata) {
      self = metadata.recorder.map { .other($0.isEmpty ? nil : $0) } ?? .pinna
    }
  }

  /// The content of the file, according to its name if that is the name of a take, otherwise according to its metadata.
  public var content: TakeName.Content { name?.content ?? metadata.content }

  /// The length of the audio in seconds.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }

  /// The last component of the path.
  public var fileName: String { TakeName.fileName(of: path) }

  /// Reads a file of any kind.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read,
  ///   ``TakeFileError/malformed(path:offset:problem:)`` or ``TakeFileError/unsupported(path:offset:problem:)`` if it
  ///   is not a take file.
  public static func read(path: String) throws(TakeFileError) -> TakeFile {
    guard let kind = TakeFileKind(path: path) else {
      throw .unsupported(
        path: path, offset: 0, problem: "its name does not end in \(TakeFileKind.endings)")
    }
    return try read(path: path, kind: kind)
  }

  /// Reads a file whose kind is known.
  static func read(path: String, kind: TakeFileKind) throws(TakeFileError) -> TakeFile {
    kind == .wav ? try readWAV(path) : try readEncoded(path, kind)
  }

  private static func readWAV(_ path: String) throws(TakeFileError) -> TakeFile {
    let file = try OpenFile.read(path)
    let size = try file.size(of: path)
    let parser = try WAVParser(descriptor: file.descriptor, path: path, fileBytes: size)
    let audio = try WAVAudio(parser)
    let (metadata, origin) = try WAVMetadata(parser).metadata(of: path, rate: audio.format.rate)
    let isInProgress = TakeName.isInProgress(path)
    let isBeingWritten = isInProgress && file.isBeingWritten
    _ = file.close()
    var take = TakeFile(
      path: path, name: TakeName(of: path, metadata, origin), kind: .wav,
      isInProgress: isInProgress, isBeingWritten: isBeingWritten, rate: audio.format.rate,
      channels: audio.format.channels, bits: audio.format.encoding.bits,
      isFloat: audio.format.encoding.isFloat, frames: audio.frames, fileBytes: size,
      isTruncated: parser.isTruncated, metadata: metadata, origin: origin, flaws: audio.flaws)
    take.noteCut()
    return take
  }

  /// If a finished take was cut off later, replaces its stated end by the time of the last frame that is left.
  mutating func noteCut() {
    guard isTruncated, !isInProgress, origin == .pinna, !metadata.isCutOff else { return }
    metadata.end = .init(
      .recovered, "cut off after \(WAVRecovery.tenths(metadata, frames: frames, rate)) s")
  }
}

extension TakeFileKind {
  /// The kind that the extension of a path stands for; `nil` for any other extension.
  public init?(path: String) {
    let name = TakeName.fileName(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    self.init(rawValue: name[name.utf8.index(after: dot)...].lowercased())
  }
}

extension TakeFile {
  /// Gives a finished file another name, but never replaces another file; once this returns, the name survives a power
  /// cut.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the name is taken, or with any other
  ///   error of the system.
  public static func rename(_ path: String, to new: String) throws(TakeFileError) {
    try FileSync.rename(path, to: new)
  }
}

extension TakeName {
  /// The last component of a path.
  public static func fileName(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
  }

  /// The name of a file, without its extension and without the mark of a file in progress.
  public static func stem(of path: String) -> String {
    let name = fileName(of: finalPath(for: path) ?? path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// True if this is the path of a file in progress.
  public static func isInProgress(_ path: String) -> Bool { finalPath(for: path) != nil }

  /// The path that a file in progress will have when it is finished: `NAME.wav` for `NAME.recording.wav`; `nil` for any
  /// other path.
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
