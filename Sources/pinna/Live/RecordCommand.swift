import Boards
import Drawings
import Essentials
import Glibc
import LinuxBoard
import Recorder
import TakeFiles

extension Command {
  /// `pinna record`.
  static let record = Command(
    "record", summary: "one take from the terminal, with live meters",
    discussion: """
      Starts at once, or with --wait when Enter or the record button is pressed, and ends with Enter, q, the record \
      button, Ctrl-C or after --duration. While it runs, m sets a marker and p pauses. Takes go to --out, else to the \
      folder that the settings name, else to the folder one is in.

      A take that starts at once has no seconds before its start: nothing was captured yet. With --wait it has those \
      of --pre-roll, or of the settings. A recorder that runs ('pinna run') lends its device until the take is done, \
      but not in a take of its own.
      """,
    options: [
      BoardArgument.option, LiveArguments.duration, CaseArgument.source, SettingsArguments.pattern,
      LiveArguments.orientation, LiveArguments.inputGain, out, waits, preRoll, raw,
      SettingsArguments.format, SettingsArguments.samples, SettingsArguments.safety,
      SettingsArguments.lowCut,
      SettingsArguments.noLimiter,
    ] + SettingsArguments.design + [
      SettingsArguments.rendering, SettingsArguments.wind,
      SettingsArguments.config, ControlPath.option, LiveArguments.quiet, json,
    ],
    examples: [
      .init("pinna record --board respeaker-4mic-hat", "until Enter is pressed"),
      .init("pinna record --board uma-8 --duration 60 --raw", "a minute, with the raw file"),
      .init("pinna record --wait --pre-roll 10", "armed until Enter, with ten seconds before it"),
    ],
    isLive: true
  ) { arguments, console in
    ProcessSignals.takeOver()
    var setup = try LiveSetup(arguments, console) { settings in
      LiveArguments.apply(arguments, to: &settings)
      SettingsArguments.apply(arguments, to: &settings)
      SettingsArguments.applyFiles(arguments, to: &settings)
      if arguments.has(raw) { settings.take.form.keepsRaw = true }
      // Scheduled takes are for the appliance; this command makes one take.
      settings.schedule = []
      settings.trigger = nil
      settings.take.directory =
        arguments[out] ?? (settings.take.isDirectoryGiven ? settings.take.directory : ".")
      // A take that starts at once has no pre-roll, however long its filters took.
      settings.take.form.preRollSeconds =
        arguments.has(waits) ? arguments[preRoll] ?? settings.take.form.preRollSeconds : 0
      settings.take.duration = arguments[LiveArguments.duration]
    }
    try LiveArguments.check(arguments, setup.board, setup.settings)
    if arguments.has(waits), isatty(0) == 0, setup.board.buttons[.record] == nil {
      throw arguments.usageError(
        "--wait needs a terminal to type on, or a board with a record button")
    }
    setup.configuration.restartsTake = false
    setup.configuration.metersEars =
      arguments.has(waits) && !arguments.has(json) && !arguments.has(LiveArguments.quiet)
    try OutputFolder.make(setup.configuration.directory)
    if !arguments.has(waits), arguments[preRoll] ?? 0 > 0 {
      console.note("--pre-roll: nothing is captured before a take that starts at once; add --wait")
    }
    let loan = try DeviceLoan(arguments, console, by: "pinna record")
    defer { withExtendedLifetime(loan) {} }
    var recording = try Recording(
      setup, console: arguments.has(json) ? console.diagnosticsOnly : console,
      waits: arguments.has(waits),
      isQuiet: arguments.has(json) || arguments.has(LiveArguments.quiet))
    let takes = try recording.run()
    try RecordReport(takes: takes, console: console).print(asJSON: arguments.has(json))
    return .success
  }

  private static let out = Option.text("out", "DIR", "the folder for the take; made when missing")
  private static let waits = Option.flag(
    "wait", "start when Enter or the record button is pressed instead of at once")
  private static let preRoll = Option.number(
    "pre-roll", "S", TakeForm.preRolls, unit: "s",
    "with --wait, seconds before Enter that the take has")
  private static let raw = Option.flag("raw", "keep the raw file too")
}

/// One take from the terminal.
struct Recording {
  private var recorder: LiveRecorder
  private let setup: LiveSetup
  private var watch: ProblemWatch
  private let keyboard: Keyboard?
  private let display: any LiveDisplay
  private var wantsStart: Bool
  private var preparation: FilterPreparation?
  private var hasStarted = false
  private var isEnding = false
  private var results: [TakeResult] = []

  /// Prepares a take.
  ///
  /// - Parameters:
  ///   - waits: true when Enter starts it.
  ///   - isQuiet: true for no meters.
  init(_ setup: LiveSetup, console: Console, waits: Bool, isQuiet: Bool) throws {
    self.setup = setup
    wantsStart = !waits
    recorder = try LiveRecorder(
      setup.configuration, filters: setup.filters, hasLights: setup.settings.leds.enabled)
    try Self.arm(recorder)
    watch = recorder.problemWatch()
    for line in recorder.notes(watch) { console.note(line) }
    keyboard = Keyboard()
    let screen =
      isQuiet
      ? nil
      : ScreenDisplay(
        board: setup.board, console: console, keys: keyboard == nil ? [] : Self.keys,
        makesTakes: true)
    display =
      screen
      ?? LineDisplay(
        board: setup.board, console: console,
        meters: isQuiet ? .none : .everySecond, makesTakes: true)
  }

  private static let keys: [ViewContent.Key] = [
    .init(name: "Enter", meaning: "start, stop"), .init(name: "q", meaning: "quit"),
    .init(name: "p", meaning: "pause"), .init(name: "m", meaning: "marker"), .clear,
  ]

  private static func arm(_ recorder: LiveRecorder) throws(CommandError) {
    do throws(SessionFault) {
      try recorder.loop.arm()
    } catch {
      // The storage is being examined; an orderly end leaves no trace of that.
      _ = recorder.loop.shutDown(end: .shutdown)
      throw CommandError(error)
    }
  }

  /// Makes the take.
  ///
  /// - Returns: the take, after the parts of it that ended because the channels came in another order; none when none
  ///   was started.
  /// - Throws: ``CommandError`` when it cannot be started.
  mutating func run() throws -> [TakeResult] {
    defer { display.close() }
    let session = recorder.session
    var loop = recorder.loop
    defer {
      preparation?.cancel()
      _ = loop.shutDown(end: .shutdown)
    }
    try loop.run(isStarting: { !isReady(session) }) { now, events in
      try display.tell(watch.changes(at: now))
      try display.show(events, of: session, at: now, work: LiveRecorder.work(preparation))
      for event in events { take(in: event) }
      // Filters for the pose of the board: the sensor needs a moment to report it.
      if preparation == nil, !session.awaitsOrientation(now) { preparation = try prepare() }
      if let error = preparation?.progress.error { throw CommandError(error) }
      for key in keyboard?.poll() ?? [] { press(key, session) }
      if ProcessSignals.stop != nil { end(session) }
      if wantsStart, !hasStarted, !isEnding, isReady(session) { try start(session, now) }
      if !results.isEmpty, !session.isTaking { return false }
      return hasStarted || !isEnding
    }
    return results
  }

  /// True when the filters of a take that starts now are ready: waiting for them would stop everything else.
  private func isReady(_ session: Session) -> Bool {
    guard preparation != nil else { return false }
    return setup.filters.prepared(session.currentCase, pattern: session.preferred.pattern) != nil
  }

  private func prepare() throws(CommandError) -> FilterPreparation {
    let session = recorder.session
    return try translating(to: CommandError.session) { () throws(SessionFault) in
      return try FilterPreparation(
        setup.filters, first: (session.currentCase, session.preferred.pattern),
        // The board may be turned while it waits for Enter.
        makesAll: !wantsStart)
    }
  }

  // MARK: Events

  private mutating func take(in event: SessionEvent) {
    switch event {
    case .takeStarted: hasStarted = true
    case .takeFinished(let take): results.append(take)
    default: break
    }
  }

  private mutating func press(_ key: KeyPress, _ session: Session) {
    switch key {
    case .enter where !hasStarted: wantsStart = true
    case .enter, .character("q"): end(session)
    case .character("c"): display.clearClips()
    case .character("m"): refusing(session) { () throws(SessionRefusal) in try session.mark() }
    case .character("p"):
      refusing(session) { () throws(SessionRefusal) in try session.togglePause() }
    default: break
    }
  }

  private mutating func start(_ session: Session, _ now: Double) throws(CommandError) {
    try translating(to: CommandError.refusal) { () throws(SessionRefusal) in
      try session.startTake(now)
      hasStarted = true
    }
  }

  /// Ends the take once; its files are closed in the background.
  private mutating func end(_ session: Session) {
    guard !isEnding else { return }
    isEnding = true
    let end: TakeEnd = ProcessSignals.stop == .system ? .shutdown : .stopped
    guard hasStarted else { return }
    // It may have ended by itself at this very moment.
    refusing(session) { () throws(SessionRefusal) in try session.stopTake(end: end) }
  }

  /// Makes a request of the session; a refusal changes nothing, and the view shows its reason.
  private func refusing(_ session: Session, _ body: () throws(SessionRefusal) -> Void) {
    do throws(SessionRefusal) { try body() } catch { session.tell(error) }
  }
}
