import Boards
import Essentials
import Face
import Glibc
import LinuxBoard
import Recorder
import Varlink

/// Shows the status of a recorder in another process until a key, a signal or the time ends it.
///
/// The views are the same as for a recorder in this process. If the recorder ends or does not answer, this waits for
/// it.
final class RemoteStatusView {
  /// The forms of the output.
  enum Form {
    /// A view on the whole terminal or, if there is no terminal, a line every second.
    case lines
    /// A line of JSON for every status.
    case facts
    /// A line of JSON with the levels every second, in the form that `pinna monitor --json` prints.
    case levels
  }

  /// Seconds between two states.
  private static let statusSeconds = 0.1
  /// Seconds between two attempts to reach a recorder that is away.
  private static let retrySeconds = 1.0
  /// Seconds between two requests for the list of takes.
  private static let takeSeconds = 5.0

  /// The connection that receives the states; `nil` while the recorder is away.
  private var client: ControlClient?
  /// The connection for the requests that keys make, and for the list of takes.
  private var controls: ControlClient?
  private let hasControls: Bool
  private let connect: () -> ControlClient?
  /// The time of day when the recorder went away, and the time of the next attempt to reach it.
  private var away: (since: WallTime, retryAt: Double)?
  private var last: RecorderStatus?
  private let console: Console
  private let end: Double
  private let keyboard: Keyboard?
  private let screen: ScreenDisplay?
  /// The display; `nil` for a line of JSON for every status.
  private let display: (any LiveDisplay)?

  /// Prepares to show the status of a recorder.
  ///
  /// - Parameters:
  /// - hasControls: true to open a second connection, through which the keys s and o select.
  ///   - connect: opens a connection, also after the recorder was away; returns `nil` while it is away.
  ///   - board: the board of the recorder, for a drawing of how it is held; `nil` for no drawing.
  ///   - seconds: seconds after which the view ends; `nil` for no limit.
  init(
    _ client: ControlClient, hasControls: Bool, connect: @escaping () -> ControlClient?,
    board: Board?, console: Console, form: Form, seconds: Double?
  ) throws(CommandError) {
    ProcessSignals.takeOver()
    (self.client, self.connect, self.console) = (client, connect, console)
    self.hasControls = hasControls
    controls = hasControls ? connect() : nil
    end = seconds.map { MonotonicClock.now() + $0 } ?? .infinity
    keyboard = form == .lines ? Keyboard() : nil
    let keys = keyboard == nil ? [] : Self.keys(hasControls: controls != nil)
    screen =
      form == .lines ? ScreenDisplay(board: board, console: console, keys: { _ in keys }) : nil
    display =
      switch form {
      case .facts: nil
      case .levels: LevelsDisplay(console: console, hasHistory: true)
      case .lines:
        screen
          ?? LineDisplay(
            board: board, console: console, meters: .everySecond, endsWithReader: true,
            hasHistory: true)
      }
    try translate(try client.watch(interval: Self.statusSeconds), to: CommandError.control)
  }

  private static func keys(hasControls: Bool) -> [ViewContent.Key] {
    [.quit] + (hasControls ? [.source, .pattern] : []) + [.clear]
  }

  /// Shows the status until the time is up, or a key or a signal ends it.
  func run() throws {
    defer { display?.close() }
    var nextTakes = -Double.infinity
    while ProcessSignals.stop == nil {
      let now = MonotonicClock.now()
      guard now < end else { return }
      let next = try state(within: min(0.1, end - now), now)
      for key in keyboard?.poll() ?? [] {
        if key == .character("q") { return }
        if key == .character("c") { display?.clearClips() }
        if let last, client != nil { display?.ask(select(key, last)) }
      }
      guard let status = next else { continue }
      if screen != nil, now >= nextTakes {
        nextTakes = now + Self.takeSeconds
        lookAtTakes()
      }
      try show(status, now)
    }
  }

  /// The next status; `nil` if none comes in time, or while the recorder is away.
  private func state(within seconds: Double, _ now: Double) throws -> RecorderStatus? {
    guard let client else { return try reconnect(now) }
    do throws(VarlinkClient.Failure) {
      let next = try client.nextStatus(within: seconds)
      last = next ?? last
      return next
    } catch {
      switch error {
      case .absent, .ended, .timeout, .socket: try leave(now)
      case .notPermitted, .wire, .error: throw CommandError(error)
      }
      return nil
    }
  }

  private func lookAtTakes() {
    do throws(VarlinkClient.Failure) {
      guard let controls else { return }
      screen?.takes = try controls.call(
        RecorderInterface.listTakes, .init(limit: StatusView.mostTakes)
      ).takes
    } catch {
      // The list of takes stays as it is; the states show if the recorder is there.
    }
  }

  /// Notes that the recorder is away, and shows this.
  private func leave(_ now: Double) throws {
    (client, controls) = (nil, nil)
    away = (WallClock.now(), now + Self.retrySeconds)
    try showAway()
  }

  private func showAway() throws {
    guard let away else { return }
    let words =
      "the recorder has not answered since \(WallClock.timeText(of: away.since).dropLast(2)); trying again "
      + "every second"
    guard screen != nil, var status = last else { return console.note(words) }
    (status.state, status.details) = (.faulted, words)
    (status.time, status.stateSeconds) = (away.since.epochSeconds, 0)
    (status.ears, status.channels, status.take) = ([], [], nil)
    (status.warnings, status.warningCodes, status.faultCode) = ([], [], nil)
    try show(status, MonotonicClock.now())
  }

  /// Tries to reach a recorder that is away; returns its next status if it is back.
  private func reconnect(_ now: Double) throws -> RecorderStatus? {
    guard let away, now >= away.retryAt else {
      // A screen that has just shown the last state is not drawn again at once.
      if screen != nil, last != nil { try showAway() }
      usleep(50_000)
      return nil
    }
    self.away?.retryAt = now + Self.retrySeconds
    guard let client = connect() else { return nil }
    do throws(VarlinkClient.Failure) {
      try client.watch(interval: Self.statusSeconds)
      let next = try client.nextStatus(within: 1)
      controls = hasControls ? connect() : nil
      (self.client, self.away) = (client, nil)
      // A screen already shows that the recorder is back.
      if screen == nil { console.note("the recorder answers again") }
      return next
    } catch {
      return nil
    }
  }

  /// Selects what a key stands for, for the next takes; returns the reason if that fails.
  private func select(_ key: KeyPress, _ status: RecorderStatus) -> String? {
    guard let controls else { return nil }
    let source = status.dataSources.first { $0.name == status.dataSource }
    do throws(VarlinkClient.Failure) {
      switch key {
      case .character("s"):
        let name = next(status.dataSource, in: status.dataSources.map(\.name))
        _ = try controls.call(RecorderInterface.select, .init(dataSource: name, pattern: nil))
      case .character("o"):
        let name = next(status.preferredPattern, in: source?.patterns ?? [])
        _ = try controls.call(RecorderInterface.select, .init(dataSource: nil, pattern: name))
      default: break
      }
      return nil
    } catch {
      return CommandError(error).message
    }
  }

  private func next(_ word: String, in words: [String]) -> String {
    guard let place = words.firstIndex(of: word) else { return words.first ?? word }
    return words[(place + 1) % words.count]
  }

  private func show(_ status: RecorderStatus, _ now: Double) throws {
    if let display {
      try display.show([], at: now) { status }
    } else {
      try console.print(JSONOutput.line(status))
    }
  }
}
