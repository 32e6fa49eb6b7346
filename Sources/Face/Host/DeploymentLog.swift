import Drawings
import FoundationEssentials
import Glibc
import LinuxBoard
import Recorder
import Synchronization
import TakeFiles
import Varlink

/// A log of the events of a deployment, in a file beside the takes, because the system's own logs may not survive it.
///
/// Each line is a JSON object. It is appended in one piece and synced to the medium within seconds, so a power cut
/// costs at most the last few lines. The log consists of two files of bounded size, a newer one and an older one. While
/// the folder is away, the lines wait in memory.
///
/// - Thread: control; a separate thread waits for the medium.
package final class DeploymentLog {
  /// A line of the log.
  package struct Line: Codable, Sendable, Equatable {
    /// The time in seconds since 1970, UTC.
    package var time: Double
    /// False if the clock had not been set.
    package var isClockSet: Bool
    /// "started", "ended", "state", or the type of an event.
    package var type: String
    /// The text for people to read.
    package var words: String
    /// The facts of the event by name, with numbers as text.
    package var fields: [String: String]
  }

  /// The names of the files, the newer one first.
  package static let names = ["pinna-log.jsonl", "pinna-log.1.jsonl"]
  /// The size in bytes at which the newer file becomes the older one: about ten thousand lines, enough for a year of
  /// state lines and nightly takes.
  static let mostBytes = 4 << 20
  /// The time in seconds between two state lines.
  private static let stateSeconds = 3600.0

  /// The maximum time in seconds that the recorder waits for the medium before it ends, so that a hung medium cannot
  /// hold it up.
  private static let endSeconds = 5

  private let writer: DeploymentLogWriter
  private let thread: Thread
  private var nextState = 0.0
  private var hasStarted = false
  /// True once there was a folder for takes.
  private var hadFolder = false

  /// Creates a log in the given folder.
  ///
  /// - Throws: `SessionFault` if the system has no free thread.
  package init(directory: String) throws(SessionFault) {
    guard let bell = WakeUpPipe() else { throw .threadRefused(errno: errno) }
    let writer = DeploymentLogWriter(directory: directory, bell: bell)
    self.writer = writer
    thread = try Thread(name: "log", stackBytes: Thread.largeStack) { writer.run() }
  }

  /// Logs the events of a turn of the control loop; returns a line for the system's log when writing first fails.
  func turn(_ session: Session, _ events: [RecorderEvent], at now: Double) -> String? {
    var lines: [Line] = []
    let hasFolder = session.storageStatus != nil
    hadFolder = hadFolder || hasFolder
    if !hasStarted {
      hasStarted = true
      let (unit, board) = (session.configuration.unit, session.configuration.board)
      let facts = [
        "name": unit.name, "serial": unit.serial, "version": unit.version, "board": board.id,
      ].compactMapValues { $0 }
      lines.append(line(session, now, "started", "the recorder started", facts))
    }
    lines += events.filter { $0.tone != .minor }.map { event in
      var line = line(session, now, event.type, event.sentence, event.fields)
      line.time = (event.time * 1000).rounded() / 1000
      return line
    }
    // The first state line states the free space.
    if hadFolder, now >= nextState {
      nextState = now + Self.stateSeconds
      lines.append(line(session, now, "state", "", state(session, now)))
    }
    writer.put(lines, hasFolder: hasFolder)
    return writer.newProblem()
  }

  /// Logs that the recorder ends, and waits for a limited time until that line is on the medium; returns a line for the
  /// system's log when writing first fails.
  func end(_ session: Session, at now: Double) -> String? {
    // This is the last chance of lines that wait, even if the folder is away. In a folder that was never looked at,
    // nothing is written.
    writer.put(
      [line(session, now, "ended", "the recorder was stopped", [:])], hasFolder: hadFolder)
    writer.finish()
    for _ in 0..<(Self.endSeconds * 100) where !writer.isDone { pause(milliseconds: 10) }
    if writer.isDone { thread.join() } else { thread.detach() }
    return writer.newProblem()
  }

  private func line(
    _ session: Session, _ now: Double, _ type: String, _ words: String, _ fields: [String: String]
  ) -> Line {
    let time = session.time(now)
    return Line(
      time: (time.epochSeconds * 1000).rounded() / 1000, isClockSet: time.isSet, type: type,
      words: words, fields: fields)
  }

  /// The facts of a state line: battery, card and clock.
  private func state(_ session: Session, _ now: Double) -> [String: String] {
    let snapshot = session.snapshot(now)
    var facts: [String: String] = ["clock": snapshot.clock?.source.rawValue ?? "unknown"]
    if let storage = snapshot.storage {
      facts["freeBytes"] = "\(storage.freeBytes)"
      facts["secondsLeft"] = storage.secondsLeft.text(digits: 0)
    }
    if let percent = snapshot.battery?.percent { facts["battery"] = percent.text(digits: 0) }
    if let celsius = SystemTemperature.highest() { facts["celsius"] = celsius.text(digits: 1) }
    return facts
  }

  /// The lines of both files in the order in which they were written, without lines that a power cut left incomplete.
  package static func lines(in directory: String) -> [Line] {
    names.reversed().flatMap { name -> [Line] in
      guard let file = fopen("\(directory)/\(name)", "re") else { return [] }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 2 * mostBytes)
      let count = fread(&bytes, 1, bytes.count, file)
      return bytes[..<count].split(separator: UInt8(ascii: "\n")).compactMap {
        try? JSONDecoder().decode(Line.self, from: Data($0))
      }
    }
  }
}

/// The thread that appends the lines to the files.
private final class DeploymentLogWriter: Sendable {
  private struct State {
    var waiting: [DeploymentLog.Line] = []
    /// True while the recorder has a folder for its takes; otherwise, nothing is written.
    var hasFolder = false
    var problem: String?
    var isTold = false
    var isOver = false
    var isDone = false
  }

  private let directory: String
  private let state = Mutex(State())
  private let bell: WakeUpPipe
  /// The most lines that can wait to be written, so that a medium that hangs or is away does not fill the memory.
  private static let mostWaiting = 1000

  init(directory: String, bell: WakeUpPipe) {
    (self.directory, self.bell) = (directory, bell)
  }

  /// Writes lines as they arrive, until the log ends.
  func run() {
    while turn() { bell.wait(seconds: 3600) }
    state.withLock { $0.isDone = true }
  }

  /// True once the log has ended and everything is written.
  var isDone: Bool { state.withLock { $0.isDone } }

  /// Adds lines, and notes whether they can be written now; lines that failed before are tried again.
  func put(_ lines: [DeploymentLog.Line], hasFolder: Bool) {
    let isNews = state.withLock { state in
      guard !lines.isEmpty || hasFolder != state.hasFolder else { return false }
      state.waiting = (state.waiting + lines).suffix(Self.mostWaiting)
      state.hasFolder = hasFolder
      return true
    }
    if isNews { bell.ring() }
  }

  /// A problem that has not been reported yet.
  func newProblem() -> String? {
    state.withLock { state in
      guard let problem = state.problem, !state.isTold else { return nil }
      state.isTold = true
      return problem
    }
  }

  func finish() {
    state.withLock { $0.isOver = true }
    bell.ring()
  }

  /// Writes the waiting lines, which wait on if that fails; returns false once the log has ended.
  private func turn() -> Bool {
    let (lines, isOver): ([DeploymentLog.Line], Bool) = state.withLock { state in
      guard state.hasFolder else { return ([], state.isOver) }
      defer { state.waiting = [] }
      return (state.waiting, state.isOver)
    }
    if !lines.isEmpty {
      let problem = write(lines)
      state.withLock { state in
        if problem == nil {
          state.isTold = false
        } else {
          state.waiting = (lines + state.waiting).suffix(Self.mostWaiting)
        }
        state.problem = problem
      }
    }
    return !isOver
  }

  private func write(_ lines: [DeploymentLog.Line]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes: [UInt8] = []
    for line in lines {
      guard let data = try? encoder.encode(line) else { continue }
      bytes += [UInt8](data) + [UInt8(ascii: "\n")]
    }
    let path = "\(directory)/\(DeploymentLog.names[0])"
    var status = stat()
    if stat(path, &status) == 0, Int(status.st_size) > DeploymentLog.mostBytes {
      let older = "\(directory)/\(DeploymentLog.names[1])"
      unlink(older)
      try? TakeFile.rename(path, to: older)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
    func failed(_ word: String) -> String {
      "\(path): the log of the deployment cannot be \(word): \(String(cString: strerror(errno)))"
    }
    guard descriptor >= 0 else { return failed("opened") }
    defer { close(descriptor) }
    // A power cut may have left an incomplete last line.
    var last: UInt8 = 0
    let size = lseek(descriptor, 0, SEEK_END)
    let reader = open(path, O_RDONLY | O_CLOEXEC)
    if reader >= 0 {
      if size > 0, pread(reader, &last, 1, size - 1) == 1, last != UInt8(ascii: "\n") {
        bytes.insert(UInt8(ascii: "\n"), at: 0)
      }
      close(reader)
    }
    if Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 {
      return nil
    }
    let problem = failed("written")
    // The lines are written again, so no part of them may stay.
    _ = ftruncate(descriptor, size)
    return problem
  }
}
