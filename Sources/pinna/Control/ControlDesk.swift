import Boards
import Face
import Recorder
import Varlink

/// The recorder's side of the control socket: does what clients ask for, in the same way as what hands ask for, and
/// tells them the state.
///
/// - Thread: control.
final class ControlDesk {
  /// Seconds between two states while clients watch and nothing happens: meters that move smoothly.
  static let statusSeconds = 0.1

  private let session: Session
  private let mailbox: ControlMailbox
  private let feed: SoundFeed
  /// Prints a line of the log.
  private let log: (String) -> Void
  /// Gives buttons and lights to a borrower of the device, or takes them back.
  private let lendHands: (Bool) -> Void
  private var book: StatusBook
  private var holder: ControlOrder?
  private var asker: (order: ControlOrder, name: String)?
  private var nextStatus = 0.0

  /// A desk of a recorder.
  init(
    _ session: Session, mailbox: ControlMailbox, feed: SoundFeed, book: StatusBook,
    lendHands: @escaping (Bool) -> Void, log: @escaping (String) -> Void
  ) {
    self.session = session
    self.mailbox = mailbox
    self.feed = feed
    self.book = book
    self.lendHands = lendHands
    self.log = log
  }

  /// Does what was asked for since the last turn, and tells those that watch.
  ///
  /// - Parameters:
  ///   - events: those of this turn.
  ///   - circumstances: the facts that the session does not know.
  func turn(_ now: Double, _ events: [SessionEvent], _ circumstances: StatusBook.Circumstances) {
    book.note(events, session, now)
    for order in mailbox.orders() { fulfil(order, now, circumstances) }
    let isWatched = mailbox.isWatched
    session.meterEars(isWatched)
    session.listen(feed.isWanted ? feed.tap : nil)
    guard isWatched else { return }
    book.look(session, now)
    guard now >= nextStatus || !events.isEmpty else { return }
    nextStatus = max(now, nextStatus + Self.statusSeconds)
    mailbox.publish(status(now, circumstances))
  }

  private func status(
    _ now: Double, _ circumstances: StatusBook.Circumstances
  ) -> RecorderStatus {
    var status = book.status(session, now, circumstances)
    if let asker { status.warnings.insert("\(asker.name) asks to be let in", at: 0) }
    return status
  }

  private func fulfil(
    _ order: ControlOrder, _ now: Double, _ circumstances: StatusBook.Circumstances
  ) {
    do throws(SessionRefusal) {
      mailbox.put(try outcome(order, now, circumstances), for: order)
    } catch {
      mailbox.put(.refused(reason: error.reason, message: error.description), for: order)
    }
  }

  private func outcome(
    _ order: ControlOrder, _ now: Double, _ circumstances: StatusBook.Circumstances
  ) throws(SessionRefusal) -> ControlOutcome {
    switch order.wish {
    case .status:
      book.look(session, now)
      return .status(status(now, circumstances))
    case .start: try session.startTake(now)
    case .stop: try session.stopTake()
    case .pause(let isPaused): try session.setPaused(isPaused)
    case .mark(let text): try session.mark(Self.label(text))
    case .select(let source, let pattern):
      try session.select(dataSource: source, try pattern.map(polarPattern))
    case .awaitPresses(let name): return try awaitPresses(order, by: name)
    case .hold(let borrower): return try hold(order, by: borrower, now)
    case .listen: return listen(order)
    case .delete(let number, let name): return deletion(order, number, name)
    case .release: release(order, now)
    }
    tell(order)
    return .done
  }

  private func polarPattern(_ name: String) throws(SessionRefusal) -> PolarPattern {
    guard let pattern = PolarPattern(rawValue: name) else {
      throw .noSuchPattern(name, available: session.selectablePatterns)
    }
    return pattern
  }

  /// Shows that presses of the source button are asked for; in a take they would be markers.
  private func awaitPresses(
    _ order: ControlOrder, by name: String
  ) throws(SessionRefusal) -> ControlOutcome {
    guard !session.isTaking else { throw .duringTake(setting: "who may use the recorder") }
    asker = (order, Self.label(name).flatMap { $0.isEmpty ? nil : $0 } ?? "another program")
    session.showAsked(true)
    tell(order)
    return .awaited
  }

  private func hold(
    _ order: ControlOrder, by borrower: String, _ now: Double
  ) throws(SessionRefusal) -> ControlOutcome {
    let name = Self.label(borrower).flatMap { $0.isEmpty ? nil : $0 } ?? "another program"
    try session.lendDevice(to: name, now)
    lendHands(true)
    holder = order
    tell(order)
    return .lent(device: session.configuration.board.capture.device)
  }

  /// Promises the live sound, unless so many listen to it that there is none left to give.
  private func listen(_ order: ControlOrder) -> ControlOutcome {
    guard feed.count < RecorderInterface.mostListeners else {
      return .refused(
        reason: "tooManyListeners",
        message: "\(RecorderInterface.mostListeners) programs listen already; end one of them")
    }
    tell(order)
    return .listening
  }

  /// Lets a take be deleted that has no open file.
  private func deletion(_ order: ControlOrder, _ number: Int, _ name: String) -> ControlOutcome {
    if session.openTakes.contains(name) {
      return .refused(
        reason: "takeOpen",
        message: "take \(number) is being made; stop it, and wait until it is closed")
    }
    if session.isCopying {
      return .refused(
        reason: "copyRuns", message: "takes are being copied; wait until that is done")
    }
    tell(order)
    return .deletable(number, name: name)
  }

  /// Takes back what the call had whose connection ends: the device, or the lights; others have nothing to give.
  private func release(_ order: ControlOrder, _ now: Double) {
    if asker?.order.call == order.call {
      asker = nil
      session.showAsked(false)
    }
    guard holder?.call == order.call else { return }
    holder = nil
    lendHands(false)
    session.takeDeviceBack(now)
  }

  /// Says who asked, as a log says which button was pressed.
  private func tell(_ order: ControlOrder) {
    guard let what = order.wish.words else { return }
    log("asked       \(what), by user \(order.peer.user), process \(order.peer.process)")
  }

  /// A text of one line and of bounded length.
  static func label(_ text: String?) -> String? {
    guard let text else { return nil }
    let line = text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
    var all = String.UnicodeScalarView()
    all.append(contentsOf: line)
    let words = String(all).split(separator: " ").joined(separator: " ").printable
    return words.isEmpty ? nil : String(words.prefix(RecorderInterface.markerLength))
  }
}

extension ControlOrder.Wish {
  /// The wish in the words of a log; `nil` for what changes nothing.
  fileprivate var words: String? {
    switch self {
    case .status, .release: nil
    case .start: "start"
    case .stop: "stop"
    case .pause(let isPaused): isPaused ? "pause" : "resume"
    case .mark: "marker"
    case .select(let source, let pattern):
      [source.map { "source \($0.printable)" }, pattern.map { "pattern \($0.printable)" }]
        .compactMap { $0 }.joined(separator: ", ")
    case .awaitPresses(let by): "presses of source, for \(String(by.prefix(80)).printable)"
    case .hold: "the capture device"
    case .delete(let number, _): "to delete take \(number)"
    case .listen(let by):
      by.isEmpty ? "the live sound" : "the live sound for " + String(by.prefix(40)).printable
    }
  }
}

extension SessionRefusal {
  /// The reason as a word for programs; words are only ever added.
  var reason: String {
    switch self {
    case .duringTake, .takeMade, .copyDuringTake, .wifiDuringTake, .deviceInTake: "duringTake"
    case .notArmed: "notArmed"
    case .notRecording: "notRecording"
    case .deviceLent: "deviceLent"
    case .noSuchDataSource: "noSuchDataSource"
    case .noSuchPattern, .unsupportedPattern, .noAmbisonics: "unsupportedPattern"
    case .orientationFixed: "orientationFixed"
    case .tooManyPauses: "tooManyPauses"
    case .storageFull: "storageFull"
    case .takeRuns: "takeRuns"
    case .takesOff: "takesOff"
    case .scheduleMissed: "scheduleMissed"
    case .copyNotConfigured, .copyRequest: "copyNotConfigured"
    case .copyRuns: "copyRuns"
    case .wifiRuns: "wifiRuns"
    case .wifiRequest: "wifiRequest"
    case .format: "format"
    case .fault: "fault"
    }
  }
}
