import Face
import Recorder
import TakeFiles

/// A deployment: its scheduled and recorded takes, and what the log says about power, clock, card and battery.
struct SeasonReport: Encodable {
  /// A time that was scheduled but not recorded, with the cause that the log gives.
  struct Missing: Encodable, Equatable {
    /// The start as a local date and time, and the length in seconds.
    var start: String
    var seconds: Double
    /// The cause in the words of the log; `nil` if the log gives none.
    var cause: String?
  }

  /// The first and the last moment that are known, as local dates and times.
  var from: String
  var to: String
  /// The number of takes, their seconds, and the number and the frames of their gaps.
  var takeCount: Int
  var takenSeconds: Double
  var gapCount: Int
  var gapFrames: Int
  /// The number of takes made while the clock was not set; they cannot be placed in the season.
  var undated: Int
  /// The scheduled seconds, and how many of them were recorded; `nil` without a schedule.
  var scheduledSeconds: Double?
  var coveredSeconds: Double?
  /// The part of the schedule that was recorded, 0 to 1.
  var coverage: Double?
  var missing: [Missing]
  /// How often the recorder started, and how often no end was logged before, for example because of a power cut.
  var starts: Int
  var cuts: Int
  /// The sources of the time, and the seconds of each step by which the clock was set.
  var clockSources: [String]
  var clockJumps: [Double]
  /// The free bytes in the first and in the last state that was logged.
  var freeBytesRange: [Int]
  /// The lowest and the highest charge of the battery in percent, and the same for the temperature in degrees Celsius.
  var batteryRange: [Double]
  var celsiusRange: [Double]
  /// The warnings and faults in the log, counted by their texts, the most frequent first.
  var troubles: [Trouble]

  /// A warning or a fault, and how often it occurred.
  struct Trouble: Encodable, Equatable {
    var words: String
    var count: Int
  }

  /// The takes that the log says were finished but that are no longer in the folder, by their starts and lengths in
  /// seconds.
  private(set) var gone: [Range<Double>] = []
  /// The times at which something was recorded, in seconds since 1970.
  private(set) var recorded: [Range<Double>] = []
  /// The takes that the schedule planned.
  private(set) var planned: [PlannedTake] = []
  /// The first moment that is known.
  private(set) var start = WallTime(epochSeconds: 0)

  private enum CodingKeys: CodingKey {
    case from, to, takeCount, takenSeconds, gapCount, gapFrames, undated, scheduledSeconds
    case coveredSeconds, coverage, missing, starts, cuts, clockSources, clockJumps, freeBytesRange
    case batteryRange, celsiusRange, troubles
  }

  /// The shortest time in seconds that counts as missing; takes begin and end within a second of their scheduled time.
  private static let least = 2.0
  /// Seconds before a missing time in which the log is searched for the cause.
  private static let causeSeconds = 7200.0
  private static let mostTroubles = 12
  /// The maximum number of scheduled takes, which is more than a season has.
  private static let mostPlanned = 200_000

  /// Makes a report; `nil` if no take and no line of the log has a time.
  ///
  /// - Parameter utcOffset: returns the seconds by which the local clock is ahead of UTC, at a time in seconds since
  ///   1970.
  init?(
    _ sets: [TakeSet], _ lines: [DeploymentLog.Line], _ schedule: Schedule,
    utcOffset: (Double) -> Int
  ) {
    let dated = sets.compactMap { Self.span($0, utcOffset: utcOffset) }
    let told = lines.filter(\.isClockSet)
    let pauses = Self.pauses(told)
    gone = Self.gone(told, sets, pauses)
    let pieces = (dated + gone).flatMap { Self.pieces($0, pauses) }
    let times = pieces.flatMap { [$0.lowerBound, $0.upperBound] } + told.map(\.time)
    guard let first = times.min(), let last = times.max() else { return nil }
    func text(_ time: Double) -> String {
      CivilDate(epochSeconds: Int(time), utcOffsetSeconds: utcOffset(time)).text
    }
    (from, to) = (text(first), text(last))
    start = WallTime(epochSeconds: first, utcOffsetSeconds: utcOffset(first))
    takeCount = sets.count
    undated = sets.count - dated.count
    takenSeconds = sets.reduce(0) {
      $0 + Double($1.frames) / Double(max(1, $1.main.first?.rate ?? 1))
    }
    gapCount = sets.reduce(0) { $0 + $1.gapTotals.count }
    gapFrames = sets.reduce(0) { $0 + $1.gapTotals.frames }
    recorded = Self.merged(pieces)
    (starts, cuts) = Self.starts(lines)
    clockSources = Array(Set(lines.compactMap { $0.fields["clock"] })).sorted()
    clockJumps = lines.filter { $0.type == RecorderEvent.Kind.clockSet.rawValue }
      .compactMap { $0.fields["by"].flatMap { Double($0) } }
    let states = lines.filter { $0.type == "state" }
    let free = states.compactMap { $0.fields["freeBytes"].flatMap { Int($0) } }
    freeBytesRange = free.isEmpty ? [] : [free[0], free[free.count - 1]]
    (batteryRange, celsiusRange) = (Self.ends(states, "battery"), Self.ends(states, "celsius"))
    troubles = Self.troubles(lines)
    missing = []
    guard !schedule.takes.isEmpty else { return }
    planned = schedule.forecast(
      from: start, count: Self.mostPlanned, within: last - first, utcOffset: utcOffset
    ).filter { !$0.isSkipped }
    addCoverage(to: last, told, text)
  }

  /// Adds the time that was scheduled, and the part of it that was recorded.
  private mutating func addCoverage(
    to last: Double, _ lines: [DeploymentLog.Line], _ text: (Double) -> String
  ) {
    // The deployment may begin or end in the middle of a scheduled take.
    let deployment = start.epochSeconds..<last
    let spans = planned.map { Double($0.due.startSeconds)..<$0.due.endSeconds }
      .map { $0.clamped(to: deployment) }.filter { !$0.isEmpty }
    let wanted = spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let holes = spans.flatMap { Self.holes(of: $0, in: recorded) }
    let lost = holes.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    (scheduledSeconds, coveredSeconds) = (wanted, wanted - lost)
    coverage = wanted > 0 ? (wanted - lost) / wanted : nil
    let pauses = Self.pauses(lines)
    missing = holes.filter { $0.upperBound - $0.lowerBound >= Self.least }.map { hole in
      let cause = lines.last { line in
        line.isTrouble && line.time <= hole.upperBound
          && line.time >= hole.lowerBound - Self.causeSeconds
      }
      return Missing(
        start: text(hole.lowerBound), seconds: (hole.upperBound - hole.lowerBound).rounded(),
        cause: Self.order(hole, lines, pauses) ?? cause?.words ?? Self.silence(hole, lines))
    }
  }

  /// The words for a missing time about which the log has no line; `nil` if it has one.
  private static func silence(_ hole: Range<Double>, _ lines: [DeploymentLog.Line]) -> String? {
    let next = lines.first { $0.time >= hole.upperBound }
    guard next?.type == "started" else { return nil }
    return lines.contains { hole.contains($0.time) } ? nil : "the recorder was off"
  }

  /// How often the recorder started, and how often no end was logged before.
  private static func starts(_ lines: [DeploymentLog.Line]) -> (Int, Int) {
    var (starts, cuts, isRunning) = (0, 0, false)
    for line in lines {
      switch line.type {
      case "started":
        starts += 1
        if isRunning { cuts += 1 }
        isRunning = true
      case "ended": isRunning = false
      default: break
      }
    }
    return (starts, cuts)
  }

  /// The lowest and the highest value of a fact; empty if the log does not contain the fact.
  private static func ends(_ lines: [DeploymentLog.Line], _ name: String) -> [Double] {
    let values = lines.compactMap { $0.fields[name].flatMap { Double($0) } }
    guard let low = values.min(), let high = values.max() else { return [] }
    return [low, high]
  }

  private static func troubles(_ lines: [DeploymentLog.Line]) -> [Trouble] {
    var counts: [String: Int] = [:]
    for line in lines where line.isTrouble { counts[line.words, default: 0] += 1 }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(mostTroubles).map { Trouble(words: $0.key, count: $0.value) }
  }
}

extension DeploymentLog.Line {
  /// The types of events that may mean that a take was lost, or was not made.
  private static let troubles: Set<String> = Set(
    [
      RecorderEvent.Kind.fault, .refused, .scheduleRefused, .scheduleMissed, .scheduleWaits,
      .scheduleWithoutSun, .storageLow, .storageSlow, .powerFailing, .batteryLow, .batteryEmpty,
      .microphonesDead, .hardwareFault, .doubt, .channelsRotated, .notice, .copyFailed, .clock,
      .mirrorAway, .mirrorLost, .mainLost,
    ].map(\.rawValue))

  /// True if the line is about an event that a person should know about.
  fileprivate var isTrouble: Bool { Self.troubles.contains(type) }
}
