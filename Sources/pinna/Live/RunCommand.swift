import Assembly
import Drawings
import Essentials
import Face
import LinuxBoard
import Recorder
import TakeFiles
import Varlink

extension Command {
  /// `pinna run`.
  static let run = Command(
    "run", summary: "the recorder itself: buttons in, takes out, until it is told to stop",
    discussion: """
      Captures all microphones from its start on, so that a take has the seconds before the press. Takes that a power \
      cut interrupted are recovered first. What is missing (the capture device, a button, the sensor, the card) is \
      said and tried again; only wrong settings or a wrong board file end it. SIGTERM and Ctrl-C close a take \
      properly.

      Writes one line for every thing that happens, with the time of day: made for a terminal and for journald alike. \
      A terminal that was stopped, or a pipe that is not read, holds up nothing; lines that are lost are counted. \
      systemd is told when it works, what it does, and, where the unit has a watchdog, that frames still come \
      (Type=notify, WatchdogSec=).

      While it works, 'pinna status', 'start', 'stop', 'pause', 'resume', 'mark', 'select' and 'monitor' talk to it \
      through its control socket, and 'check' and 'record' borrow the device from it; so can any program that speaks \
      Varlink (interface org.pinna.Recorder; varlinkctl introspect \(RecorderInterface.path)). The socket is for its \
      own user and for the group \(RecorderInterface.group). [control] path of the settings names another path, or \
      none. Without the folder of the usual path it is $XDG_RUNTIME_DIR/pinna/control, and one that systemd hands over \
      comes first. A recorder whose socket cannot be made says so and works all the same.
      """,
    options: [BoardArgument.option, SettingsArguments.config, ControlPath.option, view],
    examples: [
      .init("pinna run", "with the board and the folder of \(Settings.systemPath)"),
      .init("pinna run --board uma-8 --control none", "a trial that no other program sees"),
      .init("pinna run --board respeaker-4mic-hat --view", "with live meters to look at"),
    ],
    isLive: true
  ) { arguments, console in
    ProcessSignals.takeOver()
    var setup = try LiveSetup(file: arguments, console)
    if arguments.has(view) { setup.configuration.metersEars = true }
    setup.configuration.notice = CardImage.notice
    do throws(CommandError) {
      try OutputFolder.make(setup.configuration.directory)
    } catch {
      // The error is only reported, because losing takes is better than having no recorder: a missing or read-only
      // card is retried.
      console.report(error, program: arguments.path[0])
    }
    let control = control(arguments, setup, console)
    defer { control?.end() }
    let recorder = try LiveRecorder.make(
      setup.configuration, filters: setup.filters, hasLights: setup.settings.leds.enabled,
      bell: control?.bell.descriptor)
    var appliance = try Appliance(
      recorder, settings: setup.settings, control: control, console: console,
      hasView: arguments.has(view))
    try appliance.run()
    return .success
  }

  /// The control socket; `nil`, with a line that says why, when there can be none.
  private static func control(
    _ arguments: Arguments, _ setup: LiveSetup, _ console: Console
  ) -> ControlPoint? {
    let settings = setup.settings.control
    guard let path = ControlPath.ofRecorder(arguments, console, settings: settings) else {
      return nil
    }
    do throws(SocketError) {
      return try ControlPoint(
        path: path,
        takes: DirectoryCatalogue(
          directory: setup.configuration.directory, board: setup.board),
        rate: setup.board.capture.rate, version: Program.pinna.version, console: console)
    } catch {
      console.note(
        "no control socket: \(error); name another path with --control or [control] path, or none")
      return nil
    }
  }

  private static let view = Option.flag("view", "live meters on the whole terminal")
}

/// The recorder that works until it is told to stop.
struct Appliance {
  private var recorder: LiveRecorder
  private let log: LineDisplay
  private var display: any LiveDisplay
  private let keyboard: Keyboard?
  private var keys: RecorderKeys
  private var service: ServiceNews?
  private let heartbeat: Heartbeat
  private let desk: ControlDesk?

  /// Prepares an appliance with a display on the console.
  init(
    _ recorder: LiveRecorder, settings: Settings, control: ControlPoint?, console: Console,
    hasView: Bool
  ) throws {
    self.recorder = recorder
    heartbeat = Heartbeat(settings)
    let environment = console.environment
    service = ServiceNews(
      SystemdService(environment: { environment[$0] }), board: recorder.board)
    // journald and pipes get lines of events; on a terminal a status line is added.
    let hasStatus =
      console.terminal.isTerminal && console.diagnosticsTerminal.isTerminal
      && console.environment["TERM"] != "dumb"
    log = LineDisplay(
      board: recorder.board, console: console, meters: hasStatus ? .status : .none,
      makesTakes: true)
    desk = control.map { [log] control in
      ControlDesk(
        recorder.session, mailbox: control.mailbox, feed: control.feed,
        book: StatusBook(
          board: recorder.board, version: Program.pinna.version, console: console,
          now: recorder.loop.clock()),
        lendHands: { recorder.lendHands($0) },
        // A log that cannot be written holds nothing up, and the next line of it says so.
        log: { line in do { try log.print(line) } catch {} })
    }
    display = log
    keyboard = hasView ? Keyboard() : nil
    if hasView {
      let hasKeys = keyboard != nil
      if let screen = ScreenDisplay(
        board: recorder.board, console: console,
        keys: { hasKeys ? RecorderKeys.active($0) : [] }, makesTakes: true)
      {
        display = screen
      }
    }
    keys = RecorderKeys(recorder.session, display)
  }

  /// Arms the recorder, and works until a signal comes.
  mutating func run() throws {
    let arming = try arm()
    var watch = recorder.problemWatch()
    for line in recorder.notes(watch) { try log.print(line) }
    if let line = startNote { try log.print(line) }
    let preparation = try prepare()
    defer { preparation.cancel() }
    var news = PreparationNews()
    let (display, log, keyboard, filters) = (display, log, keyboard, recorder.filters)
    var keys = keys
    let desk = desk
    defer { display.close() }
    try display.show(arming, of: recorder.session, at: recorder.loop.clock(), work: nil)
    let session = recorder.session
    var (service, heartbeat) = (service, heartbeat)
    service?.ready()
    try recorder.loop.run(isStarting: { !preparation.progress.isFinished }) { now, events in
      service?.turn(session, at: now)
      let problem = heartbeat.turn(session, events, time: session.time(now), at: now)
      if let problem { try log.print(problem) }
      desk?.turn(
        now, events,
        .init(
          problems: watch.problems, work: LiveRecorder.work(preparation), time: session.time(now)))
      try display.tell(watch.changes(at: now))
      try display.show(
        events, of: session, at: now, work: LiveRecorder.work(preparation))
      for line in news.lines(preparation.progress, filters) { try log.print(line) }
      for key in keyboard?.poll() ?? [] {
        switch keys.press(key) {
        case .quit: return false
        case .start:
          do throws(SessionRefusal) { try session.startTake(now) } catch { session.tell(error) }
        case nil: break
        }
      }
      return ProcessSignals.stop == nil
    }
    service?.stopping()
    let last = recorder.loop.shutDown(end: .shutdown)
    display.close()
    try log.show(last, of: session, at: recorder.loop.clock(), work: nil)
    log.close()
    try log.print("stopped")
  }

  /// A line for a board without a record button, with the ways to start a take; `nil` for one that has it.
  private var startNote: String? {
    guard recorder.board.buttons[.record] == nil else { return nil }
    var ways: [String] = keyboard == nil ? [] : ["Enter"]
    if desk != nil { ways.append("'pinna start'") }
    if !recorder.session.configuration.schedule.takes.isEmpty { ways.append("the schedule") }
    let board = "\(recorder.board.id) has no record button"
    guard !ways.isEmpty else { return "\(board), and nothing else can start a take: add --view" }
    return "\(board): \(ways.joined(separator: " or ")) starts a take"
      + (keyboard == nil ? "; with --view, Enter does" : "")
  }

  /// Opens the capture device, or reports why it cannot be opened; the session retries.
  private func arm() throws -> [SessionEvent] {
    do throws(SessionFault) {
      try recorder.loop.arm()
    } catch {
      return [.fault(error)]
    }
    if let age = ProcessAge.seconds() {
      try log.print("capturing \((age * 1000).text(digits: 0)) ms after the start of the process")
    }
    return []
  }

  /// Reads the filters from the cache, or designs missing ones while the recorder already captures.
  private func prepare() throws -> FilterPreparation {
    let session = recorder.session
    return try translate(
      try FilterPreparation(
        recorder.filters, first: (session.currentCase, session.preferred.pattern), makesAll: true),
      to: CommandError.session)
  }
}

extension ViewContent.Key {
  /// The key that clears the clip flags.
  static let clear = ViewContent.Key(name: "c", meaning: "clear clips")
}
