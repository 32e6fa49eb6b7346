/// The files of a take and the processing of its sound: the same from the settings to the metadata.
public struct TakeForm: Sendable, Equatable {
  /// The kind of the rendered file.
  public var kind: TakeFileKind
  /// The sample format of the rendered file.
  public var samples: SampleFormat
  /// True when every channel of the capture device is kept beside the rendered file.
  public var keepsRaw: Bool
  /// True when the rendered file is also kept 12 dB lower.
  public var keepsSafety: Bool
  /// The length in seconds of the sound before the press that a take starts with, 0 to 60.
  public var preRollSeconds: Double
  /// The frequency in hertz at which the low cut is 3 dB down, 40 to 240; `nil` for none.
  public var lowCutHertz: Double?
  /// True when the limiter works.
  public var limits: Bool
  /// The point at which a file is continued in a new one.
  public var split: TakeSplit

  /// The lengths of a pre-roll in seconds.
  public static let preRolls = 0.0...60.0
  /// The frequencies of the low cut in hertz.
  public static let lowCuts = 40.0...240.0

  /// A form from its parts; omitted parts are as without settings, but for the split.
  public init(
    kind: TakeFileKind = .wav, samples: SampleFormat = .s24, keepsRaw: Bool = false,
    keepsSafety: Bool = false, preRollSeconds: Double = 5, lowCutHertz: Double? = 50,
    limits: Bool = true, split: TakeSplit = .off
  ) {
    self.kind = kind
    self.samples = samples
    self.keepsRaw = keepsRaw
    self.keepsSafety = keepsSafety
    self.preRollSeconds = preRollSeconds
    self.lowCutHertz = lowCutHertz
    self.limits = limits
    self.split = split
  }

  /// The contents of the files of a part of the take, in their order.
  public var contents: [TakeName.Content] {
    [.rendered] + (keepsSafety ? [.safety] : []) + (keepsRaw ? [.raw] : [])
  }
}
