import Boards

extension Scenario {
  /// Notes on the faults and defects that a check of this board cannot find, because the board lacks the part, or
  /// because a check makes no takes.
  ///
  /// In a simulation, hands press buttons and turn a hand-held board even if the board file lists no such parts.
  package func ignoredByCheck(of board: Board) -> [SceneNote] {
    var notes: [SceneNote] = []
    func note(_ key: String, _ reason: String) {
      let note = SceneNote.ignored(key: key, by: "check", reason: reason)
      if !notes.contains(note) { notes.append(note) }
    }
    func lacks(_ key: String, _ part: String) { note(key, "\(board.id) has no \(part)") }
    if hardware?.accelerometer != nil, board.accelerometer == nil {
      lacks("hardware.accelerometer", "accelerometer")
    }
    for name in ButtonName.allCases
    where hardware?.buttons[name] != nil && board.buttons[name] == nil {
      lacks("hardware.buttons.\(name.rawValue)", "button \"\(name.rawValue)\"")
    }
    for name in LightName.allCases where hardware?.leds[name] != nil && board.leds[name] == nil {
      lacks("hardware.leds.\(name.rawValue)", "light \"\(name.rawValue)\"")
    }
    for fault in faults {
      switch fault.event {
      case .sensorSilent where board.accelerometer == nil:
        lacks("fault.sensor-silent", "accelerometer")
      case .powerFails where board.power == nil: lacks("fault.power-fails", "power line")
      case .bounce(let name) where board.buttons[name] == nil:
        lacks("fault.bounce", "button \"\(name.rawValue)\"")
      case .storageStall: note("fault.storage-stall", Self.noTake)
      case .storageFull: note("fault.storage-full", Self.noTake)
      case .storageGone: note("fault.storage-gone", Self.noTake)
      case .storageFree: note("fault.storage-free", Self.noTake)
      case .storageCloseFails: note("fault.storage-close-fails", Self.noTake)
      case .overrun, .channelsRotated, .microphoneDead, .unplug, .sensorSilent, .powerFails,
        .bounce:
        break
      }
    }
    return notes
  }

  /// Notes on the actions and faults that cannot turn a board whose up direction is fixed.
  package func withoutEffect(on board: Board) -> [SceneNote] {
    guard case .fixed = board.orientation else { return [] }
    let turns = hands.contains { if case .turn = $0.action { true } else { false } }
    let tilts = hands.contains { if case .gravity = $0.action { true } else { false } }
    let isSilent = faults.contains { $0.event == .sensorSilent }
    let keys = [
      turns ? "hand.turn" : nil, tilts ? "hand.gravity" : nil,
      isSilent ? "fault.sensor-silent" : nil,
    ]
    return keys.compactMap(\.self).map {
      .ignored(key: $0, by: "simulation", reason: "the up direction of \(board.id) is fixed")
    }
  }

  /// The reason why a check ignores faults of the card.
  private static let noTake = "a check makes no takes; [hardware.storage] describes a faulty card"
}
