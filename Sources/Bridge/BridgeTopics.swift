import Essentials
import Face

/// The topics of one recorder; its name, which they contain, distinguishes it from other recorders.
struct BridgeTopics: Equatable, Sendable {
  /// The recorder's name from its settings or, without a name, its serial number.
  let unit: String
  /// The recorder's serial number or, without one, its name, as a word of ASCII letters and digits; it distinguishes
  /// two recorders with the same name.
  let serial: String
  /// The levels with which every topic of this recorder begins.
  let base: String

  /// Creates the topics of a recorder below a prefix.
  init(prefix: String, _ status: RecorderStatus) {
    let names = [status.name, status.serial].map { $0 ?? "" }
    func first(_ names: [String], _ isKept: (Unicode.Scalar) -> Bool) -> String {
      let word = names.map { Self.word($0, isKept) }.first { !$0.isEmpty }
      let all = names.joined()
      return word ?? (all.isEmpty ? "recorder" : "recorder-\(Self.hash(all))")
    }
    unit = first(names, Self.isAllowedInTopic)
    serial = first(names.reversed(), Self.isAllowedInIdentifier)
    base = "\(prefix)/\(unit)"
  }

  /// The name of the bridge on the broker.
  ///
  /// Recorders on one computer have the same serial number, so the name contains a hash of the topics.
  ///
  /// - Source: MQTT 3.1.1, 3.1.3.1 and 3.1.4: a broker must accept up to 23 characters, and disconnects a client if
  ///   another one connects with the same name.
  var client: String { "pinna-\(serial)-\(Self.hash(base))" }

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

  /// The text, with a hyphen in place of each character that is not kept; empty if no character is kept.
  ///
  /// A changed text gets a hash of the whole text, so that two recorders never share a word.
  private static func word(_ text: String, _ isKept: (Unicode.Scalar) -> Bool) -> String {
    let signs = text.unicodeScalars.map { isKept($0) ? Character($0) : "-" }
    guard signs.contains(where: { $0 != "-" }) else { return "" }
    let word = String(signs)
    return word == text ? word : "\(word)-\(hash(text))"
  }

  private static func hash(_ text: String) -> Substring {
    fnv1a(text.utf8).hexadecimal(digits: 16).suffix(8)
  }

  /// True for characters that a level of a topic can contain.
  ///
  /// - Source: MQTT 3.1.1, 1.5.3 and 4.7.1.
  private static func isAllowedInTopic(_ sign: Unicode.Scalar) -> Bool {
    !"/+#".unicodeScalars.contains(sign) && sign.properties.generalCategory != .control
      && !sign.properties.isNoncharacterCodePoint
  }

  /// True for characters that an identifier in Home Assistant can contain.
  private static func isAllowedInIdentifier(_ sign: Unicode.Scalar) -> Bool {
    sign == "_" || sign == "-"
      || sign.isASCII && (sign.properties.isAlphabetic || sign.properties.numericType != nil)
  }
}

extension RecorderStatus {
  /// The status without constantly changing figures: if two such statuses differ, something has happened.
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
    // The texts of warnings also contain figures, so only their codes are compared.
    bare.warnings = []
    return bare
  }

  /// The events that are not in an earlier list, the newest last.
  func events(after earlier: [RecorderEvent]) -> ArraySlice<RecorderEvent> {
    // A status lists only the last few events, so the end of the earlier list is the beginning of this one.
    let common = (0...min(earlier.count, events.count)).last {
      earlier.suffix($0) == events.prefix($0)
    }
    return events.dropFirst(common ?? 0)
  }
}
