/// The format AAC in fragmented MPEG-4, written by FFmpeg.
enum AACFormat: EncodedFormat {
  static let kind = TakeFileKind.m4a
  static let noun = "an MPEG-4"
  static let mediaType = "audio/mp4"
  static let hasChecksums = false
  static let remedy = "convert it to WAV, for instance with FFmpeg"

  /// - Source: ISO/IEC 14496-3, table 1.18, without 7350 Hz, which FFmpeg's encoder lacks.
  private static let rates = [
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
  ]

  static func refusal(for format: AudioFormat, searchPath: String?) -> TakeFileKind.Refusal? {
    refusal(format, rates: rates, name: "AAC")
      ?? (FFmpeg.path(searchPath: searchPath) == nil ? FFmpeg.missing : nil)
  }

  /// The encoder does not exceed its target bit rate.
  static func bytesPerSecond(for format: AudioFormat) -> Int {
    FFmpegEncoder.bitRate(for: format) * 9 / 8 / 8 + 1024
  }

  static func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder {
    try FFmpegEncoder(path: path, format: format)
  }

  static func source(of file: TakeFile) throws(TakeFileError) -> any AudioSource {
    try FFmpegSource(path: file.path, rate: file.rate, channels: file.channels)
  }

  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey? {
    if let survey = try MPEG4Survey.survey(&window, head: head) { return survey }
    guard try MPEG4Survey.isInOnePiece(&window) else { return nil }
    throw .unsupported(
      path: window.path, offset: 0, problem: "a non-fragmented MPEG-4 file")
  }

  /// The end of the moov box, which contains the tags.
  static func headEnd(_ window: inout FileWindow) throws(TakeFileError) -> Int {
    var offset = 0
    for _ in 0..<mostBoxes {
      guard let box = MPEG4Box(try window.bytes(at: offset, count: 16), offset: offset) else {
        break
      }
      offset += box.bytes
      if box.isNamed("moov") { return offset }
    }
    return 0
  }

  /// The most boxes to read before moov: no real file has as many.
  private static let mostBoxes = 16

  /// The space for tags: the bytes after the handler in moov/udta/meta.
  static func tags(in head: ArraySlice<UInt8>) -> TagSpace? {
    guard let room = MPEG4Tags.room(in: head),
      let bytes = head.part(from: room.lowerBound, count: room.count)
    else { return nil }
    var space = TagSpace(
      kind, offset: room.lowerBound, count: room.count, found: MPEG4Tags.fields(in: bytes))
    space.atoms = MPEG4Tags.otherAtoms(in: bytes)
    return space
  }

  static func packed(_ fields: [MetadataField], into space: TagSpace, frames: Int?) -> [UInt8]? {
    MPEG4Tags.packed(fields, frames: frames, others: space.others.atoms, into: space.count)
  }

  static func durations(frames: Int, in head: ArraySlice<UInt8>) -> [EncodedStream.Patch] {
    MPEG4Durations.patches(frames: frames, in: head)
  }
}
