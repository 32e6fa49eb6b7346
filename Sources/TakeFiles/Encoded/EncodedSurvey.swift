/// The contents of a compressed take file, as its bytes show them.
public struct EncodedSurvey: Sendable, Equatable {
  /// The number of whole frames.
  public var frames: Int
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// Significant bits of one sample in FLAC; `nil` in Opus and AAC.
  public var bits: Int?
  /// The number of whole bytes from the start of the file.
  public var wholeBytes: Int
  /// The size of the file in bytes.
  public var fileBytes: Int
  /// True when the file is finished and nothing in it is damaged.
  public var isWhole: Bool { wholeBytes == fileBytes && repairs.isEmpty && !isCut }

  /// True when sound is missing at its end, as far as the file tells its length or that it was finished.
  public var isCut = false
  /// The length that the head of a finished FLAC file states.
  var statedFrames: Int?

  /// The faults in words, apart from those that the sizes and the length show.
  public var flaws: [String] = []
  /// The parts that were not checked, in words.
  public var unchecked: [String] = []

  /// The changes that make a finished file of the whole part.
  var repairs: [EncodedStream.Patch]
  /// The space for tags, when there is one.
  var tags: TagSpace?

  /// All faults of the file, one phrase each.
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

  /// The same survey for a file with this many more bytes before its format.
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
