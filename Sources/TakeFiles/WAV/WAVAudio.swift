/// The audio actually in a WAV file, whatever its header says: the single rule for all readers.
struct WAVAudio: Sendable {
  /// The format of the audio.
  let format: WAVParser.Format
  /// The offset of the audio.
  let offset: Int
  /// The complete frames in the file.
  let frames: Int
  /// The differences between the header and the file, one phrase each.
  let flaws: [String]

  /// The audio of a parsed file.
  ///
  /// A file in progress has what its header says: any bytes after that may never have reached the medium.
  ///
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if the file does not state the format of its audio.
  init(_ parser: WAVParser) throws(TakeFileError) {
    let isInProgress = TakeName.isInProgress(parser.path)
    let data = try parser.result().data
    let mend = try WAVMend(parser)
    let bytes = isInProgress ? data.bytes : mend.audioBytes
    format = try parser.settled(mend.format, from: data.offset, bytes: bytes)
    offset = data.offset
    frames = bytes / format.bytesPerFrame
    var flaws = isInProgress ? [] : mend.flaws
    if format.encoding == .s24in32, format.bits > 24 {
      flaws.append(
        "the header states 32 bits, but the samples are 24 bits in the lower three bytes")
    }
    self.flaws = flaws
  }
}
