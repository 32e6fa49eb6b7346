import Essentials
import FoundationEssentials
import Glibc
import Recorder
import TakeFiles

/// Files in the service's folder by which other programs follow a recorder: a sign of life for watchdogs, and news of
/// each finished take for the systemd units that act on it.
///
/// - Thread: control.
struct Heartbeat {
  /// A message that is a sign of life.
  struct Message: Encodable {
    /// The time in seconds since 1970, UTC.
    var time: Double
    var isClockSet: Bool
    /// The source of the clock's time, if it is known.
    var clockSource: String?
    /// The activity of the recorder.
    var state: RecorderStatus.State
    /// The number of frames captured since the start; while the recorder works, this number rises from message to
    /// message.
    var frames: Int
    /// The number of takes finished since the start, and the time when the last one ended.
    var takeCount: Int
    var lastTake: Double?
    var freeBytes: Int?
    /// The length in seconds of a take that would fit into the free space.
    var secondsLeft: Double?
    /// The fault in a sentence and as a word for programs, if there is one.
    var details: String?
    var faultCode: String?
  }

  private let settings: Settings
  private var next = -Double.infinity
  private var state: RecorderStatus.State?
  private var takeCount = 0
  private var lastTake: Double?
  /// True once the folder of takes was usable, and the takes that it already had were announced.
  private var hasAnnounced = false
  /// The files whose last write failed, so that a failure is reported only once.
  private var failed: Set<String> = []

  init(_ settings: Settings) { self.settings = settings }

  /// Writes the files that are due; returns a line for the log for each file that can no longer be written.
  mutating func turn(
    _ session: Session, _ events: [RecorderEvent], at now: Double
  ) -> [String] {
    var problems: [String] = []
    let time = session.time(now)
    let ends = events.filter(\.isEndOfTake)
    for _ in ends {
      takeCount += 1
      lastTake = time.epochSeconds
    }
    // A power-off deletes the file of the signal, perhaps before anything acted on the last take. So the first turn
    // with a folder for takes is news as well; acting without a new take does no harm.
    let isStart = !hasAnnounced && session.storageStatus != nil
    hasAnnounced = hasAnnounced || isStart
    let isNews = isStart || !ends.isEmpty || events.contains { $0.kind == .recovered }
    if settings.wantsNewsOfTakes, isNews {
      problems += write("\(takeCount)\n", to: settings.after.signal, of: "[after] signal")
    }
    guard let path = settings.heartbeat.file else { return problems }
    let state = RecorderStatus.State(session.state)
    guard now >= next || state != self.state else { return problems }
    (next, self.state) = (now + settings.heartbeat.seconds, state)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let line = try encoder.encode(message(session, time: time, at: now))
      problems += write(
        String(decoding: line, as: UTF8.self) + "\n", to: path, of: "[heartbeat] file")
    } catch {
      problems += news(of: path, "\(error)")
    }
    return problems
  }

  private func message(_ session: Session, time: WallTime, at now: Double) -> Message {
    let storage = session.storageStatus
    var message = Message(
      time: (time.epochSeconds * 1000).rounded() / 1000, isClockSet: time.isSet,
      state: RecorderStatus.State(session.state),
      frames: session.arrivedFrames, takeCount: takeCount, lastTake: lastTake)
    message.freeBytes = storage?.freeBytes
    message.secondsLeft = storage.map { $0.secondsLeft.rounded() }
    message.clockSource = session.clockQuality?.source.rawValue
    if let fault = session.fault, message.state == .faulted {
      (message.details, message.faultCode) = ("\(fault)", fault.code)
    }
    return message
  }

  /// Writes a file named by a setting; returns the problem if the write before succeeded.
  private mutating func write(_ text: String, to path: String, of setting: String) -> [String] {
    let code = WholeFile.replace(path, with: text)
    let problem = "\(setting): \(path) cannot be written: \(String(cString: strerror(code)))"
    let remedy = code == ENOENT ? "make its folder" : "check its folder and the free space"
    return news(of: path, code == 0 ? nil : "\(problem); \(remedy)")
  }

  /// Notes the outcome of a write; returns the problem if the write before succeeded.
  private mutating func news(of path: String, _ problem: String?) -> [String] {
    guard let problem else {
      failed.remove(path)
      return []
    }
    return failed.insert(path).inserted ? [problem] : []
  }
}

extension RecorderEvent {
  fileprivate var isEndOfTake: Bool { kind == .takeFinished && fields["file"] != nil }
}
