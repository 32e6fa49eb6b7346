import Boards
import Control
import Essentials
import Glibc
import LinuxBoard
import Recorder
import Varlink

/// The state of a running recorder, shown until a key, a signal or the time ends it.
struct StatusWatch {
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
  /// Seconds between two looks at the list of takes.
  private static let takeSeconds = 5.0

  private let client: ControlClient
  /// A connection for what keys ask for, and for the list of takes.
  private let controls: ControlClient?
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
  ///   - controls: a second connection, on which s and o select; `nil` for none.
  ///   - board: the board of the recorder, for a drawing of how it is held; `nil` for none.
  ///   - seconds: after which it ends; `nil` for never.
  init(
    _ client: ControlClient, controls: ControlClient?, board: Board?, console: Console,
    form: Form, seconds: Double?
  ) throws(CommandError) {
    ProcessSignals.takeOver()
    (self.client, self.controls, self.board) = (client, controls, board)
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
    var takes: [ListedTake] = []
    var last: RecorderStatus?
    var notice = ""
    while ProcessSignals.stop == nil {
      let now = MonotonicClock.now()
      guard now < end else { return }
      let next = try translate(
        try client.nextStatus(within: min(0.1, end - now)), to: CommandError.control)
      last = next ?? last
      for key in keyboard?.poll() ?? [] {
        if key == .character("q") { return }
        if let last { notice = select(key, last) }
      }
      guard let status = next else { continue }
      if screen != nil, let controls, now >= nextTakes {
        nextTakes = now + Self.takeSeconds
        takes = try translate(
          try controls.takes(limit: StatusView.mostTakes), to: CommandError.control
        ).takes
      }
      if screen == nil, form != .facts {
        guard now >= nextLine else { continue }
        nextLine = max(now, nextLine + 1)
      }
      try show(status, takes, notice)
    }
  }

  /// Selects what a key means for the takes that follow; gives the reason where it cannot.
  private func select(_ key: KeyPress, _ status: RecorderStatus) -> String {
    guard let controls else { return "" }
    let source = status.sources.first { $0.name == status.dataSource }
    do throws(VarlinkClient.Failure) {
      switch key {
      case .character("s"):
        try controls.select(source: next(status.dataSource, in: status.sources.map(\.name)))
      case .character("o"):
        try controls.select(pattern: next(status.preferredPattern, in: source?.patterns ?? []))
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
    return StyledText(controls == nil ? "q quit" : "q quit   s source   o pattern", .dim)
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
