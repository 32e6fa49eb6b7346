import Recorder
import TakeFiles

/// The fixed properties of a session.
public struct CaptureConfiguration: Sendable, Equatable {
  /// The settings of takes; `nil` for a session that only listens.
  public var takes: TakeSettings?
  /// Decibels by which sounds from straight behind are attenuated, as far as the microphones allow it.
  public var frontEmphasis: Double
  /// The width of the stereo image: 0 is mono, 1 is as heard by a head.
  public var width: Double
  /// The folder in which filters are kept between runs; `nil` for the folder shared by all Pinna programs.
  public var cacheDirectory: String?
  /// True if the buttons and lights of the board work as on a Pinna recorder.
  public var usesButtonsAndLights: Bool
  /// True to request realtime priorities for capture and rendering, and to lock the memory of the process.
  ///
  /// A refusal is never fatal.
  public var isRealtime: Bool

  /// A configuration, with the defaults of a Pinna recorder.
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

  /// The folder, created if it does not exist.
  public var directory: String
  /// The format of the stereo file.
  public var format: Format
  /// True to also keep all channels of the device, in a separate file.
  public var keepsRaw: Bool
  /// Seconds before the start that a take includes, 0 to 60.
  public var preRollSeconds: Double
  /// True to start a new take automatically after the device was lost during one.
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
