import TOML

extension MicrophonePair {
  /// Reads the keys `left` and `right` of a data source; `nil` if the data source has neither.
  init?(_ table: TOMLTable, microphones: [Microphone]) throws(TOMLError) {
    let left = try table.microphone("left", microphones)
    let right = try table.microphone("right", microphones)
    switch (left, right) {
    case (nil, nil): return nil
    case (_?, nil):
      throw table.missing("right", "left is given; also name the microphone on the right")
    case (nil, _?):
      throw table.missing("left", "right is given; also name the microphone on the left")
    case (let left?, let right?):
      guard left != right else {
        throw table.error(
          at: "right", "is \"\(microphones[right].name)\", which is already given as left",
          "name two different microphones")
      }
      self.init(left: left, right: right)
    }
  }

  /// Checks that each microphone is on the side named by its key while the board is upright.
  ///
  /// If the pair is vertical while the board is upright, it does not matter which microphone is called left.
  func check(
    _ microphones: [Microphone], forward: Vector3, orientation: OrientationMode, _ table: TOMLTable
  ) throws(TOMLError) {
    let (first, second) = (microphones[left], microphones[right])
    func share(_ layout: Layout) -> Double {
      Self.share(left: first.position, right: second.position, layout)
    }
    let (layouts, held): ([Layout], String) =
      switch orientation {
      case .fixed(let up): ([Layout(forward: forward, up: up)].compactMap { $0 }, "")
      case .handHeld:
        (
          InputOrientation.allCases.compactMap { Layout(forward: forward, up: $0.up) },
          ", held in portrait,"
        )
      }
    guard layouts.contains(where: { abs(share($0)) >= Self.leastShare }) else {
      throw table.error(
        at: "left",
        "is \"\(first.name)\", which is never to the left or right of \"\(second.name)\"",
        "name two microphones that are beside each other when you look forward")
    }
    if let upright = layouts.first, share(upright) <= -Self.leastShare {
      throw table.error(
        at: "left",
        "is \"\(first.name)\", which\(held) is to the right of \"\(second.name)\" when you look forward",
        "swap left and right, or correct the positions")
    }
  }
}

extension TOMLTable {
  fileprivate func microphone(
    _ key: String, _ microphones: [Microphone]
  ) throws(TOMLError) -> Int? {
    guard let name = try string(key) else { return nil }
    guard let index = microphones.firstIndex(where: { $0.name == name }) else {
      let known = microphones.map(\.name).joined(separator: ", ")
      throw error(
        at: key, "\"\(name)\" is not a microphone of this board", "the microphones are \(known)")
    }
    return index
  }
}
