import Boards

/// An input gain to request from a card: all of the named mixer controls are set to it.
package struct InputGain: Sendable, Equatable {
  /// The names of the mixer controls.
  package var controls: [String]
  /// The gain in decibels.
  package var decibels: Double

  /// The largest difference in decibels that is accepted between the requested gain and the card's nearest step.
  package static let largestStep = 3.0

  /// The requested gain in words.
  package var asked: String { "an input gain of \(Self.words(decibels)) dB" }

  /// The range of a control in words, for a message that the control cannot be set to the requested gain.
  package static func offered(_ control: String, _ range: ClosedRange<Double>) -> String {
    "\"\(control)\" from \(words(range.lowerBound)) to \(words(range.upperBound)) dB"
  }

  /// Decibels as text, with one decimal place, or with none for a whole number.
  package static func words(_ decibels: Double) -> String {
    let tenths = Int((10 * decibels.magnitude).rounded())
    let digits = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return (decibels < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10)" + digits
  }
}

extension Board {
  /// Returns the board with the input gain from the settings, if they set one.
  ///
  /// - Throws: ``UnavailableSetting`` if the settings set a gain but the board names no control for it.
  package func asking(inputGain: Double?) throws(UnavailableSetting) -> Board {
    guard let inputGain else { return self }
    guard !capture.gainControls.isEmpty else {
      throw UnavailableSetting(
        key: "take.input-gain", asked: "\(InputGain.words(inputGain)) dB",
        available:
          "if the card has one, name it in [capture] gain-controls of the board file; `pinna check mixer` and "
          + "`amixer` list its controls",
        reason: "the board \(id) does not name an input gain control")
    }
    var board = self
    board.capture.inputGain = inputGain
    return board
  }
}
