import TOML

extension DataSource {
  /// Reads all tables `[[data-source]]`.
  static func readAll(
    _ file: TOMLTable, microphones: [Microphone], orientation: OrientationMode
  ) throws(TOMLError) -> [DataSource] {
    let tables = try file.tables("data-source")
    guard !tables.isEmpty else {
      throw file.missing("data-source", "add at least one table [[data-source]]")
    }
    var result: [DataSource] = []
    for table in tables {
      let source = try DataSource(table, microphones: microphones)
      if let other = result.first(where: { $0.name.lowercased() == source.name.lowercased() }) {
        throw table.error(
          at: "name", "is also the name of \"\(other.name)\"", "give every data source its own name"
        )
      }
      try source.checkLeftAndRight(orientation, table)
      try source.pair?.check(
        microphones, forward: source.forward, orientation: orientation, table)
      result.append(source)
    }
    return result
  }

  private init(_ table: TOMLTable, microphones: [Microphone]) throws(TOMLError) {
    let name = try table.label("name", example: "\"Front\"")
    let face = try table.choice("orientation", DeviceFace.self, example: "\"front\"")
    let location = try table.choice("location", DataSourceLocation.self)
    let forward = try table.required(
      "forward", table.direction("forward"), example: face.direction.fileText)
    let looksOutOf = DeviceFace(nearest: forward)
    // A direction midway between two faces agrees with both faces.
    guard dot(forward, face.direction) > dot(forward, looksOutOf.direction) - 1e-9 else {
      throw table.error(
        at: "forward",
        "looks out of the \(looksOutOf.rawValue), but orientation is \"\(face.rawValue)\"",
        "write forward = \(face.direction.fileText) or orientation = \"\(looksOutOf.rawValue)\"")
    }
    self.init(
      name: name, orientation: face, location: location, forward: forward,
      patterns: try table.patterns(microphones: microphones.count),
      microphones: try table.microphoneIndices(microphones),
      pair: try MicrophonePair(table, microphones: microphones))
    try checkPair(microphones: microphones.count, table)
  }

  /// Checks that a board with more than two microphones names the pair for plain stereo.
  private func checkPair(microphones: Int, _ table: TOMLTable) throws(TOMLError) {
    guard let element = patterns.firstIndex(of: .plain), pair == nil, microphones > 2 else {
      return
    }
    throw table.error(
      at: "patterns", element: element,
      "\"plain\" needs to know which two of \(microphones) microphones are the pair",
      "name the pair with left and right, or remove \"plain\"")
  }

  /// Checks that stereo has a left and a right in every possible orientation of the board.
  private func checkLeftAndRight(
    _ orientation: OrientationMode, _ table: TOMLTable
  ) throws(TOMLError) {
    let limit = decimal(Layout.parallelLimitDegrees)
    switch orientation {
    case .fixed(let up):
      guard Layout(forward: forward, up: up) == nil else { return }
      throw table.error(
        at: "forward", "is within \(limit) degrees of the axis of orientation.up",
        "left and right are then undefined: change forward or up")
    case .handHeld:
      for held in InputOrientation.allCases where Layout(forward: forward, up: held.up) == nil {
        throw table.error(
          at: "forward", "is within \(limit) degrees of the axis that is up in \(held.rawValue)",
          "left and right are then undefined: a hand-held board looks out of its front or back; for a "
            + "board that lies still, write [orientation] mode = \"fixed\" and up")
      }
    }
  }
}

extension TOMLTable {
  fileprivate func patterns(microphones: Int) throws(TOMLError) -> [PolarPattern] {
    let example = "[\"omni\", \"stereo\"]"
    let patterns = try required(
      "patterns", choices("patterns", of: PolarPattern.allCases), example: example)
    guard !patterns.isEmpty else {
      throw error(at: "patterns", "is empty", "write, for example, patterns = \(example)")
    }
    for (index, pattern) in patterns.enumerated() {
      if patterns[..<index].contains(pattern) {
        throw error(
          at: "patterns", element: index, "names \"\(pattern.rawValue)\" twice", "remove one")
      }
      if pattern.hasLeftAndRight, microphones < 2 {
        throw error(
          at: "patterns", element: index,
          "\"\(pattern.rawValue)\" needs two microphones, and the board has one", "remove it")
      }
      if pattern == .ambix, microphones < 3 {
        throw error(
          at: "patterns", element: index,
          "\"ambix\" needs three microphones in a level plane, and the board has \(microphones)",
          "remove it")
      }
    }
    return patterns
  }

  fileprivate func microphoneIndices(_ microphones: [Microphone]) throws(TOMLError) -> [Int] {
    guard let names = try strings("microphones") else { return Array(microphones.indices) }
    guard !names.isEmpty else {
      throw error(at: "microphones", "is empty", "remove the key to use all microphones")
    }
    var result: [Int] = []
    for (element, name) in names.enumerated() {
      guard let index = microphones.firstIndex(where: { $0.name == name }) else {
        let known = microphones.map(\.name).joined(separator: ", ")
        throw error(
          at: "microphones", element: element, "\"\(name)\" is not a microphone of this board",
          "the microphones are \(known)")
      }
      guard !result.contains(index) else {
        throw error(at: "microphones", element: element, "names \"\(name)\" twice", "remove one")
      }
      result.append(index)
    }
    return result
  }
}

extension Vector3 {
  /// The vector as text for a board file.
  fileprivate var fileText: String { "[\(x), \(y), \(z)]" }
}
