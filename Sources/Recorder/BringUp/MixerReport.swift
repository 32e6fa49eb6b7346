/// The current setting of one control of a sound card.
package struct MixerControl: Sendable, Equatable {
  /// A kind of control.
  package enum Kind: String, Sendable {
    /// A gain that can be set in steps.
    case volume
    /// A switch, which is on or off.
    case toggle
    /// A choice of one item from a list.
    case choice
  }

  /// The name of the control, as `amixer` shows it.
  package var name: String
  /// The kind of control.
  package var kind: Kind
  /// True if the control's name says that it belongs to capture; other controls serve both capture and playback.
  package var isCapture: Bool
  /// The setting of each channel, in channel order.
  package var values: [Int]
  /// The settings that the control can take.
  package var range: ClosedRange<Int>
  /// The gain of the control's first channel in decibels; `nil` if the card does not report gains.
  package var gain: Gain?

  /// A gain in decibels, and the range within which it can be set.
  package struct Gain: Sendable, Equatable {
    /// The current gain in decibels.
    package var decibels: Double
    /// The range of possible gains in decibels.
    package var range: ClosedRange<Double>

    /// Creates a gain from its parts.
    package init(decibels: Double, range: ClosedRange<Double>) {
      (self.decibels, self.range) = (decibels, range)
    }
  }

  /// Creates a control from its parts.
  package init(
    name: String, kind: Kind, isCapture: Bool, values: [Int], range: ClosedRange<Int>,
    gain: Gain? = nil
  ) {
    (self.gain, self.name, self.kind) = (gain, name, kind)
    (self.isCapture, self.values, self.range) = (isCapture, values, range)
  }
}

/// The mixer of the sound card with which a board captures.
package enum MixerReport: Sendable, Equatable {
  /// The device is not on a sound card, or the card has no mixer.
  case none
  /// The mixer cannot be read.
  case failed(HardwareProblem)
  /// The controls of the mixer.
  case controls([MixerControl])
}
