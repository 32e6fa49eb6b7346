import CAlsa
import Recorder

/// Reads the mixer of the card that a board captures with.
public struct AlsaMixerProbe: MixerProbe {
  /// A probe of this machine.
  public init() {}

  /// What the controls of the card of a capture device are set to.
  public func examineMixer(device: String) -> MixerReport {
    guard let card = AlsaDeviceName(device)?.cardNumber else { return .none }
    do throws(AlsaFault) {
      let controls = try OpenMixer(card: card).controls
      return controls.isEmpty ? .none : .controls(controls)
    } catch {
      return .failed(
        HardwareProblem(
          what: "mixer", place: "hw:\(card)", reason: "the mixer cannot be opened: \(error.text)",
          remedy: "look at the card with `amixer -c \(card)`"))
    }
  }
}

extension AlsaInputs {
  /// What board files call them, in the order of their cards.
  public static var names: [String] { list().map(\.device) }
}
