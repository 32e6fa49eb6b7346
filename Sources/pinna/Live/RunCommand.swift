import Assembly
import Boards
import Drawings
import Essentials
import Face
import LinuxBoard
import Recorder
import TakeFiles
import Varlink

extension Command {
  /// The command `pinna run`.
  static let run = Command(
    "run", summary: "run the recorder, with its buttons and lights, until it is stopped",
    discussion: """
      Captures all microphones from the moment it starts, so a take also has the seconds before the press. Takes \
      interrupted by a power cut are recovered first. If a part is missing (the capture device, a button, the sensor, \
      the card), a message says so and the recorder keeps trying; only errors in the settings or the board file end \
      it. SIGTERM and Ctrl-C close a take properly.

      It writes one line for every event, with the time of day, for terminals and for journald. A stopped terminal, or \
      a pipe that nobody reads, does not hold up the recorder; it counts the lost lines. It tells systemd when it is \
      ready, what it is doing, and, if the unit has a watchdog, that frames still arrive (Type=notify, WatchdogSec=).

      While it runs, 'pinna status', 'start', 'stop', 'pause', 'resume', 'mark', 'select' and 'monitor' talk to it \
      through its control socket, and 'check' and 'record' borrow the device from it. Any program that speaks Varlink \
      can do the same (interface org.pinna.Recorder; varlinkctl introspect \(RecorderInterface.path)). Only its own \
      user and the group \(RecorderInterface.group) may use the socket. [control] path in the settings can name \
      another path, or 'none'. If the folder of the usual path is missing, the path is $XDG_RUNTIME_DIR/pinna/control; \
      a socket from systemd takes precedence. If the socket cannot be created, the recorder says so and runs without \
      one.

      \(SimulationArguments.help)
      """,
    options: [
      BoardArgument.option, SimulationArguments.simulated, SimulationArguments.scenario,
      SettingsArguments.config, ControlPath.option, view,
    ],
    examples: [
      .init("pinna run", "with the board and the folder in \(Settings.systemPath)"),
      .init("pinna run --board uma-8 --control none", "a trial without a control socket"),
      .init("pinna run --board respeaker-4mic-hat --view", "with live meters"),
      .init("pinna run --board phone --view", "a simulated board, to try things out"),
    ],
    isLive: true
  ) { arguments, console in
    ProcessSignals.takeOver()
    var setup = try LiveSetup(file: arguments, console)
    setup.tellDifferences(console)
    if arguments.has(view) { setup.configuration.metersEars = true }
    setup.configuration.notice = CardImage.notice
    do throws(CommandError) {
      try OutputFolder.make(setup.configuration.directory, parents: false)
    } catch {
      // The error is only reported, because a recorder that may lose takes is better than none: if the card is missing
      // or read-only, the recorder tries again.
      console.report(error, program: arguments.path[0])
    }
    try setup.addBody(console)
    let (control, problem) = control(arguments, setup, console)
    defer { control?.end() }
    let environment = console.environment
    let host = try RecorderHost.make(
      setup, hasLights: setup.settings.leds.enabled, control: control,
      service: SystemdService(environment: { environment[$0] }), isAppliance: true)
    let appliance = Appliance(
      host, board: setup.board, hasSocket: control != nil, console: console,
      hasView: arguments.has(view), pressesRecord: setup.simulator?.scenario.pressesRecord == true)
    if let problem { appliance.note(problem) }
    try appliance.run()
    return .success
  }

  /// Makes the control socket; if it cannot be created, prints a line with the reason and returns `nil`.
  private static func control(
    _ arguments: Arguments, _ setup: LiveSetup, _ console: Console
  ) -> (ControlPoint?, problem: String?) {
    let settings = setup.settings.control
    guard let path = ControlPath.ofRecorder(arguments, console, settings: settings) else {
      return (nil, nil)
    }
    do throws(SocketError) {
      let point = try ControlPoint(
        path: path,
        takes: TakeFolder(
          directory: setup.configuration.directory, board: setup.board,
          focuser: FocusEdit(filters: setup.filters, form: setup.settings.take.form)
        ) { [board = setup.board] in PersonPicture(board: board).figure(of: $0) },
        rate: setup.board.capture.rate, version: Version.current.number,
        environment: { [environment = console.environment] in environment[$0] })
      return (point, nil)
    } catch {
      return (
        nil,
        "no control socket: \(error); name another path, or 'none', with --control or [control] path"
      )
    }
  }

  private static let view = Option.flag("view", "live meters on the whole terminal")
}

/// The recorder as an appliance, which runs until it is stopped.
struct Appliance {
  private let host: RecorderHost
  private let board: Board
  private let hasSocket: Bool
  /// True if a hand of the scenario presses the record button.
  private let pressesRecord: Bool
  private let log: LineDisplay
  private let display: any LiveDisplay
  private let keyboard: Keyboard?
  /// True if the view was asked for, and true if it is shown.
  private let (wantsView, hasScreen): (Bool, Bool)

  /// Prepares an appliance that is shown on a console.
  init(
    _ host: RecorderHost, board: Board, hasSocket: Bool, console: Console, hasView: Bool,
    pressesRecord: Bool = false
  ) {
    (self.host, self.board, self.hasSocket) = (host, board, hasSocket)
    self.pressesRecord = pressesRecord
    // journald and pipes get only the lines of events; a terminal gets a status line as well.
    let hasStatus =
      console.terminal.isTerminal && console.diagnosticsTerminal.isTerminal
      && console.environment["TERM"] != "dumb"
    log = LineDisplay(board: board, console: console, meters: hasStatus ? .status : .none)
    // A log that cannot be written holds nothing up; once it can be written again, its next line says so.
    host.log = { [log] line in do { try log.print(line) } catch {} }
    keyboard = hasView ? Keyboard() : nil
    let hasKeys = keyboard != nil
    let screen =
      hasView
      ? ScreenDisplay(
        board: board, console: console, keys: { hasKeys ? RecorderKeys.active($0) : [] }) : nil
    display = screen ?? log
    (wantsView, hasScreen) = (hasView, screen != nil)
  }

  /// Shows a line to the user: among the events if there is a view, otherwise in the log.
  func note(_ line: String) {
    // A log that cannot be written holds nothing up.
    if hasScreen {
      host.announce(RecorderEvent(.notice, "note", line, .warning))
    } else {
      do { try log.print(line) } catch {}
    }
  }

  /// Arms the recorder, and runs it until a signal arrives.
  func run() throws {
    defer {
      display.close()
      host.shutDown()
    }
    let session = host.session
    if host.armOrTell(), let age = ProcessAge.seconds() {
      try log.print(
        "capturing since \((age * 1000).text(digits: 0)) ms after the start of the process")
    }
    for line in host.notes { note(line) }
    if let line = startNote { note(line) }
    // The recorder already captures while filters are read from the cache or designed.
    try translate(try host.prepare(makesAll: true), to: CommandError.session)
    var keys = RecorderKeys(host, display)
    host.ready()
    try host.run { now, events in
      try display.show(events, at: now) { host.status(now) }
      for line in host.preparationLines() { try log.print(line) }
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
    let last = host.shutDown()
    display.close()
    try log.show(last, at: host.now) { host.status(host.now) }
    log.close()
    try log.print("stopped")
  }

  /// For a board without a record button, a line with the ways to start a take; `nil` for other boards.
  private var startNote: String? {
    guard board.buttons[.record] == nil else { return nil }
    var ways: [String] = keyboard == nil ? [] : ["Enter"]
    if hasSocket { ways.append("'pinna start'") }
    if !host.session.configuration.schedule.takes.isEmpty { ways.append("the schedule") }
    if host.session.configuration.settings.trigger != nil { ways.append("a loud sound") }
    if pressesRecord { ways.append("a hand of the scenario") }
    let words = "\(board.id) has no record button"
    let remedy = wantsView ? "--view needs a terminal" : "add --view"
    guard !ways.isEmpty else { return "\(words), and nothing else can start a take: \(remedy)" }
    return "\(words): \(ways.joined(separator: " or ")) starts a take"
      + (wantsView ? "" : "; with --view, Enter does")
  }
}
