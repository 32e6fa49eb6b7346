/// A compressed format of take files; each format is a row in the table of ``TakeFileKind``.
protocol EncodedFormat {
  /// The kind of take file that has this format.
  static var kind: TakeFileKind { get }
  /// The article and the name that come before "file", as in "a FLAC file".
  static var noun: String { get }
  /// The media type of files in this format.
  static var mediaType: String { get }
  /// True if decoding restores every sample exactly.
  static var isLossless: Bool { get }
  /// True if the format itself contains checksums of the audio; otherwise the metadata of a take contain a checksum of
  /// the file.
  static var hasChecksums: Bool { get }
  /// True if the head of a finished file states the length of the audio.
  static var statesLength: Bool { get }
  /// The first bytes of every file in this format, not counting an ID3 tag before them; `nil` if there are none in
  /// common.
  static var mark: String? { get }
  /// The remedy for a file that has this format, but in a form that this program cannot read.
  static var remedy: String { get }

  /// The reason why the format cannot hold some audio; `nil` if it can.
  static func refusal(for format: AudioFormat, searchPath: String?) -> TakeFileKind.Refusal?
  /// The most bytes that a second of audio can take.
  static func bytesPerSecond(for format: AudioFormat) -> Int
  /// Makes an encoder; its output starts with the head of the file, including space for tags.
  static func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder
  /// Makes a decoder for the audio of a file.
  static func source(of file: TakeFile) throws(TakeFileError) -> any AudioSource

  /// Reads all of a file and reports its contents; `nil` if the file contains no audio, or has another format.
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey?
  /// The shape of a finished file's audio, found without reading the whole file; `nil` if the whole file must be read.
  static func glance(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedShape?
  /// The offset at which the part of a file that may contain tags ends; 0 if that is unknown.
  static func headEnd(_ window: inout FileWindow) throws(TakeFileError) -> Int
  /// The space for tags in the first bytes of a file; `nil` if there is none, or if too few bytes are known.
  static func tags(in head: ArraySlice<UInt8>) -> TagSpace?
  /// The tags in the first bytes of a file; the space for them has no bytes if they can be read, but not changed.
  static func readTags(in head: ArraySlice<UInt8>) -> TagSpace?
  /// The bytes that fill the space for tags with these fields; `nil` if the fields do not fit.
  static func packed(_ fields: [MetadataField], into space: TagSpace, frames: Int?) -> [UInt8]?
  /// The changes to the head of a file that make it state the length of the audio.
  static func durations(frames: Int, in head: ArraySlice<UInt8>) -> [EncodedStream.Patch]
}

extension EncodedFormat {
  static var isLossless: Bool { false }
  static var hasChecksums: Bool { true }
  static var statesLength: Bool { false }
  static var mark: String? { nil }
  static var remedy: String { "convert it to WAV (16, 24 or 32-bit PCM, or 32-bit float)" }

  static func glance(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedShape? {
    nil
  }

  static func headEnd(_ window: inout FileWindow) throws(TakeFileError) -> Int { 0 }

  static func readTags(in head: ArraySlice<UInt8>) -> TagSpace? { tags(in: head) }

  static func durations(frames: Int, in head: ArraySlice<UInt8>) -> [EncodedStream.Patch] { [] }

  /// The refusal by a format that holds only one or two channels at certain rates; `nil` if it can hold the audio.
  static func refusal(
    _ format: AudioFormat, rates: [Int], name: String
  ) -> TakeFileKind.Refusal? {
    if !(1...2).contains(format.channels) {
      return TakeFileKind.Refusal(
        problem: "\(name) is for one or two channels, not \(format.channels)",
        remedy: "choose FLAC (up to 8 channels) or WAV")
    }
    if !rates.contains(format.rate) {
      let list = rates.map { "\($0)" }.joined(separator: ", ")
      return TakeFileKind.Refusal(
        problem: "\(name) does not support \(format.rate) Hz",
        remedy: "choose one of \(list) Hz, or FLAC or WAV")
    }
    return nil
  }
}

extension FileWindow {
  /// The most bytes that pictures and other blocks before the audio may take: no picture needs as many.
  private static let mostHeadBytes = 1 << 24

  /// The start of a compressed file, which contains all of its tags.
  mutating func head(of kind: TakeFileKind) throws(TakeFileError) -> ArraySlice<UInt8> {
    let end = try kind.encoded?.headEnd(&self) ?? 0
    let count =
      end <= Self.mostHeadBytes ? max(end, TagSpace.searchedBytes) : TagSpace.searchedBytes
    return Array(try bytes(at: 0, count: count))[...]
  }
}

/// The shape of the audio in a finished compressed file, according to the file's first and last bytes.
struct EncodedShape: Sendable, Equatable {
  var frames: Int
  var rate: Int
  var channels: Int
  var bits: Int?

  /// The shape, found without reading the whole file; `nil` if the whole file must be read.
  static func glance(
    _ descriptor: Int32, _ size: Int, _ kind: TakeFileKind, _ path: String
  ) throws(TakeFileError) -> EncodedShape? {
    var window = try FileWindow(descriptor: descriptor, size: size, path: path, kind: kind)
    let head = try window.head(of: kind)
    return try kind.encoded?.glance(&window, head: head)
  }
}
