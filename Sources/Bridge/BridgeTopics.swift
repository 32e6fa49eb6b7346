import Face

/// The topics of one recorder; its name, which they contain, distinguishes it from other recorders.
struct BridgeTopics: Equatable, Sendable {
  /// The recorder's name from its settings, or its serial number if it has no name.
  let unit: String
  /// The recorder's serial number, used wherever two recorders with the same name must differ.
  let serial: String
  /// The levels with which every topic of this recorder begins.
  let base: String

  /// Creates the topics of a recorder below a prefix.
  init(prefix: String, _ status: RecorderStatus) {
    let serial = Self.word(status.serial ?? "")
    unit = [Self.word(status.name ?? ""), serial].first { !$0.isEmpty } ?? "recorder"
    self.serial = serial.isEmpty ? unit : serial
    base = "\(prefix)/\(unit)"
  }

  /// The topic for the bridge's own availability: "online" while it runs; the will sets "offline".
  var bridge: String { base + "/bridge" }
  /// The topic that says "online" while the recorder answers, and "offline" while it does not.
  var recorder: String { base + "/recorder" }
  /// The topic for the status, in the form that `pinna status --json` prints.
  var state: String { base + "/state" }
  /// The topic for events, one message each.
  var event: String { base + "/event" }
  /// The topic for the record of the newest finished take.
  var take: String { base + "/take" }
  /// The topic for orders from the network.
  var command: String { base + "/command" }
  /// The topic for the outcomes of orders.
  var reply: String { base + "/reply" }

  /// The two words that state availability.
  static let (online, offline) = ("online", "offline")

  /// The text, with a hyphen in place of each character that a topic or a Home Assistant identifier cannot contain.
  private static func word(_ text: String) -> String {
    let signs = text.unicodeScalars.map { sign -> Character in
      let isPlain =
        sign.isASCII && (sign.properties.isAlphabetic || sign.properties.numericType != nil)
      return isPlain || sign == "_" || sign == "-" ? Character(sign) : "-"
    }
    return signs.contains { $0 != "-" } ? String(signs) : ""
  }
}

extension RecorderStatus {
  /// The status without the figures that change constantly: if two such statuses differ, something has happened.
  var withoutFigures: RecorderStatus {
    var bare = self
    (bare.stateSeconds, bare.uptimeSeconds, bare.time) = (0, 0, 0)
    (bare.soundLevel, bare.preRollSeconds, bare.work) = (nil, 0, nil)
    (bare.freeBytes, bare.secondsLeft, bare.ringFill) = (nil, nil, 0)
    (bare.gapCount, bare.gapFrames, bare.ears, bare.simulation) = (0, 0, [], nil)
    bare.mirror?.freeBytes = nil
    bare.battery?.percent = nil
    bare.take?.seconds = 0
    bare.take?.unsyncedSeconds = 0
    for index in bare.channels.indices {
      (bare.channels[index].rms, bare.channels[index].peak, bare.channels[index].held) = (0, 0, 0)
    }
    // The warnings contain figures as well; their codes do not, and are compared.
    bare.warnings = []
    return bare
  }

  /// The events that an earlier list does not yet contain, the newest last.
  func events(after earlier: [RecorderEvent]) -> ArraySlice<RecorderEvent> {
    // A status lists only the last few events, so the end of the earlier list is the beginning of this one.
    let common = (0...min(earlier.count, events.count)).last {
      earlier.suffix($0) == events.prefix($0)
    }
    return events.dropFirst(common ?? 0)
  }
}
