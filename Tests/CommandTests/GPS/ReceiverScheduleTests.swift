import Glibc
import Recorder
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna schedule` of a recorder with a receiver for satellites.
struct ReceiverScheduleTests {
  private let folder: TemporaryFolder
  /// 2031-05-04 12:00 UTC.
  private static let satellites = 1_935_662_400

  init() throws { folder = try TemporaryFolder() }

  private func schedule(_ words: String..., fix: String) throws -> String {
    let path = try folder.write(fix, to: "fix")
    let settings = try folder.write(
      """
      [place]
      gpsd = true
      fix = "\(path)"
      [[schedule]]
      at = "05:30"
      duration = "10 min"
      """, to: "pinna.toml")
    let run = CommandRun.pinna(["schedule", "--config", settings, "--json"] + words)
    #expect(run.code == .success, "\(run.diagnostics)")
    return run.output
  }

  private static func secondsSinceStart() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return time.tv_sec
  }

  @Test("where the clock is years off, the next takes are those of the satellites' time")
  func satellites() throws {
    let now = Self.secondsSinceStart()
    let shown = try schedule(fix: "time \(now) \(Self.satellites) 0.5\n")
    #expect(shown.contains("\"from\" : \"2031-05-0"), "\(shown)")
    #expect(shown.contains("\"start\" : \"2031-05-0"), "\(shown)")
    let stated = try schedule(
      "--from", "2026-11-20 05:00:00", fix: "time \(now) \(Self.satellites) 0.5\n")
    #expect(stated.contains("\"start\" : \"2026-11-20 05:30:00\""), "\(stated)")
  }

  @Test(
    "in the polar night the day on which the sun sets again is named, also for the end of a take")
  func polarNight() throws {
    let settings = try folder.write(
      """
      [place]
      latitude = 69.65
      longitude = 18.96
      [[schedule]]
      at = "12:00"
      until = "sunset"
      """, to: "night.toml")
    let run = CommandRun.pinna(["schedule", "--config", settings, "--from", "2026-12-20 08:00:00"])
    #expect(run.diagnostics.contains("no sunset at this place today"), "\(run.diagnostics)")
    #expect(run.diagnostics.contains("happens again on 2027-01-1"), "\(run.diagnostics)")
  }

  @Test("a year of a take every minute is complete; of more takes, fewer days are looked ahead")
  func manyTakes() throws {
    let settings = try folder.write(
      """
      [[schedule]]
      at = "00:00"
      duration = "24 h"
      every = "1 min"
      for = "3 s"
      """, to: "many.toml")
    let picture = folder.path + "/many.svg"
    let run = CommandRun.pinna([
      "schedule", "--config", settings, "--from", "2027-01-01 00:00:00", "--picture", picture,
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    let drawn = try folder.read("many.svg")
    #expect(drawn.contains("\(366 * 1440) takes, ") && drawn.contains(" in 366 days"))
    let start = WallTime(epochSeconds: 100)
    let daily = ScheduledTake(start: .daily(secondOfDay: 0, days: []), seconds: 60)
    let takes = Schedule([daily]).forecast(from: start, count: 3) { _ in 0 }.map(\.due)
    #expect(SchedulePlan.span(takes, from: start, most: 3) == 3 * 86400 - 100)
    #expect(SchedulePlan.span(takes, from: start, most: 4) == Schedule.forecastSeconds)
  }

  @Test("a receiver that has been silent for hours still replaces a wrong clock")
  func silent() throws {
    let old = Self.secondsSinceStart() - 10_000
    let shown = try schedule(fix: "time \(old) \(Self.satellites) 0.5\n")
    #expect(shown.contains("2031"), "\(shown)")
  }
}
