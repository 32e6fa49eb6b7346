/// The audio of a WAV file as it is there, whatever its header says: the one rule for all readers.
struct WAVAudio: Sendable {
  /// The format of the audio.
  let format: WAVParser.Format
  /// The offset of the audio.
  let offset: Int
  /// Whole frames that are there.
  let frames: Int
  /// The differences between the header and what is there, one phrase each.
  let flaws: [String]

  /// The audio of a file that was parsed.
  ///
  /// A file in progress has what its header says: behind it may be bytes that the medium has not got.
  ///
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` when the file does not state the format of its audio.
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
      flaws.append("the header says 32 bits, and the samples are 24 bits in the lower three bytes")
    }
    self.flaws = flaws
  }
}
