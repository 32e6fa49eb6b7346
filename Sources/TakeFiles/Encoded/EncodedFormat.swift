/// A compressed format of take files: its row in the table of ``TakeFileKind``.
protocol EncodedFormat {
  /// The kind of its files.
  static var kind: TakeFileKind { get }
  /// Its name with an article, as in "a FLAC file".
  static var noun: String { get }
  /// The media type of its files.
  static var mediaType: String { get }
  /// True if every decoded sample is unchanged.
  static var isLossless: Bool { get }
  /// True if the format has checksums of its audio; otherwise the metadata of a take have a checksum of its file.
  static var hasChecksums: Bool { get }
  /// True if the head of a finished file states its length.
  static var statesLength: Bool { get }
  /// The first bytes of a file, possibly after an ID3 tag.
  static var mark: String? { get }
  /// The remedy for a file of this format in a form that the program does not read.
  static var remedy: String { get }

  /// The reason why the format cannot hold some audio; `nil` if it can.
  static func refusal(for format: AudioFormat, searchPath: String?) -> TakeFileKind.Refusal?
  /// An upper bound for the bytes of a second of audio.
  static func bytesPerSecond(for format: AudioFormat) -> Int
  /// An encoder; its output starts with the head of the file, including space for tags.
  static func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder
  /// A decoder of a file's audio.
  static func source(of file: TakeFile) throws(TakeFileError) -> any AudioSource

  /// The contents of a file; `nil` if there is no audio in it, or the file has another format.
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey?
  /// The shape of a finished file without reading all of it; `nil` if reading it all is necessary.
  static func glance(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedShape?
  /// The space for tags in the first bytes of a file; `nil` if there is none, or none yet.
  static func tags(in head: ArraySlice<UInt8>) -> TagSpace?
  /// The space for tags filled with fields; `nil` if they do not fit.
  static func packed(_ fields: [MetadataField], into space: TagSpace, frames: Int?) -> [UInt8]?
  /// The changes that state the length of the audio in the head.
  static func durations(frames: Int, in head: ArraySlice<UInt8>) -> [EncodedStream.Patch]
}

extension EncodedFormat {
  static var isLossless: Bool { false }
  static var hasChecksums: Bool { true }
  static var statesLength: Bool { false }
  static var mark: String? { nil }
  static var remedy: String { "convert it to 16, 24 or 32-bit PCM or 32-bit float WAV" }

  static func glance(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedShape? { nil }

  static func durations(frames: Int, in head: ArraySlice<UInt8>) -> [EncodedStream.Patch] { [] }

  /// The refusal of a format for one or two channels at some rates.
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
        problem: "\(name) does not work at \(format.rate) Hz",
        remedy: "choose one of \(list) Hz, or FLAC or WAV")
    }
    return nil
  }
}

/// The shape of a finished compressed file's audio, from its first and last bytes.
struct EncodedShape: Sendable, Equatable {
  var frames: Int
  var rate: Int
  var channels: Int
  var bits: Int?

  /// The shape without reading the whole file; `nil` if reading it all is necessary.
  static func glance(
    _ descriptor: Int32, _ size: Int, _ kind: TakeFileKind, _ path: String
  ) throws(TakeFileError) -> EncodedShape? {
    var window = try FileWindow(descriptor: descriptor, size: size, path: path, kind: kind)
    let head = Array(try window.bytes(at: 0, count: TagSpace.searchedBytes))[...]
    return try kind.encoded?.glance(&window, head: head)
  }
}
