import CAlsa

/// The hardware that a device name of alsa-lib refers to.
///
/// - Source: the arguments of the `hw` PCM in alsa.conf: `hw:CARD=x,DEV=n,SUBDEV=s`, or only the values in this order.
struct AlsaDeviceName: Equatable {
  /// The id or the number of the card.
  var card: String
  /// The number of the device on the card.
  var device: Int
  /// The number of the subdevice; `nil` if any will do.
  var subdevice: Int?

  /// Parses a name such as `hw:CARD=seeed4micvoicec,DEV=0` or `plughw:1,0`; `nil` if it names no
  /// card.
  init?(_ name: String) {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    var values: [String: Substring] = [:]
    let keys = ["CARD", "DEV", "SUBDEV"]
    for (place, part) in name[name.index(after: colon)...].split(separator: ",").enumerated() {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 {
        values[String(pair[0])] = pair[1]
      } else if place < keys.count {
        values[keys[place]] = part
      }
    }
    guard let card = values["CARD"] else { return nil }
    self.card = String(card)
    device = values["DEV"].flatMap { Int($0) } ?? 0
    subdevice = values["SUBDEV"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The present number of the card; `nil` if the card is absent.
  var cardNumber: Int? {
    let number = snd_card_get_index(card)
    return number >= 0 ? Int(number) : nil
  }
}
