import Boards
import Recorder

/// The input gain of a simulated card: it acts on the sound, as that of a real one does.
extension SimulatedMixer {
  /// Decibels that the gain of a simulated card can have.
  static let gains = -12.0...36.0
  /// Decibels between two of them.
  static let gainStep = 0.5

  /// The nearest gain that is not above the one asked for.
  ///
  /// - Throws: ``Recorder/CaptureFault/refused(device:asked:offered:)`` where the board names no control, or the gain
  ///   is out of its range.
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

  /// The controls of the input gain, as they are set.
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
