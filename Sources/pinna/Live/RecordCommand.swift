import Assembly
import Boards
import Drawings
import Essentials
import Face
import Glibc
import LinuxBoard
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna record`.
  static let record = Command(
    "record", summary: "record takes at the terminal, with live meters and keys",
    discussion: """
      On a terminal, starts a take immediately or, with --wait, when you press Enter or the record button. Enter ends \
      it, and Enter again starts the next one, as often as you like; m sets a marker, p pauses, s and o choose source \
      and pattern between takes, and q quits (during a take, it asks first). With NAME, --duration, --quiet or --json, \
      or without a keyboard, it makes one take and ends. Ctrl-C closes the take properly.

      Takes go to the first of these folders: --out, the folder in the settings, \(Settings.Take().directory) if you \
      may write there, the current folder. 'pinna takes' looks for them in the same order. If neither --board nor the \
      settings name a board, Pinna uses the attached board.

      A take that starts immediately has no pre-roll, because nothing was captured before it. With --wait, and from \
      the second take on, --pre-roll or the settings set the length of the pre-roll. A running recorder ('pinna run') \
      lends its device until this command ends, but not during a take of its own.

      \(SimulationArguments.help)
      """,
    positionals: [OwnName.argument],
    options: [
      BoardArgument.option, SimulationArguments.simulated, SimulationArguments.scenario,
      LiveArguments.duration, CaseArgument.source, SettingsArguments.pattern,
      LiveArguments.orientation, LiveArguments.inputGain, out, waits, preRoll, raw,
      SettingsArguments.format, SettingsArguments.samples, SettingsArguments.safety,
      SettingsArguments.lowCut,
      SettingsArguments.noLimiter,
    ] + SettingsArguments.design + [
      SettingsArguments.rendering, SettingsArguments.wind,
      SettingsArguments.config, ControlPath.option, LiveArguments.quiet, json,
    ],
    examples: [
      .init("pinna record", "with the attached board, as many takes as you like"),
      .init("pinna record dawn.flac", "one take, under a name of your own"),
      .init("pinna record --board uma-8 --duration 60 --raw", "a minute, with the raw file"),
      .init(
        "pinna record --wait --pre-roll 10",
        "armed until you press Enter; each take begins ten seconds before the press"),
      .init("pinna record --board phone", "a simulated board, to try things out"),
    ],
    isLive: true
  ) { arguments, console in
    ProcessSignals.takeOver()
    let name = try OwnName(arguments, out: out, kinds: SettingsArguments.format)
    var setup = try LiveSetup(arguments, console) { settings in
      LiveArguments.apply(arguments, to: &settings)
      SettingsArguments.apply(arguments, to: &settings)
      SettingsArguments.applyFiles(arguments, to: &settings)
      if arguments.has(raw) { settings.take.form.keepsRaw = true }
      // Scheduled takes are for a recorder that runs as a service; this command makes its own takes.
      settings.schedule = []
      settings.trigger = nil
      if let name { settings.take.form.kind = name.kind }
      settings.take.directory = name?.directory ?? arguments[out] ?? settings.take.placeOfTakes()
      settings.take.form.preRollSeconds = arguments[preRoll] ?? settings.take.form.preRollSeconds
      settings.take.duration = arguments[LiveArguments.duration]
    }
    setup.tellDifferences(console)
    try LiveArguments.check(arguments, setup.board, setup.settings)
    if arguments.has(waits), isatty(0) == 0, setup.board.buttons[.record] == nil {
      throw arguments.usageError(
        "--wait needs a terminal to type on, or a board with a record button")
    }
    SettingsArguments.noteUnused(arguments, by: setup.configuration.pattern, console)
    setup.configuration.settings.take.restart = false
    let isQuiet = arguments.has(json) || arguments.has(LiveArguments.quiet)
    let isOne = isQuiet || name != nil || arguments[LiveArguments.duration] != nil
    setup.configuration.metersEars = !isQuiet && (arguments.has(waits) || isatty(0) == 1 && !isOne)
    let isNamed = name != nil || arguments[out] != nil
    try OutputFolder.make(setup.configuration.directory, parents: isNamed)
    if !arguments.has(waits), arguments[preRoll] ?? 0 > 0 {
      console.note(
        "--pre-roll: the first take has no pre-roll, because it starts immediately; "
          + "add --wait")
    }
    try setup.addBody(console)
    let loan = setup.simulator == nil ? try DeviceLoan(arguments, console, by: "pinna record") : nil
    defer { withExtendedLifetime(loan) {} }
    var recording = try Recording(
      setup, console: arguments.has(json) ? console.diagnosticsOnly : console,
      waits: arguments.has(waits), isOne: isOne, isQuiet: isQuiet)
    var takes = try recording.run()
    if let name, let last = takes.indices.last { name.give(to: &takes[last], console) }
    try RecordReport(takes: takes, isSession: recording.makesMany, console: console)
      .print(asJSON: arguments.has(json))
    return .success
  }

  private static let out = Option.text(
    "out", "DIR", "the folder for the take; it is created if it is missing")
  private static let waits = Option.flag(
    "wait", "start when you press Enter or the record button, instead of immediately")
  private static let preRoll = Option.number(
    "pre-roll", "S", TakeForm.preRolls, unit: "s",
    "with --wait, begin the take this many seconds before Enter is pressed")
  private static let raw = Option.flag("raw", "also keep the raw file")
}

/// Records takes from a terminal: one take, or as many as the user starts with keys.
struct Recording {
  /// True if keys start and end takes until the user quits.
  let makesMany: Bool
  private let host: RecorderHost
  private let setup: LiveSetup
  private let keyboard: Keyboard?
  private let display: any LiveDisplay
  private var keys: RecorderKeys
  private let startsAtOnce: Bool
  private var wantsStart: Bool
  private var hasStarted = false
  private var isEnding = false
  private var results: [TakeResult] = []

  /// Prepares to record.
  ///
  /// - Parameters:
  /// - waits: true if the first take starts when Enter is pressed.
  ///   - isOne: true for one take only, even if there are keys.
  ///   - isQuiet: true to show no meters.
  init(_ setup: LiveSetup, console: Console, waits: Bool, isOne: Bool, isQuiet: Bool) throws {
    self.setup = setup
    startsAtOnce = !waits
    wantsStart = !waits
    host = try RecorderHost.make(setup, hasLights: setup.settings.leds.enabled)
    try Self.arm(host)
    for line in host.notes { console.note(line) }
    keyboard = Keyboard()
    let hasKeys = keyboard != nil
    makesMany = hasKeys && !isOne
    let screen =
      isQuiet
      ? nil
      : ScreenDisplay(
        board: setup.board, console: console,
        keys: { hasKeys ? RecorderKeys.active($0) : [] })
    display =
      screen
      ?? LineDisplay(board: setup.board, console: console, meters: isQuiet ? .none : .everySecond)
    keys = RecorderKeys(host, display)
    if makesMany, screen == nil {
      console.note(
        "keys: Enter starts and ends takes, m sets a marker, p pauses, s selects the source, o the pattern, q quits"
      )
    }
  }

  private static func arm(_ host: RecorderHost) throws(CommandError) {
    do throws(SessionFault) {
      try host.arm()
    } catch {
      // The storage is still being examined; ending in order leaves no trace of that.
      host.shutDown()
      throw CommandError(error)
    }
  }

  /// Records one take, or as many takes as the user starts before quitting.
  ///
  /// - Returns: the recorded takes, in order; empty if none was started. There may be several where one was wanted,
  ///   because a take ends when the order of the channels changes.
  /// - Throws: ``CommandError`` if a take cannot be started.
  mutating func run() throws -> [TakeResult] {
    let (host, filters) = (host, setup.filters)
    defer {
      display.close()
      host.shutDown()
      host.isStarting = nil
    }
    let session = host.session
    var isAwaitingFilters = false
    // The filters must be ready before a take starts, because waiting for them during the start would block everything
    // else.
    func isReady() -> Bool {
      host.isPreparing
        && filters.prepared(session.currentCase, pattern: session.preferred.pattern) != nil
    }
    host.isStarting = { !isReady() }
    try host.run { now, events in
      try display.show(events, at: now) { host.status(now) }
      for event in events { note(event) }
      // The filters are those for the board's orientation, so wait for the sensor. The board may still be
      // turned before Enter is pressed.
      if !host.isPreparing, !session.awaitsOrientation(now) {
        try translate(
          try host.prepare(makesAll: makesMany || !wantsStart), to: CommandError.session)
      }
      if let error = host.preparationError { throw CommandError(error) }
      for key in keyboard?.poll() ?? [] { press(key, session) }
      if ProcessSignals.stop != nil { end(session) }
      if wantsStart, !isEnding, isReady() { try start(session, now) }
      // A message shows that the key press was received.
      if isAwaitingFilters != (wantsStart && !isEnding && (hasStarted || !startsAtOnce)) {
        isAwaitingFilters.toggle()
        display.ask(
          isAwaitingFilters ? "The take starts when its filters are ready; q quits." : nil)
      }
      if makesMany { return !isEnding || session.isTaking }
      if !results.isEmpty, !session.isTaking { return false }
      return hasStarted || !isEnding
    }
    // The files of the last take may still be being closed.
    for event in host.shutDown() { note(event) }
    return results
  }

  // MARK: Events

  private mutating func note(_ event: RecorderEvent) {
    if event.kind == .takeStarted { (hasStarted, wantsStart) = (true, false) }
    if case .take(let take) = event.subject { results.append(take) }
  }

  private mutating func press(_ key: KeyPress, _ session: Session) {
    switch keys.press(key) {
    case .start where makesMany || !hasStarted: wantsStart = true
    case .quit: end(session)
    case .start, nil: break
    }
  }

  private mutating func start(_ session: Session, _ now: Double) throws(CommandError) {
    wantsStart = false
    if startsAtOnce, !hasStarted { session.discardHistory() }
    do throws(SessionRefusal) {
      try session.startTake(now)
      hasStarted = true
    } catch {
      // A person at the view can read the reason, and try again.
      guard makesMany, hasStarted || !startsAtOnce else { throw CommandError(error) }
      session.tell(error)
    }
  }

  /// Ends the take, once only; its files are closed in the background.
  private mutating func end(_ session: Session) {
    guard !isEnding else { return }
    isEnding = true
    let end: TakeEnd = ProcessSignals.stop == .system ? .shutdown : .stopped
    // The take may just have ended by itself, or not have started yet.
    guard session.isTaking else { return }
    do throws(SessionRefusal) { try session.stopTake(end: end) } catch { session.tell(error) }
  }
}
