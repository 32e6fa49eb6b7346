import Essentials

/// The role of a pad on its part, according to the printed name.
enum PadRole: Sendable, Equatable {
  case ground, supply, bitClock, wordClock, data, select, i2cData, i2cClock, other

  /// The names printed by manufacturers, without punctuation, and their roles.
  ///
  /// - Source: the boards of Adafruit 3421 and 6049, boards with an INMP441, data sheets of SPH0645LM4H, ICS-43434,
  ///   INMP441 and ADAU7002.
  private static let names: [String: PadRole] = [
    "GND": .ground, "AGND": .ground, "DGND": .ground, "VSS": .ground,
    "3V": .supply, "3V3": .supply, "VDD": .supply, "VCC": .supply, "VIN": .supply,
    "IOVDD": .supply, "AVDD": .supply, "DVDD": .supply, "5V": .supply, "VBUS": .supply,
    "BCLK": .bitClock, "SCK": .bitClock, "BCK": .bitClock, "LRCL": .wordClock,
    "LRCLK": .wordClock, "LRC": .wordClock, "WS": .wordClock, "FS": .wordClock, "DOUT": .data,
    "SD": .data, "SDATA": .data, "SDOUT": .data, "DO": .data, "SEL": .select, "LR": .select,
    "SELECT": .select, "SDA": .i2cData, "SCL": .i2cClock,
  ]

  /// The roles of pads that belong to the sound bus.
  static let sound: [PadRole] = [.bitClock, .wordClock, .data]

  /// The role of a pad with this name, ignoring case and punctuation.
  init(pad: String) {
    self = Self.names[pad.uppercased().filter { $0.isLetter || $0.isNumber }] ?? .other
  }
}

extension Header.Part {
  /// True for a part on the sound bus.
  ///
  /// Names such as SCK and SD also occur on other buses, but a word clock does not.
  var isOnSoundBus: Bool { wires.contains { PadRole(pad: $0.pad) == .wordClock } }

  /// The role of a wire's pad on this part.
  func role(_ wire: Header.Wire) -> PadRole {
    let role = PadRole(pad: wire.pad)
    return isOnSoundBus || ![.bitClock, .data, .select].contains(role) ? role : .other
  }

  /// The signals at the other ends of all wires from pads with a role.
  func signals(_ role: PadRole) -> [HeaderPin.Signal] {
    wires.filter { self.role($0) == role }.map(\.signal)
  }
}

extension WiringFault {
  /// Creates a fault of a part.
  fileprivate init(
    _ part: Header.Part, _ index: Int, key: String = "wires", gpio: Int? = nil, _ problem: String,
    _ remedy: String
  ) {
    self.init("part", key: key, gpio: gpio, problem, remedy)
    (self.index, subject) = (index, "\(part.name):")
  }
}

extension Board {
  /// The data lines of the sound bus that a part can drive.
  ///
  /// - Source: Raspberry Pi documentation: GPIO18 to 21 are the sound bus of every model; the RP1 of a Raspberry Pi 5
  ///   reads GPIO20, 22, 24 and 26.
  private var soundData: [Int] {
    if let bus = header?.uses.first(where: { $0.lines.contains(18) }) {
      return bus.lines.filter { [20, 22, 24, 26].contains($0) }
    }
    return header?.chip == Computer.pi5.chip ? [20, 22, 24, 26] : [20]
  }

  /// The faults of each part, followed by the faults of lines shared by parts.
  var partFaults: [WiringFault] {
    let parts = header?.parts ?? []
    var faults: [WiringFault] = []
    for (index, part) in parts.enumerated() {
      for (place, wire) in part.wires.enumerated() {
        if let (problem, remedy) = fault(of: wire, part) {
          faults.append(
            .init(
              part, index, gpio: wire.signal.gpio, "\(wire.pad) goes to \(wire.signal)\(problem)",
              remedy))
        }
        if let other = part.wires[..<place].first(where: {
          $0.pad == wire.pad && $0.signal != wire.signal
        }) {
          faults.append(
            .init(
              part, index, gpio: wire.signal.gpio,
              "\(wire.pad) goes to \(other.signal) and to \(wire.signal), which connects the two",
              "remove one wire"))
        }
      }
      faults += missingWires(part, index)
      if let fault = wrongChannel(part, index) { faults.append(fault) }
    }
    return faults + sharedLines(parts)
  }

  /// The fault of one wire: the rest of a sentence that begins with "DOUT goes to GPIO21", and a remedy.
  private func fault(of wire: Header.Wire, _ part: Header.Part) -> (String, String)? {
    let role = part.role(wire)
    let name = wire.pad.uppercased()
    switch (role, wire.signal) {
    case (.ground, .ground), (.supply, .supply3V3), (.select, .ground), (.select, .supply3V3):
      return nil
    case (.ground, _): return (", which is not a ground", "wire it to GND")
    case (.supply, .supply5V) where ["VIN", "5V", "VBUS"].contains(name): return nil
    case (_, .supply5V):
      return (
        "", "wire it to 3V3, because 5 V destroys the lines of the header and parts made for 3.3 V"
      )
    case (.supply, .ground): return (", which short-circuits a supply", "wire it to 3V3")
    case (.supply, .gpio) where part.current == nil:
      return (
        ", which is a line, not a supply",
        "wire it to 3V3, or state the current that it draws (current)"
      )
    case (.supply, .gpio): return nil
    case (.select, .gpio): return (", but it selects the channel", "wire it to GND or 3V3")
    case (.bitClock, let signal) where signal != .gpio(18):
      return (", but the bit clock is GPIO18", "wire it to GPIO18 (pin 12)")
    case (.wordClock, let signal) where signal != .gpio(19):
      return (", but the word clock is GPIO19", "wire it to GPIO19 (pin 35)")
    case (.data, let signal) where !soundData.contains(where: { signal == .gpio($0) }):
      let lines = soundData.map { "GPIO\($0)" }.joined(separator: ", ")
      return (", but data is read from \(lines)", "wire it to one of these")
    case (.i2cData, let signal) where signal != .gpio(2):
      return (", but the data line of I2C is GPIO2", "wire it to GPIO2 (pin 3)")
    case (.i2cClock, let signal) where signal != .gpio(3):
      return (", but the clock line of I2C is GPIO3", "wire it to GPIO3 (pin 5)")
    case (.i2cData, _), (.i2cClock, _): return nil
    case (_, .gpio(2)) where accelerometer?.bus == 1, (_, .gpio(3)) where accelerometer?.bus == 1:
      return (", already taken by the accelerometer's bus", "choose another line")
    case (_, .gpio(let gpio)):
      guard let use = header?.uses.first(where: { $0.lines.contains(gpio) }),
        !(PadRole.sound.contains(role) && use.taker.hasPrefix("overlay "))
      else { return nil }
      return (", already taken by \(use.taker)", "choose another line")
    default: return nil
    }
  }

  /// The faults of missing wires of a part.
  private func missingWires(_ part: Header.Part, _ index: Int) -> [WiringFault] {
    func lacks(_ role: PadRole) -> Bool { part.signals(role).isEmpty }
    var missing: [(what: String, remedy: String)] = []
    if part.isOnSoundBus {
      if lacks(.ground) { missing.append(("to ground", "wire its GND to GND")) }
      if lacks(.supply) { missing.append(("to a supply", "wire its 3V or VDD to 3V3")) }
      if lacks(.bitClock) { missing.append(("to the bit clock", "wire its BCLK to GPIO18")) }
      if lacks(.data) { missing.append(("from its data", "wire its DOUT to GPIO20")) }
    } else if part.wires.contains(where: { $0.signal.gpio != nil }),
      part.wires.allSatisfy({ $0.signal.gpio != nil })
    {
      missing.append(("to ground or a supply", "no current flows without it"))
    }
    return missing.map { .init(part, index, "has no wire \($0.what)", $0.remedy) }
  }

  /// The fault of a microphone whose channel does not match the level at its SEL pad.
  private func wrongChannel(_ part: Header.Part, _ index: Int) -> WiringFault? {
    guard part.isOnSoundBus, let level = part.signals(.select).first,
      level == .ground || level == .supply3V3,
      let microphone = microphones.first(where: { $0.name == part.name })
    else { return nil }
    let isOdd = level == .supply3V3
    guard (microphone.channel % 2 == 1) != isOdd else { return nil }
    return .init(
      part, index,
      "its SEL is at \(level), which selects \(isOdd ? "an odd" : "an even") channel, but [[microphone]] has channel "
        + "\(microphone.channel)", "change SEL or the channel")
  }

  /// The faults of lines that join wires which must stay separate.
  private func sharedLines(_ parts: [Header.Part]) -> [WiringFault] {
    var ends: [Int: [(part: Int, wire: Header.Wire)]] = [:]
    for (index, part) in parts.enumerated() {
      for wire in part.wires {
        if let gpio = wire.signal.gpio { ends[gpio, default: []].append((index, wire)) }
      }
    }
    return ends.sorted { $0.key < $1.key }.flatMap { gpio, ends -> [WiringFault] in
      let roles = ends.map { parts[$0.part].role($0.wire) }
      guard ends.count > 1, let last = ends.last else { return [] }
      var each: [String] = []
      for name in ends.map({ parts[$0.part].name }) where !each.contains(name) { each.append(name) }
      let names = each.joined(separator: ", ")
      func fault(_ problem: String, _ remedy: String) -> [WiringFault] {
        [.init(parts[last.part], last.part, gpio: gpio, problem, remedy)]
      }
      let line = WiringFault.line(gpio)
      if roles.allSatisfy({ $0 == .data }) {
        if ends.count > 2 {
          return fault(
            "\(line) carries the data of \(names)", "a data line carries two microphones at most")
        }
        let levels = ends.map { parts[$0.part].signals(.select).first }
        if levels.contains(nil) {
          return fault(
            "\(line) carries the data of \(names), and one SEL has no wire",
            "wire one SEL to GND and the other to 3V3")
        }
        return levels[0] != levels[1]
          ? []
          : fault(
            "\(line) carries the data of \(names), whose SEL pads are both at \(levels[0].map { "\($0)" } ?? "")",
            "wire one SEL to GND and the other to 3V3, because both now send at the same time")
      }
      let isBus = Set(roles.map { "\($0)" }).count == 1 && roles[0] != .other && roles[0] != .supply
      return isBus
        ? []
        : fault(
          "\(line) joins wires of \(names) that do not belong together",
          "check the pads of each part, and give every signal its own line")
    }
  }

  /// The faults of two devices that have the same address on I2C bus 1.
  var addressFaults: [WiringFault] {
    var seen: [(name: String, address: Int)] = []
    for use in header?.uses ?? [] { if let at = use.address { seen.append((use.taker, at)) } }
    var faults: [WiringFault] = []
    let remedy = "change one of the two addresses, with the part's address pad or bridge"
    for (index, part) in (header?.parts ?? []).enumerated() {
      guard let address = part.address else { continue }
      if let other = seen.first(where: { $0.address == address }) {
        faults.append(
          .init(
            part, index, key: "address",
            "is at \(address.registerText), the address of \(other.name)",
            remedy))
      }
      seen.append((part.name, address))
    }
    if let accelerometer, accelerometer.bus == 1,
      let other = seen.first(where: { $0.address == accelerometer.address })
    {
      faults.append(
        .init(
          "accelerometer", key: "address", gpio: nil,
          "is at \(accelerometer.address.registerText), the address of \(other.name)", remedy))
    }
    return faults
  }

  /// The faults of overloaded lines, as far as the file states `current`.
  var currentFaults: [WiringFault] {
    var drawn: [Int: Double] = [:]
    var last: [Int: WiringFault] = [:]
    func note(_ gpio: Int, _ current: Double, _ fault: (String, String) -> WiringFault) {
      drawn[gpio, default: 0] += current
      last[gpio] = fault(
        "draws current from \(WiringFault.line(gpio)), which then supplies \(decimal(drawn[gpio] ?? 0)) mA",
        "a line supplies at most \(decimal(Self.mostLineCurrent)) mA: use a larger resistor or a transistor"
      )
    }
    for name in LightName.allCases {
      if let light = leds[name], let current = light.current, let gpio = light.line.headerGPIO {
        note(gpio, current) {
          .init("leds.\(name.rawValue)", key: "current", gpio: gpio, $0, $1)
        }
      }
    }
    for (index, part) in (header?.parts ?? []).enumerated() {
      guard let current = part.current else { continue }
      let supplies = part.signals(.supply)
      for signal in supplies.isEmpty ? part.signals(.other) : supplies {
        guard let gpio = signal.gpio else { continue }
        note(gpio, current) { .init(part, index, key: "current", gpio: gpio, $0, $1) }
      }
    }
    return drawn.filter { $0.value > Self.mostLineCurrent }.keys.sorted().compactMap { last[$0] }
  }
}
