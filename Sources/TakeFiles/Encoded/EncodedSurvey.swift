import Essentials

/// The contents of a compressed take file, found by reading all of its bytes.
public struct EncodedSurvey: Sendable, Equatable {
  /// The number of complete frames of audio.
  public var frames: Int
  /// Frames per second.
  public var rate: Int
  /// Samples per frame.
  public var channels: Int
  /// The number of significant bits in one sample of FLAC; `nil` for Opus and AAC.
  public var bits: Int?
  /// The number of intact bytes from the start of the file.
  public var wholeBytes: Int
  /// The size of the file in bytes.
  public var fileBytes: Int
  /// True if the file is finished and nothing in it is damaged.
  public var isWhole: Bool {
    wholeBytes == fileBytes && repairs.isEmpty && !isCut && pieces.isEmpty
  }

  /// True if audio is missing at the end, judging by the length that the file states or by the lack of its end mark.
  public var isCut = false
  /// The length that the head of a finished FLAC file states, in frames.
  var statedFrames: Int?

  /// The faults in words, apart from those that the sizes and the length show.
  public var flaws: [String] = []
  /// In words, the parts of the file that were not checked.
  public var unchecked: [String] = []

  /// Ranges of frames that cannot be decoded; after each of them, decodable frames follow.
  public var holes: [Range<Int>] = []
  /// The pieces of which the repaired file consists, if there are holes: intact parts of this file, and silence in
  /// place of the damaged parts.
  var pieces: [Piece] = []

  /// A piece of a repaired file.
  enum Piece: Sendable, Equatable {
    /// A range of bytes of the damaged file that stays as it is.
    case kept(Range<Int>)
    /// New bytes in place of damaged ones.
    case made([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .made(let bytes): bytes.count
      }
    }
  }

  /// The longest hole in seconds; if a frame number says that the hole is longer, the number itself must be damaged.
  static let longestHole = 6 * 3600

  /// The byte ranges of the streams in the file, if several follow one another.
  var links: [Range<Int>] = []

  /// The changes that turn the intact part into a finished file.
  var repairs: [EncodedStream.Patch]
  /// The space for tags; `nil` if there is none.
  var tags: TagSpace?

  /// All faults of the file, described in one phrase each.
  public var faults: [String] {
    var faults = flaws + damage
    if let statedFrames, statedFrames != frames {
      faults.append("its header states \(statedFrames.counted("frame")), but \(frames) can be read")
    }
    let rest = fileBytes - wholeBytes
    if rest > 0 {
      faults.append(
        "\(rest.counted("byte")) at its end \(rest.agreeing("is", "are")) not audio")
    }
    return faults.isEmpty ? ["it was not finished"] : faults
  }

  /// A description of the holes; empty if there are none.
  var damage: [String] {
    guard let first = holes.first else { return [] }
    let frames = holes.reduce(0) { $0 + $1.count }
    let places = holes.count == 1 ? "" : "in \(holes.count) places, the first "
    return ["\(frames.counted("frame")) cannot be decoded, \(places)at frame \(first.lowerBound)"]
  }

  /// The survey of a file that has this many further bytes in front.
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

  /// The length of the audio in seconds.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
