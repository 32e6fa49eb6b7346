import Recorder
import TakeFiles

/// The properties of a session that cannot change.
public struct CaptureConfiguration: Sendable, Equatable {
  /// The settings for takes; `nil` for a session that only listens.
  public var takes: TakeSettings?
  /// Decibels by which sounds from straight behind are made softer, as far as the microphones allow it.
  public var frontEmphasis: Double
  /// The width of the stereo image: 0 is mono, and 1 is the width that a head would hear.
  public var width: Double
  /// The folder in which filters are kept between runs; `nil` for the folder that all Pinna programs share.
  public var cacheDirectory: String?
  /// True if the buttons and lights of the board work as on a Pinna recorder.
  public var usesButtonsAndLights: Bool
  /// True to request realtime priorities for capture and rendering, and to lock the memory of the process.
  ///
  /// If the system refuses either, the session works all the same.
  public var isRealtime: Bool

  /// Makes a configuration; the defaults are those of a Pinna recorder.
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

/// The settings for the files of takes.
public struct TakeSettings: Sendable, Equatable {
  /// The file format.
  public enum Format: String, Sendable, Equatable, CaseIterable {
    /// WAV, which survives a power cut except for the last second.
    case wav
    /// FLAC.
    case flac
    /// Opus.
    case opus
    /// AAC in MPEG-4.
    case aac = "m4a"
  }

  /// The folder of the takes, which is created if it does not exist.
  public var directory: String
  /// The format of the stereo files.
  public var format: Format
  /// True to keep all channels of the device as well, in a separate file.
  public var keepsRaw: Bool
  /// Seconds of sound from before the start that a take includes, 0 to 60.
  public var preRollSeconds: Double
  /// True to start a new take automatically when a device that was lost during a take is back.
  public var restartsAfterInterruption: Bool

  /// Makes the settings for takes in a folder.
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
