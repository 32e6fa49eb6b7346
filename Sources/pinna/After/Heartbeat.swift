import Glibc
import Recorder
import TakeFiles

/// Files in the folder of the service by which other programs follow a recorder: a sign of life for watchers, and word
/// of each finished take for the units that act after it.
///
/// - Thread: control.
struct Heartbeat {
  /// The facts of a sign of life.
  struct Facts: Encodable {
    /// Seconds since 1970, UTC.
    var time: Double
    var isClockSet: Bool
    /// The source of the clock, where it can be told.
    var clock: String?
    /// The activity: idle, armed, recording, paused, finishing, lent, faulted.
    var state: String
    /// Frames that the microphones gave since the start: a recorder that works has more each time.
    var frames: Int
    /// Takes that were finished since the start, and the time of the last one.
    var takes: Int
    var lastTake: Double?
    var freeBytes: Int?
    /// Seconds of a take that fit.
    var secondsLeft: Double?
    /// The problem, where there is one.
    var fault: String?
  }

  private let settings: Settings
  private var next = -Double.infinity
  private var state = ""
  private var takes = 0
  private var lastTake: Double?
  /// True when the last write failed; that is told once.
  private var hasFailed = false

  init(_ settings: Settings) { self.settings = settings }

  /// Writes what is due; gives a line for the log when that fails.
  mutating func turn(
    _ session: Session, _ events: [SessionEvent], time: WallTime, at now: Double
  ) -> String? {
    var problem: String?
    for case .takeFinished(let take) in events where !take.files.isEmpty {
      takes += 1
      lastTake = time.epochSeconds
    }
    if settings.wantsNewsOfTakes, events.contains(where: \.isEndOfTake) {
      problem = write("\(takes)\n", to: settings.after.signal)
    }
    guard let path = settings.heartbeat.file else { return told(problem) }
    let state = Self.word(session.state)
    guard now >= next || state != self.state else { return told(problem) }
    (next, self.state) = (now + settings.heartbeat.seconds, state)
    let facts = facts(session, time: time, at: now)
    do {
      problem = write(try JSONOutput.line(facts) + "\n", to: path) ?? problem
    } catch {
      problem = "\(error)"
    }
    return told(problem)
  }

  private func facts(_ session: Session, time: WallTime, at now: Double) -> Facts {
    let storage = session.storageStatus
    var facts = Facts(
      time: (time.epochSeconds * 1000).rounded() / 1000, isClockSet: time.isSet, state: state,
      frames: session.arrivedFrames, takes: takes, lastTake: lastTake)
    facts.freeBytes = storage?.freeBytes
    facts.secondsLeft = storage.map { $0.secondsLeft.rounded() }
    facts.clock = session.clockQuality?.source.rawValue
    if case .faulted(let fault) = session.state { facts.fault = "\(fault)" }
    return facts
  }

  private mutating func told(_ problem: String?) -> String? {
    defer { hasFailed = problem != nil }
    return hasFailed ? nil : problem
  }

  private func write(_ text: String, to path: String) -> String? {
    do throws(CommandError) {
      try OutputFile.replace(text, at: path)
    } catch {
      return error.message
    }
    return nil
  }

  private static func word(_ state: SessionState) -> String {
    switch state {
    case .idle: "idle"
    case .armed: "armed"
    case .recording: "recording"
    case .paused: "paused"
    case .finishing: "finishing"
    case .lent: "lent"
    case .faulted: "faulted"
    }
  }
}

extension SessionEvent {
  fileprivate var isEndOfTake: Bool {
    if case .takeFinished(let take) = self { !take.files.isEmpty } else { false }
  }
}
