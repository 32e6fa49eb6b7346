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
  /// Samples of the stereo file.
  public var samples: SampleFormat
  /// Whether the raw file is kept too.
  public var keepsRaw: Bool
  /// Seconds before the press that were asked for.
  public var preRollSeconds: Double
  /// Where the low cut is 3 dB down, in hertz; `nil` for none.
  public var lowCutHertz: Double?
  /// Whether the limiter works.
  public var limits: Bool
  /// When a file is continued in a new one.
  public var split: TakeSplit
  /// Local date and time of the first frame.
  public var date: CivilDate
  /// Whether the clock that gave ``date`` was set.
  public var isClockSet: Bool

  /// A plan from its parts.
  public init(
    board: Board, design: Design, grant: CaptureGrant, directory: String, samples: SampleFormat,
    keepsRaw: Bool, preRollSeconds: Double, lowCutHertz: Double?, limits: Bool,
    split: TakeSplit = .off, date: CivilDate, isClockSet: Bool = true
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
    self.date = date
    self.isClockSet = isClockSet
  }

  /// The configuration of the renderer: the same for a live take and for its raw file rendered later.
  public var renderer: TakeRendererConfiguration {
    TakeRendererConfiguration(
      design: design, board: board, channels: grant.channels,
      format: grant.format == .float ? .float : .integer, lowCutHertz: lowCutHertz, limits: limits)
  }

  /// The format of the file that keeps every channel bit-exact.
  public var rawFormat: AudioFormat {
    let samples: SampleFormat =
      switch grant.format {
      case .s32: .s32
      case .s24, .s24Packed: .s24
      case .s16: .s16
      case .float: .f32
      }
    return AudioFormat(rate: grant.rate, channels: grant.channels, samples: samples)
  }

  /// The format of the rendered file.
  public var renderedFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: design.filters.outputs, samples: samples)
  }

  /// Frames after which a rendered file is continued in a new one.
  public var splitFrames: Int {
    switch split {
    case .off: .max
    case .seconds(let seconds): max(1, Int(seconds * Double(grant.rate)))
    case .bytes(let bytes):
      max(1, bytes / max(renderedFormat.bytesPerFrame, keepsRaw ? rawFormat.bytesPerFrame : 1))
    }
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
