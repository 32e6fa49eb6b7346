import Essentials
import Glibc
import LinuxBoard
import Recorder

/// The work of `pinna gps --out`: keeping the reports of gpsd in a file for as long as the process lives.
struct ReceiverKeeper {
  let server: GPSDConnection.Server
  let path: String
  let console: Console

  /// Seconds between two writes of the file, although the receiver reports every second.
  private static let writeSeconds = 2.0
  /// Milliseconds between two attempts to reach gpsd.
  private static let retryMilliseconds: Int32 = 5000

  /// Runs until a signal ends it.
  ///
  /// - Throws: ``CommandError`` if the file cannot be written.
  func run() throws {
    var watch = FixTracker()
    var last = ""
    // A line is printed once, and not again until another line has been printed.
    let say = { (line: String) in
      if line != last { console.note(line.printable) }
      last = line
    }
    while ProcessSignals.stop == nil {
      do throws(CommandError) {
        try follow(try GPSDConnection(server), &watch, say)
      } catch {
        guard error.exitCode == .unavailable else { throw error }
        say(error.message)
        if ProcessSignals.stop == nil { poll(nil, 0, Self.retryMilliseconds) }
      }
    }
    // The file is removed, because its place would no longer be brought up to date.
    unlink(path)
  }

  private func follow(
    _ connection: GPSDConnection, _ watch: inout FixTracker, _ say: (String) -> Void
  ) throws(CommandError) {
    var (written, isNew, isTold, isHeard) = (-Double.infinity, false, false, false)
    while ProcessSignals.stop == nil {
      switch connection.next(milliseconds: 1000) {
      case .line(let line):
        // A server that closes every connection at once is not worth a line each time.
        if !isHeard { say("gpsd at \(server): connected") }
        isHeard = true
        isNew = watch.hear(line) || isNew
      case .nothing: break
      case .over(let reason):
        throw CommandError("gpsd at \(server): \(reason)", .unavailable)
      }
      if let problem = watch.problem { say("gpsd at \(server): \(problem)") }
      let now = MonotonicClock.now()
      guard isNew, now - written >= Self.writeSeconds else { continue }
      if let position = watch.fix.position, !isTold {
        say("place: \(FixReport.words(position.place, nil))")
        isTold = true
      }
      (written, isNew) = (now, false)
      try OutputFile.replace(watch.fix.text, at: path)
    }
  }
}
