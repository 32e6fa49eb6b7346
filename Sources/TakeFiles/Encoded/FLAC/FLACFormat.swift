import CSndfile

/// The FLAC format, written by libsndfile.
enum FLACFormat: EncodedFormat {
  static let kind = TakeFileKind.flac
  static let noun = "a FLAC"
  static let mediaType = "audio/flac"
  static let isLossless = true
  static let statesLength = true
  static let mark: String? = "fLaC"

  /// The compression, which libsndfile counts from 0 to 1: FLAC's level 3 of 8, which takes half the time of level 5,
  /// for files 1 % larger.
  private static let level = 0.375

  static func refusal(for format: AudioFormat, searchPath: String?) -> TakeFileKind.Refusal? {
    if format.channels > 8 {
      return .init(
        problem: "FLAC holds up to 8 channels, not \(format.channels)", remedy: "choose WAV")
    }
    if format.samples != .s16 && format.samples != .s24 {
      return .init(
        problem: "FLAC holds samples of 16 or 24 bits, not \(format.samples.rawValue)",
        remedy: "choose s24, or WAV")
    }
    if !(1...655_350).contains(format.rate) {
      return .init(problem: "FLAC does not support \(format.rate) Hz", remedy: "choose WAV")
    }
    return nil
  }

  /// As many bytes as WAV, plus those of the frames around incompressible samples; music and ambience take half as
  /// many.
  static func bytesPerSecond(for format: AudioFormat) -> Int {
    let pcm = format.rate * format.bytesPerFrame
    return pcm + pcm / 64 + 1024
  }

  static func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder {
    let samples = format.samples == .s16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24
    return try SoundFileEncoder(
      path: path, format: format,
      settings: .init(code: Int32(SF_FORMAT_FLAC | samples), level: level))
  }

  static func source(of file: TakeFile) throws(TakeFileError) -> any AudioSource {
    if file.bits ?? 0 > 24 {
      throw .unsupported(path: file.path, offset: 0, problem: "FLAC of more than 24 bits")
    }
    return try SoundFileSource(file)
  }

  static func glance(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedShape? {
    let end = max(0, window.size - tailBytes)
    guard let info = FLACStreamInfo(head), info.frames > 0,
      hasEnd(try window.bytes(at: end, count: window.size - end), info)
    else { return nil }
    return EncodedShape(
      frames: info.frames, rate: info.rate, channels: info.channels, bits: info.bits)
  }

  /// The end of the metadata blocks.
  static func headEnd(_ window: inout FileWindow) throws(TakeFileError) -> Int {
    guard FLACStreamInfo(try window.bytes(at: 0, count: 42)) != nil else { return 0 }
    var offset = 4
    for _ in 0..<mostBlocks {
      guard let block = FLACBlock(try window.bytes(at: offset, count: 4), at: 0) else { break }
      offset += 4 + block.bytes
      if block.isLast { break }
    }
    return offset
  }

  /// The space for tags: the VORBIS_COMMENT block, and the PADDING block after it.
  static func tags(in head: ArraySlice<UInt8>) -> TagSpace? {
    guard head.starts(with: "fLaC".utf8) else { return nil }
    var offset = 4
    var start: Int?
    var comment: VorbisComment?
    while let block = FLACBlock(head, at: offset) {
      if block.kind == .comment, start == nil {
        guard let contents = head.part(from: offset + 4, count: block.bytes) else { return nil }
        start = offset
        comment = VorbisComment(contents)
      } else if let start, block.kind != .padding {
        return tags(from: start, to: offset, comment: comment, isLast: false)
      }
      offset += 4 + block.bytes
      if block.isLast { break }
    }
    guard let start, offset <= head.count else { return nil }
    return tags(from: start, to: offset, comment: comment, isLast: true)
  }

  /// True if there are blocks, such as pictures, that a new file would lack.
  static func hasOtherBlocks(_ window: inout FileWindow) throws(TakeFileError) -> Bool {
    var offset = 4
    while let block = FLACBlock(Array(try window.bytes(at: offset, count: 4))[...], at: 0) {
      let known = [FLACBlock.Kind.streamInfo, .padding, .comment, .seekTable]
      if !known.contains(block.kind) { return true }
      if block.isLast { break }
      offset += 4 + block.bytes
    }
    return false
  }

  private static func tags(
    from start: Int, to end: Int, comment: VorbisComment?, isLast: Bool
  ) -> TagSpace {
    var space = TagSpace(kind, offset: start, count: end - start, found: comment?.fields ?? [])
    (space.vendor, space.isLast) = (comment?.vendor ?? [], isLast)
    space.isWhole = comment?.isWhole ?? false
    return space
  }

  static func packed(_ fields: [MetadataField], into space: TagSpace, frames: Int?) -> [UInt8]? {
    let comment = VorbisComment(vendor: space.vendor, fields: fields).serialised
    guard comment.count + 8 <= space.count else { return nil }
    var bytes = FLACBlock(kind: .comment, isLast: false, bytes: comment.count).serialised
    bytes += comment
    let rest = space.count - bytes.count - 4
    bytes += FLACBlock(kind: .padding, isLast: space.isLast, bytes: rest).serialised
    return bytes + [UInt8](repeating: 0, count: space.count - bytes.count)
  }
}
