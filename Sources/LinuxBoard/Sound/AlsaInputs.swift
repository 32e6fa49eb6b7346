/// The capture devices of this machine.
package enum AlsaInputs {
  /// Lists all capture devices, in the order of their cards; the list is empty without a sound card.
  ///
  /// The call opens each device briefly to query its offer.
  ///
  /// - Thread: control.
  package static func list() -> [CaptureDeviceDescription] {
    let cards = SoundCard.cards(text: SmallFile.text("/proc/asound/cards") ?? "")
    let devices = SoundDevice.captureDevices(text: SmallFile.text("/proc/asound/pcm") ?? "")
    return devices.compactMap { device in
      cards.first { $0.number == device.card }.map { describe(device, on: $0) }
    }
  }

  private static func describe(
    _ device: SoundDevice, on card: SoundCard
  ) -> CaptureDeviceDescription {
    var description = CaptureDeviceDescription(
      device: "hw:CARD=\(card.id),DEV=\(device.device)", card: card.name, name: device.name)
    do throws(AlsaFault) {
      let pcm = try AlsaPCM(description.device, .capture)
      description.offer = try CaptureOffer(pcm.handle)
    } catch {
      switch error {
      case .busy:
        let holder = PCMHolder.name(
          card: device.card, device: device.device, direction: .capture)
        description.holder = holder ?? "another process"
      case .absent:
        description.problem = "it is gone, or /dev/snd has no file for it"
      case .refused(_, let offered):
        description.problem = offered
      case .failed(let call, let errno):
        description.problem = problem(call: call, errno: errno)
      }
    }
    return description
  }

  private static func problem(call: String, errno: Int32) -> String {
    let text = "\(call): \(ErrnoText.text(errno))"
    return ErrnoText.isRefusedPermission(errno) ? text + "; join the group audio" : text
  }
}

/// A sound card as listed in /proc/asound/cards.
struct SoundCard: Equatable {
  /// The number of the card, which may change from boot to boot.
  var number: Int
  /// The id of the card, which stays the same.
  var id: String
  /// The name of the card, as users see it.
  var name: String

  /// The cards in the text of that file: each card has a line ` 0 [Loopback ]: Loopback - Loopback`, then a line with
  /// the long name.
  static func cards(text: String) -> [SoundCard] {
    text.split(separator: "\n").compactMap { line in
      guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"),
        open < close, let number = Int(line[..<open].filter { !$0.isWhitespace })
      else { return nil }
      let id = line[line.index(after: open)..<close].filter { !$0.isWhitespace }
      let rest = line[line.index(after: close)...].drop { $0 == ":" || $0.isWhitespace }
      // The rest of the line is the driver's name, a hyphen and the card's name.
      let parts = rest.split(separator: " - ", maxSplits: 1)
      return SoundCard(
        number: number, id: String(id), name: String(parts.last.map { $0 } ?? rest))
    }
  }
}

/// A PCM device as listed in /proc/asound/pcm.
struct SoundDevice: Equatable {
  /// The number of the device's card.
  var card: Int
  /// The number of the device on its card.
  var device: Int
  /// The name of the device, as users see it.
  var name: String

  /// The capture devices in the text of that file, with lines such as `00-01: Loopback PCM : Loopback PCM : playback 8
  /// : capture 8`.
  static func captureDevices(text: String) -> [SoundDevice] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ": ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let numbers = parts[0].split(separator: "-")
      let fields = parts[1].split(separator: " : ", omittingEmptySubsequences: false)
      guard numbers.count == 2, let card = Int(numbers[0]), let device = Int(numbers[1]),
        fields.contains(where: { $0.hasPrefix("capture ") })
      else { return nil }
      // The fields are the id, the name, and then the directions; some drivers leave the name empty.
      let name = fields.count > 1 && !fields[1].isEmpty ? fields[1] : fields[0]
      return SoundDevice(card: card, device: device, name: String(name))
    }
  }
}
