/// What a take file says about itself: how it was made, and why it ended.
///
/// The same values are written into every kind of file, see ``fields``.
public struct TakeMetadata: Sendable, Equatable {
  /// Who recorded it, when it was not Pinna but another recorder, by its name or ""; then only what that one said is known.
  public var recorder: String?
  /// The name of the take: the stem of its first file, without what it holds and its part.
  public var take = ""
  /// What this file holds.
  public var content = TakeName.Content.rendered
  /// What files the take has in each of its parts, in their order; empty where nobody said.
  public var contents: [TakeName.Content] = []
  /// How the file was made when it is not what was recorded, but a copy of it in another form; `nil` for what was
  /// recorded.
  public var copy: String?
  /// The same in all files of a take: 32 hexadecimal digits.
  public var familyID = ""
  /// The part of the take in this file, from 0.
  public var part = 0
  /// How many parts the take has, in its last part; `nil` while nobody knows.
  public var parts: Int?
  /// The frame of the take at which this file starts.
  public var firstFrame = 0
  /// Local date and time of the first frame of this file.
  public var date = CivilDate(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
  /// Frames from local midnight to the first frame of this file.
  public var timeReference = 0
  /// Whether the clock that gave the date was set.
  public var isClockSet = true
  /// The board's id.
  public var boardID = ""
  /// The board's name.
  public var boardName = ""
  /// The data source.
  public var dataSource = ""
  /// The polar pattern in use.
  public var pattern = ""
  /// The polar pattern that was asked for.
  public var preferredPattern = ""
  /// The input orientation; `nil` on a board with a fixed up.
  public var orientation: String?
  /// Frames per second that were asked for.
  public var preferredRate = 0
  /// Frames per second that the device gave.
  public var rate = 0
  /// The sample format of the capture device.
  public var captureFormat = ""
  /// Decibels by which sound from the front is louder than from behind; `nil` for mono patterns.
  public var frontEmphasis: Double?
  /// Where the low cut is 3 dB down, in hertz; `nil` for off.
  public var lowCutHertz: Double?
  /// Whether the limiter worked.
  public var limits = false
  /// Decibels by which this file is louder than the take.
  public var gain = 0.0
  /// What every channel of this file is, in its order.
  public var tracks: [Track] = []
  /// Whether the filters were refined, and not the closed form; `nil` for mono patterns, and where nobody said.
  public var isRefined: Bool?
  /// The hash of the filters and of everything that they depend on.
  public var filterHash = ""
  /// Whatever else should be known: one short sentence each.
  public var notes: [String] = []
  /// Frames of the take before the press.
  public var preRollFrames = 0
  /// Why the take ended; `nil` until it did.
  public var end: End?
  /// The CRC-32 of the audio bytes of a finished WAV file, and of everything but the tags of an MPEG-4 file.
  public var audioChecksum: UInt32?
  /// Frames that were lost, in frames of the take; of very many the first ones.
  public var gaps: [TakeGap] = []
  /// All gaps of this file, when they are not what ``gaps`` adds up to.
  public var statedGaps: GapTotals?
  /// Places to find again, in frames of the take; those of gaps are in ``gaps``.
  public var markers: [TakeMarker] = []

  /// Gaps and markers that the file had no room for.
  public var omittedEvents = 0

  /// Metadata of nothing.
  public init() {}

  /// A channel of a file.
  public struct Track: Sendable, Equatable {
    /// "LEFT", "RIGHT", or the name of a microphone.
    public var name: String
    /// Decibels that the board file adds to the microphone.
    public var gain: Double
    /// Whether the board file turns the polarity.
    public var isInverted: Bool

    /// A track from its parts.
    public init(name: String, gain: Double = 0, isInverted: Bool = false) {
      self.name = name
      self.gain = gain
      self.isInverted = isInverted
    }
  }

  /// The words for a file that was never finished.
  public static let unfinished = "not finished: the power, the card or the program failed"

  /// Whether there is a date, true or of a clock that was not set.
  var hasDate: Bool { recorder == nil || isClockSet }

  /// Whether something ended the take that nobody wanted, so that its files may differ in length.
  public var isCutOff: Bool {
    guard let end else { return true }
    return end.cause == .recovered || end.cause == .storage
  }

  /// Why the take ended, or that it has not.
  public var endWords: String { end?.words ?? Self.unfinished }
}
