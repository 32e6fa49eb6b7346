import Drawings
import Essentials
import Face
import Glibc
import LinuxBoard
import Recorder
import Varlink

extension Command {
  /// The command `pinna status`.
  static let status = Command(
    "status", summary: "the state and the warnings of the running recorder",
    discussion: """
      Prints the state, the take, levels, free space, the last takes and all warnings. With --watch it continues until \
      you press q or Ctrl-C. In a terminal, it then fills the screen, and shows how the board is held if there is room \
      and the board file is found; s selects the next data source, o the next pattern. Without a terminal, it prints a \
      line every second.

      --json prints the fields of the type Status of the interface org.pinna.Recorder; with --watch, it prints one \
      object per line whenever something changes, at most ten times per second. Levels are in decibels relative to \
      full scale, with -144 for silence; times are in seconds since 1970.
      """,
    options: [watch, json, SettingsArguments.config, ControlPath.option],
    examples: [
      .init("pinna status", "the state now"),
      .init(
        "pinna status --watch", "live; to watch from another computer, put ssh -t HOST in front"),
    ]
  ) { arguments, console in
    let client = try ControlPath.connect(arguments, console)
    if arguments.has(watch) {
      let isJSON = arguments.has(json)
      let status = try translate(try client.status(), to: CommandError.control)
      let watching = try RemoteStatusView(
        client, hasControls: !isJSON,
        connect: { ControlPath.connectIfThere(arguments, console) },
        board: isJSON ? nil : RecorderBoard.find(status, arguments, console), console: console,
        form: isJSON ? .facts : .lines, seconds: nil)
      try watching.run()
      return .success
    }
    let status = try status(client, arguments, console)
    try console.print(status, arguments) {
      let takes = try takes(client)
      let view = StatusView(status, takes: takes, isUnicode: console.terminal.isUnicode)
      let terminal = console.terminal
      let columns = terminal.isTerminal ? terminal.width - 1 : StatusView.fileColumns
      try console.print(
        lines: view.lines(columns: columns).map { $0.rendered(colored: terminal.allowsColor) })
    }
    return .success
  }

  /// The newest takes; none if the recorder cannot read their folder, because its state shows this.
  private static func takes(_ client: ControlClient) throws(CommandError) -> [TakeRecord] {
    do throws(VarlinkClient.Failure) {
      return try client.call(RecorderInterface.listTakes, .init(limit: StatusView.mostTakes)).takes
    } catch {
      if case .error(let refusal) = error,
        refusal.parameters["reason"] == RecorderReason.storage.rawValue
      {
        return []
      }
      throw CommandError(error)
    }
  }

  /// The status with the levels of left and right, which the recorder renders only while a client watches.
  private static func status(
    _ client: ControlClient, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> RecorderStatus {
    let status = try translate(try client.status(), to: CommandError.control)
    guard status.ears.isEmpty, status.state == .armed,
      let watcher = ControlPath.connectIfThere(arguments, console)
    else { return status }
    do throws(VarlinkClient.Failure) {
      try watcher.watch(interval: 0.1)
      let end = MonotonicClock.now() + Self.earSeconds
      while MonotonicClock.now() < end {
        // The meters have heard nothing at first, so wait for a status with levels.
        if let next = try watcher.nextStatus(within: 0.2),
          next.ears.contains(where: { $0.held > RecorderStatus.silence })
        {
          return next
        }
      }
    } catch {
      // The status is already known, only without these levels.
    }
    return status
  }

  /// Seconds within which left and right are rendered if their filters exist.
  private static let earSeconds = 1.0

  private static let watch = Option.flag("watch", "continue until stopped")
}
