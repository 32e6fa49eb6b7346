import Recorder
import TakeFiles

/// The fixed properties of a session.
public struct CaptureConfiguration: Sendable, Equatable {
  /// The settings for takes; `nil` for a session that only listens.
  public var takes: TakeSettings?
  /// The attenuation of sounds from straight behind in decibels, as far as the geometry allows.
  public var frontEmphasis: Double
  /// The width of the stereo image, 0 to 2: 0 is mono, and 1 is the width that a head hears.
  public var width: Double
  /// The cache folder for filters; `nil` for the folder that all Pinna programs share.
  public var cacheDirectory: String?
  /// True if the buttons and lights of the board work as on a Pinna recorder.
  public var usesButtonsAndLights: Bool
  /// True to request realtime priorities for capture and rendering, and to lock the memory of the process.
  ///
  /// If the system refuses one of these requests, the session still works.
  public var isRealtime: Bool

  /// Makes a configuration with the defaults of a Pinna recorder.
  public init(
    takes: TakeSettings? = nil, frontEmphasis: Double = 6, width: Double = 1,
    cacheDirectory: String? = nil, usesButtonsAndLights: Bool = false, isRealtime: Bool = true
  ) {
    (self.takes, self.frontEmphasis, self.width) = (takes, frontEmphasis, width)
    (self.cacheDirectory, self.usesButtonsAndLights) = (cacheDirectory, usesButtonsAndLights)
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

  /// The folder for takes; the session creates it if it does not exist.
  ///
  /// A relative path starts at the working directory of the program when it creates the session.
  public var directory: String
  /// The format of the stereo files.
  public var format: Format
  /// True to record all channels of the device in an additional raw file.
  public var keepsRaw: Bool
  /// The pre-roll in seconds: the sound from before the start, 0 to 60.
  public var preRollSeconds: Double
  /// True to start a new take automatically when a device lost during a take comes back.
  public var restartsAfterInterruption: Bool

  /// Makes the settings for takes in a folder.
  public init(
    directory: String, format: Format = .wav, keepsRaw: Bool = false, preRollSeconds: Double = 5,
    restartsAfterInterruption: Bool = false
  ) {
    (self.directory, self.format, self.keepsRaw) = (directory, format, keepsRaw)
    self.preRollSeconds = preRollSeconds
    self.restartsAfterInterruption = restartsAfterInterruption
  }
}
