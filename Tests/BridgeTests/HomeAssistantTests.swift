import TestSupport
import Testing

@testable import Bridge
@testable import Face

@Suite("Entities of Home Assistant")
struct HomeAssistantTests {
  /// Reads configurations as Home Assistant does, with Jinja, and prints the state of each entity.
  private static let script = """
    import json, re, sys
    from jinja2 import Environment, StrictUndefined
    messages, payloads = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
    names = set()
    for message in messages:
        kind, key = re.fullmatch(
            r"homeassistant/(sensor|binary_sensor|event|switch|button)/[A-Za-z0-9_-]+/([A-Za-z0-9_-]+)/config",
            message["topic"]).groups()
        if message["payload"] == "":
            print(key + " is taken back")
            continue
        entity = json.loads(message["payload"])
        names.add(entity["unique_id"])
        assert entity["device"]["identifiers"] and len(entity["availability"]) == 2
        if kind == "button":
            print(key, entity["payload_press"], entity["command_topic"])
            continue
        found = {}
        for place, topic in (("value_template", "state_topic"),
                             ("json_attributes_template", "json_attributes_topic")):
            if place in entity:
                payload = payloads[entity[topic].rsplit("/", 1)[1]]
                # Home Assistant's templates are strict only in what they log.
                found[place] = Environment(undefined=StrictUndefined).from_string(entity[place]).render(
                    value_json=payload)
        if "json_attributes_template" in found:
            assert isinstance(json.loads(found["json_attributes_template"]), dict)
        value = found["value_template"]
        assert entity.get("device_class") != "enum" or value in entity["options"]
        assert kind != "event" or json.loads(value)["event_type"] in entity["event_types"]
        print(key, value, entity.get("unit_of_measurement", ""))
    assert len(names) == sum(message["payload"] != "" for message in messages)
    """

  private struct Message: Encodable {
    var topic: String
    var payload: String
  }

  private struct Payloads: Encodable {
    var state: RecorderStatus
    var take: TakeRecord
    var event: RecorderEvent
  }

  private static func states(_ status: RecorderStatus, orders: Bool) throws -> [String] {
    let home = HomeAssistant(
      topics: BridgeTopics(prefix: "pinna", status), prefix: "homeassistant", takesCommands: orders)
    let messages = home.messages(status)
    #expect(messages.allSatisfy { $0.isKept })
    let folder = try TemporaryDirectory()
    let payloads = Payloads(
      state: status, take: TakeRecord(number: 7, name: "20260101_000000_007"),
      event: BridgeSamples.event(.marker, 1))
    for (name, text) in [
      ("messages", json(messages.map { Message(topic: $0.topic, payload: $0.payload) })),
      ("payloads", json(payloads)), ("read.py", script),
    ] { try folder.write(Array(text.utf8), to: name) }
    let run = try #require(
      ChildProcess.run(
        ["/usr/bin/python3"] + ["read.py", "messages", "payloads"].map { folder.file($0) }))
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private static func json(_ value: some Encodable) -> String {
    BridgeMessage("", of: value, isKept: false).payload
  }

  private static let hasJinja =
    ChildProcess.run(["/usr/bin/python3", "-c", "import jinja2"])?.status == 0

  @Test(
    "templates give the facts of the recorder, and know what it does not have",
    .enabled(if: hasJinja, "needs python3-jinja2"))
  func templates() throws {
    let bare = try Self.states(BridgeSamples.status(), orders: false)
    for line in [
      "state armed ", "take 0 s", "last_take 20260101_000000_007 ", "level -20.25 dBFS",
      "free 8000000000 B", "time_left 27000 s", "clock ntp ", "warnings 0 ", "recording OFF ",
      "problem OFF ", "record is taken back", "mark is taken back",
    ] { #expect(bare.contains(line), "\(line): \(bare)") }
    #expect(!bare.contains { $0.hasPrefix("battery") || $0.hasPrefix("sound_level") })
    let whole = try Self.states(BridgeSamples.whole, orders: true)
    for line in [
      "state recording ", "take 61.5 s", "warnings 2 ", "recording ON ", "problem ON ",
      "battery 80 %",
      "sound_level 40.5 dBA", "record ON ",
    ] { #expect(whole.contains(line), "\(line): \(whole)") }
    #expect(whole.contains { $0.hasPrefix("mark mark pinna/") })
    var silent = BridgeSamples.status()
    (silent.channels, silent.freeBytes, silent.secondsLeft, silent.clockSource) = (
      [], nil, nil, nil
    )
    let empty = try Self.states(silent, orders: true)
    for line in ["level None dBFS", "free None B", "clock unknown ", "record OFF "] {
      #expect(empty.contains(line), "\(line): \(empty)")
    }
  }

  @Test("two recorders share no topic and no name")
  func two() {
    let topics = ["oak", "birch"].enumerated().map { index, name in
      let status = BridgeSamples.status(name, serial: "\(index)")
      let home = HomeAssistant(
        topics: BridgeTopics(prefix: "pinna", status), prefix: "homeassistant", takesCommands: true)
      return Set(home.messages(status).map(\.topic))
    }
    #expect(topics[0].isDisjoint(with: topics[1]) && topics[0].count == topics[1].count)
  }
}
