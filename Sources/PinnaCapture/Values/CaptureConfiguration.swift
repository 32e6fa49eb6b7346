import Recorder
import TakeFiles

/// Everything about a session that is fixed when it is made.
public struct CaptureConfiguration: Sendable, Equatable {
  /// Takes; `nil` for a session that only listens.
  public var takes: TakeSettings?
  /// Decibels by which sounds from straight behind are softer, as far as the microphones can.
  public var frontEmphasis: Double
  /// The width of the stereo image: 0 is mono, 1 as a head hears it.
  public var width: Double
  /// The folder in which filters are kept between runs; `nil` for the one that all programs of Pinna share.
  public var cacheDirectory: String?
  /// True when the buttons and lights of the board work as on a recorder of Pinna.
  public var usesButtonsAndLights: Bool
  /// True when capture and rendering ask for realtime priorities, and the memory of the process is locked.
  ///
  /// A refusal is never fatal.
  public var isRealtime: Bool

  /// A configuration; what is left out is as a recorder of Pinna has it.
  public init(
    takes: TakeSettings? = nil, frontEmphasis: Double = 6, width: Double = 1,
    cacheDirectory: String? = nil, usesButtonsAndLights: Bool = false, isRealtime: Bool = true
  ) {
    self.takes = takes
    self.frontEmphasis = frontEmphasis
    self.width = width
    self.cacheDirectory = cacheDirectory
    self.usesButtonsAndLights = usesButtonsAndLights
    self.isRealtime = isRealtime
  }
}

/// The files of takes.
public struct TakeSettings: Sendable, Equatable {
  /// The kind of the file.
  public enum Format: String, Sendable, Equatable, CaseIterable {
    /// WAV, which a power cut leaves whole but for a second.
    case wav
    /// FLAC.
    case flac
    /// Opus.
    case opus
    /// AAC in MPEG-4.
    case aac = "m4a"
  }

  /// The folder; it is made when it is not there.
  public var directory: String
  /// The kind of the stereo file.
  public var format: Format
  /// True to keep every channel of the device in a file of its own.
  public var keepsRaw: Bool
  /// Seconds before the start that a take has, 0 to 60.
  public var preRollSeconds: Double
  /// True when a new take begins by itself after the device was lost in one.
  public var restartsAfterInterruption: Bool

  /// Takes in a folder.
  public init(
    directory: String, format: Format = .wav, keepsRaw: Bool = false, preRollSeconds: Double = 5,
    restartsAfterInterruption: Bool = false
  ) {
    self.directory = directory
    self.format = format
    self.keepsRaw = keepsRaw
    self.preRollSeconds = preRollSeconds
    self.restartsAfterInterruption = restartsAfterInterruption
  }
}
