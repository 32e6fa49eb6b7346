import CAlsa
import Glibc
import Recorder

/// The mixer of a sound card, used for the gains that a board file states.
enum AlsaMixer {
  /// Sets controls of the card to which a device belongs.
  ///
  /// - Returns: the controls that could not be set.
  static func apply(
    _ controls: [String: Int], to device: borrowing AlsaPCM, named name: String
  ) -> [HardwareProblem] {
    guard !controls.isEmpty else { return [] }
    guard let card = device.card else {
      return [
        HardwareProblem(
          what: "mixer controls cannot be set", place: name,
          reason: "the device is not on a sound card",
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
          remedy: "examine the card with `amixer -c \(card)`")
      ]
    }
  }
}

extension AlsaPCM {
  /// The number of the card to which the device belongs; `nil` if there is none.
  var card: Int? {
    var allocated: OpaquePointer?
    guard snd_pcm_info_malloc(&allocated) >= 0, let info = allocated else { return nil }
    defer { snd_pcm_info_free(info) }
    guard snd_pcm_info(handle, info) >= 0 else { return nil }
    let card = snd_pcm_info_get_card(info)
    return card >= 0 ? Int(card) : nil
  }
}

/// An open simple mixer, which is closed when it goes out of scope.
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

  /// Sets one control, and reads it back.
  ///
  /// - Returns: the reason why the control does not have the requested value; `nil` if it does.
  func set(_ name: String, to value: Int) -> HardwareProblem? {
    guard let element = find(name) else {
      let names = self.names()
      return problem(
        name, value, "the card has no such control",
        names.isEmpty
          ? "remove it from [capture] mixer in the board file"
          : "the card has \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    let control = MixerElement(element)
    guard control.range.contains(value) else {
      return problem(
        name, value,
        "\(control.meaning) ranges from \(control.range.lowerBound) to "
          + "\(control.range.upperBound)",
        "change it in [capture] mixer of the board file")
    }
    let result = control.set(value)
    guard result >= 0 else {
      return problem(
        name, value, ErrnoText.text(-result),
        "examine the card with `amixer -c \(card)`")
    }
    // A driver may round a value, or keep the old value.
    let granted = control.value
    guard granted == value else {
      return problem(
        name, value, "the card changed it to \(granted.map { "\($0)" } ?? "unreadable")",
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

  /// Finds the element with this name; an index after a comma distinguishes elements that have the same name.
  func find(_ name: String) -> OpaquePointer? {
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

  /// The names of all controls, in order.
  func names() -> [String] { elements().map(\.name) }

  /// The settings of all controls, in order.
  var controls: [MixerControl] {
    elements().flatMap { name, element in MixerElement.controls(of: element, named: name) }
  }

  private func elements() -> [(name: String, element: OpaquePointer)] {
    var elements: [(name: String, element: OpaquePointer)] = []
    var next = snd_mixer_first_elem(handle)
    while let element = next {
      let name = String(cString: snd_mixer_selem_get_name(element))
      let index = snd_mixer_selem_get_index(element)
      elements.append((index == 0 ? name : "\(name),\(index)", element))
      next = snd_mixer_elem_next(element)
    }
    return elements
  }
}
