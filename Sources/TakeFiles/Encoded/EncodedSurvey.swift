/// What a compressed take file holds, as its bytes say.
public struct EncodedSurvey: Sendable, Equatable {
  /// Whole frames.
  public var frames: Int
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// Significant bits of one sample in FLAC; `nil` in Opus and AAC.
  public var bits: Int?
  /// Bytes from the start of the file that are whole.
  public var wholeBytes: Int
  /// Bytes of the file.
  public var fileBytes: Int
  /// Whether the file is finished and nothing in it is damaged.
  public var isWhole: Bool { wholeBytes == fileBytes && repairs.isEmpty && !isCut }

  /// Whether sound is missing at its end, as far as the file says how much there was or that it was finished.
  public var isCut = false
  /// The length that the head of a finished FLAC file states.
  var statedFrames: Int?

  /// What is wrong, in words, beside what the sizes and the length tell.
  public var flaws: [String] = []
  /// What was not checked, in words.
  public var unchecked: [String] = []

  /// What has to be changed to make a finished file of what is whole.
  var repairs: [EncodedStream.Patch]
  /// The room for tags, when there is one.
  var tags: TagSpace?

  /// Everything that keeps the file from being whole, one phrase each.
  public var faults: [String] {
    var faults = flaws
    if let statedFrames, statedFrames > frames {
      faults.append("its head says \(statedFrames) frames, and \(frames) can be read")
    }
    let rest = fileBytes - wholeBytes
    if rest > 0 {
      faults.append(
        rest == 1 ? "1 byte at its end is no sound" : "\(rest) bytes at its end are no sound")
    }
    return faults.isEmpty ? ["it was not finished"] : faults
  }

  /// The same of a file in which so many more bytes lie before it.
  func shifted(by bytes: Int) -> EncodedSurvey {
    var survey = self
    survey.wholeBytes += bytes
    survey.fileBytes += bytes
    survey.repairs = repairs.map {
      EncodedStream.Patch(offset: $0.offset + bytes, bytes: $0.bytes)
    }
    survey.tags = tags?.shifted(by: bytes)
    return survey
  }

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
