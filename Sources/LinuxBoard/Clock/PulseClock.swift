import Glibc
import Recorder
import Synchronization
import TakeFiles

/// A pulse a second (PPS), whose edges the kernel stamps with the time of day: how far the clock of the system is off.
///
/// The clock must be right to half a second by other means, such as NTP: the pulse says where a second begins, and not
/// which one.
///
/// - Source: Linux Documentation/driver-api/pps.rst: `/sys/class/pps/pps0/assert` has "seconds.nanoseconds#number" of
///   the newest edge, in the time of day.
package final class PulseClock: Sendable {
  /// The error of the clock by the pulse.
  package struct Correction: Sendable, Equatable {
    /// Seconds by which the clock is ahead.
    package var seconds: Double
    /// The largest error of that.
    package var error: Double
  }

  private struct State {
    var lookedAt = -Double.infinity
    var number: Substring = ""
    var edgeAt = -Double.infinity
    /// Seconds by which the clock was ahead at the newest edges.
    var ahead: [Double] = []
  }

  /// Edges that are kept, and those from which the clock is corrected.
  private static let (kept, enough) = (15, 5)
  /// Seconds between two looks, and without an edge after which there is no pulse any more.
  private static let (interval, patience) = (0.4, 5.0)
  /// Seconds by which edges may differ: beyond them the clock is being set, or this is no pulse a second.
  private static let largestSpread = 0.001
  /// The error of the kernel's stamp of an edge, in seconds.
  private static let stampError = 5e-6

  private let file: String
  private let state = Mutex(State())

  /// The pulse of a device such as `/dev/pps0`, or of a file with the kernel's text.
  package init(_ path: String) {
    let device = "/dev/"
    file =
      path.hasPrefix(device)
      ? "/sys/class/pps/\(path.dropFirst(device.count))/assert" : path
  }

  /// The error of the clock; `nil` while there is no steady pulse.
  ///
  /// - Parameter now: seconds on the control clock.
  package func correction(_ now: Double) -> Correction? {
    state.withLock { state in
      if now - state.lookedAt >= Self.interval {
        state.lookedAt = now
        look(&state, now)
      }
      guard state.ahead.count >= Self.enough else { return nil }
      let sorted = state.ahead.sorted()
      let middle = sorted[sorted.count / 2]
      // One edge in five may be late: the processor was busy.
      let errors = sorted.map { abs($0 - middle) }.sorted()
      let error = errors[errors.count * 4 / 5]
      guard error <= Self.largestSpread else { return nil }
      return Correction(seconds: middle, error: error + Self.stampError)
    }
  }

  private func look(_ state: inout State, _ now: Double) {
    if now - state.edgeAt > Self.patience { state.ahead = [] }
    let text = SmallFile.text(file) ?? ""
    let parts = text.prefix { !$0.isNewline }.split(separator: "#")
    guard parts.count == 2, parts[1] != state.number else { return }
    let digits = parts[0].split(separator: ".")
    guard digits.count == 2, let whole = Int(digits[0]), whole > 0, digits[1].count == 9,
      let nanoseconds = Int(digits[1])
    else { return }
    (state.number, state.edgeAt) = (parts[1], now)
    let part = Double(nanoseconds) / 1e9
    state.ahead.append(part < 0.5 ? part : part - 1)
    if state.ahead.count > Self.kept { state.ahead.removeFirst() }
  }
}

extension Machine {
  /// Corrects the time of day by a pulse a second, while the clock is kept in step by other means.
  mutating func follow(_ pulse: PulseClock) {
    let (systemTime, systemQuality) = (wallTime, clockQuality)
    let correction = { @Sendable (now: Double) -> PulseClock.Correction? in
      [.ntp, .gps].contains(systemQuality()?.source) ? pulse.correction(now) : nil
    }
    wallTime = { now in
      var time = systemTime(now)
      time.epochSeconds -= correction(now)?.seconds ?? 0
      return time
    }
    clockQuality = {
      guard let found = correction(MonotonicClock.now()) else { return systemQuality() }
      return ClockQuality(.pps, errorSeconds: found.error)
    }
  }
}
