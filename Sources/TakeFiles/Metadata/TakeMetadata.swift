/// The metadata of a take file: the way it was made, and the reason why it ended.
///
/// The same values are written into every kind of file, see ``fields``.
public struct TakeMetadata: Sendable, Equatable {
  /// The other recorder that made it, by its name or ""; `nil` for Pinna, and otherwise only that recorder's facts are
  /// known.
  public var recorder: String?
  /// The name of the take: the stem of its first file, without content and part.
  public var take = ""
  /// The content of this file.
  public var content = TakeName.Content.rendered
  /// The contents of the take's files in each of its parts, in their order; empty when they are unknown.
  public var contents: [TakeName.Content] = []
  /// The way the file was made when it is a copy of the recording in another form; `nil` for the recording
  /// itself.
  public var copy: String?
  /// The same in all files of a take: 32 hexadecimal digits.
  public var familyID = ""
  /// The part of the take in this file, from 0.
  public var part = 0
  /// The number of parts of the take, in its last part; `nil` while it is unknown.
  public var parts: Int?
  /// The frame of the take at which this file starts.
  public var firstFrame = 0
  /// Local date and time of the first frame of this file.
  public var date = CivilDate(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
  /// Frames from local midnight to the first frame of this file.
  public var timeReference = 0
  /// True when the clock that gave the date was set.
  public var isClockSet = true
  /// Seconds by which the local clock of the date was ahead of UTC; `nil` when that is not known.
  public var utcOffsetSeconds: Int?
  /// The quality of the clock at the start of the take, or without the pulse per second that was lost in it; `nil` when
  /// it was not looked at.
  public var clock: ClockQuality?
  /// Times of day at frames of the take; `nil` when none were noted.
  public var clockPairs: ClockPairs?
  /// The charge of the battery when the take was started; `nil` where there was none.
  public var battery: BatteryCharge?
  /// The place of the recorder; `nil` when it was not stated.
  public var place: Place?
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
  /// The name of the recorder that made it; `nil` where it has none.
  public var unitName: String?
  /// Its serial number; `nil` where it is not known.
  public var unitSerial: String?
  /// The version of its program; `nil` where it is not known.
  public var unitVersion: String?
  /// The input gain of the sound card in decibels; `nil` when none was asked for.
  public var inputGain: Double?
  /// The decibels by which sound from the front is louder than from behind; `nil` for mono patterns.
  public var frontEmphasis: Double?
  /// The way in which stereo was made: "linear" (filters alone) or "directional"; `nil` for other patterns, and in
  /// files of recorders that knew only filters.
  public var rendering: String?
  /// The handling of wind: "off", or "auto" and by how many decibels it is reduced at most; `nil` for other patterns
  /// than stereo, and in files of recorders that knew nothing of it.
  public var wind: String?
  /// Convention, order and bandwidth of ambisonics; `nil` for patterns.
  public var ambisonics: String?
  /// The frequency in hertz at which the low cut is 3 dB down; `nil` for off.
  public var lowCutHertz: Double?
  /// True when the limiter worked.
  public var limits = false
  /// The decibels by which this file is louder than the take.
  public var gain = 0.0
  /// The loudness of this file as it was measured; `nil` when it was not.
  public var loudness: Loudness?
  /// LZeq and LAeq of the take at its microphones; `nil` where no sensitivity was known.
  public var soundLevel: SoundLevel?
  /// The tracks of the file, one per channel in their order.
  public var tracks: [Track] = []
  /// True when the filters were refined, false for the closed form, as takes of earlier versions say; `nil` for others.
  public var isRefined: Bool?
  /// The hash of the filters and of everything that they depend on.
  public var filterHash = ""
  /// The title that a person gave the take; `nil` for none.
  public var title: String?
  /// The note of a person; `nil` for none.
  public var note: String?
  /// The judgement of a person; `nil` for none.
  public var rating: Rating?
  /// Other facts worth knowing: one short sentence each.
  public var notes: [String] = []
  /// The beginning of the note of a file that was rendered from another one; that file's name follows.
  package static let renderedFrom = "rendered from "
  /// The beginning of the note of a file that was made from one with faults; they follow.
  package static let flawedSource = "made from a file that was not sound: "
  /// Frames of the take before the press.
  public var preRollFrames = 0
  /// The end of the take; `nil` until it ended.
  public var end: End?
  /// The CRC-32 of the audio bytes of a finished WAV file, and of everything but the tags of an MPEG-4 file.
  public var audioChecksum: UInt32?
  /// Frames that were lost, in frames of the take; of very many, the first ones.
  public var gaps: [TakeGap] = []
  /// All gaps of this file, when they differ from the sum of ``gaps``.
  public var statedGaps: GapTotals?
  /// Places to find again, in frames of the take; those of gaps are in ``gaps``.
  public var markers: [TakeMarker] = []

  /// Fields of the file of another recorder that have no place here, by the names of GUANO.
  public var others: [MetadataField] = []

  /// The number of gaps and markers that the file had no space for.
  public var omittedEvents = 0

  /// Empty metadata.
  public init() {}

  /// A channel of a file.
  public struct Track: Sendable, Equatable {
    /// "LEFT", "RIGHT", a channel of ambisonics, or the name of a microphone.
    public var name: String
    /// The decibels that the board file adds to the microphone.
    public var gain: Double
    /// True when the board file inverts the polarity.
    public var isInverted: Bool
    /// dBFS of the channel as it was captured at 94 dB SPL (1 Pa); `nil` where it is not known.
    public var sensitivity: Double?

    /// A track from its parts.
    public init(
      name: String, gain: Double = 0, isInverted: Bool = false, sensitivity: Double? = nil
    ) {
      self.name = name
      self.gain = gain
      self.isInverted = isInverted
      self.sensitivity = sensitivity
    }
  }

  /// The words for a file that was never finished.
  public static let unfinished = "not finished: the power, the card or the program failed"

  /// True when there is a date, right or of a clock that was not set.
  var hasDate: Bool { recorder == nil || isClockSet }

  /// True when the take ended unintentionally, so that its files may differ in length.
  public var isCutOff: Bool {
    guard let end else { return true }
    return end.cause == .recovered || end.cause == .storage
  }

  /// The words for the end of the take, or for a take without one.
  public var endWords: String { end?.words ?? Self.unfinished }
}
