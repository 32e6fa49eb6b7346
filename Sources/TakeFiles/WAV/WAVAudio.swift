/// The audio that a WAV file actually contains, whatever its header says; everything that reads WAV files follows this
/// one rule.
struct WAVAudio: Sendable {
  /// The format of the audio.
  let format: WAVParser.Format
  /// The offset in the file at which the audio begins.
  let offset: Int
  /// The number of complete frames in the file.
  let frames: Int
  /// The differences between the header and the file, described in one phrase each.
  let flaws: [String]

  /// Finds the audio in a file that has been parsed.
  ///
  /// Of a file in progress, only the audio that its header states counts: bytes after it may never have reached the
  /// medium.
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
    if !isInProgress, let unread = parser.unreadAudio { flaws.append(unread) }
    self.flaws = flaws
  }
}
