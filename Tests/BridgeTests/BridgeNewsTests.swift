import Testing

@testable import Bridge
@testable import Face

@Suite("News of a recorder for a broker")
struct BridgeNewsTests {
  private static func news(_ words: [String] = []) throws -> BridgeNews {
    BridgeNews(try BridgeArguments(["--host", "broker", "--discovery", "none"] + words))
  }

  /// The topics that wait, below that of the recorder.
  private static func topics(_ news: inout BridgeNews) -> [String] {
    var found: [String] = []
    while let message = news.next() { found.append(String(message.topic.dropFirst(10))) }
    return found
  }

  private static func isNew(
    _ status: RecorderStatus, _ now: Double, _ news: inout BridgeNews
  ) -> Bool { news.hear(status, now).isNew }

  private static func finished(
    _ status: RecorderStatus, _ now: Double, _ news: inout BridgeNews
  ) -> [String] { news.hear(status, now).finished }

  @Test(
    "topics have the name, or else the serial number, without the signs of topics",
    arguments: [
      ("oak", "0042", "pinna/oak"), ("Oak north", "0042", "pinna/Oak north"),
      ("a/b+c#", "0042", "pinna/a-b-c--23cd95ac"), (nil, "00/42", "pinna/00-42-19a80bec"),
      ("", nil, "pinna/recorder"),
      ("+", "7", "pinna/7"), ("Süd", nil, "pinna/Süd"),
    ] as [(String?, String?, String)])
  func names(name: String?, serial: String?, base: String) {
    let status = BridgeSamples.status(name, serial: serial)
    #expect(BridgeTopics(prefix: "pinna", status).base == base)
  }

  @Test(
    "recorders whose names differ only in signs and letters of their own share no topic and no client",
    arguments: [("Nistkasten ä", "Nistkasten ö"), ("a/b", "a+b"), ("a/b", "a-b"), ("ä", "ö")])
  func apart(one: String, other: String) {
    let topics = [one, other].map {
      BridgeTopics(prefix: "pinna", BridgeSamples.status($0, serial: nil))
    }
    #expect(topics[0].base != topics[1].base && topics[0].serial != topics[1].serial)
    #expect(
      topics.allSatisfy { $0.serial.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: " ") } })
    let named = [one, other].map {
      BridgeTopics(prefix: "pinna", BridgeSamples.status($0, serial: "12345678"))
    }
    #expect(named.allSatisfy { $0.serial == "12345678" && $0.client.count <= 23 })
    #expect(named[0].client != named[1].client)
  }

  @Test("figures are told when they are due, changes at once, and nothing twice")
  func pace() throws {
    var news = try Self.news()
    var status = BridgeSamples.status()
    #expect(Self.isNew(status, 100, &news))
    #expect(Self.topics(&news) == ["recorder", "state"])
    (status.time, status.uptimeSeconds) = (status.time + 1, 61)
    status.channels[0].held = -10
    (status.freeBytes, status.secondsLeft) = (7_999_000_000, 26_999)
    #expect(!Self.isNew(status, 101, &news))
    status.channels[0].isClipped = true
    #expect(Self.isNew(status, 101.5, &news))
    #expect(Self.topics(&news) == ["state"])
    status.state = .recording
    #expect(Self.isNew(status, 102, &news))
    #expect(!Self.isNew(status, 106.9, &news))
    #expect(Self.isNew(status, 107, &news))
  }

  @Test("events are told once each, and not those from before the bridge began")
  func events() throws {
    var news = try Self.news()
    var status = BridgeSamples.status()
    status.events = [BridgeSamples.event(.armed, 1)]
    #expect(Self.finished(status, 0, &news) == [])
    #expect(Self.topics(&news) == ["recorder", "state"])
    status.events += [BridgeSamples.event(.takeStarted, 2), BridgeSamples.event(.takeFinished, 3)]
    #expect(Self.finished(status, 1, &news) == ["20260101_000000_007.wav"])
    #expect(Self.topics(&news) == ["event", "event", "state"] && news.takes == 1)
    #expect(Self.finished(status, 2, &news) == [])
    #expect(Self.topics(&news) == [])
    // The recorder forgets the oldest ones; another recorder has none of them.
    status.events = Array(status.events.dropFirst()) + [BridgeSamples.event(.marker, 4)]
    _ = news.hear(status, 3)
    #expect(Self.topics(&news) == ["event", "state"])
    status.events = [BridgeSamples.event(.armed, 5), BridgeSamples.event(.clock, 5)]
    _ = news.hear(status, 4)
    #expect(Self.topics(&news) == ["event", "event", "state"])
  }

  @Test(
    "a take that ended while the recorder was away, or was recovered, is asked for and told once")
  func hidden() throws {
    var news = try Self.news()
    var status = BridgeSamples.status()
    func asks(_ now: Double) -> Bool { news.hear(status, now).hidesTakes }
    #expect(asks(0))
    for _ in 0..<2 { news.hear(newest: TakeRecord(number: 7, name: "20260101_000000_007")) }
    #expect(Self.topics(&news) == ["recorder", "state", "take"] && news.takes == 0)
    #expect(!asks(10))
    _ = news.lose()
    #expect(asks(20))
    news.hear(newest: TakeRecord(number: 8, name: "20260101_010000_008"))
    #expect(Self.topics(&news) == ["recorder", "state", "take"] && news.takes == 1)
    status.events.append(BridgeSamples.event(.takeFinished, 25))
    #expect(!asks(25))
    status.events.append(BridgeSamples.event(.recovered, 30))
    #expect(asks(30))
  }

  @Test("events that came and went between two statuses are missed, and takes are asked for")
  func missed() throws {
    var news = try Self.news()
    var status = BridgeSamples.status()
    status.events = (0..<8).map { BridgeSamples.event(.marker, Double($0)) }
    #expect(!Self.misses(status, 0, &news))
    status.events = (1..<9).map { BridgeSamples.event(.marker, Double($0)) }
    #expect(!Self.misses(status, 1, &news))
    status.events = (20..<28).map { BridgeSamples.event(.marker, Double($0)) }
    #expect(Self.misses(status, 2, &news))
  }

  /// True if events are missing, and takes with them.
  private static func misses(
    _ status: RecorderStatus, _ now: Double, _ news: inout BridgeNews
  ) -> Bool {
    let heard = news.hear(status, now)
    return heard.missesEvents && heard.hidesTakes
  }

  @Test("a broker that was away hears all that counts, and then what it missed")
  func greeting() throws {
    var news = try Self.news()
    var status = BridgeSamples.status()
    _ = news.hear(status, 0)
    news.hear(TakeRecord(number: 7, name: "20260101_000000_007"))
    status.events = [BridgeSamples.event(.marker, 4)]
    _ = news.hear(status, 1)
    let isLost = (news.lose(), news.lose())
    #expect(isLost == (true, false))
    news.greet()
    #expect(Self.topics(&news) == ["bridge", "recorder", "state", "take", "event"])
    for number in 0..<(2 * BridgeNews.mostWaiting) {
      status.events = [BridgeSamples.event(.marker, Double(number))]
      _ = news.hear(status, 2)
    }
    #expect(news.waiting.count == BridgeNews.mostWaiting)
    #expect(news.waiting.last?.topic == "pinna/oak/state")
  }

  @Test("messages that a broker did not confirm are told to the next one, before later ones")
  func unconfirmed() throws {
    var news = try Self.news()
    var status = BridgeSamples.status()
    _ = news.hear(status, 0)
    status.events = [BridgeSamples.event(.takeStarted, 1)]
    _ = news.hear(status, 1)
    var sent: [BridgeMessage] = []
    while let message = news.next() { if !message.isKept { sent.append(message) } }
    #expect(sent.count == 1)
    status.events.append(BridgeSamples.event(.takeFinished, 2))
    _ = news.hear(status, 2)
    news.requeue(sent)
    news.greet()
    let events = news.waiting.filter { $0.topic == "pinna/oak/event" }.map(\.payload)
    #expect(events.map { $0.contains("takeStarted") } == [true, false])
    news.requeue(Array(repeating: sent[0], count: 2 * BridgeNews.mostWaiting))
    #expect(news.waiting.count == BridgeNews.mostWaiting)
    #expect(news.waiting.last?.payload == events.last)
  }

  @Test("another name is noticed, and without a broker nothing waits for one")
  func others() throws {
    var news = BridgeNews(try BridgeArguments(["--prometheus", "x.prom"]))
    #expect(!news.renames(BridgeSamples.status()))
    #expect(Self.isNew(BridgeSamples.status(), 0, &news))
    #expect(news.waiting.isEmpty)
    #expect(!news.renames(BridgeSamples.status()))
    #expect(news.renames(BridgeSamples.status("birch")))
  }

  @Test("a broker keeps nothing of a former name, and gets the newest take under the new one")
  func renamed() throws {
    var news = try Self.news()
    _ = news.hear(BridgeSamples.status(), 0)
    for number in [7, 8] { news.hear(TakeRecord(number: number, name: "take_\(number)")) }
    news.greet()
    let kept = Set(news.waiting.filter(\.isKept).map(\.topic))
    #expect(kept.count == 4)
    #expect(news.farewell.first == BridgeMessage("pinna/oak/bridge", BridgeTopics.offline))
    #expect(Set(news.farewell.filter { $0.isKept && $0.payload.isEmpty }.map(\.topic)) == kept)
    let isLost = news.lose()
    #expect(isLost)
    let heard = news.hear(BridgeSamples.status("birch"), 1)
    #expect(heard.hidesTakes)
    news.hear(newest: TakeRecord(number: 8, name: "take_8"))
    news.greet()
    #expect(news.waiting.contains { $0.topic == "pinna/birch/take" })
    #expect(!news.waiting.contains { $0.topic.hasPrefix("pinna/oak/") } && news.takes == 0)
  }

  @Test(
    "orders are words as those of the command line",
    arguments: [
      ("start", .start), ("stop\n", .stop), ("pause", .pause), ("resume", .resume),
      ("mark", .mark(nil)),
      ("mark owl by the pond", .mark("owl by the pond")), ("mark owl\nstop", nil),
      ("start\nstop", nil),
      ("\n stop \n \n", .stop), ("select source  front ", .source("front")),
      (" mark  an  owl ", .mark("an  owl")),
      ("select source Front left", .source("Front left")),
      ("select pattern omni", .pattern("omni")),
      ("start now", nil), ("select", nil), ("select source", nil), ("begin", nil), ("", nil),
      ("\n", nil), ("mark " + String(repeating: "x", count: 1000), nil),
    ] as [(String, BridgeOrder?)])
  func orders(payload: String, order: BridgeOrder?) {
    #expect(BridgeOrder(payload) == order)
  }
}
