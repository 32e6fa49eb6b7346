import Essentials

/// The reason why a board cannot be calibrated from a recording.
package enum CalibrationRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The recording does not have as many channels as the board.
  case otherDevice(channels: Int, wanted: Int)
  /// The board has a single microphone, which cannot be compared with anything.
  case oneMicrophone
  /// A sound lies outside the recording.
  case outside(sound: String)
  /// The number of sounds in the recording is not the number of stated directions; `found` has the starts of the sounds
  /// in seconds.
  case otherCount(told: Int, found: [Double])
  /// Too few sounds stay below full scale in these channels.
  case clipped(channels: [Int], clear: Int)
  /// Fewer channels hear the sounds than there are microphones.
  case unheard(channels: [Int], microphones: Int)
  /// Too few sounds were heard clearly in all channels.
  case fewSounds(clear: Int, wanted: Int)
  /// The sounds come from too few sides.
  case fewDirections
  /// These sounds came from directions other than the stated ones.
  case otherDirections([Contradiction])
  /// The arrivals do not fit this board, whichever of its values are changed: the misfit stays at `misfit`
  /// microseconds.
  case otherBoard(misfit: Double)
  /// Several maps of channels fit about equally well; `keepsOrder` is true if the board file's map is one of them, but
  /// there are too many others.
  case uncertainMap(keepsOrder: Bool)
  /// Low frequencies do not show the polarity of a channel.
  case uncertainPolarity(channel: Int)
  /// These microphones hear no prominent tone of 1 kHz.
  case noTone([String])
  /// The calibrator's tone drifts by this many decibels at a microphone.
  case toneUnsteady(String, by: Double)
  /// The calibrator's tone reaches full scale at a microphone.
  case toneClipped(String)
  /// Nothing has set the card's input gain, on which the sensitivity depends.
  case gainUnknown
  /// Values of the board file cannot be replaced in their present form.
  case unwritable(why: String)

  /// A sound that did not come from the stated direction.
  package struct Contradiction: Sendable, Equatable {
    /// The name of the sound.
    package var sound: String
    /// The word for the direction from which it came, judging by the other sounds.
    package var from: String

    /// Creates a contradiction from its parts.
    package init(sound: String, from: String) {
      self.sound = sound
      self.from = from
    }
  }

  /// True if echoes alone can be the reason.
  var isFromEchoes: Bool {
    switch self {
    case .unheard, .fewSounds, .uncertainPolarity: true
    default: false
    }
  }

  /// The problem and its remedy, in words for users.
  package var description: String {
    switch self {
    case .otherDevice(let channels, let wanted):
      "the recording has \(channels.counted("channel")), but the board has \(wanted); record with this board"
    case .oneMicrophone:
      "the board has one microphone, so there is nothing to compare it with"
    case .outside(let sound):
      "the sound \(sound) is not in the recording; correct its times"
    case .otherCount(let told, let found): Self.counts(told, found)
    case .clipped(let channels, let clear):
      "\(Self.names(channels)) clipped; only \(clear) sounds did not clip; "
        + "clap softer or farther away, or lower the gain in the mixer"
    case .unheard(let channels, let microphones):
      "\(Self.list(channels)) the sounds, but the board has \(microphones) microphones; find the dead ones with "
        + "pinna check, or make the sounds louder"
    case .fewSounds(let clear, let wanted):
      "only \(clear) sounds were heard clearly in all channels, but \(wanted) are needed; clap "
        + "louder, or in a quieter room"
    case .fewDirections:
      "the sounds come from too few sides; make some from the left, the right, ahead and behind, "
        + "in the plane of the microphones"
    case .otherDirections(let sounds):
      sounds.prefix(Self.most).map { "sound \($0.sound) came from \($0.from)" }
        .joined(separator: ", ")
        + (sounds.count > Self.most ? ", and \(sounds.count - Self.most) more" : "")
        + ", according to the other sounds; correct the directions, or make the sounds again"
    case .otherBoard(let misfit):
      "no change to the board file makes the arrivals agree to better than \(fixed(misfit)) us; "
        + "check that the file is for this board, and clap where nothing echoes"
    case .uncertainMap(let keepsOrder):
      "the sounds fit more than one order of the channels"
        + (keepsOrder ? "" : ", but not the one in the board file")
        + "; clap from more sides, also from above if microphones are above one another, and "
        + "exactly from the stated directions"
    case .uncertainPolarity(let channel):
      "the low frequencies do not show the polarity of channel \(channel); use sounds with more "
        + "bass, such as noise from a loudspeaker"
    case .noTone(let names):
      "no tone of 1 kHz stands out at \(names.joined(separator: ", ")); switch the calibrator on, and use "
        + "--microphone to name the microphone on which its coupler sits"
    case .toneUnsteady(let name, let drift):
      (drift.isFinite
        ? "the level of the tone at \(name) varies by \(fixed(drift)) dB"
        : "the tone at \(name) stops")
        + "; seat the coupler tightly, and keep still while the tone sounds"
    case .toneClipped(let name):
      "the tone reaches full scale at \(name); lower the input gain, or use a 94 dB calibrator"
    case .gainUnknown:
      "the card's input gain is not set, but the sensitivity depends on it; set input-gain in the board file, or "
        + "use --input-gain"
    case .unwritable(let why):
      "the board file cannot be changed: \(why)"
    }
  }

  private static func counts(_ told: Int, _ found: [Double]) -> String {
    let times = found.prefix(mostTimes).map { fixed($0) }.joined(separator: ", ")
    let rest = found.count > mostTimes ? ", ..." : ""
    let start = "\(told) directions were given, but "
    guard !found.isEmpty else {
      return start + "no sound stands out in the recording; clap louder, or in a quieter room"
    }
    return start + "\(found.count) \(found.count == 1 ? "sound was" : "sounds were") found, at "
      + "\(times)\(rest) s; give one direction for each, with 0.1 s of quiet between two sounds"
  }

  private static func names(_ channels: [Int]) -> String {
    channels.count == 1
      ? "channel \(channels[0]) is"
      : "channels \(channels.map(String.init).joined(separator: ", ")) are"
  }

  /// The largest number of contradicting sounds in a list, and the largest number of times in a list.
  private static let most = 4
  private static let mostTimes = 40

  private static func list(_ channels: [Int]) -> String {
    switch channels.count {
    case 0: "no channel picks up"
    case 1: "only channel \(channels[0]) picks up"
    default: "only channels \(channels.map(String.init).joined(separator: ", ")) pick up"
    }
  }
}
