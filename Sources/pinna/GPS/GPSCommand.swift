extension Command {
  /// The command `pinna gps`.
  static let gps = Command(
    "gps", summary: "position and time from GPS, through gpsd",
    discussion: """
      Waits for a fix and prints the position and the error of this computer's clock. With --out it continues until \
      stopped, and keeps position and time in a file for the recorder, which has no network access itself: \
      pinna-gps.service runs this command, and [place] gpsd = true in the settings makes the recorder read the file.

      A take then has the receiver's position, the clock quality 'gps', and the largest possible error of the clock. \
      If the computer's clock is not set, or is wrong by more than two seconds, takes and schedules use GPS time. \
      Position and time stay valid for an hour after the last fix.
      """,
    options: [server, out, wait, json],
    examples: [
      .init("pinna gps", "does the receiver work, and where am I?"),
      .init("pinna gps --wait 600", "wait for the first fix, under the open sky"),
    ]
  ) { arguments, console in
    let text = arguments[server]
    guard let server = GPSDConnection.Server(text) else {
      throw arguments.usageError(
        "--server: \"\(text)\" is not an address; write, for example, --server 127.0.0.1:2947")
    }
    ProcessSignals.takeOver()
    if let path = arguments[out] {
      try ReceiverKeeper(server: server, path: path, console: console).run()
      return .success
    }
    let facts = try FixReport.wait(for: server, seconds: arguments[wait])
    try console.print(facts, arguments) {
      try console.print(lines: facts.lines)
    }
    return .success
  }

  private static let server = Option.text(
    "server", "ADDRESS", "gpsd, as HOST or HOST:PORT", standard: GPSDConnection.Server.standard)
  private static let out = Option.text(
    "out", "FILE", "keep position and time in a file until stopped")
  private static let wait = Option.number(
    "wait", "S", 1...3600, unit: "s", "how long to wait for a fix", standard: 60)
}
