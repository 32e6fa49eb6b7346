import Boards
import Essentials
import Face
import Glibc
import LinuxBoard
import Recorder
import Varlink

/// The state of a running recorder, shown until a key, a signal or the time ends it.
///
/// A recorder that ends, or does not answer, is waited for.
final class StatusWatch {
  /// The form of what is printed.
  enum Form {
    /// The view on the whole terminal; a line every second where there is none.
    case lines
    /// A line of JSON for every state.
    case facts
    /// A line of JSON with the levels every second, as `pinna monitor --json` prints them.
    case levels
  }

  /// Seconds between two states.
  private static let statusSeconds = 0.1
  /// Seconds between two tries to reach a recorder that is away.
  private static let retrySeconds = 1.0
  /// Seconds between two looks at the list of takes.
  private static let takeSeconds = 5.0

  /// The connection that tells states; `nil` while the recorder is away.
  private var client: ControlClient?
  /// A connection for what keys ask for, and for the list of takes.
  private var controls: ControlClient?
  private let hasControls: Bool
  private let connect: () -> ControlClient?
  /// The time of day since when the recorder is away, and the time at which it is tried again.
  private var away: (since: WallTime, retryAt: Double)?
  private var last: RecorderStatus?
  private var takes: [ListedTake] = []
  /// The board of the recorder, for its drawing.
  private let board: Board?
  private let console: Console
  private let form: Form
  private let end: Double
  private let keyboard: Keyboard?
  private let screen: TerminalScreen?

  /// Prepares to show the state of a recorder.
  ///
  /// - Parameters:
  ///   - hasControls: true for a second connection, on which s and o select.
  ///   - connect: makes a connection, also when the recorder was away; `nil` while it is.
  ///   - board: the board of the recorder, for a drawing of how it is held; `nil` for none.
  ///   - seconds: after which it ends; `nil` for never.
  init(
    _ client: ControlClient, hasControls: Bool, connect: @escaping () -> ControlClient?,
    board: Board?, console: Console, form: Form, seconds: Double?
  ) throws(CommandError) {
    ProcessSignals.takeOver()
    (self.client, self.connect, self.board) = (client, connect, board)
    self.hasControls = hasControls
    controls = hasControls ? connect() : nil
    (self.console, self.form) = (console, form)
    end = seconds.map { MonotonicClock.now() + $0 } ?? .infinity
    keyboard = form == .lines ? Keyboard() : nil
    screen =
      form == .lines ? TerminalScreen(console.terminal, environment: console.environment) : nil
    try translate(try client.watch(interval: Self.statusSeconds), to: CommandError.control)
  }

  /// Shows states until the time is over, or a key or a signal ends it.
  func run() throws {
    defer { screen?.close() }
    var nextLine = -Double.infinity
    var nextTakes = -Double.infinity
    var notice = ""
    while ProcessSignals.stop == nil {
      let now = MonotonicClock.now()
      guard now < end else { return }
      let next = try state(within: min(0.1, end - now), now)
      for key in keyboard?.poll() ?? [] {
        if key == .character("q") { return }
        if let last, client != nil { notice = select(key, last) }
      }
      guard let status = next else { continue }
      if screen != nil, now >= nextTakes {
        nextTakes = now + Self.takeSeconds
        lookAtTakes()
      }
      if screen == nil, form != .facts {
        guard now >= nextLine else { continue }
        nextLine = max(now, nextLine + 1)
      }
      try show(status, takes, notice)
    }
  }

  /// The next state; `nil` when none comes in time, or while the recorder is away.
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
      if let controls {
        takes = try controls.call(
          RecorderInterface.listTakes, .init(limit: StatusView.mostTakes)
        ).takes
      }
    } catch {
      // The list that is known stays; whether the recorder is there, its states tell.
    }
  }

  /// Notes that the recorder is away, and shows it.
  private func leave(_ now: Double) throws {
    (client, controls) = (nil, nil)
    away = (WallClock.now(), now + Self.retrySeconds)
    try showAway()
  }

  private func showAway() throws {
    guard let away, form == .lines else { return }
    let words =
      "the recorder does not answer since \(WallClock.timeText(of: away.since).dropLast(2)); tried again every second"
    guard screen != nil, var status = last else { return console.note(words) }
    (status.state, status.details) = (.faulted, words)
    (status.time, status.stateSeconds) = (away.since.epochSeconds, 0)
    (status.ears, status.channels, status.take, status.warnings) = ([], [], nil, [])
    try show(status, takes, "")
  }

  /// Tries to reach a recorder that is away; the next state when it is there again.
  private func reconnect(_ now: Double) throws -> RecorderStatus? {
    guard let away, now >= away.retryAt else {
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
      return next
    } catch {
      return nil
    }
  }

  /// Selects what a key means for the takes that follow; gives the reason where it cannot.
  private func select(_ key: KeyPress, _ status: RecorderStatus) -> String {
    guard let controls else { return "" }
    let source = status.sources.first { $0.name == status.dataSource }
    do throws(VarlinkClient.Failure) {
      switch key {
      case .character("s"):
        let name = next(status.dataSource, in: status.sources.map(\.name))
        _ = try controls.call(RecorderInterface.select, .init(dataSource: name, pattern: nil))
      case .character("o"):
        let name = next(status.preferredPattern, in: source?.patterns ?? [])
        _ = try controls.call(RecorderInterface.select, .init(dataSource: nil, pattern: name))
      default: break
      }
      return ""
    } catch {
      return CommandError(error).message
    }
  }

  /// The keys that do something, or the reason why the last one did not.
  private func keys(_ notice: String) -> StyledText {
    if !notice.isEmpty { return StyledText(notice, .yellow) }
    guard keyboard != nil else { return StyledText() }
    var drawing = ""
    if board == nil, let last { drawing = "   no drawing: no board file \(last.board) here" }
    return StyledText(
      (controls == nil ? "q quit" : "q quit   s source   o pattern") + drawing, .dim)
  }

  private func next(_ word: String, in words: [String]) -> String {
    guard let place = words.firstIndex(of: word) else { return words.first ?? word }
    return words[(place + 1) % words.count]
  }

  private func show(
    _ status: RecorderStatus, _ takes: [ListedTake], _ notice: String
  ) throws {
    switch form {
    case .facts: try console.print(JSONOutput.line(status))
    case .levels: try console.print(JSONOutput.line(LevelFacts(status)))
    case .lines:
      let view = StatusView(
        status, takes: takes, board: board, isUnicode: console.terminal.isUnicode)
      if let screen {
        let size = screen.size
        let lines = view.lines(columns: size.columns - 1, rows: size.rows - 2)
        screen.draw(lines + [StyledText(), keys(notice)], size: size)
      } else {
        try console.print(view.meterLine.rendered(colored: console.terminal.allowsColor))
      }
    }
  }
}

extension LevelFacts {
  /// The levels of a recorder that another process runs.
  init(_ status: RecorderStatus) {
    func level(_ level: RecorderStatus.Level, channel: Int?) -> Level {
      Level(
        name: level.name, channel: channel, rms: level.rms, peak: level.held,
        clipped: level.isClipped)
    }
    state = status.state.rawValue
    (dataSource, pattern, orientation) = (status.dataSource, status.pattern, status.orientation)
    (left, right) = (status.sides?.left, status.sides?.right)
    (rate, gaps, gapFrames) = (status.rate, status.gaps, status.gapFrames)
    (ringSeconds, ringSecondsWanted) = (status.ringSeconds, status.ringSecondsWanted)
    ears = status.ears.map { level($0, channel: nil) }
    channels = status.channels.enumerated().map { level($1, channel: $0) }
  }
}
