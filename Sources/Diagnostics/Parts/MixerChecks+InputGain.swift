import Boards
import Recorder

/// The findings about the controls that a board file names for the input gain.
extension MixerChecks {
  /// True for a control that the board file names for the input gain, and for which it therefore states no fixed
  /// value.
  func isInputGain(_ control: MixerControl) -> Bool {
    capture.gainControls.contains(control.name)
  }

  private var capture: Capture { bench.board.capture }

  /// One finding for each input gain control that the board file names.
  func inputGains(_ controls: [MixerControl]) -> [Finding] {
    capture.gainControls.map { name in
      guard let control = controls.first(where: { $0.name == name && $0.kind == .volume }) else {
        return missing(name, "the card has no such volume control", controls)
      }
      guard let gain = control.gain else {
        return missing(name, "it has no scale in decibels", controls.filter { $0.gain != nil })
      }
      return finding(name, gain)
    }
  }

  private func missing(_ name: String, _ what: String, _ others: [MixerControl]) -> Finding {
    let names = others.filter { $0.kind == .volume }.map { "\"\($0.name)\"" }
    return Finding(
      .mixerGain, name, .fail, what, limit: "an input gain in decibels",
      remedy: names.isEmpty
        ? "remove [capture] gain-controls from the board file: this card has no input gain"
        : "correct [capture] gain-controls in the board file: the card has "
          + names.joined(separator: ", "))
  }

  private func finding(_ name: String, _ gain: MixerControl.Gain) -> Finding {
    let range = gain.range
    let limit =
      "\(InputGain.words(range.lowerBound)) to \(InputGain.words(range.upperBound)) dB"
    let now = "input gain \(InputGain.words(gain.decibels)) dB"
    guard let wanted = capture.inputGain else {
      return Finding(
        .mixerGain, name, .pass, "\(now), which no setting changes", value: gain.decibels,
        unit: "dB", limit: limit)
    }
    let isSet = abs(gain.decibels - wanted) <= InputGain.largestStep && range.contains(wanted)
    return Finding(
      .mixerGain, name, isSet ? .pass : .fail,
      isSet
        ? "\(now), requested \(InputGain.words(wanted)) dB"
        : "\(now), but \(InputGain.words(wanted)) dB were requested",
      value: gain.decibels, unit: "dB", limit: limit,
      remedy: isSet ? nil : "set an input-gain of \(limit)")
  }
}
