import Glibc
import Recorder
import TakeFiles

/// Keeps the fix for the recorder up to date from the messages of gpsd.
///
/// A pulse per second gives the time to within microseconds. Without pulses, the time comes from a sentence over a
/// serial line, which arrives up to a second after the instant that it names: half a second is therefore added, and the
/// error is half a second.
struct FixTracker {
  /// The place and the time received so far.
  private(set) var fix = ReceiverFix()
  /// True if gpsd has no receiver; `nil` until that is known.
  private(set) var isWithoutReceiver: Bool?
  /// The last error message from gpsd.
  private(set) var complaint: String?
  /// The most important problem with gpsd; `nil` if there is none.
  var problem: String? { isWithoutReceiver == true ? "it has no receiver" : complaint }
  /// The time at which each source was last heard, in seconds since the start of the computer.
  private var heard: [Source: Double] = [:]

  /// The sources of the time, from the worst to the best.
  private enum Source: Int, CaseIterable {
    /// The time in a report of the place, which counts from when it arrives here.
    case report
    /// The time in a sentence, with the time at which gpsd received the sentence.
    case sentence
    /// The pulse that the receiver gives at the start of each second.
    case pulse
  }

  /// Seconds of silence after which a better source no longer takes precedence.
  private static let patience = 10.0
  /// Half a second, because a sentence arrives up to a second after the instant that it names.
  private static let halfSecond = 0.5
  /// Seconds that may pass while two clocks are read, one after the other.
  private static let readingSeconds = 1e-4

  /// Reads a message from gpsd.
  ///
  /// - Parameters:
  ///   - boot: seconds since the start of the computer.
  ///   - clock: seconds since 1970 by the clock of the computer.
  /// - Returns: true if the fix has changed.
  mutating func add(_ report: GPSDReport, boot: Double, clock: Double) -> Bool {
    switch report.kind {
    case "TPV": return addPosition(report, boot, clock)
    case "TOFF": return addTime(report, .sentence, boot, clock)
    case "PPS": return addTime(report, .pulse, boot, clock)
    case "DEVICES": isWithoutReceiver = report.devices?.isEmpty ?? true
    case "ERROR": complaint = report.message
    default: break
    }
    return false
  }

  private mutating func addPosition(_ report: GPSDReport, _ boot: Double, _ clock: Double) -> Bool {
    isWithoutReceiver = false
    guard let mode = report.mode, mode >= 2, let latitude = report.latitude,
      let longitude = report.longitude, Place.latitudes.contains(latitude),
      Place.longitudes.contains(longitude)
    else { return false }
    let height = mode >= 3 ? report.aboveSea ?? report.altitude : nil
    let elevation = height.flatMap { Place.elevations.contains($0) ? $0 : nil }
    fix.position = .init(
      Place(
        latitude: latitude.rounded(toDigits: 5), longitude: longitude.rounded(toDigits: 5),
        elevation: elevation.map { $0.rounded(toDigits: 1) }),
      errorMetres: report.errorMetres.map { $0.rounded(toDigits: 1) }, at: boot)
    if let time = report.time.flatMap(Self.seconds) {
      note(time + Self.halfSecond, within: Self.halfSecond, .report, boot)
    }
    return true
  }

  private mutating func addTime(
    _ report: GPSDReport, _ source: Source, _ boot: Double, _ clock: Double
  ) -> Bool {
    guard let real = report.realSeconds, let mark = report.clockSeconds else { return false }
    let since =
      clock - mark - (report.clockNanoseconds ?? 0) / 1e9 + (report.realNanoseconds ?? 0) / 1e9
    // A report that waited longer, or that is from before the clock was set, says nothing about the present.
    guard abs(clock - mark) <= Self.patience else { return false }
    if source == .pulse {
      let error = pow(2, min(report.precision ?? -10, 0)) + Self.readingSeconds
      return note(real + since, within: error, source, boot)
    }
    return note(real + since + Self.halfSecond, within: Self.halfSecond, source, boot)
  }

  /// Takes over a time, unless a better source was heard recently.
  @discardableResult
  private mutating func note(
    _ epochSeconds: Double, within error: Double, _ source: Source, _ boot: Double
  ) -> Bool {
    guard epochSeconds >= WallTime.earliestCredible else { return false }
    heard[source] = boot
    let better = Source.allCases.filter { $0.rawValue > source.rawValue }
    guard better.allSatisfy({ boot - (heard[$0] ?? -.infinity) > Self.patience }) else {
      return false
    }
    fix.time = .init(
      epochSeconds: epochSeconds.rounded(toDigits: 6), errorSeconds: error,
      at: boot.rounded(toDigits: 6))
    return true
  }

  /// The seconds since 1970 for a time such as "2026-11-24T23:50:01.250Z"; `nil` for anything else.
  static func seconds(_ text: String) -> Double? {
    guard text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(separator: "T")
    guard parts.count == 2, parts[1].count >= 8,
      let time = WallTime(local: "\(parts[0]) \(parts[1].prefix(8))")
    else { return nil }
    let rest = parts[1].dropFirst(8)
    guard rest.isEmpty || rest.first == "." else { return nil }
    let fraction = rest.isEmpty ? 0 : Double("0" + rest)
    return fraction.map { time.epochSeconds + $0 }
  }
}
