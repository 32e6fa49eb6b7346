/// The contents of a compressed take file, according to its bytes.
public struct EncodedSurvey: Sendable, Equatable {
  /// The number of complete frames.
  public var frames: Int
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// Significant bits of one sample in FLAC; `nil` in Opus and AAC.
  public var bits: Int?
  /// The number of intact bytes from the start of the file.
  public var wholeBytes: Int
  /// The size of the file in bytes.
  public var fileBytes: Int
  /// True if the file is finished and nothing in it is damaged.
  public var isWhole: Bool {
    wholeBytes == fileBytes && repairs.isEmpty && !isCut && pieces.isEmpty
  }

  /// True if audio is missing at its end, judging by the file's stated length or finished mark.
  public var isCut = false
  /// The length that the head of a finished FLAC file states.
  var statedFrames: Int?

  /// The faults in words, apart from those visible in the sizes and the length.
  public var flaws: [String] = []
  /// The parts that were not checked, in words.
  public var unchecked: [String] = []

  /// Frames that cannot be decoded, followed by others that can.
  public var holes: [Range<Int>] = []
  /// The parts of a repaired file, if there are holes: its own parts, and silence in place of the damaged ones.
  var pieces: [Piece] = []

  /// A part of a repaired file.
  enum Piece: Sendable, Equatable {
    /// Bytes of the damaged file.
    case kept(Range<Int>)
    /// Bytes that replace others.
    case made([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .made(let bytes): bytes.count
      }
    }
  }

  /// The longest hole in seconds: a frame number further on is itself damaged.
  static let longestHole = 6 * 3600

  /// Byte ranges of streams following one another in the file, if there are several.
  var links: [Range<Int>] = []

  /// The changes that turn the intact part into a finished file.
  var repairs: [EncodedStream.Patch]
  /// The space for tags, if there is one.
  var tags: TagSpace?

  /// All faults of the file, one phrase each.
  public var faults: [String] {
    var faults = flaws + damage
    if let statedFrames, statedFrames != frames {
      faults.append("its header states \(statedFrames) frames, but \(frames) can be read")
    }
    let rest = fileBytes - wholeBytes
    if rest > 0 {
      faults.append(
        rest == 1 ? "1 byte at its end is not audio" : "\(rest) bytes at its end are not audio")
    }
    return faults.isEmpty ? ["it was not finished"] : faults
  }

  /// The holes in words, if there are any.
  var damage: [String] {
    guard let first = holes.first else { return [] }
    let frames = holes.reduce(0) { $0 + $1.count }
    let places = holes.count == 1 ? "" : "in \(holes.count) places, the first "
    return ["\(frames) frames cannot be decoded, \(places)at frame \(first.lowerBound)"]
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
    guard bytes > 0, !pieces.isEmpty else { return survey }
    let own = pieces.map { piece in
      if case .kept(let range) = piece {
        return Piece.kept((range.lowerBound + bytes)..<(range.upperBound + bytes))
      }
      return piece
    }
    survey.pieces = [.kept(0..<bytes)] + own
    return survey
  }

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
