/// One control of a sound card as it is set now.
package struct MixerControl: Sendable, Equatable {
  /// A kind of control.
  package enum Kind: String, Sendable {
    /// A gain in steps.
    case volume
    /// On or off.
    case toggle
    /// One item of a list.
    case choice
  }

  /// Its name, as `amixer` shows it.
  package var name: String
  /// Its kind.
  package var kind: Kind
  /// True when it belongs to capture by its name; others are common to both directions.
  package var isCapture: Bool
  /// The setting of every channel, in order.
  package var values: [Int]
  /// The settings that it can have.
  package var range: ClosedRange<Int>
  /// The gain in decibels of its first channel; `nil` where the card does not tell it.
  package var gain: Gain?

  /// A gain in decibels, and those that are possible.
  package struct Gain: Sendable, Equatable {
    /// Decibels now.
    package var decibels: Double
    /// Decibels that it can have.
    package var range: ClosedRange<Double>

    /// A gain from its parts.
    package init(decibels: Double, range: ClosedRange<Double>) {
      (self.decibels, self.range) = (decibels, range)
    }
  }

  /// A control from its parts.
  package init(
    name: String, kind: Kind, isCapture: Bool, values: [Int], range: ClosedRange<Int>,
    gain: Gain? = nil
  ) {
    self.gain = gain
    self.name = name
    self.kind = kind
    self.isCapture = isCapture
    self.values = values
    self.range = range
  }
}

/// The mixer of the card that a board captures with.
package enum MixerReport: Sendable, Equatable {
  /// The device is on no card, or the card has no mixer.
  case none
  /// The mixer cannot be read.
  case failed(HardwareProblem)
  /// Its controls.
  case controls([MixerControl])
}
