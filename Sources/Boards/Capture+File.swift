import TOML

extension Capture {
  /// The maximum number of channels of a capture device, in board files and in queries of devices.
  public static let mostChannels = 32
  /// The allowed rates in frames per second.
  public static let rates = 8000...192_000
  /// The allowed periods in frames.
  public static let periods = 16...8192

  /// Reads the table `[capture]`.
  init(_ table: TOMLTable) throws(TOMLError) {
    let device = try table.soundDevice("device")
    let channels = try table.int("channels", in: 1...Self.mostChannels, example: "4")
    self.init(device: device, channels: channels)
    try table.readKeys(of: self)
    let least = 2 * Double(period) / Double(rate) * 1000
    guard bufferMilliseconds >= least else {
      throw table.error(
        at: "buffer", "is \(decimal(bufferMilliseconds)) ms, less than two periods",
        "write at least \(decimal(least)) ms, preferably 500")
    }
    if let controls = try table.table("mixer") {
      for control in controls.keys { mixer[control] = try controls.int(control) }
    }
    try readGainControls(table)
  }
}

extension Capture {
  /// The input gains that a board file or a setting may request, in decibels.
  public static let inputGains = -60.0...60.0

  /// Reads the names of the input gain controls, without which no gain can be requested.
  fileprivate mutating func readGainControls(_ table: TOMLTable) throws(TOMLError) {
    if let names = try table.strings("gain-controls") {
      guard !names.isEmpty else {
        throw table.error(at: "gain-controls", "is empty", "name a control, or remove the key")
      }
      for (element, name) in names.enumerated() where names[..<element].contains(name) {
        throw table.error(
          at: "gain-controls", element: element, "names \"\(name)\" twice", "remove one")
      }
      gainControls = names
    }
    guard inputGain == nil || !gainControls.isEmpty else {
      throw table.error(
        at: "input-gain", "needs a gain control on the card",
        "name one in gain-controls, for example gain-controls = [\"Mic\"]")
    }
  }
}

extension Playback {
  static func read(_ table: TOMLTable?) throws(TOMLError) -> Playback? {
    guard let table else { return nil }
    return Playback(device: try table.soundDevice("device"))
  }
}

extension TOMLTable {
  /// Reads an ALSA device name that identifies the card by its stable id.
  ///
  /// Card numbers are not allowed, because they depend on the order in which drivers load, and this order can change at
  /// every boot.
  fileprivate func soundDevice(_ key: String) throws(TOMLError) -> String {
    let example = "hw:CARD=seeed4micvoicec,DEV=0"
    let device = try string(key, example: "\"\(example)\"")
    guard !namesCardByNumber(device) else {
      throw error(
        at: key, "\"\(device)\" names the card by a number, which changes from boot to boot",
        "use its id, such as \"\(example)\"; `arecord -L` lists the ids")
    }
    return device
  }
}

private func namesCardByNumber(_ device: String) -> Bool {
  guard let colon = device.firstIndex(of: ":") else { return false }
  var card = device[device.index(after: colon)...].prefix { $0 != "," }
  if card.hasPrefix("CARD=") { card = card.dropFirst(5) }
  return !card.isEmpty && card.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
}
