/// Why a recording does not say enough to calibrate a board.
public enum CalibrationRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The recording has other channels than the board.
  case otherDevice(channels: Int, wanted: Int)
  /// One microphone has nothing to be compared with.
  case oneMicrophone
  /// A sound lies outside of the recording.
  case outside(sound: String)
  /// Fewer channels hear the sounds than there are microphones.
  case unheard(channels: [Int], microphones: Int)
  /// Too few sounds were heard clearly in all channels.
  case fewSounds(clear: Int, wanted: Int)
  /// The sounds come from too few sides.
  case fewDirections
  /// Another map of channels fits almost as well.
  case uncertainMap
  /// Low frequencies do not say which polarity a channel has.
  case uncertainPolarity(channel: Int)
  /// The board file is written so that its values cannot be replaced.
  case unwritable(why: String)

  /// What is missing, and what would help.
  public var description: String {
    switch self {
    case .otherDevice(let channels, let wanted):
      "the recording has \(channels) channels, and the board has \(wanted); record with this board"
    case .oneMicrophone:
      "the board has one microphone, and there is nothing to compare it with"
    case .outside(let sound):
      "the sound \(sound) is not within the recording; correct its times"
    case .unheard(let channels, let microphones):
      "\(Self.list(channels)) the sounds, and the board has \(microphones) microphones; look for "
        + "the dead ones with pinna check, or make the sounds louder"
    case .fewSounds(let clear, let wanted):
      "only \(clear) sounds were heard clearly in all channels, and \(wanted) are needed; clap "
        + "louder, or in a quieter room"
    case .fewDirections:
      "the sounds come from too few sides; make some from the left, the right, ahead and behind, "
        + "in the plane of the microphones"
    case .uncertainMap:
      "more than one order of the channels fits the sounds; make them from more sides, and from "
        + "where they are said to come"
    case .uncertainPolarity(let channel):
      "the low frequencies do not say which polarity channel \(channel) has; use sounds with more "
        + "bass, such as noise from a loudspeaker"
    case .unwritable(let why):
      "the board file cannot be changed: \(why)"
    }
  }

  private static func list(_ channels: [Int]) -> String {
    switch channels.count {
    case 0: "no channel hears"
    case 1: "only channel \(channels[0]) hears"
    default: "only channels \(channels.map(String.init).joined(separator: ", ")) hear"
    }
  }
}
