import Boards
import Drawings
import Essentials
import Face
import Glibc
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna monitor`.
  static let monitor = Command(
    "monitor", summary: "live meters of every microphone and of left and right; writes no files",
    discussion: """
      Shows the levels of the microphones, the levels that left and right would have in a take, how the board is held, \
      and which edge is which. s, p and o switch to the next data source, polar pattern and orientation. --listen \
      plays left and right on the headphones of the board; in ambisonics (ambix) left and right are two cardioids that \
      face the sides.

      If a recorder is running ('pinna run'), this command shows the recorder's own meters and a drawing of how the \
      board is held, as 'pinna status --watch' does. A take in progress continues; s and o then select the source \
      and pattern of the recorder's next takes. With options for the sound, this command borrows the recorder's \
      device, as 'pinna record' does.

      --output - shows no meters, and writes left and right to standard output for ffmpeg, BirdNET and other programs, \
      from the running recorder or the board, as an endless WAV file or as samples without a header. A slow reader \
      does not hold up the recorder: frames are dropped, and a message states how many. With --reconnect, the command \
      prints a message and continues after a restart of the recorder; the sound in between is missing.
      """,
    options: [
      BoardArgument.option, SimulationArguments.simulated, SimulationArguments.scenario,
      LiveArguments.duration, CaseArgument.source, SettingsArguments.pattern,
      LiveArguments.orientation, LiveArguments.inputGain, listen, listenOn,
      SettingsArguments.lowCut, output, form, samples, reconnect,
    ] + SettingsArguments.design + [SettingsArguments.config, ControlPath.option, json],
    examples: [
      .init("pinna monitor", "meters of the running recorder, or of the board in the settings"),
      .init("pinna monitor --board respeaker-4mic-hat", "meters of this board, until you press q"),
      .init("pinna monitor --listen-on hw:CARD=Headphones", "with headphones"),
      .init("pinna monitor --duration 5 --json", "levels for a script, five lines"),
      .init("pinna monitor --output - | ffmpeg -i - live.opus", "the sound, for another program"),
      .init(
        "pinna monitor --output - --format raw --reconnect > pipe",
        "the same, continuing after restarts of the recorder"),
    ],
    isLive: true
  ) { arguments, console in
    ProcessSignals.takeOver()
    let sound = try sound(arguments, console)
    if let sound, var listening = try listening(sound, arguments, console) {
      try listening.run()
      return .success
    }
    if arguments.has(reconnect) { return .success }
    if sound == nil, let watch = try attached(arguments, console) {
      try watch.run()
      return .success
    }
    var setup = try LiveSetup(arguments, console) { settings in
      LiveArguments.apply(arguments, to: &settings)
      if let hertz = arguments[SettingsArguments.lowCut] { settings.take.form.lowCutHertz = hertz }
      settings.schedule = []
      settings.trigger = nil
      settings.monitor.enabled = false
      settings.live.device = nil
      // Nothing is recorded, so no sound has to be kept for the start of a take.
      settings.take.form.preRollSeconds = 0
    }
    try LiveArguments.check(arguments, setup.board, setup.settings)
    let loan =
      setup.simulator == nil ? try DeviceLoan(arguments, console, by: "pinna monitor") : nil
    defer { withExtendedLifetime(loan) {} }
    setup.configuration.makesTakes = false
    setup.configuration.metersEars = true
    setup.configuration.stallSeconds = 2
    setup.configuration.monitor = try headphones(arguments, setup.board)
    try setup.addBody(console)
    var monitoring = try Monitoring(
      setup, console: console, needsHeadphones: arguments.has(listenOn),
      seconds: arguments[LiveArguments.duration],
      isJSON: arguments.has(json), sound: sound)
    try monitoring.run()
    return .success
  }

  /// The form in which the sound is to be written to standard output; `nil` if it is not to be written.
  private static func sound(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> SoundWish? {
    guard let place = arguments[output] else {
      guard !arguments.has(form), !arguments.has(samples), !arguments.has(reconnect) else {
        throw arguments.usageError("--format, --samples and --reconnect need --output -")
      }
      return nil
    }
    guard place == "-" else {
      throw arguments.usageError(
        "--output '\(place)': only - (standard output) is possible; 'pinna record' makes files")
    }
    guard !arguments.has(json) else {
      throw arguments.usageError("--output and --json both need standard output; leave one out")
    }
    guard !console.terminal.isTerminal else {
      throw arguments.usageError(
        "--output -: sound cannot be written to a terminal; add '| PROGRAM' or '> FILE'")
    }
    return SoundWish(form: arguments[form], samples: arguments[samples])
  }

  /// Prepares to write the sound of the running recorder.
  ///
  /// The result is `nil` if no recorder is running, or if the options ask for another board or another sound.
  private static func listening(
    _ wish: SoundWish, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> SoundListening? {
    var found = try recorder(arguments, console)?.0
    if found == nil { found = try awaited(arguments, console) }
    guard let client = found else { return nil }
    let seconds = arguments[LiveArguments.duration]
    return try SoundListening(
      client, console: console,
      output: SoundOutput(
        wish, to: 1, until: { $0 > seconds ?? .infinity || ProcessSignals.stop != nil }),
      seconds: seconds,
      reconnect: arguments.has(reconnect)
        ? { ControlPath.connectIfThere(arguments, console) } : nil)
  }

  /// Waits for a recorder if `--reconnect` is given; `nil` without that option, or if a signal ends the wait.
  private static func awaited(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> ControlClient? {
    guard arguments.has(reconnect) else { return nil }
    guard try !ControlPath.ofClient(arguments, console).isEmpty else {
      throw arguments.usageError("--reconnect is for a running recorder: leave out --control none")
    }
    if let other = ofOwnSound.first(where: { arguments.has($0) }) {
      throw arguments.usageError(
        "--reconnect is for the sound of a running recorder: leave out --\(other.form.name)")
    }
    let name = arguments[BoardArgument.option].map { " of \($0)" } ?? ""
    console.note("no recorder\(name) answers yet; trying every second")
    let limit = arguments[LiveArguments.duration]
    var waited = 0.0
    while ProcessSignals.stop == nil {
      if let client = try recorder(arguments, console)?.0 { return client }
      if let limit, waited >= limit {
        throw CommandError(
          "no recorder\(name) answered in \(limit.shortText(digits: 1)) s", .unavailable)
      }
      sleep(1)
      waited += 1
    }
    return nil
  }

  /// Prepares to show the meters of the running recorder.
  ///
  /// The result is `nil` if no recorder is running, or if the options ask for another board or another sound.
  private static func attached(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> RemoteStatusView? {
    guard let (client, status) = try recorder(arguments, console) else { return nil }
    return try RemoteStatusView(
      client, hasControls: true, connect: { ControlPath.connectIfThere(arguments, console) },
      board: arguments.has(json)
        ? nil
        : RecorderBoard.find(status, given: arguments[BoardArgument.option], arguments, console),
      console: console, form: arguments.has(json) ? .levels : .lines,
      seconds: arguments[LiveArguments.duration])
  }

  /// The running recorder; `nil` if none is running, or if the options ask for another board or another sound.
  private static func recorder(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> (ControlClient, RecorderStatus)? {
    guard !ofOwnSound.contains(where: { arguments.has($0) }),
      let client = ControlPath.connectIfThere(arguments, console)
    else { return nil }
    let status = try translate(try client.status(), to: CommandError.control)
    if let name = arguments[BoardArgument.option], name != status.board { return nil }
    return (client, status)
  }

  /// The options that ask for a sound that differs from the running recorder's.
  private static let ofOwnSound: [any AnyOption] =
    [
      CaseArgument.source, SettingsArguments.pattern, LiveArguments.orientation,
      LiveArguments.inputGain, SimulationArguments.simulated, SimulationArguments.scenario,
      listen, listenOn, SettingsArguments.lowCut,
    ] + SettingsArguments.design

  private static let listen = Option.flag("listen", "play left and right on the board's headphones")
  private static let listenOn = Option.text(
    "listen-on", "DEVICE", "play left and right on this ALSA device")

  private static let output = Option.text(
    "output", "-", "write left and right to standard output, and show no meters")
  private static let form = Option.choice(
    "format", SoundOutput.Form.allCases, "an endless WAV file, or samples without a header",
    standard: .wav)
  private static let samples = Option.choice(
    "samples", [SampleFormat.s16, .s24, .f32], "the format of the samples of --output",
    standard: .s16)

  private static let reconnect = Option.flag(
    "reconnect", "with --output -: wait while the recorder is away, then continue")

  private static func headphones(
    _ arguments: Arguments, _ board: Board
  ) throws(CommandError) -> MonitorConfiguration? {
    if let device = arguments[listenOn] { return MonitorConfiguration(device: device) }
    guard arguments.has(listen) else { return nil }
    guard let playback = board.playback else {
      throw arguments.usageError(
        "--listen: \(board.id) has no [playback] device; name one with --listen-on")
    }
    return MonitorConfiguration(device: playback.device)
  }
}

/// The form in which the sound is to be written to standard output.
struct SoundWish {
  /// The form of the bytes.
  var form: SoundOutput.Form
  /// The format of the samples.
  var samples: SampleFormat
}

/// Runs the meters until the user ends them.
struct Monitoring {
  private let host: RecorderHost
  private let keyboard: Keyboard?
  private let display: any LiveDisplay
  private let seconds: Double?
  /// Writes the sound to standard output; `nil` if meters are shown.
  private let pump: SoundPump?
  /// True until the headphones that the command line names have played; a fault before that ends the command.
  private var awaitsHeadphones: Bool

  /// The seconds by which writing sound of a fixed length may take longer than that length.
  private static let patienceSeconds = 2.0

  /// Prepares the meters of a board that this process captures.
  ///
  /// - Throws: ``CommandError`` if its capture device cannot be opened.
  init(
    _ setup: LiveSetup, console: Console, needsHeadphones: Bool, seconds: Double?, isJSON: Bool,
    sound: SoundWish?
  ) throws {
    awaitsHeadphones = needsHeadphones
    self.seconds = seconds
    host = try RecorderHost.make(setup, hasLights: false)
    try translate(try host.arm(), to: CommandError.session)
    for problem in host.problems { console.note("\(problem)") }
    keyboard = isJSON || sound != nil ? nil : Keyboard()
    pump = try sound.map {
      try SoundPump($0, rate: setup.board.capture.rate, seconds: seconds, console: console)
    }
    host.session.listen(pump?.tap)
    if sound != nil {
      display = LineDisplay(board: setup.board, console: console.diagnosticsOnly, meters: .none)
    } else if isJSON {
      display = LevelsDisplay(console: console)
    } else {
      display =
        ScreenDisplay(
          board: setup.board, console: console,
          keys: { [hasKeys = keyboard != nil] status in
            hasKeys ? Self.keys + (status.simulation.map(RecorderKeys.keys) ?? []) : []
          })
        ?? LineDisplay(
          board: setup.board, console: console, meters: .everySecond, endsWithReader: true)
    }
  }

  private static let keys: [ViewContent.Key] = [
    .quit, .source, .pattern, .init(name: "t", meaning: "turn"), .clear,
  ]

  /// Shows the meters until the time is up, or until a key or a signal ends the command.
  mutating func run() throws {
    let (host, display) = (host, display)
    defer { display.close() }
    try translate(try host.prepare(makesAll: true), to: CommandError.session)
    defer {
      pump?.end()
      host.shutDown()
    }
    // Sound is measured by its own length. The clock ends it only if the microphones or the reader stall, but not while
    // filters are being made.
    let patience = pump == nil ? 0 : Self.patienceSeconds
    var end = host.now + (seconds ?? .infinity) + patience
    try host.run { now, events in
      if pump != nil, host.isUnprepared { end = now + (seconds ?? .infinity) + patience }
      try checkHeadphones(events)
      try display.show(events, at: now) { host.status(now) }
      if let error = host.preparationError { throw CommandError(error) }
      if let error = pump?.failure { throw error }
      for key in keyboard?.poll() ?? [] {
        if key == .character("q") { return false }
        press(key, host.session)
      }
      return now < end && pump?.isDone != true && ProcessSignals.stop == nil
    }
  }

  private mutating func checkHeadphones(_ events: [RecorderEvent]) throws(CommandError) {
    for event in events where awaitsHeadphones {
      if event.kind == .headphonesPlay { awaitsHeadphones = false }
      if case .headphones(let fault) = event.subject { throw CommandError(fault) }
    }
  }

  private func press(_ key: KeyPress, _ session: Session) {
    do throws(SessionRefusal) {
      switch key {
      case .character("t"): try session.setOrientation(session.following.orientation)
      default: try RecorderKeys.select(by: key, host, display)
      }
    } catch {
      session.tell(error)
    }
  }
}
