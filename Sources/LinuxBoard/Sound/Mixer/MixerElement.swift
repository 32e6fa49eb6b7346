import CAlsa
import Glibc
import Recorder

/// A mixer element, together with the kind of its value.
///
/// Many microphone boards have converter controls without "Capture" or "Playback" in their names. Such a control
/// serves both directions, and is set through the functions for playback.
struct MixerElement {
  enum Kind {
    case volume(isCapture: Bool)
    case toggle(isCapture: Bool)
    case choice(items: Int)
    case none
  }

  let element: OpaquePointer
  let kind: Kind

  init(_ element: OpaquePointer) {
    self.init(element, Self.kind(of: element))
  }

  private init(_ element: OpaquePointer, _ kind: Kind) {
    self.element = element
    self.kind = kind
  }

  private static func kind(of element: OpaquePointer) -> Kind {
    if snd_mixer_selem_is_enumerated(element) != 0 {
      return .choice(items: Int(max(snd_mixer_selem_get_enum_items(element), 0)))
    } else if snd_mixer_selem_has_capture_volume(element) != 0 {
      return .volume(isCapture: true)
    } else if snd_mixer_selem_has_playback_volume(element) != 0 {
      return .volume(isCapture: false)
    } else if snd_mixer_selem_has_capture_switch(element) != 0 {
      return .toggle(isCapture: true)
    } else if snd_mixer_selem_has_playback_switch(element) != 0 {
      return .toggle(isCapture: false)
    } else {
      return .none
    }
  }

  var meaning: String {
    switch kind {
    case .volume: "its volume"
    case .toggle: "its switch"
    case .choice: "its list"
    case .none: "its missing value"
    }
  }

  var range: ClosedRange<Int> {
    var (least, most): (Int, Int) = (0, 0)
    switch kind {
    case .volume(isCapture: true):
      snd_mixer_selem_get_capture_volume_range(element, &least, &most)
    case .volume(isCapture: false):
      snd_mixer_selem_get_playback_volume_range(element, &least, &most)
    case .toggle: most = 1
    case .choice(let items): most = max(items - 1, 0)
    case .none: break
    }
    return least...max(least, most)
  }

  /// - Returns: 0, or the negative errno.
  func set(_ value: Int) -> Int32 {
    switch kind {
    case .volume(isCapture: true): snd_mixer_selem_set_capture_volume_all(element, value)
    case .volume(isCapture: false): snd_mixer_selem_set_playback_volume_all(element, value)
    case .toggle(isCapture: true):
      snd_mixer_selem_set_capture_switch_all(element, Int32(value))
    case .toggle(isCapture: false):
      snd_mixer_selem_set_playback_switch_all(element, Int32(value))
    case .choice: setItem(UInt32(value))
    case .none: -EINVAL
    }
  }

  /// Chooses an item on every channel; an enumeration does not state its number of channels, so the loop ends at the
  /// first channel that fails.
  private func setItem(_ item: UInt32) -> Int32 {
    let first = snd_mixer_selem_set_enum_item(element, SND_MIXER_SCHN_MONO, item)
    guard first >= 0 else { return first }
    for channel in 1..<Self.mostChannels {
      let channel = snd_mixer_selem_channel_id_t(Int32(channel))
      if snd_mixer_selem_set_enum_item(element, channel, item) < 0 { break }
    }
    return first
  }

  /// The value of the first channel.
  var value: Int? { value(of: SND_MIXER_SCHN_MONO) }

  /// The values of all channels, in order.
  var values: [Int] {
    (0..<Self.mostChannels).compactMap { number in
      let channel = snd_mixer_selem_channel_id_t(Int32(number))
      return isThere(channel) ? value(of: channel) : nil
    }
  }

  private func isThere(_ channel: snd_mixer_selem_channel_id_t) -> Bool {
    switch kind {
    case .volume(isCapture: true), .toggle(isCapture: true):
      snd_mixer_selem_has_capture_channel(element, channel) != 0
    case .volume(isCapture: false), .toggle(isCapture: false):
      snd_mixer_selem_has_playback_channel(element, channel) != 0
    case .choice: channel == SND_MIXER_SCHN_MONO
    case .none: false
    }
  }

  private func value(of channel: snd_mixer_selem_channel_id_t) -> Int? {
    var volume = 0
    var number: Int32 = 0
    var item: UInt32 = 0
    let result: Int32
    switch kind {
    case .volume(isCapture: true):
      result = snd_mixer_selem_get_capture_volume(element, channel, &volume)
    case .volume(isCapture: false):
      result = snd_mixer_selem_get_playback_volume(element, channel, &volume)
    case .toggle(isCapture: true):
      result = snd_mixer_selem_get_capture_switch(element, channel, &number)
      volume = Int(number)
    case .toggle(isCapture: false):
      result = snd_mixer_selem_get_playback_switch(element, channel, &number)
      volume = Int(number)
    case .choice:
      result = snd_mixer_selem_get_enum_item(element, channel, &item)
      volume = Int(item)
    case .none: return nil
    }
    return result >= 0 ? volume : nil
  }

  /// The number of channels that alsa-lib can distinguish (SND_MIXER_SCHN_LAST plus one).
  private static let mostChannels = 32

  /// The controls of an element: a volume and a switch with the same name are two controls.
  static func controls(of element: OpaquePointer, named name: String) -> [MixerControl] {
    let main = MixerElement(element)
    var all = [main]
    if case .volume(isCapture: true) = main.kind, snd_mixer_selem_has_capture_switch(element) != 0 {
      all.append(MixerElement(element, .toggle(isCapture: true)))
    }
    return all.compactMap { $0.control(named: name) }
  }

  private func control(named name: String) -> MixerControl? {
    let (kind, isCapture): (MixerControl.Kind, Bool)
    switch self.kind {
    case .volume(let capture): (kind, isCapture) = (.volume, capture)
    case .toggle(let capture): (kind, isCapture) = (.toggle, capture)
    case .choice: (kind, isCapture) = (.choice, false)
    case .none: return nil
    }
    return MixerControl(
      name: name, kind: kind, isCapture: isCapture, values: values, range: range, gain: gain)
  }
}
