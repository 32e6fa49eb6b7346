import Glibc
import Realtime

/// The time of day at many places of the time line, noted over the last minute.
///
/// Together these looks at the clock give the time at a place far more precisely than a single look, which comes late
/// if the system is busy.
///
/// - Thread: control.
struct PlaceTimes {
  private struct Look {
    var place: Int
    /// The time of day in seconds since 1970.
    var seconds: Double
  }

  /// The estimated time of day at a place, and one standard deviation of its error in seconds.
  struct Estimate: Equatable {
    /// Seconds since 1970, UTC.
    var seconds: Double
    var error: Double
  }

  /// Seconds between two looks.
  static let lookSeconds = 0.2
  /// Seconds for which a look is kept.
  private static let keptSeconds = 60.0
  /// The number of looks, and the seconds over which they extend, that are needed to estimate the rate of the device's
  /// clock relative to the time of day.
  private static let (fewLooks, shortSeconds) = (20, 10.0)
  /// The number of standard deviations beyond which a look is discarded; such a look came late because the system was
  /// busy.
  private static let farDeviations = 2.0
  /// The errors, in seconds, from reading two clocks of the machine one after the other, and from having only a few
  /// looks.
  private static let (readingError, fewLooksError) = (1e-6, 1e-3)

  private let rate: Double
  private var looks: [Look] = []

  /// Creates an empty list of looks at a device that delivers this many frames per second.
  init(rate: Int) { self.rate = Double(max(1, rate)) }

  /// Adds a look: the number of frames that the device had delivered by a time of day.
  mutating func add(_ place: Int, _ seconds: Double) {
    if let last = looks.last, place <= last.place { return }
    looks.append(Look(place: place, seconds: seconds))
    guard looks.count % 64 == 0 else { return }
    looks.removeAll { $0.seconds < seconds - Self.keptSeconds }
  }

  /// Forgets all looks, because the clock jumped or frames were lost.
  mutating func forget() { looks = [] }

  /// The time of day at a place of the time line near the looks; `nil` if there are no looks.
  func time(at place: Int) -> Estimate? {
    guard let last = looks.last else { return nil }
    let near = looks.filter { $0.seconds >= last.seconds - Self.keptSeconds }
    // Keep the numbers small: x is the seconds relative to the last look, and y is how far the clock is ahead of the
    // frames.
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

  /// A line fitted by least squares, which is level if there is too little data to find a slope.
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
