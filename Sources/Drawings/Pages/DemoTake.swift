/// One take of the demo with what was measured in it.
public struct DemoTake: Sendable, Equatable, Codable {
  /// The case, such as "#3 Back landscapeLeft".
  public var caseName: String
  /// The drawing of the case, an SVG document (``LayoutPicture/figure(of:)``); may be empty.
  public var layoutSVG: String
  /// The take's file, as the page should link to it.
  public var fileName: String
  /// The voices in the take.
  public var voices: [DemoVoice]
  /// What this board cannot do in this case, a sentence each.
  public var notes: [String]

  /// A take from its parts.
  public init(
    caseName: String, layoutSVG: String, fileName: String, voices: [DemoVoice], notes: [String] = []
  ) {
    self.notes = notes
    self.caseName = caseName
    self.layoutSVG = layoutSVG
    self.fileName = fileName
    self.voices = voices
  }
}

/// One voice of a take: where it was placed, and where the take has it.
public struct DemoVoice: Sendable, Equatable, Codable {
  /// What the voice says.
  public var name: String
  /// Degrees from forward at which it was placed, positive to the RIGHT.
  public var placedAzimuth: Double
  /// Level in the left channel, dBFS.
  public var leftLevel: Double
  /// Level in the right channel, dBFS.
  public var rightLevel: Double
  /// Microseconds by which the right channel is earlier than the left: positive to the RIGHT; `nil` if not measured.
  public var timeDifference: Double?
  /// Degrees that the take gives it, positive to the RIGHT; `nil` if it could not be measured.
  public var measuredAzimuth: Double?
  /// Whether the take has the voice where it belongs.
  public var isCorrect: Bool

  /// A voice from its measurements.
  public init(
    name: String, placedAzimuth: Double, leftLevel: Double, rightLevel: Double,
    timeDifference: Double?, measuredAzimuth: Double?, isCorrect: Bool
  ) {
    self.name = name
    self.placedAzimuth = placedAzimuth
    self.leftLevel = leftLevel
    self.rightLevel = rightLevel
    self.timeDifference = timeDifference
    self.measuredAzimuth = measuredAzimuth
    self.isCorrect = isCorrect
  }

  /// Decibels by which the right channel is louder than the left: positive to the RIGHT.
  public var levelDifference: Double { rightLevel - leftLevel }
}
