import Face

/// The news of a recorder that others are told, and the messages that tell them: no socket and no clock.
struct BridgeNews {
  private let arguments: BridgeArguments
  /// The names of topics; `nil` before the first status.
  private(set) var topics: BridgeTopics?
  /// The newest status; `nil` before the first.
  private(set) var status: RecorderStatus?
  /// True while the recorder answers.
  private(set) var isUp = false
  /// Takes that were finished since the beginning.
  private(set) var takes = 0
  private var take: BridgeMessage?
  private var entities: [BridgeMessage] = []
  private var dueAt = 0.0
  /// Messages that are to be sent, the oldest first.
  private(set) var waiting: [BridgeMessage] = []

  /// The most messages that wait for a broker; of more, the oldest are dropped.
  static let mostWaiting = 500

  /// No news yet.
  init(_ arguments: BridgeArguments) { self.arguments = arguments }

  /// True when a name or a serial number gives other topics than before.
  func renames(_ status: RecorderStatus) -> Bool {
    topics.map { $0 != BridgeTopics(prefix: arguments.prefix, status) } ?? false
  }

  /// Takes in a status.
  ///
  /// - Returns: the files of takes that were finished, and true when there is something to tell.
  mutating func hear(_ next: RecorderStatus, _ now: Double) -> (finished: [String], isNew: Bool) {
    let topics = BridgeTopics(prefix: arguments.prefix, next)
    // What happened before the first status is old.
    let events = status.map { next.events(after: $0.events) } ?? []
    let isNew =
      !isUp || !events.isEmpty || now >= dueAt || next.withoutFigures != status?.withoutFigures
    (self.topics, status) = (topics, next)
    guard isNew else { return ([], false) }
    if !isUp { wait(BridgeMessage(topics.recorder, BridgeTopics.online)) }
    (isUp, dueAt) = (true, now + arguments.interval)
    for event in events { wait(BridgeMessage(topics.event, of: event, isKept: false)) }
    tellEntities(topics, next)
    wait(BridgeMessage(topics.state, of: next, isKept: true))
    let finished = events.filter { $0.kind == .takeFinished }
    takes += finished.count
    return (finished.compactMap { $0.fields["file"] }, true)
  }

  /// Takes in the record of a finished take.
  mutating func hear(_ record: TakeRecord) {
    guard let topics else { return }
    let message = BridgeMessage(topics.take, of: record, isKept: true)
    take = message
    wait(message)
  }

  /// Takes in that the recorder does not answer.
  ///
  /// - Returns: true when it did before.
  mutating func lose() -> Bool {
    guard isUp else { return false }
    isUp = false
    if let topics { wait(BridgeMessage(topics.recorder, BridgeTopics.offline)) }
    return true
  }

  /// Adds the reply to an order.
  mutating func reply(_ reply: BridgeOrder.Reply) {
    if let topics { wait(BridgeMessage(topics.reply, of: reply, isKept: false)) }
  }

  /// All that a broker must know which was away; messages that were not kept and still wait come after it.
  mutating func greet() {
    guard let topics, let status else { return }
    let kept = waiting.filter { !$0.isKept }
    (waiting, entities) = ([], [])
    tellEntities(topics, status)
    wait(BridgeMessage(topics.bridge, BridgeTopics.online))
    wait(BridgeMessage(topics.recorder, isUp ? BridgeTopics.online : BridgeTopics.offline))
    wait(BridgeMessage(topics.state, of: status, isKept: true))
    if let take { wait(take) }
    waiting += kept
  }

  /// The next message; `nil` when all were taken.
  mutating func next() -> BridgeMessage? { waiting.isEmpty ? nil : waiting.removeFirst() }

  private mutating func tellEntities(_ topics: BridgeTopics, _ status: RecorderStatus) {
    guard let prefix = arguments.discovery else { return }
    let messages = HomeAssistant(
      topics: topics, prefix: prefix, takesCommands: arguments.takesCommands
    ).messages(status)
    for message in messages where !entities.contains(message) { wait(message) }
    entities = messages
  }

  private mutating func wait(_ message: BridgeMessage) {
    guard arguments.host != nil else { return }
    // Of what the broker keeps, only the newest counts.
    if message.isKept { waiting.removeAll { $0.topic == message.topic } }
    waiting.append(message)
    if waiting.count > Self.mostWaiting { waiting.removeFirst() }
  }
}
