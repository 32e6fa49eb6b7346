import Boards
import Recorder

/// The mixer of the sound card of a simulated board.
///
/// It has the controls named in the board file and the scenario, with the values set there; if both set a control,
/// the scenario's value wins.
struct SimulatedMixer: Sendable {
  /// The controls of the mixer, by name.
  let controls: [MixerControl]
  private let capture: Capture

  /// The range assumed for a control whose range is not stated.
  private static let steps = 0...255

  init(_ board: Board, settings: [String: Int]) {
    capture = board.capture
    let set = board.capture.mixer.merging(settings) { _, real in real }
    controls = set.keys.sorted().map { name in
      let isSwitch = name.hasSuffix("Switch")
      let value = set[name] ?? 0
      return MixerControl(
        name: name, kind: isSwitch ? .toggle : .volume, isCapture: name.contains("Capture"),
        values: [Int](repeating: value, count: isSwitch ? 1 : board.capture.channels),
        range: isSwitch
          ? 0...1 : min(Self.steps.lowerBound, value)...max(Self.steps.upperBound, value))
    }
  }

  /// The report on the controls; if the board file names none, the card has no mixer.
  ///
  /// - Parameter inputGain: the input gain of the card in decibels.
  func report(inputGain: Double) -> MixerReport {
    let gains = Self.gainControls(capture, decibels: inputGain)
    let all = controls.filter { control in !gains.contains { $0.name == control.name } } + gains
    return all.isEmpty ? .none : .controls(all)
  }
}
