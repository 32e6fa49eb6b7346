import Assembly
import Boards
import Drawings
import LinuxBoard
import Recorder
import TakeFiles

/// The events of a session, line by line: time, title, and details.
struct SessionLog {
  let board: Board
  let console: Console

  /// Columns before the details.
  private static let indent = 24

  /// Prints one event; on a terminal, long details continue on lines below their beginning.
  ///
  /// A log has one line for each event, however long: a line of journald is an entry, and is searched as one.
  func print(_ time: Double, _ event: SessionEvent) throws {
    try print("\(time.text(digits: 2).leftPadded(to: 8)) s", event)
  }

  /// Prints one event after its time of day, or after another mark of its time in ten columns.
  func print(_ time: String, _ event: SessionEvent) throws {
    try print(time, words(event))
  }

  /// Prints a change of the hardware.
  func print(_ time: String, _ change: ProblemWatch.Change) throws {
    try print(time, words(change))
  }

  private func print(_ time: String, _ words: (String, String, TextStyle)) throws {
    let (what, details, style) = words
    let terminal = console.terminal
    let width = max(30, terminal.width - Self.indent)
    let lines = terminal.isTerminal ? details.wrapped(to: width) : [details]
    let title = details.isEmpty ? what : what.padded(to: 12)
    let start = "\(time)  \(terminal.styled(title, style))"
    let rest = lines.dropFirst().map { String(repeating: " ", count: Self.indent) + $0 }
    try console.print(lines: [start + lines[0]] + rest)
  }

  /// A change of the hardware as its title, its details, and the style of the title.
  func words(_ change: ProblemWatch.Change) -> (String, String, TextStyle) {
    switch change {
    case .appeared(let problem): ("hardware", "\(problem)", .yellow)
    case .gone(let problem): ("hardware", "\(problem.what) (\(problem.place)): works again", .green)
    }
  }

  /// An event as its title, its details, and the style of the title.
  func words(_ event: SessionEvent) -> (String, String, TextStyle) {
    switch event {
    case .armed(let route):
      ("armed", "\(Self.words(route)); \(route.channels) channels at \(route.rate) Hz", .green)
    case .takeLatched(let which): ("latched", board.name(of: which), .dim)
    case .takeStarted(let which, let pattern):
      ("take starts", "\(board.name(of: which)), \(pattern.rawValue)", .red)
    case .patternReplaced(let words): ("pattern", words, .yellow)
    case .takePaused(let isPaused): (isPaused ? "paused" : "goes on", "", .yellow)
    case .takeFinished(let take): ("take done", Self.words(take), .green)
    case .orientation(let orientation): ("turned", orientation.rawValue, .bold)
    case .route(let route): ("selected", Self.words(route), .bold)
    case .refused(let refusal): ("refused", "\(refusal)", .yellow)
    case .calledOff: ("called off", "the take that would have gone on by itself", .bold)
    case .locked(let isLocked): (isLocked ? "locked" : "unlocked", "", .bold)
    case .pressWhileLocked: ("refused", "the buttons are locked", .yellow)
    case .marker(let marker):
      ("marker", "\(marker.label), at \(place(marker)) s of the take", .bold)
    case .deviceLent(let borrower): ("lent", "\(borrower) has the capture device", .yellow)
    case .unusable(let names): unusable(names)
    case .diedInTake(let names):
      ("dead", "\(names.joined(separator: ", ")): the take keeps its filters", .yellow)
    case .fault(let fault): ("fault", "\(fault)", .red)
    case .storageLow(let seconds):
      ("storage", "room for \(Self.length(seconds)) of a take", .yellow)
    case .storageSlow(let seconds):
      ("storage", "slow: \(seconds.text(digits: 1)) s behind", .yellow)
    case .recovered(let takes):
      ("recovered", takes.map(Self.words).joined(separator: ", "), .green)
    case .scheduleStarted, .scheduleRefused, .scheduleMissed, .scheduleWaitsForClock,
      .scheduleWithoutSun, .levelReached, .levelLimited, .clock, .clockSet:
      Self.byItself(event)
    case .priorityRefused(let thread, let errno):
      ("realtime", "the \(thread.rawValue) thread gets no priority (errno \(errno))", .yellow)
    case .ringShortened(let seconds, let wanted):
      (
        "memory",
        "the raw ring holds \(seconds.text(digits: 0)) s, not \(wanted.text(digits: 0)) s: "
          + "a card may stall for less long",
        .yellow
      )
    case .channelsRotated(let count):
      ("rotated", "channels came \(count) further up: the device is opened again", .red)
    case .doubt(let doubt): ("doubtful", "\(doubt)", .red)
    case .monitorStarted, .monitorFault, .programsStarted, .programsFault: Self.live(event)
    case .power(let isFailing):
      isFailing
        ? ("power fails", "takes are closed, and none is started until it is back", .red)
        : ("power", "is back", .green)
    case .battery(let news): Self.words(news)
    case .copy(let news): words(news)
    case .wifi(let news): wifiWords(news)
    case .notice(let sentence): ("system", sentence, .red)
    case .sensor(let isSilent):
      isSilent
        ? ("sensor", "silent: the last orientation is kept", .yellow)
        : ("sensor", "answers", .bold)
    }
  }

  /// The words for the devices of the live sound.
  private static func live(_ event: SessionEvent) -> (String, String, TextStyle) {
    switch event {
    case .monitorStarted(let grant): ("headphones", "play at \(grant.rate) Hz", .bold)
    case .monitorFault(let fault): ("headphones", "\(fault)", .yellow)
    case .programsStarted(let grant): ("live", "other programs get it at \(grant.rate) Hz", .bold)
    case .programsFault(let fault): ("live", "\(fault)", .yellow)
    default: preconditionFailure("no event of the live sound")
    }
  }

  private static func words(_ news: BatteryNews) -> (String, String, TextStyle) {
    switch news {
    case .low(let charge): ("battery", "low: \(charge.words)", .yellow)
    case .empty(let charge):
      ("battery", "empty: \(charge.words); takes are closed, and none is started", .red)
    case .good(let charge): ("battery", charge.words, .green)
    case .silent: ("battery", "its gauge does not answer any more", .yellow)
    }
  }

  /// The words for takes that begin by themselves, and for the clock that they go by.
  private static func byItself(_ event: SessionEvent) -> (String, String, TextStyle) {
    switch event {
    case .scheduleStarted(let due):
      ("schedule", "\(due.start.timeText) for \(length(due.seconds))", .bold)
    case .scheduleRefused(let due, let refusal): ("schedule", words(due, refusal), .yellow)
    case .scheduleMissed(let count, let last):
      (
        "schedule",
        "\(count) takes were over before they could be started, the last of \(last.start.text)",
        .yellow
      )
    case .scheduleWaitsForClock:
      (
        "schedule", "scheduled takes wait for a clock that is set and trusted ([clock] trust)",
        .yellow
      )
    case .scheduleWithoutSun(let event, let isUp):
      (
        "schedule",
        "no \(event.rawValue) today, the sun stays \(isUp ? "up" : "down"): takes that count from it are not made",
        .yellow
      )
    case .clock(let quality): ("clock", quality.warning ?? quality.words, .yellow)
    case .clockSet(let seconds):
      ("clock", "set \(length(abs(seconds))) \(seconds < 0 ? "back" : "forward")", .bold)
    case .levelReached(let level): ("trigger", "\(level.text(digits: 1)) dBFS", .bold)
    case .levelLimited(let most):
      ("trigger", "loud, but \(most) takes began within an hour: none before it was quiet", .yellow)
    default: ("", "", .dim)
    }
  }

  private static func words(_ due: Schedule.Due, _ refusal: SessionRefusal) -> String {
    refusal.endsSchedule
      ? "no take at \(due.start.timeText): \(refusal)"
      : "the take of \(due.start.timeText) waits, until its end at the latest: \(refusal)"
  }

  /// News of a copy, made printable, because the status comes from another program.
  private func words(_ news: CopyNews) -> (String, String, TextStyle) {
    switch news {
    case .asked: ("copy", "asked for", .dim)
    case .started: ("copying", "takes to the other medium", .bold)
    case .finished(let words): ("copied", words.printable, .green)
    case .failed(let sentence): ("copy failed", sentence.printable, .yellow)
    }
  }

  /// News of the Wi-Fi, made printable for the same reason.
  private func wifiWords(_ news: CopyNews) -> (String, String, TextStyle) {
    switch news {
    case .asked: ("Wi-Fi", "asked for", .dim)
    case .started: ("Wi-Fi", "is being opened or closed", .bold)
    case .finished(let words): ("Wi-Fi", words.printable, .green)
    case .failed(let sentence): ("Wi-Fi failed", sentence.printable, .yellow)
    }
  }

  /// The place of a marker in seconds from the start of the take.
  private func place(_ marker: TakeMarker) -> String {
    (Double(marker.frame) / Double(board.capture.rate)).text(digits: 2)
  }

  private func unusable(_ names: [String]) -> (String, String, TextStyle) {
    if names.isEmpty { return ("microphones", "all deliver again", .green) }
    let left = board.microphones.count - names.count
    let consequence = left < 2 ? "one is left, takes are mono" : "takes go on without"
    return ("dead", "\(names.joined(separator: ", ")): \(consequence)", .yellow)
  }

  private static func words(_ route: Route) -> String {
    ([route.dataSource, route.pattern.rawValue] + (route.orientation.map { [$0.rawValue] } ?? []))
      .joined(separator: ", ")
  }

  private static func words(_ take: TakeResult) -> String {
    var parts = ["\(take.seconds.text(digits: 2)) s"]
    let before = min(take.preRollFrames, take.frames)
    if before > 0 {
      let seconds = Double(before) / Double(take.plan.grant.rate)
      parts.append("\(seconds.text(digits: 1)) s of it before the press")
    }
    if !take.rawFiles.isEmpty { parts.append("raw kept") }
    let (count, frames) = (take.gapTotals.count, take.gapTotals.frames)
    if count > 0 {
      parts.append("\(count) \(count == 1 ? "gap" : "gaps") with \(frames) frames in all")
    }
    if take.limitedFrames > 0 { parts.append("limiter \(take.limitedFrames) frames") }
    if take.clippedSamples > 0 { parts.append("\(take.clippedSamples) samples clipped") }
    if take.end != .stopped { parts.append(take.end.words) }
    // When the card is gone, its files are still in progress; they are recovered when it is back.
    let names = take.files.isEmpty ? ["no finished file"] : take.files.map(name)
    return "\(names.joined(separator: ", "))  (\(parts.joined(separator: "; ")))"
  }
  private static func words(_ take: RecoveredTake) -> String {
    let kept = name(take.path)
    return switch take.outcome {
    case .recovered, .mended: "\(kept) (\(take.seconds.text(digits: 2)) s)"
    case .intact: "\(kept) (nothing to do)"
    case .setAside: "\(kept) (no audio had reached the card; kept as it is)"
    case .busy: "\(kept) (another program writes it)"
    case .failed(let error): "\(kept) (not recovered: \(error))"
    }
  }

  /// A length of time, without units too small to matter.
  static func length(_ seconds: Double) -> String {
    let all = Int(seconds.rounded())
    let parts = [(all / 3600, "h"), (all / 60 % 60, "min"), (all % 60, "s")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// The name of a file without its folder.
  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
