import Drawings
import Essentials
import Face
import Recorder
import TakeFiles

/// The plan of a schedule, for people.
struct ScheduleText {
  let plan: SchedulePlan
  let console: Console

  /// The example that is printed if the recorder has no schedule.
  private static let example = [
    "[place]", "latitude = 52.52", "longitude = 13.405", "", "[[schedule]]",
    "at = \"sunrise - 00:30\"", "duration = \"2 h\"", "every = \"10 min\"", "for = \"1 min\"",
  ]

  func print() throws {
    guard !plan.schedule.takes.isEmpty else { return try printEmpty() }
    let offset = plan.now.utcOffsetSeconds == 0 ? "" : plan.now.offsetText
    try console.print("From \(plan.now.localDate.text), UTC\(offset)")
    if let place = plan.schedule.place {
      try console.print("Place: \(place.position)" + (place.name.map { ", \($0)" } ?? ""))
    }
    if plan.schedule.place == nil, plan.schedule.takes.contains(where: { !$0.sunEvents.isEmpty }) {
      console.note(
        "no position yet: the receiver had none in the last hour, so takes that follow the sun are "
          + "not scheduled; see 'pinna gps' and 'systemctl status pinna-gps'")
    }
    if let words = plan.clockWarning { console.note("\(words); scheduled takes wait") }
    try console.print()
    guard !plan.takes.isEmpty else {
      try console.print("No take within \(Int(Schedule.forecastSeconds / 86400)) days.")
      return try printSun()
    }
    try console.print(table)
    try console.print()
    try printSun()
    try printRoom()
    try printBattery()
  }

  private func printEmpty() throws {
    try console.print("No take is scheduled: the settings have no [[schedule]]. For example:")
    try console.print()
    for line in Self.example { try console.print(line.isEmpty ? "" : "  " + line) }
    try console.print()
    try console.print(
      "This makes a take of one minute every ten minutes for two hours around sunrise. Write it to")
    try console.print("\(Settings.systemPath), or to a file for --config.")
  }

  private var table: TextTable {
    var number = 0
    return TextTable(
      columns: [.init("", .right), .init("Start"), .init("For", .right), .init("Entry")],
      rows: plan.takes.map { take in
        if !take.isSkipped { number += 1 }
        let entry = plan.schedule.takes[take.due.entry].description
        let start = "\(take.due.weekday.rawValue) \(take.due.start.text)"
        return [
          .init(take.isSkipped ? "-" : "\(number)"), .init(start, take.isSkipped ? .dim : .bold),
          .init(TakeText.duration(take.due.seconds)),
          .init(
            take.isSkipped
              ? "left out, because the take before it is still running: \(entry)" : entry,
            take.isSkipped ? .yellow : nil),
        ]
      })
  }

  /// The most days without an event of the sun: at the poles the sun is up, or down, for about half a year.
  private static let longestNight = 366

  /// Prints which events of the sun, such as sunrise, do not occur today, and when they occur again.
  private func printSun() throws {
    guard let place = plan.schedule.place else { return }
    let sun = Sun(over: place)
    let day = sun.day(at: plan.now.epochSeconds)
    let events = Set(plan.schedule.takes.flatMap(\.sunEvents))
    for event in SolarEvent.allCases where events.contains(event) {
      guard sun.time(of: event, day: day) == nil else { continue }
      let next = (1...Self.longestNight).lazy.compactMap { sun.time(of: event, day: day + $0) }
        .first
      let again = next.map { "it happens again on \(SchedulePlan.local($0).dayText)" }
      console.note(
        "no \(event.rawValue) at this place today, because the sun stays "
          + "\(sun.isUp(event, day: day) ? "up" : "down"): takes that start with that event are skipped until "
          + "\(again ?? "it happens again"), and takes that end with it last for their duration, or for a day"
      )
    }
  }

  private func printRoom() throws {
    guard let room = plan.room else {
      try console.print("Card: not known, because \(plan.unknownRoom ?? "")")
      return
    }
    let free = Self.bytes(room.freeBytes)
    let takes = room.takes.counted("scheduled take")
    let until =
      room.full.map { full in
        "; the take of \(full.start.text) no longer fits"
      }
      ?? ", \(room.takes.agreeing("the only one", "which are all")) in the next "
      + "\(Int(plan.span / 86400).counted("day"))"
    try console.print("Card: \(free) free in \(room.directory): room for \(takes)\(until).")
  }

  private func printBattery() throws {
    guard let battery = plan.battery else { return }
    let end =
      battery.empty.map { "lasts until \(SchedulePlan.local($0).text)" }
      ?? "outlasts the next \(Int(plan.span / 86400).counted("day"))"
    try console.print(
      "Battery: when full (\(battery.capacity.text(digits: 0)) mAh), it \(end), with the currents in the board file."
    )
  }

  private static func bytes(_ count: Int) -> String {
    count < 1_000_000_000
      ? "\(count / 1_000_000) MB" : "\((Double(count) / 1e9).text(digits: 1)) GB"
  }
}
