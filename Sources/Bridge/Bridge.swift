import Essentials
import Face
import Glibc

/// The running bridge: it asks the recorder, serves the broker, writes the file, and reports when any of the three
/// fails.
///
/// - Thread: one.
final class Bridge {
  /// The interval between requests for the recorder's status in seconds.
  private static let lookSeconds = 0.5
  /// The range of pauses between attempts to reach a broker, in seconds: the pause doubles after each
  /// failure, up to the upper bound.
  private static let retrySeconds = 1.0...60.0

  private let arguments: BridgeArguments
  private let place: BrokerPlace?
  private let file: PrometheusFile?
  private let recorder: AskedRecorder
  private var news: BridgeNews
  private var broker: BrokerConnection?
  private var isGreeted = false
  private var retry = (at: 0.0, seconds: Bridge.retrySeconds.lowerBound)
  private var nextLook = 0.0
  /// The time at which the file is due again while the recorder does not answer.
  private var nextWrite = 0.0
  /// The last report about the recorder, the broker and the file, to avoid repeated reports.
  private var told: [String: String] = [:]
  private var signals = sigset_t()

  /// Creates a bridge from a recorder to a broker, to a file, or to both.
  init(
    _ arguments: BridgeArguments, broker: BrokerPlace?, file: PrometheusFile?,
    recorder: AskedRecorder
  ) {
    (self.arguments, place, self.file, self.recorder) = (arguments, broker, file, recorder)
    news = BridgeNews(arguments)
  }

  /// Runs until SIGTERM or SIGINT.
  func run() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigprocmask(SIG_BLOCK, &signals, nil)
    while !isOver(within: broker == nil ? nextLook - Self.now() : 0) {
      if Self.now() >= nextLook { look(Self.now()) }
      connect(Self.now())
      serve(Self.now())
    }
    if let topics = news.topics, isGreeted {
      send(BridgeMessage(topics.bridge, BridgeTopics.offline))
    }
    broker?.leave()
    writeFile(isUp: false)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Waits at most `seconds` for a signal that ends the program.
  private func isOver(within seconds: Double) -> Bool {
    var time = timespec(tv_sec: 0, tv_nsec: Int(max(0, min(seconds, 0.999)) * 1e9))
    return sigtimedwait(&signals, nil, &time) > 0
  }

  private func tell(_ subject: String, _ words: String) {
    guard told[subject] != words else { return }
    told[subject] = words
    BridgeProgram.say(words)
  }

  // MARK: - The recorder

  private func look(_ now: Double) {
    nextLook = now + Self.lookSeconds
    guard let status = recorder.status() else {
      if let problem = recorder.problem {
        tell("recorder", "the recorder is unavailable: \(problem); trying again until it answers")
      }
      // The age of the file shows if the bridge runs.
      if news.lose() || now >= nextWrite { writeFile(isUp: false) }
      return
    }
    tell("recorder", "the recorder answers")
    if news.renames(status) {
      if isGreeted { for message in news.farewell { send(message) } }
      broker?.leave()
      release()
      retry.at = 0
    }
    let heard = news.hear(status, now)
    if heard.missesEvents {
      BridgeProgram.say(
        "more new events than a status lists: the last \(status.events.count) are published, and "
          + "earlier events may be missing")
    }
    for take in heard.finished {
      if let record = recorder.take(ofFile: take) { news.hear(record) }
    }
    if heard.hidesTakes, let take = recorder.newestTake() { news.hear(newest: take) }
    if heard.isNew { writeFile(isUp: true) }
  }

  private func writeFile(isUp: Bool) {
    guard let file else { return }
    nextWrite = Self.now() + arguments.interval
    let text = PrometheusText(news.status, isUp: isUp, takes: news.takes).text
    tell("file", file.write(text) ?? "writing figures to \(file.path)")
  }

  private func obey(_ payload: String) {
    // The reply repeats the command, so the sender can recognise it.
    var reply = BridgeOrder.Reply(command: payload, done: false)
    if let order = BridgeOrder(payload) {
      reply.message = recorder.carryOut(order)
      reply.done = reply.message == nil
    } else {
      reply.message = "possible commands are \(BridgeOrder.words)"
    }
    let outcome = reply.message.map { "not done: \($0)" } ?? "done"
    BridgeProgram.say("order '\(payload.prefix(60))' from the broker: \(outcome)".printable)
    news.reply(reply)
    nextLook = 0
  }

  // MARK: - The broker

  /// Connects to the broker if there is no connection and the recorder's name is known.
  private func connect(_ now: Double) {
    guard let place, broker == nil, now >= retry.at, let topics = news.topics else { return }
    let will = BridgeMessage(topics.bridge, BridgeTopics.offline)
    do throws(BrokerConnection.End) {
      broker = try BrokerConnection(place, name: topics.client, will: will, now: now)
    } catch {
      lose(error)
    }
  }

  /// Sends waiting messages, carries out orders, and waits until the recorder's status is due again.
  private func serve(_ now: Double) {
    guard let broker else { return }
    do throws(BrokerConnection.End) {
      if broker.isOpen { try tellAll(broker) }
      for payload in try broker.turn(nextLook - now, now: now) { obey(payload) }
    } catch {
      lose(error)
    }
  }

  private func tellAll(_ broker: BrokerConnection) throws(BrokerConnection.End) {
    if !isGreeted, let place, let topics = news.topics {
      (isGreeted, retry.seconds) = (true, Self.retrySeconds.lowerBound)
      tell("broker", "publishing \(topics.base) to the broker \(place.name)")
      news.greet()
      if arguments.takesCommands { try broker.subscribe(topics.command) }
    }
    while let message = news.next() { try broker.send(message) }
  }

  private func send(_ message: BridgeMessage) {
    do throws(BrokerConnection.End) { try broker?.send(message) } catch { lose(error) }
  }

  /// Gives the connection up; messages that the broker has not confirmed wait for the next one.
  private func release() {
    if let broker { news.requeue(broker.unconfirmed) }
    (broker, isGreeted) = (nil, false)
  }

  private func lose(_ end: BrokerConnection.End) {
    release()
    tell("broker", "\(end.words); trying again until it works")
    retry = (
      Self.now() + retry.seconds, min(retry.seconds * 2, Self.retrySeconds.upperBound)
    )
  }
}
