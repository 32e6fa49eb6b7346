import Glibc
import Recorder
import Synchronization
import TakeFiles

/// Finds the error of the system clock from a pulse per second (PPS), whose edges the kernel stamps with the time of
/// day.
///
/// Other means, such as NTP, must keep the system clock within half a second of the true time, because the pulse
/// shows when a second begins, but not which second it is. The clock may run fast or slow, as it does during
/// synchronisation.
///
/// - Source: Linux Documentation/driver-api/pps.rst: `/sys/class/pps/pps0/assert` contains "seconds.nanoseconds#number"
///   of the newest edge, in the time of day.
package final class PulseClock: Sendable {
  /// The error of the system clock, according to the pulse.
  package struct Correction: Sendable, Equatable {
    /// The seconds by which the system clock is ahead.
    package var seconds: Double
    /// The largest error that ``seconds`` can have.
    package var error: Double
  }

  private struct State {
    var firstLook: Double?
    var lookedAt = -Double.infinity
    var number: String?
    var edgeAt = -Double.infinity
    var edges: [PulseLine.Edge] = []
    var line: PulseLine?
    /// The errno of the last attempt to read the file; 0 if the file could be read.
    var errno: Int32 = 0
    /// The reason why the pulse was unusable at the last check.
    var problem: HardwareProblem?
    /// True if other means synchronised the system clock at the last check, and the time of that check.
    var (isInStep, askedAt) = (false, -Double.infinity)
  }

  /// The number of edges to keep, and the number of edges needed to correct the clock.
  private static let (kept, enough) = (15, 5)
  /// The interval between checks, and the time without an edge after which the pulse counts as lost, in
  /// seconds.
  private static let (interval, patience) = (0.4, 5.0)
  /// The largest difference, in seconds, between the edges' interval and the checks' interval; a larger difference
  /// means that the clock was set.
  private static let step = 1.5

  private let path: String
  private let file: String
  private let state = Mutex(State())

  /// Creates a clock from the pulse of a device such as `/dev/pps0`, or of a file that contains the kernel's text.
  package init(_ path: String) {
    self.path = path
    let device = "/dev/"
    file =
      path.hasPrefix(device)
      ? "/sys/class/pps/\(path.dropFirst(device.count))/assert" : path
  }

  /// The error of the system clock; `nil` without a steady pulse.
  ///
  /// - Parameters:
  ///   - now: the seconds on the control clock.
  ///   - time: the time that the system clock shows at `now`, in seconds since 1970; `nil` for the time of the newest
  ///     edge.
  package func correction(_ now: Double, at time: Double? = nil) -> Correction? {
    state.withLock { state in
      look(&state, now)
      return state.line?.correction(at: time)
    }
  }

  /// True if other means synchronise the system clock; the answer is cached briefly, because `ask` may read files.
  fileprivate func isInStep(_ now: Double, _ ask: () -> Bool) -> Bool {
    state.withLock { state in
      if abs(now - state.askedAt) >= Self.interval {
        (state.isInStep, state.askedAt) = (ask(), now)
      }
      return state.isInStep
    }
  }

  /// The state of the pulse at a time on the control clock; a lost pulse counts as found again when it corrects
  /// the clock again.
  package func state(_ now: Double) -> PulseState {
    state.withLock { state in
      look(&state, now)
      if let found = state.line?.correction(at: nil) {
        state.problem = nil
        return .steady(errorSeconds: found.error)
      }
      state.problem = problem(state, now) ?? state.problem
      return state.problem.map { .unusable($0) } ?? .awaited
    }
  }

  /// The reason why the pulse is unusable; `nil` while edges arrive or are not yet overdue.
  private func problem(_ state: State, _ now: Double) -> HardwareProblem? {
    if state.errno != 0 {
      return problem(
        "cannot be read: \(ErrnoText.text(state.errno))",
        "load pps-gpio (dtoverlay=pps-gpio on a Raspberry Pi), or correct [clock] pps")
    }
    if state.edges.count >= Self.enough {
      return problem(
        "edges are not one second apart, or the clock is being adjusted",
        "wait until the clock is synchronised, and check the pulse with ppstest")
    }
    guard now - max(state.edgeAt, state.firstLook ?? now) > Self.patience else { return nil }
    return problem(
      "no edge has arrived for \(Int(Self.patience)) s",
      "check that the receiver has a fix, and check the pulse with ppstest")
  }

  private func problem(_ reason: String, _ remedy: String) -> HardwareProblem {
    HardwareProblem(
      what: "pulse per second", place: path,
      reason: reason + ", so times come from the clock alone", remedy: remedy)
  }

  private func look(_ state: inout State, _ now: Double) {
    guard now - state.lookedAt >= Self.interval else { return }
    state.lookedAt = now
    state.firstLook = state.firstLook ?? now
    if now - state.edgeAt > Self.patience { (state.edges, state.line) = ([], nil) }
    guard let text = SmallFile.text(file) else {
      state.errno = errno
      return
    }
    state.errno = 0
    guard let (edge, number) = Self.edge(text), number != state.number else { return }
    // The first edge may be long past.
    let isNew = state.number != nil
    state.number = number
    guard isNew else { return }
    if let last = state.edges.last,
      abs(edge.second - last.second - (now - state.edgeAt)) > Self.step
    {
      state.edges = []
    }
    state.edgeAt = now
    state.edges.append(edge)
    if state.edges.count > Self.kept { state.edges.removeFirst() }
    state.line = state.edges.count >= Self.enough ? PulseLine(state.edges) : nil
  }

  /// An edge and its number, read from the kernel's text; `nil` if there has been no edge.
  private static func edge(_ text: String) -> (PulseLine.Edge, number: String)? {
    let parts = text.prefix { !$0.isNewline }.split(separator: "#")
    guard parts.count == 2 else { return nil }
    let digits = parts[0].split(separator: ".")
    guard digits.count == 2, let whole = Int(digits[0]), whole > 0, digits[1].count == 9,
      let nanoseconds = Int(digits[1])
    else { return nil }
    let part = Double(nanoseconds) / 1e9
    let isLate = part < 0.5
    return (
      PulseLine.Edge(
        second: Double(isLate ? whole : whole + 1), ahead: isLate ? part : part - 1),
      String(parts[1])
    )
  }
}

extension Machine {
  /// Lets a pulse per second correct the time of day while other means synchronise the clock.
  package mutating func follow(_ pulse: PulseClock) {
    let (systemTime, systemQuality) = (wallTime, clockQuality)
    let isInStep = { @Sendable [clock] in
      pulse.isInStep(clock.now()) { [.ntp, .gps].contains(systemQuality()?.source) }
    }
    wallTime = { now in
      var time = systemTime(now)
      guard isInStep(), let found = pulse.correction(now, at: time.epochSeconds) else {
        return time
      }
      time.epochSeconds -= found.seconds
      time.isByPulse = true
      return time
    }
    clockQuality = { [clock] in
      guard isInStep(), let found = pulse.correction(clock.now()) else { return systemQuality() }
      return ClockQuality(.pps, errorSeconds: (found.error * 1e6).rounded(.up) / 1e6)
    }
    self.pulse = { pulse.state($0) }
  }
}
