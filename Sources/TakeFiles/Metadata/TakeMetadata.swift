/// The metadata of a take file: how the take was made, and why it ended.
///
/// Every kind of file stores the same values; see ``fields``.
public struct TakeMetadata: Sendable, Equatable {
  /// The name of another recorder that made the file, or "" if its name is unknown; `nil` if Pinna made the file.
  ///
  /// Of another recorder's take, only the facts in the file are known.
  public var recorder: String?
  /// The name of the take: the stem of its first file's name, without content and part.
  public var take = ""
  /// The content of this file: the rendered take, or one of its alternatives.
  public var content = TakeName.Content.rendered
  /// The contents for which each part of the take has a file, in order; empty if unknown.
  public var contents: [TakeName.Content] = []
  /// The kind of copy, if the file is a recording in another form; `nil` if it is the recording itself.
  public var copy: String?
  /// An identity of 32 hexadecimal digits that all files of the take share.
  public var familyID = ""
  /// The part of the take that this file contains, from 0.
  public var part = 0
  /// The number of parts in the take, which only its last part states; `nil` while it is unknown.
  public var parts: Int?
  /// The frame of the take at which this file starts.
  public var firstFrame = 0
  /// The local date and time at the first frame of this file.
  public var date = CivilDate(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
  /// The number of frames from local midnight to the first frame of this file.
  public var timeReference = 0
  /// True if the clock from which the date came had been set.
  public var isClockSet = true
  /// How many seconds the local clock was ahead of UTC; `nil` if unknown.
  public var utcOffsetSeconds: Int?
  /// The quality of the clock at the start of the take, or a lower one if the pulse per second was lost during the
  /// take; `nil` if it was not checked.
  public var clock: ClockQuality?
  /// The times of day at certain frames of the take; `nil` if none were recorded.
  public var clockPairs: ClockPairs?
  /// The charge of the battery at the start of the take; `nil` without a battery.
  public var battery: BatteryCharge?
  /// The place at which the recorder was; `nil` if nothing stated it.
  public var place: Place?
  /// The id of the board.
  public var boardID = ""
  /// The name of the board.
  public var boardName = ""
  /// The data source.
  public var dataSource = ""
  /// The polar pattern that was used.
  public var pattern = ""
  /// The polar pattern that was requested.
  public var preferredPattern = ""
  /// The input orientation; `nil` if the board has a fixed upward direction.
  public var orientation: String?
  /// The number of frames per second that was requested.
  public var preferredRate = 0
  /// The number of frames per second that the device used.
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
  /// How many decibels louder sound from the front is than sound from behind; `nil` for mono patterns.
  public var frontEmphasis: Double?
  /// The method by which stereo was rendered, "linear" (with the filters alone) or "directional"; `nil` for other
  /// patterns, and in files of earlier versions, which used only the filters.
  public var rendering: String?
  /// The wind reduction: "off", or "auto" with the largest reduction in decibels; `nil` for patterns other than stereo,
  /// and in files of earlier versions, which had none.
  public var wind: String?
  /// The convention, order and bandwidth of ambisonics; `nil` for polar patterns.
  public var ambisonics: String?
  /// The frequency in hertz at which the low cut reaches -3 dB; `nil` if it was off.
  public var lowCutHertz: Double?
  /// True if the limiter was on.
  public var limits = false
  /// How much the level in this file was raised above that of the take, in decibels.
  public var gain = 0.0
  /// The loudness of this file; `nil` if it was not measured.
  public var loudness: Loudness?
  /// The levels LZeq and LAeq of the take at its microphones; `nil` if no sensitivity is known.
  public var soundLevel: SoundLevel?
  /// The tracks of the file, one per channel, in order.
  public var tracks: [Track] = []
  /// True if the filters were refined, false if they were in closed form; only takes of earlier versions state this,
  /// and it is `nil` for all others.
  public var isRefined: Bool?
  /// A hash of the filters and of everything on which they depend.
  public var filterHash = ""
  /// The title that a person gave the take; `nil` if it has none.
  public var title: String?
  /// The note that a person added; `nil` if there is none.
  public var note: String?
  /// The rating that a person gave; `nil` if there is none.
  public var rating: Rating?
  /// Other facts that people should know, each in one short sentence.
  public var notes: [String] = []
  /// How the remark begins in a file that was rendered from another file; the name of that file follows.
  package static let renderedFrom = "rendered from "
  /// How the remark begins in a file that was made from a faulty file; the faults follow.
  package static let flawedSource = "made from a file that was not sound: "
  /// The number of frames in the take from before the button was pressed.
  public var preRollFrames = 0
  /// How and why the take ended; `nil` until it ends.
  public var end: End?
  /// The CRC-32 of the audio bytes in a finished WAV file or, in an MPEG-4 file, of everything but the tags.
  public var audioChecksum: UInt32?
  /// The gaps of lost frames, at frames of the take; if there are very many, only the first ones.
  public var gaps: [TakeGap] = []
  /// The totals of all gaps in this file, if they differ from those of the gaps in ``gaps``; otherwise `nil`.
  public var statedGaps: GapTotals?
  /// The positions to find again, at frames of the take; those of gaps are in ``gaps`` instead.
  public var markers: [TakeMarker] = []

  /// The fields in another recorder's file that have no property here, by their GUANO names.
  public var others: [MetadataField] = []

  /// The number of gaps and markers for which the file had no space.
  public var omittedEvents = 0

  /// Empty metadata.
  public init() {}

  /// A channel of a file.
  public struct Track: Sendable, Equatable {
    /// The name of the track: "LEFT", "RIGHT", a channel of ambisonics, or the name of a microphone.
    public var name: String
    /// The gain that the board file gives the microphone, in decibels.
    public var gain: Double
    /// True if the board file says that the polarity is inverted.
    public var isInverted: Bool
    /// The level in dBFS that the captured channel has at 94 dB SPL (1 Pa); `nil` if unknown.
    public var sensitivity: Double?

    /// A track from its parts.
    public init(
      name: String, gain: Double = 0, isInverted: Bool = false, sensitivity: Double? = nil
    ) {
      (self.name, self.gain) = (name, gain)
      (self.isInverted, self.sensitivity) = (isInverted, sensitivity)
    }
  }

  /// The words that describe the end of a file that was never finished.
  public static let unfinished = "not finished: the power, the card or the program failed"

  /// True if there is a date, even if it came from a clock that had not been set.
  var hasDate: Bool { recorder == nil || isClockSet }

  /// False if the file of another program states a day, but no time of day.
  ///
  /// Such a file has the first moment of the day as its date. A take of Pinna, which names its board, may start then.
  public var hasTimeOfDay: Bool {
    !boardID.isEmpty || timeReference != 0 || date.secondOfDay != 0
  }

  /// The date and the time of day, or only the date if no time of day is known.
  public var dateText: String { hasTimeOfDay ? date.text : date.dayText }

  /// True if the take ended unintentionally, so that its files may differ in length.
  public var isCutOff: Bool {
    guard let end else { return true }
    return end.cause == .recovered || end.cause == .storage
  }

  /// The words that describe the end of the take, even if it has no stated end.
  public var endWords: String { end?.words ?? Self.unfinished }
}
