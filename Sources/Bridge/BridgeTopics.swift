import Face

/// The name of a recorder among others, as a word for topics, and the topics below it.
struct BridgeTopics: Equatable, Sendable {
  /// The name in the recorder's settings, or its serial number.
  let unit: String
  /// The serial number, for everything that must differ between recorders with the same name.
  let serial: String
  /// The levels above all topics of this recorder.
  let base: String

  /// The topics of a recorder below a prefix.
  init(prefix: String, _ status: RecorderStatus) {
    let serial = Self.word(status.serial ?? "")
    unit = [Self.word(status.name ?? ""), serial].first { !$0.isEmpty } ?? "recorder"
    self.serial = serial.isEmpty ? unit : serial
    base = "\(prefix)/\(unit)"
  }

  /// "online", or "offline" as the will.
  var bridge: String { base + "/bridge" }
  /// "online" while the recorder answers, "offline" while it does not.
  var recorder: String { base + "/recorder" }
  /// The status, as `pinna status --json` prints it.
  var state: String { base + "/state" }
  /// An event.
  var event: String { base + "/event" }
  /// The record of the newest finished take.
  var take: String { base + "/take" }
  /// Orders from the network.
  var command: String { base + "/command" }
  /// The outcome of an order.
  var reply: String { base + "/reply" }

  /// The two words of availability.
  static let (online, offline) = ("online", "offline")

  /// The text with hyphens for characters that topics and identifiers of Home Assistant cannot contain.
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
  /// The status without constantly changing figures: if it differs, something has happened.
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
    // The sentences contain figures, too; their codes do not.
    bare.warnings = []
    return bare
  }

  /// The events missing from an earlier status, the newest last.
  func events(after earlier: [RecorderEvent]) -> ArraySlice<RecorderEvent> {
    // The recorder remembers a few: the common ones are the last of the earlier and the first of these.
    let common = (0...min(earlier.count, events.count)).last {
      earlier.suffix($0) == events.prefix($0)
    }
    return events.dropFirst(common ?? 0)
  }
}
