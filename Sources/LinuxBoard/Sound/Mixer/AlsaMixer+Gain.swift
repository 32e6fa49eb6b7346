import CAlsa
import Recorder

extension AlsaMixer {
  /// Sets the input gain of a card.
  ///
  /// - Parameter card: the number of the card; `nil` for a device that is not on a card.
  /// - Returns: the card's gain after the call, in decibels; with several controls, the lowest gain.
  /// - Throws: ``Recorder/CaptureFault/refused(device:asked:offered:)`` if the card does not offer this gain.
  static func apply(
    _ gain: InputGain, card: Int?, device: String
  ) throws(CaptureFault) -> Double {
    func refused(_ offered: String) -> CaptureFault {
      .refused(device: device, asked: gain.asked, offered: offered)
    }
    guard let card else { throw refused("none, because it is not on a sound card") }
    let mixer: OpenMixer
    do throws(AlsaFault) {
      mixer = try OpenMixer(card: card)
    } catch {
      throw refused("none, because the mixer of hw:\(card) cannot be opened (\(error.text))")
    }
    var granted: Double?
    for name in gain.controls {
      let result = mixer.set(name, decibels: gain.decibels)
      switch result {
      case .set(let decibels): granted = min(granted ?? decibels, decibels)
      case .refused(let words): throw refused(words)
      }
    }
    return granted ?? gain.decibels
  }
}

/// A control's answer to a request for a gain in decibels.
enum GainAnswer {
  /// The control now has this gain.
  case set(Double)
  /// The control does not offer the gain, for this reason.
  case refused(String)
}

extension OpenMixer {
  /// Sets the gain of one control, and reads it back.
  func set(_ name: String, decibels: Double) -> GainAnswer {
    guard let element = find(name) else {
      let names = names().map { "\"\($0)\"" }.joined(separator: ", ")
      return .refused(
        names.isEmpty
          ? "none, because the card has no controls" : "no \"\(name)\", but \(names)")
    }
    let control = MixerElement(element)
    guard let before = control.gain else {
      return .refused("\"\(name)\", which has no scale in decibels")
    }
    guard before.range.contains(decibels) else {
      return .refused(InputGain.offered(name, before.range))
    }
    let result = control.set(decibels: decibels)
    guard result >= 0 else {
      return .refused("\"\(name)\", which cannot be set (\(ErrnoText.text(-result)))")
    }
    guard let after = control.gain, abs(after.decibels - decibels) <= InputGain.largestStep else {
      return .refused("\"\(name)\", which does not keep it")
    }
    return .set(after.decibels)
  }
}
