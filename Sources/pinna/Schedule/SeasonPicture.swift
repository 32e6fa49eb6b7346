import Drawings
import Essentials
import Face
import Recorder
import TakeFiles

/// A picture of the takes of a season, day by day, with night and moon.
///
/// It shows the takes of a schedule and the day on which the card is full, or those parts of the takes that were
/// recorded.
struct SeasonPicture {
  /// The place for which night and moon are drawn; `nil` if it is not known.
  let place: Place?
  /// The moment at which the season begins.
  let now: WallTime
  /// The first take for which there is no room; `nil` if there is room for all.
  var full: Schedule.Due?
  /// The time at which a full battery is empty, in seconds since 1970; `nil` if that is not known, or if the battery
  /// lasts.
  var empty: Double?
  /// All takes of the season.
  let takes: [PlannedTake]
  /// The times at which something was recorded, in seconds since 1970; `nil` for a season that is still to come.
  var recorded: [Range<Double>]?
  /// The recorded and the scheduled seconds; `nil` for a season that is still to come.
  var share: (recorded: Double, scheduled: Double)?
  /// Returns the seconds by which the local clock is ahead of UTC, at a time in seconds since 1970.
  let utcOffset: (Double) -> Int

  private static let width = 900.0
  private static let plot = (left: 64.0, top: 84.0, width: 816.0, height: 384.0, moon: 18.0)
  /// The number of rows in a day; each stands for five minutes.
  private static let rows = 288
  private static let mostDays = 366
  private static let day = 86400

  /// The number of the first day by the local clock, counted from 1970.
  private var first: Int { (Int(now.epochSeconds) + now.utcOffsetSeconds) / Self.day }

  /// The number of days from the first to the one of the last take, both included.
  private var length: Int {
    let planned = takes.last { !$0.isSkipped }.map {
      ($0.due.startSeconds + $0.due.utcOffsetSeconds) / Self.day
    }
    let made = recorded?.last.map { (Int($0.upperBound) + utcOffset($0.upperBound)) / Self.day }
    return max(planned ?? first, made ?? first) - first + 1
  }

  /// The number of days in the picture.
  private var days: Int { min(Self.mostDays, max(7, length + 1)) }

  private var box: Box {
    Box(minX: Self.plot.left, minY: Self.plot.top, width: Self.plot.width, height: Self.plot.height)
  }

  private var moonBox: Box {
    Box(minX: box.minX, minY: box.maxY + 10, width: box.width, height: Self.plot.moon)
  }

  private var drawing: SVG {
    var svg = SVG()
    svg.rect(Box(minX: 0, minY: 0, width: size.x, height: size.y), class: "page")
    svg.text(title, at: SVG.Point(20, 30), class: "ink title")
    svg.text(words, at: SVG.Point(20, 52), class: "quiet")
    addNights(to: &svg)
    addTakes(to: &svg)
    addMoon(to: &svg)
    addAxes(to: &svg)
    addEnds(to: &svg)
    svg.text(
      (recorded == nil ? "Green: takes." : "Green: recorded. Orange: scheduled, but not recorded.")
        + " Grey: night and twilight. Below: the moon (darker is fuller). Local time.",
      at: SVG.Point(box.minX, size.y - 12), class: "quiet small")
    return svg
  }

  private var title: String {
    recorded == nil ? "The season of this schedule" : "How much of this schedule was recorded"
  }

  private var size: SVG.Point { SVG.Point(Self.width, moonBox.maxY + 66) }

  /// The picture as a self-contained document.
  var document: String { drawing.document(size: size, title: title, style: Palette.style) }

  /// The picture as a fragment for a page that has the style rules of ``Palette``.
  var fragment: String { drawing.fragment(size: size, title: title) }

  private var made: [Schedule.Due] { takes.filter { !$0.isSkipped }.map(\.due) }

  private var words: String {
    let amount =
      share.map {
        "\(TakeText.duration($0.recorded)) of \(TakeText.duration($0.scheduled)) recorded"
      }
      ?? made.count.counted("take") + ", "
      + TakeText.duration(made.reduce(0) { $0 + $1.seconds })
    return "\(amount) in \(length.counted("day"))"
      + (place.map { ", at \($0.position)" } ?? "")
  }

  /// The cells, as columns of days and rows of times, between two times in seconds since 1970, UTC.
  private func runs(from start: Double, to end: Double) -> [(column: Int, row: Int, count: Int)] {
    var runs: [(column: Int, row: Int, count: Int)] = []
    let step = Self.day / Self.rows
    var local = Int(start) + utcOffset(start)
    let last = max(local + 1, Int(end) + utcOffset(end))
    while local < last {
      let day = local / Self.day
      let stop = min(last, (day + 1) * Self.day)
      let (row, next) = (local % Self.day / step, (stop - day * Self.day + step - 1) / step)
      if (first..<(first + days)).contains(day) {
        runs.append((day - first, row, max(1, next - row)))
      }
      local = stop
    }
    return runs
  }

  private func addNights(to svg: inout SVG) {
    guard let place else { return }
    let sun = Sun(over: place)
    let start = sun.day(at: now.epochSeconds) - 1
    for (from, to) in [(SolarEvent.sunset, SolarEvent.sunrise), (.dusk, .dawn)] {
      var dark: [(column: Int, row: Int, count: Int)] = []
      for day in start...(start + days + 1) {
        let (end, begin) = (sun.time(of: to, day: day), sun.time(of: from, day: day))
        let noon = Double(day) * Double(Self.day) - place.longitude * 240 + 43_200
        if end == nil, begin == nil, !sun.isUp(from, day: day) {
          dark += runs(from: noon - 43_200, to: noon + 43_200)
        }
        // It is dark from solar midnight to sunrise, and from sunset to solar midnight. At the beginning and the end
        // of a polar day or night, a day can have only one of them.
        if let end { dark += runs(from: noon - 43_200, to: end) }
        if let begin { dark += runs(from: begin, to: noon + 43_200) }
      }
      svg.cells(dark, of: (days, Self.rows), in: box, opacity: 0.25, class: "column")
    }
  }

  private func addTakes(to svg: inout SVG) {
    var all: [(column: Int, row: Int, count: Int)] = []
    for run in made.flatMap({ runs(from: Double($0.startSeconds), to: $0.endSeconds) }) {
      // Several short takes may lie in one cell.
      if let last = all.last, last == run { continue }
      all.append(run)
    }
    let style = recorded == nil ? "forward" : "right"
    svg.cells(all, of: (days, Self.rows), in: box, opacity: 0.9, class: style)
    let there = (recorded ?? []).flatMap { runs(from: $0.lowerBound, to: $0.upperBound) }
    svg.cells(there, of: (days, Self.rows), in: box, opacity: 1, class: "forward")
  }

  private func addMoon(to svg: inout SVG) {
    let steps = 8
    var runs = [[(column: Int, row: Int, count: Int)]](repeating: [], count: steps + 1)
    for day in 0..<days {
      // The phase of the moon is the one at local midnight at the end of the day.
      let time = Double((first + day + 1) * Self.day - now.utcOffsetSeconds)
      let lit = Int((Moon.illumination(at: time) * Double(steps)).rounded())
      runs[lit].append((day, 0, 1))
    }
    for lit in 1...steps {
      svg.cells(
        runs[lit], of: (days, 1), in: moonBox, opacity: Double(lit) / Double(steps), class: "ink")
    }
    svg.text("moon", at: SVG.Point(12, moonBox.center.y + 4), class: "quiet small")
  }

  private func addAxes(to svg: inout SVG) {
    for hour in stride(from: 0, through: 24, by: 3) {
      let y = box.minY + Double(hour) / 24 * box.height
      svg.line(from: SVG.Point(box.minX, y), to: SVG.Point(box.maxX, y), class: "rule thin")
      svg.text("\(hour):00", at: SVG.Point(box.minX - 8, y + 4), anchor: .end, class: "quiet small")
    }
    let isLong = days > 70
    for day in 0..<days {
      let date = CivilDate(epochSeconds: (first + day) * Self.day)
      let isTick = isLong ? date.text.dropFirst(8).hasPrefix("01") : days <= 14 || day % 7 == 0
      guard isTick else { continue }
      let at = x(Double(day))
      svg.line(
        from: SVG.Point(at, moonBox.maxY), to: SVG.Point(at, moonBox.maxY + 6), class: "rule thin")
      let word = date.text.prefix(isLong ? 7 : 10).dropFirst(isLong ? 0 : 5)
      svg.text(
        String(word), at: SVG.Point(at, moonBox.maxY + 20), anchor: .middle, class: "quiet small")
    }
  }

  /// Marks the day on which the card is full, and the day on which the battery is empty; their labels have a line each.
  private func addEnds(to svg: inout SVG) {
    let card = full.map { (words: "card full", local: $0.startSeconds + $0.utcOffsetSeconds) }
    let battery = empty.map { (words: "battery empty", local: Int($0) + utcOffset($0)) }
    for (row, end) in [card, battery].compactMap({ $0 }).enumerated() {
      let day = end.local / Self.day - first
      guard day < days else { continue }
      let (at, y) = (x(Double(day) + 0.5), box.minY - 6 - 12 * Double(row))
      // This line must not cross the label of the other mark.
      svg.line(
        from: SVG.Point(at, box.minY - 4), to: SVG.Point(at, moonBox.maxY), class: "right thin")
      svg.text(
        "\(end.words) \(CivilDate(epochSeconds: end.local).text.prefix(10))", at: SVG.Point(at, y),
        anchor: day * 2 < days ? .start : .end, class: "right small strong")
    }
  }

  private func x(_ day: Double) -> Double { box.minX + day / Double(days) * box.width }
}
