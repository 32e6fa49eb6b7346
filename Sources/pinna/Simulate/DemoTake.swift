import Drawings

/// One take of the demo with what was measured in it.
struct DemoTake: Sendable, Equatable, Codable {
  /// The case, such as "#3 Back landscapeLeft".
  var caseName: String
  /// The drawing of the case, an SVG document (``LayoutPicture/figure(of:)``); may be empty.
  var layoutSVG: String
  /// The take's file, as the page should link to it.
  var fileName: String
  /// The voices in the take.
  var voices: [DemoVoice]
  /// What this board cannot do in this case, a sentence each.
  var notes: [String]

  /// A take from its parts.
  init(
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
struct DemoVoice: Sendable, Equatable, Codable {
  /// What the voice says.
  var name: String
  /// Degrees from forward at which it was placed, positive to the RIGHT.
  var placedAzimuth: Double
  /// Level in the left channel, dBFS.
  var leftLevel: Double
  /// Level in the right channel, dBFS.
  var rightLevel: Double
  /// Microseconds by which the right channel is earlier than the left: positive to the RIGHT; `nil` if not measured.
  var timeDifference: Double?
  /// Degrees that the take gives it, positive to the RIGHT; `nil` if it could not be measured.
  var measuredAzimuth: Double?
  /// Whether the take has the voice where it belongs.
  var isCorrect: Bool

  /// A voice from its measurements.
  init(
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
  var levelDifference: Double { rightLevel - leftLevel }
}
