import Boards

/// An input gain that is asked of a card: the same on all of these controls of its mixer.
package struct InputGain: Sendable, Equatable {
  /// The names of the controls.
  package var controls: [String]
  /// Decibels.
  package var decibels: Double

  /// A gain from its parts.
  package init(controls: [String], decibels: Double) {
    (self.controls, self.decibels) = (controls, decibels)
  }

  /// The largest difference in decibels between what was asked for and the nearest step of a card.
  package static let largestStep = 3.0

  /// The words of a request for it.
  package var asked: String { "an input gain of \(Self.words(decibels)) dB" }

  /// The words for the gains of a control that does not reach it.
  package static func offered(_ control: String, _ range: ClosedRange<Double>) -> String {
    "\"\(control)\" from \(words(range.lowerBound)) to \(words(range.upperBound)) dB"
  }

  /// A number of decibels with one digit after the point, none for whole numbers.
  package static func words(_ decibels: Double) -> String {
    let tenths = Int((10 * decibels.magnitude).rounded())
    let digits = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return (decibels < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10)" + digits
  }
}

extension Board {
  /// The same board with the input gain of the settings, where they ask for one.
  ///
  /// - Throws: ``UnavailableSetting`` when the board names no control for it.
  package func asking(inputGain: Double?) throws(UnavailableSetting) -> Board {
    guard let inputGain else { return self }
    guard !capture.gainControls.isEmpty else {
      throw UnavailableSetting(
        key: "take.input-gain", asked: "\(InputGain.words(inputGain)) dB",
        available: "where the card has one, name it in [capture] gain-controls of the board file; "
          + "`pinna check mixer` and `amixer` list what it has",
        reason: "the board \(id) names no control of its card for it")
    }
    var board = self
    board.capture.inputGain = inputGain
    return board
  }
}
