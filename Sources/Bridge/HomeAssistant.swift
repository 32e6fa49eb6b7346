import Face

/// A recorder's entities in Home Assistant, as messages for its MQTT discovery.
///
/// - Source: Home Assistant, MQTT integration, "MQTT Discovery" and the pages of its platforms.
struct HomeAssistant {
  let topics: BridgeTopics
  /// The first level of the discovery topics.
  let prefix: String
  let takesCommands: Bool

  /// A value in the configuration of an entity, whose keys are Home Assistant's.
  indirect enum Value: Encodable, ExpressibleByStringLiteral {
    case text(String)
    case number(Int)
    case list([Value])
    case table([String: Value])

    init(stringLiteral text: String) { self = .text(text) }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .number(let number): try number.encode(to: encoder)
      case .list(let values): try values.encode(to: encoder)
      case .table(let values): try values.encode(to: encoder)
      }
    }
  }

  /// An entity: its platform, its key, and the part of its configuration not shared with other
  /// entities.
  private typealias Entity = (kind: String, key: String, own: [String: Value])

  /// The messages that create the entities.
  ///
  /// There are no entities for facts that this recorder does not have. If the bridge accepts no orders, the messages
  /// remove the entities for orders.
  func messages(_ status: RecorderStatus) -> [BridgeMessage] {
    let facts = sensors + figures(status) + flags
    return facts.map { message($0, status) }
      + orders.map { takesCommands ? message($0, status) : BridgeMessage(topic($0), "") }
  }

  private func topic(_ entity: Entity) -> String {
    "\(prefix)/\(entity.kind)/pinna_\(topics.serial)/\(entity.key)/config"
  }

  private func message(_ entity: Entity, _ status: RecorderStatus) -> BridgeMessage {
    let identity = "pinna_\(topics.serial)"
    var device: [String: Value] = [
      "identifiers": .list([.text(identity)]), "manufacturer": "Pinna",
      "model": .text(status.boardName), "name": .text(status.name ?? "Pinna \(topics.unit)"),
      "sw_version": .text(status.version),
    ]
    device["serial_number"] = status.serial.map { .text($0) }
    var all: [String: Value] = [
      "unique_id": .text("\(identity)_\(entity.key)"), "device": .table(device),
      "availability": .list([topics.bridge, topics.recorder].map { .table(["topic": .text($0)]) }),
      "availability_mode": "all",
    ]
    // A button has no state, so it needs no topic for one.
    if entity.kind != "button" { all["state_topic"] = .text(topics.state) }
    return BridgeMessage(topic(entity), of: all.merging(entity.own) { $1 }, isKept: true)
  }

  // MARK: - Facts

  private var sensors: [Entity] {
    [
      (
        "sensor", "state",
        [
          "name": "State", "value_template": "{{ value_json.state }}", "device_class": "enum",
          "options": .list(RecorderStatus.State.allCases.map { .text($0.rawValue) }),
          "json_attributes_topic": .text(topics.state),
          "json_attributes_template": .text(
            "{{ {'details': value_json.details, 'source': value_json.dataSource, "
              + "'pattern': value_json.pattern} | tojson }}"),
        ]
      ),
      (
        "sensor", "last_take",
        [
          "name": "Last take", "state_topic": .text(topics.take),
          "value_template": "{{ value_json.name }}", "icon": "mdi:waveform",
          "json_attributes_topic": .text(topics.take),
          "json_attributes_template": .text(
            "{{ {'seconds': value_json.seconds, 'end': value_json.end | default(''), "
              + "'gaps': value_json.gapCount} | tojson }}"),
        ]
      ),
      (
        "sensor", "clock",
        [
          "name": "Clock", "value_template": "{{ value_json.clockSource | default('unknown') }}",
          "icon": "mdi:clock-check-outline", "entity_category": "diagnostic",
        ]
      ),
      (
        "sensor", "warnings",
        [
          "name": "Warnings", "value_template": "{{ value_json.warnings | count }}",
          "icon": "mdi:alert-outline", "entity_category": "diagnostic",
          "json_attributes_topic": .text(topics.state),
          "json_attributes_template": "{{ {'warnings': value_json.warnings} | tojson }}",
        ]
      ),
      (
        "event", "event",
        [
          "name": "Event", "state_topic": .text(topics.event),
          "event_types": .list(RecorderEvent.Kind.allCases.map { .text($0.rawValue) }),
          "value_template": .text(
            "{{ {'event_type': value_json.type, 'title': value_json.title, "
              + "'details': value_json.details} | tojson }}"),
        ]
      ),
    ]
  }

  private func figures(_ status: RecorderStatus) -> [Entity] {
    let take = "value_json.take.seconds if value_json.take is defined else 0"
    let level = "value_json.channels | map(attribute='held') | max | default(none)"
    let battery = "value_json.battery.percent if value_json.battery is defined else none"
    let sound = "value_json.soundLevel.aWeighted if value_json.soundLevel is defined else none"
    var all = [
      figure("take", "Take", take, "s", "duration"),
      figure("level", "Level", level, "dBFS", nil),
      figure("free", "Free", "value_json.freeBytes | default(none)", "B", "data_size", shown: "GB"),
      figure(
        "time_left", "Time left", "value_json.secondsLeft | default(none)", "s", "duration",
        shown: "h"),
    ]
    if status.battery?.percent != nil {
      all.append(figure("battery", "Battery", battery, "%", "battery"))
    }
    if status.soundLevel != nil {
      all.append(figure("sound_level", "Sound level", sound, "dBA", "sound_pressure"))
    }
    return all
  }

  private func figure(
    _ key: String, _ name: String, _ template: String, _ unit: String, _ kind: String?,
    shown: String? = nil
  ) -> Entity {
    var own: [String: Value] = [
      "name": .text(name), "value_template": .text("{{ \(template) }}"),
      "unit_of_measurement": .text(unit), "state_class": "measurement",
      "suggested_display_precision": .number(shown == nil ? 0 : 1),
    ]
    own["device_class"] = kind.map { .text($0) }
    own["suggested_unit_of_measurement"] = shown.map { .text($0) }
    return ("sensor", key, own)
  }

  private var flags: [Entity] {
    let (recording, problem) = (
      "value_json.state == 'recording'", "value_json.state == 'faulted' or value_json.warnings"
    )
    return [
      ("recording", "Recording", recording, "running"), ("problem", "Problem", problem, "problem"),
    ]
    .map { key, name, condition, kind in
      (
        "binary_sensor", key,
        [
          "name": .text(name), "value_template": Self.flag(condition),
          "device_class": .text(kind),
        ]
      )
    }
  }

  private static func flag(_ condition: String) -> Value {
    .text("{{ 'ON' if \(condition) else 'OFF' }}")
  }

  // MARK: - Orders

  private var orders: [Entity] {
    [
      (
        "switch", "record",
        [
          "name": "Record", "value_template": Self.flag("value_json.take is defined"),
          "icon": "mdi:record-circle-outline", "command_topic": .text(topics.command),
          "payload_on": "start", "payload_off": "stop", "state_on": "ON", "state_off": "OFF",
        ]
      ),
      (
        "button", "mark",
        [
          "name": "Set a marker", "icon": "mdi:map-marker-plus-outline",
          "command_topic": .text(topics.command), "payload_press": "mark",
        ]
      ),
    ]
  }
}
