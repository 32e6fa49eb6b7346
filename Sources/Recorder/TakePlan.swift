import Beamforming
import Boards
import Realtime
import TakeFiles

/// Everything about a take that is fixed when it starts.
public struct TakePlan: Sendable, Equatable {
  /// The board that records.
  public var board: Board
  /// The filters in use, with the case and the pattern that were latched.
  public var design: Design
  /// What the capture device granted.
  public var grant: CaptureGrant
  /// The folder of the take.
  public var directory: String
  /// The kind of the stereo file.
  public var kind = TakeFileKind.wav
  /// Samples of the stereo file.
  public var samples: SampleFormat
  /// Whether the raw file is kept too.
  public var keepsRaw: Bool
  /// Whether the stereo file is also kept at a lower level.
  public var keepsSafety = false
  /// Seconds before the press that were asked for.
  public var preRollSeconds: Double
  /// Where the low cut is 3 dB down, in hertz; `nil` for none.
  public var lowCutHertz: Double?
  /// Whether the limiter works.
  public var limits: Bool
  /// When a file is continued in a new one.
  public var split: TakeSplit
  /// The largest file that the file system takes, in bytes; `nil` for no limit.
  public var fileLimit: Int?
  /// The time of day at the press.
  public var time: WallTime
  /// Why the take was started, when it was not by hands or a schedule: one short sentence.
  public var reason: String?
  /// A name that no other take has: 32 hexadecimal digits.
  public var uid = String(repeating: "0", count: 32)

  /// A plan from its parts.
  public init(
    board: Board, design: Design, grant: CaptureGrant, directory: String, samples: SampleFormat,
    keepsRaw: Bool, preRollSeconds: Double, lowCutHertz: Double?, limits: Bool,
    split: TakeSplit = .off, time: WallTime
  ) {
    self.board = board
    self.design = design
    self.grant = grant
    self.directory = directory
    self.samples = samples
    self.keepsRaw = keepsRaw
    self.preRollSeconds = preRollSeconds
    self.lowCutHertz = lowCutHertz
    self.limits = limits
    self.split = split
    self.time = time
  }

  /// Local date and time of the first frame.
  public var date: CivilDate { time.date(secondsEarlier: preRollSeconds) }

  /// Whether the clock that gave the date was set.
  public var isClockSet: Bool { time.isSet }

  /// The configuration of the renderer: the same for a live take and for its raw file rendered later.
  public var renderer: TakeRendererConfiguration {
    var configuration = TakeRendererConfiguration(
      design: design, board: board, channels: grant.channels,
      format: grant.format == .float ? .float : .integer, lowCutHertz: lowCutHertz, limits: limits)
    if keepsSafety { configuration.safetyGain = TakeRendererConfiguration.standardSafetyGain }
    return configuration
  }

  /// The format of the file that keeps every channel bit-exact.
  public var rawFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: grant.channels, samples: grant.format.fileSamples)
  }

  /// The format of the rendered file.
  public var renderedFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: design.filters.outputs, samples: samples)
  }

  /// Frames after which a rendered file is continued in a new one.
  public var splitFrames: Int {
    let wanted: Int =
      switch split {
      case .off: .max
      case .seconds(let seconds): max(1, Int(seconds * Double(grant.rate)))
      case .bytes(let bytes): frames(inBytes: bytes)
      }
    return min(wanted, fileLimit.map(frames(inBytes:)) ?? .max)
  }

  /// Frames of the largest file of the take that so many bytes hold.
  private func frames(inBytes bytes: Int) -> Int {
    max(1, bytes / max(renderedFormat.bytesPerFrame, keepsRaw ? rawFormat.bytesPerFrame : 1))
  }
}

/// When a take is continued in a new file, without losing or repeating a frame.
public enum TakeSplit: Sendable, Equatable {
  /// Never.
  case off
  /// After this many seconds.
  case seconds(Double)
  /// Before a file of the take has this many bytes of audio.
  case bytes(Int)
}

extension TakeRendererConfiguration {
  /// The configuration that renders frames of a board with the filters of a design.
  public init(
    design: Design, board: Board, channels: Int, format: WordFormat, lowCutHertz: Double?,
    limits: Bool
  ) {
    let filters = design.filters
    self.init(
      channels: channels, format: format, channelMap: board.microphones.map(\.channel),
      taps: FilterTaps(
        inputs: filters.microphones, outputs: filters.outputs, taps: filters.taps,
        coefficients: filters.coefficients),
      delay: filters.delay, rate: Double(filters.rate), lowCutHertz: lowCutHertz, limiter: limits)
  }
}
