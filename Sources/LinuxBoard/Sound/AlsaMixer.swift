import CAlsa
import Glibc
import Recorder

/// The mixer of a sound card, for the gains that a board file sets.
enum AlsaMixer {
  /// Sets controls of the card that a device is on.
  ///
  /// - Returns: what could not be set.
  static func apply(
    _ controls: [String: Int], to device: borrowing AlsaPCM, named name: String
  ) -> [HardwareProblem] {
    guard !controls.isEmpty else { return [] }
    guard let card = device.card else {
      return [
        HardwareProblem(
          what: "mixer controls cannot be set", place: name,
          reason: "the device is on no sound card",
          remedy: "name a hardware device, or remove [capture] mixer from the board file")
      ]
    }
    do throws(AlsaFault) {
      let mixer = try OpenMixer(card: card)
      return controls.sorted { $0.key < $1.key }.compactMap { control in
        mixer.set(control.key, to: control.value)
      }
    } catch {
      return [
        HardwareProblem(
          what: "mixer controls cannot be set", place: "hw:\(card)",
          reason: "the mixer cannot be opened: \(error.text)",
          remedy: "look at the card with `amixer -c \(card)`")
      ]
    }
  }
}

extension AlsaPCM {
  /// The number of the card that the device is on; `nil` when it is on none.
  var card: Int? {
    var allocated: OpaquePointer?
    guard snd_pcm_info_malloc(&allocated) >= 0, let info = allocated else { return nil }
    defer { snd_pcm_info_free(info) }
    guard snd_pcm_info(handle, info) >= 0 else { return nil }
    let card = snd_pcm_info_get_card(info)
    return card >= 0 ? Int(card) : nil
  }
}

/// A simple mixer that is open, closed when it goes out of scope.
struct OpenMixer: ~Copyable {
  private let handle: OpaquePointer
  private let card: Int

  init(card: Int) throws(AlsaFault) {
    var opened: OpaquePointer?
    try check(snd_mixer_open(&opened, 0), "snd_mixer_open")
    guard let opened else { throw .failed(call: "snd_mixer_open", errno: ENOMEM) }
    var result = snd_mixer_attach(opened, "hw:\(card)")
    if result >= 0 { result = snd_mixer_selem_register(opened, nil, nil) }
    if result >= 0 { result = snd_mixer_load(opened) }
    guard result >= 0 else {
      snd_mixer_close(opened)
      throw AlsaFault(result, call: "snd_mixer_attach")
    }
    handle = opened
    self.card = card
  }

  deinit { snd_mixer_close(handle) }

  /// Sets one control and reads it back.
  ///
  /// - Returns: why it is not what was asked.
  func set(_ name: String, to value: Int) -> HardwareProblem? {
    guard let element = find(name) else {
      let names = self.names()
      return problem(
        name, value, "the card has no such control",
        names.isEmpty
          ? "remove it from [capture] mixer in the board file"
          : "it has \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    let control = MixerElement(element)
    guard control.range.contains(value) else {
      return problem(
        name, value,
        "\(control.meaning) goes from \(control.range.lowerBound) to "
          + "\(control.range.upperBound)",
        "change it in [capture] mixer of the board file")
    }
    let result = control.set(value)
    guard result >= 0 else {
      return problem(
        name, value, ErrnoText.text(-result),
        "look at the card with `amixer -c \(card)`")
    }
    // A driver may round a value or keep its own.
    let granted = control.value
    guard granted == value else {
      return problem(
        name, value, "the card made it \(granted.map { "\($0)" } ?? "unreadable")",
        "write a value that the card keeps")
    }
    return nil
  }

  private func problem(
    _ name: String, _ value: Int, _ reason: String, _ remedy: String
  ) -> HardwareProblem {
    HardwareProblem(
      what: "mixer control \"\(name)\" cannot be set to \(value)", place: "hw:\(card)",
      reason: reason, remedy: remedy)
  }

  /// The element of a name; two of one name are told apart by an index after a comma.
  private func find(_ name: String) -> OpaquePointer? {
    if let element = find(name, index: 0) { return element }
    guard let comma = name.lastIndex(of: ","),
      let index = UInt32(name[name.index(after: comma)...])
    else { return nil }
    return find(String(name[..<comma]), index: index)
  }

  private func find(_ name: String, index: UInt32) -> OpaquePointer? {
    var allocated: OpaquePointer?
    guard snd_mixer_selem_id_malloc(&allocated) >= 0, let id = allocated else { return nil }
    defer { snd_mixer_selem_id_free(id) }
    snd_mixer_selem_id_set_name(id, name)
    snd_mixer_selem_id_set_index(id, index)
    return snd_mixer_find_selem(handle, id)
  }

  /// The names of all controls, in their order.
  private func names() -> [String] {
    var names: [String] = []
    var next = snd_mixer_first_elem(handle)
    while let element = next {
      let name = String(cString: snd_mixer_selem_get_name(element))
      let index = snd_mixer_selem_get_index(element)
      names.append(index == 0 ? name : "\(name),\(index)")
      next = snd_mixer_elem_next(element)
    }
    return names
  }
}

/// What an element of a mixer can be set to.
///
/// A control without "Capture" or "Playback" in its name, as the converters of many microphone boards have, is common to
/// both directions and set through the functions for playback.
private struct MixerElement {
  private enum Kind {
    case volume(isCapture: Bool)
    case toggle(isCapture: Bool)
    case choice(items: Int)
    case none
  }

  private let element: OpaquePointer
  private let kind: Kind

  init(_ element: OpaquePointer) {
    self.element = element
    if snd_mixer_selem_is_enumerated(element) != 0 {
      kind = .choice(items: Int(max(snd_mixer_selem_get_enum_items(element), 0)))
    } else if snd_mixer_selem_has_capture_volume(element) != 0 {
      kind = .volume(isCapture: true)
    } else if snd_mixer_selem_has_playback_volume(element) != 0 {
      kind = .volume(isCapture: false)
    } else if snd_mixer_selem_has_capture_switch(element) != 0 {
      kind = .toggle(isCapture: true)
    } else if snd_mixer_selem_has_playback_switch(element) != 0 {
      kind = .toggle(isCapture: false)
    } else {
      kind = .none
    }
  }

  var meaning: String {
    switch kind {
    case .volume: "its volume"
    case .toggle: "its switch"
    case .choice: "its list"
    case .none: "it has no value and"
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

  /// Chooses an item on every channel; an enumeration has no other way to say how many channels it has.
  private func setItem(_ item: UInt32) -> Int32 {
    let first = snd_mixer_selem_set_enum_item(element, SND_MIXER_SCHN_MONO, item)
    guard first >= 0 else { return first }
    for channel in 1..<32 {
      let channel = snd_mixer_selem_channel_id_t(Int32(channel))
      if snd_mixer_selem_set_enum_item(element, channel, item) < 0 { break }
    }
    return first
  }

  /// What the first channel is set to.
  var value: Int? {
    let channel = SND_MIXER_SCHN_MONO
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
}
