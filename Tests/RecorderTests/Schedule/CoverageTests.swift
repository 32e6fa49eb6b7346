import Boards
import Essentials
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// The takes of a schedule are made: over places, zones, sleep, alarms and power cuts.
@Suite("A recorder covers its schedule") struct CoverageTests {
  private static let days = TestForm.isLong ? 90 : 12

  @Test(
    "every take begins on time, asleep or switched off before it, and its rest after a power cut",
    arguments: 0..<UInt64(TestForm.isLong ? 40 : 10))
  func covers(seed: UInt64) throws {
    var season = try VirtualSeason(seed: seed, days: Self.days)
    try season.run()
    #expect(!season.planned.isEmpty && season.late == [], "\(season.words)")
    switch season.depth {
    case .off: #expect(season.sleptSeconds == 0)
    case .device, .system:
      // Where takes leave time for it.
      #expect(season.sleptSeconds > 0.5 * season.freeSeconds - 3600, "\(season.words)")
    }
  }

  @Test("without a clock that is trusted nothing is made, and that is told once")
  func distrusted() throws {
    let schedule = SessionSchedule(
      Schedule([ScheduledTake(start: .daily(secondOfDay: 0, days: []), seconds: 3600)]))
    var events: [SessionEvent] = []
    for minute in 0..<3000 {
      let time = WallTime(epochSeconds: 1_800_000_000 + Double(minute) * 60)
      events += schedule.look(at: time, isTrusted: false)
      events += schedule.start { _ in
        Issue.record("a take was started")
        return nil
      }
    }
    #expect(events == [.scheduleWaitsForClock])
  }
}

/// A schedule of a seed, and a recorder that follows it for some days.
private struct VirtualSeason {
  let depth: SleepRule.Depth
  /// The takes that the schedule says.
  let planned: [Schedule.Due]
  /// Takes that began late, or not at all, although there was power.
  private(set) var late: [String] = []
  private(set) var sleptSeconds = 0.0
  /// Seconds of pauses that are long enough for any sleep.
  let freeSeconds: Double

  private let schedule: Schedule
  private let utcOffset: @Sendable (Double) -> Int
  private let configuration: SessionConfiguration
  private let folder: TemporaryDirectory
  private let cuts: [Range<Double>]
  private let range: Range<Double>
  /// The next take of the plan.
  private var upcoming = 0

  /// Seconds between two looks near a take, and else.
  private static let (fine, coarse) = (10.0, 60.0)
  /// Seconds in which a system starts.
  private static let boot = 25.0

  init(seed: UInt64, days: Int) throws {
    var random = SeededGenerator(seed: seed)
    let zone = Zone.allCases[Int(seed % 3)]
    utcOffset = { zone.offset(at: $0) }
    let place = Place(
      latitude: Double.random(in: 0...70, using: &random) * (zone == .sydney ? -1 : 1),
      longitude: Double.random(in: -170...170, using: &random))
    // Over the days on which clocks change, or from any other one.
    let first = seed % 2 == 0 ? zone.change - 4 * 86400 : zone.change + 40 * 86400
    range = first..<(first + Double(days) * 86400)
    schedule = Schedule(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.take(&random) }, place: place)
    depth = SleepRule.Depth.allCases[Int(seed / 2 % 3)]
    folder = try TemporaryDirectory()
    var configuration = SessionConfiguration(board: HeldRecorder.board, directory: folder.path)
    configuration.settings.power.depth = depth
    configuration.powerOff = CopyMailbox(
      request: folder.file("request"), status: folder.file("status"), program: .sleep)
    self.configuration = configuration
    var cuts: [Range<Double>] = []
    var time = range.lowerBound
    while true {
      time += Double.random(in: 2...6, using: &random) * 86400
      guard time < range.upperBound else { break }
      let end = time + Double.random(in: 30...7200, using: &random)
      cuts.append(time..<end)
      time = end
    }
    self.cuts = cuts
    let offset = utcOffset
    planned = schedule.forecast(
      from: WallTime(epochSeconds: first, utcOffsetSeconds: offset(first)), count: 100_000,
      within: Double(days) * 86400, utcOffset: { offset($0) }
    ).filter { !$0.isSkipped }.map(\.due)
    let pauses = zip(planned, planned.dropFirst()).map { Double($1.startSeconds) - $0.endSeconds }
    freeSeconds = pauses.filter { $0 > 1800 }.reduce(0, +)
  }

  /// One entry of a schedule.
  private static func take(_ random: inout SeededGenerator) -> ScheduledTake {
    let second = Int.random(in: 0..<1440, using: &random) * 60
    let event = SolarEvent.allCases[Int.random(in: 0..<4, using: &random)]
    let offset = Int.random(in: -60...60, using: &random) * 60
    let seconds = Double.random(in: 2...300, using: &random).rounded() * 60
    let days = Bool.random(using: &random) ? [] : Set(Weekday.allCases.prefix(3))
    var take =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: ScheduledTake(start: .daily(secondOfDay: second, days: days), seconds: seconds)
      case 1:
        ScheduledTake(
          start: .sun(SunTime(event, offsetSeconds: offset), days: []), seconds: seconds)
      default:
        ScheduledTake(start: .sun(SunTime(.sunset), days: []), end: .sun(SunTime(.sunrise)))
      }
    if Bool.random(using: &random) { take.cycle = DutyCycle(every: 1800, take: 120) }
    return take
  }

  var words: String {
    "\(depth), \(schedule.takes.map(\.description)), \(planned.count) takes, slept \(Int(sleptSeconds)) of "
      + "\(Int(freeSeconds)) s, late: \(late.prefix(3))"
  }

  /// Follows the schedule, with the power as it is.
  mutating func run() throws {
    var (time, made) = (range.lowerBound, [Int: [Double]]())
    while time < range.upperBound {
      let cut = cuts.first { time < $0.upperBound }
      if let cut, cut.contains(time) {
        time = cut.upperBound
      } else {
        time = try follow(from: time + Self.boot, until: cut?.lowerBound ?? range.upperBound, &made)
      }
    }
    for due in planned where Double(due.startSeconds) > range.lowerBound + 600 {
      let start = Double(due.startSeconds)
      // After a power cut, and while a system starts, it is late, or over.
      let cut = cuts.first { $0.lowerBound <= start && start < $0.upperBound + Self.boot }
      let latest = max(start, cut.map { $0.upperBound + Self.boot } ?? start) + 2 * Self.fine
      let begun = made[due.startSeconds] ?? []
      let end = min(due.endSeconds, range.upperBound)
      if latest < end, !begun.contains(where: { $0 <= latest }) { late.append("\(due.start)") }
      for cut in cuts where start + 60 < cut.lowerBound && cut.lowerBound < end {
        let back = cut.upperBound + Self.boot...cut.upperBound + Self.boot + 2 * Self.fine
        if back.upperBound < end, !begun.contains(where: back.contains) {
          late.append("the rest of \(due.start)")
        }
      }
    }
  }

  /// A recorder from its start to a power cut, or until it powers off; gives the time at which it starts again.
  private mutating func follow(
    from start: Double, until end: Double, _ made: inout [Int: [Double]]
  ) throws -> Double {
    let session = SessionSchedule(schedule)
    let sleep = SessionSleep(configuration)
    var (time, busy, isAsleep) = (start, -Double.infinity, false)
    while time < end {
      let wall = WallTime(epochSeconds: time, utcOffsetSeconds: utcOffset(time))
      _ = session.look(at: wall)
      if isAsleep, session.isDue {
        isAsleep = false
        sleep?.woke()
      }
      _ = session.start { due in
        guard due.endSeconds > time else { return .scheduleMissed }
        if busy > time { return .takeRuns }
        busy = due.endSeconds
        made[due.startSeconds, default: []].append(time)
        return nil
      }
      let looked = sleep?.look(
        time, wall, isAsleep: isAsleep, isQuiet: busy <= time && !session.isDue, session.schedule,
        utcOffset: utcOffset)
      if looked?.step == .sleep { isAsleep = true }
      if looked?.step == .wake { isAsleep = false }
      for case .poweringOff in looked?.news ?? [] {
        let alarm = try #require(
          Double(String(decoding: folder.read("request").dropLast(), as: UTF8.self)))
        #expect(alarm > time + SleepRule.systemSeconds - 1)
        sleptSeconds += min(alarm, end) - time
        return min(alarm, end)
      }
      while upcoming < planned.count, Double(planned[upcoming].startSeconds) <= time {
        upcoming += 1
      }
      let next = upcoming < planned.count ? Double(planned[upcoming].startSeconds) : .infinity
      let near = next - time < 600
      let step = near || abs(busy - time) < 600 ? Self.fine : Self.coarse
      if isAsleep { sleptSeconds += step }
      time += step
    }
    return end
  }
}

/// Three time zones with summer time, by their rules of 2027.
private enum Zone: CaseIterable {
  case berlin, newYork, sydney

  /// The end of summer time in seconds since 1970: 2027-10-31 01:00, 2027-11-07 06:00 and 2027-04-03 16:00 UTC.
  var change: Double {
    switch self {
    case .berlin: 1_824_944_400
    case .newYork: 1_825_567_200
    case .sydney: 1_806_768_000
    }
  }

  func offset(at time: Double) -> Int {
    switch self {
    case .berlin: time < change ? 7200 : 3600
    case .newYork: time < change ? -14_400 : -18_000
    case .sydney: time < change ? 39_600 : 36_000
    }
  }
}
