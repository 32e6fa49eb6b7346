import Boards
import Recorder

/// What the program that keeps the recorder running hears of it: that it works, that it lives, and what it does.
///
/// - Thread: control.
struct ServiceNews {
  private let service: any ServicePort
  private let board: Board
  private var watchdog: Watchdog?
  /// The status that was taken last.
  private var status = ""
  /// Whether it has still to hear that the recorder works: it was too busy to take that.
  private var owesReady = false

  /// News for a service; `nil` where nobody listens.
  init?(_ service: (any ServicePort)?, board: Board) {
    guard let service else { return nil }
    self.service = service
    self.board = board
    watchdog = service.watchdogSeconds.map { Watchdog(limitSeconds: $0) }
  }

  /// The recorder captures, or has said what is wrong and tries again.
  mutating func ready() { owesReady = !service.tell(.ready) }

  /// At every turn of the control loop.
  mutating func turn(_ session: Session, at now: Double) {
    if owesReady { ready() }
    let arrived = session.isCapturing ? session.arrivedFrames : nil
    if watchdog?.isSignDue(now, arrived: arrived) == true { service.tell(.alive) }
    let words = words(session)
    if words != status, service.tell(.status(words)) { status = words }
  }

  /// The recorder closes its takes and ends.
  func stopping() { service.tell(.stopping) }

  /// What is going on, without what changes all the time.
  private func words(_ session: Session) -> String {
    switch session.state {
    case .idle: "idle"
    case .armed:
      "armed: \(board.name(of: session.currentCase))"
        + (session.isCopying ? ", copying takes" : "")
    case .recording(let take): "recording: \(board.name(of: take.which))"
    case .paused: "paused"
    case .finishing: "closing a take"
    case .faulted(let fault): "\(fault)"
    }
  }
}
