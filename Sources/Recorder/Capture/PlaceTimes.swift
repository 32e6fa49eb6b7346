import Glibc
import Realtime

/// The times of day at places of the time line over the last minute: together they give the time at a place far better
/// than one look at the clock, which is late by however long the system was busy.
///
/// - Thread: control.
struct PlaceTimes {
  private struct Look {
    var place: Int
    /// Seconds since 1970.
    var seconds: Double
  }

  /// The time at a place, and one standard deviation of its error.
  struct Estimate: Equatable {
    /// Seconds since 1970, UTC.
    var seconds: Double
    var error: Double
  }

  /// Seconds between two looks.
  static let lookSeconds = 0.2
  /// Seconds of looks that are kept.
  private static let keptSeconds = 60.0
  /// With fewer looks, or over less time, the device's clock rate relative to the time of day is not estimated.
  private static let (fewLooks, shortSeconds) = (20, 10.0)
  /// Standard deviations beyond which a look is discarded: the system was busy.
  private static let farDeviations = 2.0
  /// The error of reading two clocks of the machine one after the other, and the error of a few looks, in seconds.
  private static let (readingError, fewLooksError) = (1e-6, 1e-3)

  private let rate: Double
  private var looks: [Look] = []

  /// No looks yet, at this many frames per second.
  init(rate: Int) { self.rate = Double(max(1, rate)) }

  /// Adds a look: the frames that the device had at a time of day.
  mutating func add(_ place: Int, _ seconds: Double) {
    if let last = looks.last, place <= last.place { return }
    looks.append(Look(place: place, seconds: seconds))
    guard looks.count % 64 == 0 else { return }
    looks.removeAll { $0.seconds < seconds - Self.keptSeconds }
  }

  /// Starts over, after the clock was set or frames were lost.
  mutating func forget() { looks = [] }

  /// The time at a place near the looks; `nil` without looks.
  func time(at place: Int) -> Estimate? {
    guard let last = looks.last else { return nil }
    let near = looks.filter { $0.seconds >= last.seconds - Self.keptSeconds }
    // Small numbers: seconds before the last look, and how far the clock is from the frames.
    var points = near.map { look in
      let x = Double(look.place - last.place) / rate
      return (x: x, y: look.seconds - last.seconds - x)
    }
    let at = Double(place - last.place) / rate
    var line = Self.line(points)
    for _ in 0..<2 where points.count > Self.fewLooks {
      let bound = Self.farDeviations * line.deviation + Self.readingError
      let left = points.filter { abs($0.y - line.value(at: $0.x)) <= bound }
      guard left.count > Self.fewLooks, left.count < points.count else { break }
      (points, line) = (left, Self.line(left))
    }
    let error =
      near.count < Self.fewLooks
      ? max(Self.fewLooksError, line.deviation) : line.error(at: at) + Self.readingError
    return Estimate(seconds: last.seconds + at + line.value(at: at), error: error)
  }

  /// A least-squares line; level if there is too little data for a slope.
  private struct Line {
    var (centre, level, slope) = (0.0, 0.0, 0.0)
    var (deviation, count, spread) = (0.0, 1.0, 0.0)

    func value(at x: Double) -> Double { level + slope * (x - centre) }

    func error(at x: Double) -> Double {
      let far = spread > 0 ? (x - centre) * (x - centre) / spread : 0
      return deviation * (1 / count + far).squareRoot()
    }
  }

  private static func line(_ points: [(x: Double, y: Double)]) -> Line {
    var line = Line()
    line.count = Double(points.count)
    line.centre = points.map(\.x).reduce(0, +) / line.count
    line.level = points.map(\.y).reduce(0, +) / line.count
    let length = (points.last?.x ?? 0) - (points.first?.x ?? 0)
    if points.count >= fewLooks, length >= shortSeconds {
      line.spread = points.reduce(0) { $0 + ($1.x - line.centre) * ($1.x - line.centre) }
      line.slope =
        points.reduce(0) { $0 + ($1.x - line.centre) * ($1.y - line.level) } / line.spread
    }
    let squares = points.reduce(0) { sum, point in
      let rest = point.y - line.value(at: point.x)
      return sum + rest * rest
    }
    line.deviation = (squares / max(1, line.count - 2)).squareRoot()
    return line
  }
}
