/// The metadata of a take file: how it was made, and why it ended.
///
/// The same values go into every kind of file, see ``fields``.
public struct TakeMetadata: Sendable, Equatable {
  /// The other recorder that made the file, by its name or ""; `nil` for Pinna, otherwise only the facts in the file
  /// are known.
  public var recorder: String?
  /// The name of the take: the stem of its first file, without content and part.
  public var take = ""
  /// The content of this file.
  public var content = TakeName.Content.rendered
  /// The contents of the take's files in each of its parts, in order; empty if unknown.
  public var contents: [TakeName.Content] = []
  /// The kind of copy, if the file is the recording in another form; `nil` for the recording itself.
  public var copy: String?
  /// An identity shared by all files of a take: 32 hexadecimal digits.
  public var familyID = ""
  /// The part of the take in this file, from 0.
  public var part = 0
  /// The number of parts of the take, in its last part; `nil` while unknown.
  public var parts: Int?
  /// The frame of the take at which this file starts.
  public var firstFrame = 0
  /// Local date and time of the first frame of this file.
  public var date = CivilDate(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
  /// Frames from local midnight to the first frame of this file.
  public var timeReference = 0
  /// True if the clock behind the date was set.
  public var isClockSet = true
  /// How far the local clock of the date was ahead of UTC, in seconds; `nil` if unknown.
  public var utcOffsetSeconds: Int?
  /// The quality of the clock at the start of the take, reduced if the pulse per second was lost during it; `nil` if
  /// not checked.
  public var clock: ClockQuality?
  /// Times of day at frames of the take; `nil` if none were noted.
  public var clockPairs: ClockPairs?
  /// The battery charge at the start of the take; `nil` without a battery.
  public var battery: BatteryCharge?
  /// The place of the recorder; `nil` if it was not stated.
  public var place: Place?
  /// The board's id.
  public var boardID = ""
  /// The board's name.
  public var boardName = ""
  /// The data source.
  public var dataSource = ""
  /// The polar pattern in use.
  public var pattern = ""
  /// The requested polar pattern.
  public var preferredPattern = ""
  /// The input orientation; `nil` on a board with a fixed up.
  public var orientation: String?
  /// The requested frames per second.
  public var preferredRate = 0
  /// The actual frames per second of the device.
  public var rate = 0
  /// The sample format of the capture device.
  public var captureFormat = ""
  /// The name of the recorder; `nil` if it has none.
  public var unitName: String?
  /// The serial number of the recorder; `nil` if unknown.
  public var unitSerial: String?
  /// The version of the recorder's program; `nil` if unknown.
  public var unitVersion: String?
  /// The input gain of the sound card in decibels; `nil` if none was requested.
  public var inputGain: Double?
  /// The level of sound from the front relative to sound from behind, in decibels; `nil` for mono patterns.
  public var frontEmphasis: Double?
  /// The method of stereo rendering: "linear" (filters alone) or "directional"; `nil` for other patterns, and in files
  /// of recorders that knew only filters.
  public var rendering: String?
  /// The wind reduction: "off", or "auto" with the maximum reduction in decibels; `nil` for patterns other than stereo,
  /// and in files of recorders without it.
  public var wind: String?
  /// Ambisonics convention, order and bandwidth; `nil` for patterns.
  public var ambisonics: String?
  /// The -3 dB frequency of the low cut in hertz; `nil` for off.
  public var lowCutHertz: Double?
  /// True if the limiter was on.
  public var limits = false
  /// The gain of this file against the take, in decibels.
  public var gain = 0.0
  /// The measured loudness of this file; `nil` if unmeasured.
  public var loudness: Loudness?
  /// LZeq and LAeq of the take at its microphones; `nil` if no sensitivity is known.
  public var soundLevel: SoundLevel?
  /// The tracks of the file, one per channel, in order.
  public var tracks: [Track] = []
  /// True for refined filters, false for the closed form, as stated in takes of earlier versions; `nil` for others.
  public var isRefined: Bool?
  /// The hash of the filters and of everything that they depend on.
  public var filterHash = ""
  /// The title that a person gave the take; `nil` for none.
  public var title: String?
  /// A person's note; `nil` for none.
  public var note: String?
  /// A person's rating; `nil` for none.
  public var rating: Rating?
  /// Other facts worth knowing: one short sentence each.
  public var notes: [String] = []
  /// The start of the note in a file rendered from another one; the name of the other file follows.
  package static let renderedFrom = "rendered from "
  /// The start of the note in a file made from a faulty one; the faults follow.
  package static let flawedSource = "made from a file that was not sound: "
  /// Frames of the take before the press of the button.
  public var preRollFrames = 0
  /// The end of the take; `nil` until the take ends.
  public var end: End?
  /// The CRC-32 of the audio bytes of a finished WAV file, and of everything but the tags of an MPEG-4 file.
  public var audioChecksum: UInt32?
  /// Lost frames, as frames of the take; if there are very many, the first ones.
  public var gaps: [TakeGap] = []
  /// All gaps of this file, if they differ from the sum of ``gaps``.
  public var statedGaps: GapTotals?
  /// Positions to find again, in frames of the take; positions of gaps are in ``gaps``.
  public var markers: [TakeMarker] = []

  /// Fields of another recorder's file that have no place here, by their GUANO names.
  public var others: [MetadataField] = []

  /// The number of gaps and markers that the file had no space for.
  public var omittedEvents = 0

  /// Empty metadata.
  public init() {}

  /// A channel of a file.
  public struct Track: Sendable, Equatable {
    /// "LEFT", "RIGHT", a channel of ambisonics, or the name of a microphone.
    public var name: String
    /// The gain of the microphone in the board file, in decibels.
    public var gain: Double
    /// True if the board file inverts the polarity.
    public var isInverted: Bool
    /// dBFS of the captured channel at 94 dB SPL (1 Pa); `nil` if unknown.
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

  /// True if there is a date, whether right or from a clock that was not set.
  var hasDate: Bool { recorder == nil || isClockSet }

  /// True if the take ended unintentionally, so that its files may differ in length.
  public var isCutOff: Bool {
    guard let end else { return true }
    return end.cause == .recovered || end.cause == .storage
  }

  /// The words for the end of the take, or for a take without one.
  public var endWords: String { end?.words ?? Self.unfinished }
}
