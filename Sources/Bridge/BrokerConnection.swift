import CMosquitto
import Glibc

/// A connection to a broker, from the attempt to connect until it ends; every further attempt needs a new object.
///
/// - Thread: one; nothing happens between calls of ``turn(_:now:)``.
final class BrokerConnection {
  /// The reason why a connection ended or failed, in a sentence.
  struct End: Error { var words: String }

  /// The time limit for a broker's answer, and the keep-alive interval of MQTT, in seconds.
  private static let (patience, keepAlive) = (30.0, Int32(30))
  /// The number of turns, of at most 0.1 s each, in which the broker can confirm the last messages.
  private static let mostTurns = 20

  private let place: BrokerPlace
  private let until: Double
  private var client: OpaquePointer?
  private var answer: Int32?
  private var complaint = ""
  private var heard: [String] = []
  private var sent: [(id: Int32, message: BridgeMessage)] = []

  /// True if messages can be sent.
  var isOpen: Bool { answer == 0 }
  /// The messages that the broker has not confirmed and may not have, the oldest first, without the retained messages,
  /// which are published anew with every connection.
  var unconfirmed: [BridgeMessage] { sent.map(\.message).filter { !$0.isKept } }

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - name: the name of this client, unique on the broker.
  ///   - will: the message that the broker publishes if this client disappears.
  /// - Throws: ``End``.
  init(_ place: BrokerPlace, name: String, will: BridgeMessage, now: Double) throws(End) {
    self.place = place
    until = now + Self.patience
    let password: String?
    do throws(BrokerPlace.Mistake) { password = try place.password() } catch {
      throw End(words: error.words)
    }
    // The library makes its own copies of these texts.
    let texts = [name, place.user, password, place.authorities, will.topic, will.payload]
      .map { text in text.flatMap { strdup($0) } }
    defer { for text in texts { free(text) } }
    var setup = pinna_mqtt_setup(
      name: texts[0], user: texts[1], password: texts[2], authorities: texts[3],
      will_topic: texts[4], will: texts[5],
      connected: { _, context, code in BrokerConnection.of(context)?.answer = code },
      published: { _, context, id in BrokerConnection.of(context)?.sent.removeAll { $0.id == id } },
      message: { _, context, message in
        if let message { BrokerConnection.of(context)?.hear(message.pointee) }
      },
      log: { _, context, level, words in
        guard level == MOSQ_LOG_ERR, let words else { return }
        BrokerConnection.of(context)?.complaint = String(cString: words)
      })
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(pinna_mqtt_make(&setup, context, &client))
    guard let client else { return }
    try check(pinna_mqtt_connect(client, place.host, Int32(place.port), Self.keepAlive))
  }

  deinit { if let client { pinna_mqtt_release(client) } }

  private static func of(_ context: UnsafeMutableRawPointer?) -> BrokerConnection? {
    context.map { Unmanaged<BrokerConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Stores a received order.
  ///
  /// Retained orders are ignored: they are old, and would arrive again with every new connection. An order that is
  /// too long is cut to one byte more than allowed.
  private func hear(_ message: mosquitto_message) {
    guard !message.retain else { return }
    let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    heard.append(String(decoding: payload.prefix(BridgeOrder.mostBytes + 1), as: UTF8.self))
  }

  /// Sends and receives for at most `seconds`; returns as soon as an order has arrived.
  ///
  /// - Returns: the received orders.
  /// - Throws: ``End``.
  func turn(_ seconds: Double, now: Double) throws(End) -> [String] {
    guard let client else { return [] }
    complaint = ""
    errno = 0
    let result = pinna_mqtt_turn(client, Int32(max(0, seconds) * 1000))
    if let answer, answer != 0 { throw End(words: place.words(refusal: answer)) }
    try check(result)
    guard answer != nil || now < until else {
      throw End(words: "the broker \(place.name) does not answer: check --host and --port")
    }
    defer { heard = [] }
    return heard
  }

  /// Sends a message; it is ``unconfirmed`` until the broker has it.
  ///
  /// - Throws: ``End``.
  func send(_ message: BridgeMessage) throws(End) {
    guard let client else { return }
    let bytes = Array(message.payload.utf8)
    var id: Int32 = 0
    // Even if it fails now.
    defer { sent.append((id, message)) }
    errno = 0
    try check(
      pinna_mqtt_publish(client, &id, message.topic, bytes, Int32(bytes.count), message.isKept))
  }

  /// Subscribes to a topic.
  ///
  /// - Throws: ``End``.
  func subscribe(_ topic: String) throws(End) {
    guard let client else { return }
    try check(pinna_mqtt_subscribe(client, topic))
  }

  /// Ends the connection cleanly, so the broker does not publish the will.
  func leave() {
    guard let client, isOpen else { return }
    // A broker that cannot confirm a message, because the connection is closed, drops the messages after it.
    for _ in 0..<Self.mostTurns where !sent.isEmpty { _ = pinna_mqtt_turn(client, 100) }
    pinna_mqtt_leave(client)
    _ = pinna_mqtt_turn(client, 100)
  }

  private func check(_ result: Int32) throws(End) {
    let problem = errno
    guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
    throw End(words: place.words(result, errno: problem, complaint: complaint))
  }
}
