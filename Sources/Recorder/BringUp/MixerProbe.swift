/// One control of a sound card as it is set now.
public struct MixerControl: Sendable, Equatable {
  /// What kind of control it is.
  public enum Kind: String, Sendable {
    /// A gain in steps.
    case volume
    /// On or off.
    case toggle
    /// One item of a list.
    case choice
  }

  /// Its name, as `amixer` shows it.
  public var name: String
  /// What kind of control it is.
  public var kind: Kind
  /// Whether it belongs to capture by its name; others are common to both directions.
  public var isCapture: Bool
  /// What every channel is set to, in order.
  public var values: [Int]
  /// What it can be set to.
  public var range: ClosedRange<Int>

  /// A control from its parts.
  public init(
    name: String, kind: Kind, isCapture: Bool, values: [Int], range: ClosedRange<Int>
  ) {
    self.name = name
    self.kind = kind
    self.isCapture = isCapture
    self.values = values
    self.range = range
  }
}

/// The mixer of the card that a board captures with.
public enum MixerReport: Sendable, Equatable {
  /// The device is on no card, or the card has no mixer.
  case none
  /// The mixer cannot be read.
  case failed(HardwareProblem)
  /// Its controls.
  case controls([MixerControl])
}

/// The mixer of a sound card, for checks; it is only read.
public protocol MixerProbe: Sendable {
  /// What the controls of the card of a capture device are set to.
  ///
  /// - Thread: control.
  func examineMixer(device: String) -> MixerReport
}
