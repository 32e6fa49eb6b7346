import TOML

extension Microphone {
  /// The minimum distance in metres between two microphones: the smallest MEMS packages are 2 mm wide.
  static let leastDistance = 0.001
  /// The maximum distance in metres by which a microphone can protrude from the box of the body.
  static let mostOutsideBody = 0.002

  /// Reads all tables `[[microphone]]`.
  static func readAll(
    _ file: TOMLTable, channels: Int, body: Body?
  ) throws(TOMLError) -> [Microphone] {
    let tables = try file.tables("microphone")
    guard !tables.isEmpty else {
      throw file.missing("microphone", "add a table [[microphone]] for every capsule")
    }
    var result: [Microphone] = []
    for table in tables {
      let microphone = try Microphone(table, channels: channels)
      try microphone.checkUnlike(result, table, tables)
      if let body { try microphone.check(inside: body, table) }
      result.append(microphone)
    }
    return result
  }

  private init(_ table: TOMLTable, channels: Int) throws(TOMLError) {
    let name = try table.label("name", example: "\"MIC1\"")
    let channel = try table.int("channel", example: "0")
    guard (0..<channels).contains(channel) else {
      throw table.error(
        at: "channel", "is \(channel)",
        channels == 1
          ? "the capture device has one channel, 0"
          : "the capture device has channels 0 to \(channels - 1)")
    }
    let millimetres = try table.doubles(
      "position", count: 3, in: -1000...1000, unit: "mm", example: "[-28.7, 28.7, 0.0]")
    let position = Vector3(millimetres[0], millimetres[1], millimetres[2]) / 1000
    self.init(name: name, channel: channel, position: position)
    normal = try table.direction("normal")
    try table.readKeys(of: self)
  }

  private func checkUnlike(
    _ others: [Microphone], _ table: TOMLTable, _ tables: [TOMLTable]
  ) throws(TOMLError) {
    for (index, other) in others.enumerated() {
      func its(_ key: String) -> String {
        "\"\(other.name)\"" + (tables[index].line(of: key).map { " in line \($0)" } ?? "")
      }
      if name.lowercased() == other.name.lowercased() {
        throw table.error(
          at: "name", "is also the name of \(its("name"))", "give every microphone its own name")
      }
      if channel == other.channel {
        throw table.error(
          at: "channel", "is \(channel), which is already the channel of \(its("channel"))",
          "give every microphone its own channel")
      }
      let distance = (position - other.position).length
      // Rounding coordinates to a thousandth of a millimetre can change a distance by nearly 2 um.
      if distance < Self.leastDistance - 2e-6 {
        throw table.error(
          at: "position", "is \(decimal(distance * 1000)) mm from \(its("position"))",
          "two microphones must be at least \(decimal(Self.leastDistance * 1000)) mm apart "
            + "(positions are in mm: 0.03 m is 30)")
      }
    }
  }

  private func check(inside body: Body, _ table: TOMLTable) throws(TOMLError) {
    for axis in 0..<3 {
      let half = body.size[axis] / 2
      let outside = abs(position[axis]) - half
      guard outside <= Self.mostOutsideBody + 1e-9 else {
        let limit = decimal(half * 1000)
        throw table.error(
          at: "position", element: axis,
          "is \(decimal(outside * 1000)) mm outside the body, which extends from -\(limit) to \(limit) mm "
            + "along \(["x", "y", "z"][axis])",
          "correct position or body.size; at most \(decimal(Self.mostOutsideBody * 1000)) mm are "
            + "allowed")
      }
    }
    if case .sphere = body.model, position.length < 0.001 {
      throw table.error(
        at: "position", "is the centre of the sphere, which has no direction",
        "place it on the surface of the sphere, or choose another body.model")
    }
  }
}
