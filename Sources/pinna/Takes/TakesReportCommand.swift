import Drawings
import Essentials
import Face
import LinuxBoard
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes report`.
  static let takesReport = Command(
    "report", summary: "report on a deployment: coverage, gaps, clock, card, battery",
    discussion: """
      Compares the takes in a folder with the schedule in the settings, and reads the log that 'pinna run' keeps \
      beside the takes (pinna-log.jsonl; [take] log): starts and power cuts, the clock, free space, battery, \
      temperature, and faults. Coverage is computed from the first take or log line to the last; finished takes in the \
      log count even if they have since been copied and deleted. --out makes a page with a picture of which hours of \
      each day were recorded and which are missing. Times are in this machine's time zone; takes made while the clock \
      was not set are only counted.
      """,
    positionals: [TakesArguments.directoryArgument],
    options: [out, json, SettingsArguments.config],
    examples: [
      .init("pinna takes report", "coverage and problems, as text"),
      .init("pinna takes report /media/card --out season.html", "a page with a picture"),
    ]
  ) { arguments, console in
    let directory = try TakesArguments.directory(arguments)
    let settings = try SettingsArguments.file(arguments)
    if let path = arguments[out] { try OutputFile.check(path, mark: HTMLPage.mark) }
    let takes = try TakesArguments.all(in: directory)
    let schedule = Schedule(settings.schedule, place: settings.place)
    let offset = { (time: Double) in WallClock.utcOffset(at: time) }
    let all = DeploymentLog.lines(in: directory)
    let possible = Self.firstTime...(WallClock.now().epochSeconds + ScheduledTake.daySeconds)
    let lines = all.filter { !$0.isClockSet || possible.contains($0.time) }
    if lines.count < all.count {
      console.note(
        "pinna: \((all.count - lines.count).counted("line")) of the log left out: their times are impossible"
      )
    }
    let report = SeasonReport(takes, lines, schedule, utcOffset: offset)
    guard let report else {
      throw CommandError(
        "\(directory): no take or log line in it was made while the clock was set",
        .noInput)
    }
    if let path = arguments[out] {
      let page = SeasonReportPage(report: report, place: schedule.place, utcOffset: offset)
      try OutputFile.write(page.html, to: path)
      console.note("The page is \(path).")
    }
    try console.print(arguments.has(json) ? JSONOutput.text(report) : report.text)
    return .success
  }

  /// The start of the year 2000 in seconds since 1970; no recorder is older.
  private static let firstTime = 946_684_800.0

  private static let out = Option.text("out", "FILE", "write an HTML page with a picture")
}

extension SeasonReport {
  /// The names and values of the report, in the order in which a person reads them.
  var rows: [(String, String)] {
    var rows = [
      ("from", from), ("to", to),
      (
        "takes",
        "\(takeCount), \(TakeText.length(seconds: takenSeconds)) in all"
          + (undated > 0 ? ", \(undated) made while the clock was not set" : "")
      ),
    ]
    if !gone.isEmpty {
      let seconds = gone.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      let takes = "\(gone.count.counted("take")) of the log"
      rows.append(("no longer here", "\(takes), \(TakeText.length(seconds: seconds)) in all"))
    }
    if let scheduledSeconds, let coveredSeconds {
      let share = coverage.map { " (\((100 * $0).shortText(digits: 2)) %)" } ?? ""
      let (covered, all) = (
        TakeText.length(seconds: coveredSeconds), TakeText.length(seconds: scheduledSeconds)
      )
      rows.append(("schedule", "\(covered) of \(all) recorded\(share)"))
    }
    rows.append(("gaps", gapCount == 0 ? "none" : "\(gapCount) with \(gapFrames.counted("frame"))"))
    if starts > 0 {
      rows.append(("starts", "\(starts)" + (cuts > 0 ? ", \(cuts) of them after a power cut" : "")))
    }
    if !clockSources.isEmpty { rows.append(("clock", clockSources.joined(separator: ", "))) }
    if !clockJumps.isEmpty {
      let jumps = clockJumps.map { "\($0.signedText(digits: 1)) s" }
      rows.append(("clock set", jumps.prefix(5).joined(separator: ", ")))
    }
    if freeBytesRange.count == 2 {
      rows.append(
        (
          "free",
          "\(TakeText.size(freeBytesRange[0])) at first, \(TakeText.size(freeBytesRange[1])) in the last hourly line"
        ))
    }
    for (name, values, unit) in [
      ("battery", batteryRange, "%"), ("temperature", celsiusRange, "°C"),
    ]
    where values.count == 2 {
      rows.append(
        (name, "\(values[0].shortText(digits: 1)) to \(values[1].shortText(digits: 1)) \(unit)"))
    }
    return rows
  }

  /// The report as text for people.
  var text: String {
    let width = rows.map(\.0.count).max() ?? 0
    var lines = rows.map { "\($0.0.padded(to: width))  \($0.1)" }
    if !missing.isEmpty {
      lines += ["", "Scheduled, but not recorded:"]
      lines += missing.prefix(20).map { "  " + Self.words($0) }
      if missing.count > 20 {
        lines.append("  and \(missing.count - 20) more; --json lists them all")
      }
    }
    if !troubles.isEmpty {
      lines += ["", "From the log:"]
      lines += troubles.map { "  " + Self.words($0) }
    }
    return lines.joined(separator: "\n")
  }

  static func words(_ trouble: Trouble) -> String {
    (trouble.count > 1 ? "\(trouble.count) times: " : "") + trouble.words
  }

  static func words(_ missing: Missing) -> String {
    "\(missing.start)  \(TakeText.length(seconds: missing.seconds))"
      + (missing.cause.map { "  \($0)" } ?? "")
  }
}

/// The report on a deployment as a page.
struct SeasonReportPage {
  let report: SeasonReport
  let place: Place?
  /// Returns the seconds by which the local clock is ahead of UTC, at a time in seconds since 1970.
  let utcOffset: (Double) -> Int

  /// The page as an HTML document, which needs no other file.
  var html: String {
    let share = report.coverage.map {
      "\((100 * $0).shortText(digits: 2)) % of the schedule was recorded."
    }
    var page = HTMLPage(
      title: "Pinna: a season",
      summary: share
        ?? "\(report.takeCount.counted("take")); there is no schedule to compare with.")
    page.rules(Palette.style)
    page.table(
      TextTable(
        columns: [.init("What"), .init("Value")],
        rows: report.rows.map { [.init($0.0), .init($0.1)] }))
    if !report.planned.isEmpty {
      let picture = SeasonPicture(
        place: place, now: report.start, takes: report.planned, recorded: report.recorded,
        share: (report.coveredSeconds ?? 0, report.scheduledSeconds ?? 0), utcOffset: utcOffset)
      page.panorama(picture.fragment, label: "The picture of the season")
    }
    if !report.missing.isEmpty {
      page.heading("Scheduled, but not recorded")
      page.list(report.missing.prefix(200).map(SeasonReport.words))
    }
    if !report.troubles.isEmpty {
      page.heading("From the log")
      page.list(report.troubles.map(SeasonReport.words))
    }
    return page.document
  }
}
