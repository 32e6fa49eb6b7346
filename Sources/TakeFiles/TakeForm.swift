/// The files that a take has, and what is done to its sound: the same from the settings to the metadata.
public struct TakeForm: Sendable, Equatable {
  /// The kind of the rendered file.
  public var kind: TakeFileKind
  /// Samples of the rendered file.
  public var samples: SampleFormat
  /// Whether every channel of the capture device is kept beside the rendered file.
  public var keepsRaw: Bool
  /// Whether the rendered file is also kept 12 dB lower.
  public var keepsSafety: Bool
  /// Seconds before the press that a take starts with, 0 to 60.
  public var preRollSeconds: Double
  /// Where the low cut is 3 dB down, in hertz, 40 to 240; `nil` for none.
  public var lowCutHertz: Double?
  /// Whether the limiter works.
  public var limits: Bool
  /// When a file is continued in a new one.
  public var split: TakeSplit

  /// A form from its parts; what is left out is as it is without settings, but for the split.
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

  /// What files a part of the take has, in their order.
  public var contents: [TakeName.Content] {
    [.rendered] + (keepsSafety ? [.safety] : []) + (keepsRaw ? [.raw] : [])
  }
}
