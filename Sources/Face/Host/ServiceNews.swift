import Boards
import Recorder

/// The notifications for the service manager: readiness, signs of life, and status.
///
/// - Thread: control.
struct ServiceNews {
  private let service: any ServicePort
  private let board: Board
  private var watchdog: Watchdog?
  /// The last status that the service manager accepted.
  private var status = ""
  /// True if readiness must still be announced, because the manager was too busy to accept it.
  private var owesReady = false

  /// Notifications for the manager of a service; `nil` if there is no manager.
  init?(_ service: (any ServicePort)?, board: Board) {
    guard let service else { return nil }
    self.service = service
    self.board = board
    watchdog = service.watchdogSeconds.map { Watchdog(limitSeconds: $0) }
  }

  /// Notes that the recorder captures sound, or has reported a problem and keeps retrying.
  mutating func ready() { owesReady = !service.tell(.ready) }

  /// Sends the notifications that are due in a turn of the control loop.
  mutating func turn(_ session: Session, at now: Double) {
    if owesReady { ready() }
    let arrived = session.isCapturing ? session.arrivedFrames : nil
    if watchdog?.isSignDue(now, arrived: arrived) == true { service.tell(.alive) }
    let words = words(session)
    if words != status, service.tell(.status(words)) { status = words }
  }

  /// Announces that the recorder is closing its takes and ending.
  func stopping() { service.tell(.stopping) }

  /// The present activity in words, without values that change all the time.
  private func words(_ session: Session) -> String {
    let which = board.name(of: session.progress?.which ?? session.currentCase)
    let details =
      switch RecorderStatus.State(session.state) {
      case .armed: which + (session.isCopying ? ", copying takes" : "")
      case .recording: which
      case .lent: "\(session.borrower ?? "another program") is using the capture device"
      case .faulted: session.fault.map { "\($0)" } ?? ""
      case .idle: session.asleepUntil.map { "asleep until \($0.text)" } ?? ""
      case .paused, .finishing: ""
      }
    let state = RecorderStatus.State(session.state).rawValue
    return details.isEmpty ? state : "\(state): \(details)"
  }
}
