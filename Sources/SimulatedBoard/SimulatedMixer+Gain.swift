import Boards
import Recorder

/// The input gain of a simulated card, which affects the sound as on a real card.
extension SimulatedMixer {
  /// The range of the gain of a simulated card, in decibels.
  static let gains = -12.0...36.0
  /// The step between two gains, in decibels.
  static let gainStep = 0.5

  /// The highest gain that is not above the requested one.
  ///
  /// - Throws: ``Recorder/CaptureFault/refused(device:asked:offered:)`` if the board names no control for the gain, or
  ///   the gain is out of range.
  static func grant(_ gain: InputGain, device: String) throws(CaptureFault) -> Double {
    guard let control = gain.controls.first else {
      throw .refused(device: device, asked: gain.asked, offered: "none")
    }
    guard gains.contains(gain.decibels) else {
      throw .refused(
        device: device, asked: gain.asked, offered: InputGain.offered(control, gains))
    }
    return (gain.decibels / gainStep).rounded(.down) * gainStep
  }

  /// The input gain controls, with their present settings.
  static func gainControls(_ capture: Capture, decibels: Double) -> [MixerControl] {
    capture.gainControls.map { name in
      let steps = { (decibels: Double) in Int(((decibels - gains.lowerBound) / gainStep).rounded())
      }
      return MixerControl(
        name: name, kind: .volume, isCapture: true,
        values: [Int](repeating: steps(decibels), count: capture.channels),
        range: 0...steps(gains.upperBound),
        gain: MixerControl.Gain(decibels: decibels, range: gains))
    }
  }
}
