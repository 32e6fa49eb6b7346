/// The straight line through the newest edges of a pulse, which gives the clock's lead and rate.
///
/// The line is fitted with medians, so it stays correct if one edge in four is late because the
/// processor was busy.
struct PulseLine {
  /// An edge of the pulse.
  struct Edge {
    /// The second that begins at the edge, counted from 1970.
    var second: Double
    /// The clock's lead at the edge in seconds.
    var ahead: Double
  }

  private let last: Double
  private let slope: Double
  private let level: Double
  private let error: Double

  /// The maximum distance of edges from the line in seconds; beyond it, the signal is not a pulse per second.
  private static let largestError = 0.001
  /// The maximum slope of the line, in seconds per second: the kernel adjusts the clock's rate by at most 500
  /// ppm.
  private static let largestSlope = 600e-6
  /// The error, in seconds, of the kernel's timestamp for an edge.
  private static let stampError = 5e-6

  /// The line through two or more edges; `nil` if the edges are not a second apart.
  init?(_ edges: [Edge]) {
    let last = edges[edges.count - 1].second
    var slopes: [Double] = []
    for (index, later) in edges.enumerated() {
      for earlier in edges[..<index] where later.second > earlier.second {
        slopes.append((later.ahead - earlier.ahead) / (later.second - earlier.second))
      }
    }
    let slope = slopes.isEmpty ? 0 : Self.median(slopes)
    let levels = edges.map { $0.ahead - slope * ($0.second - last) }
    let level = Self.median(levels)
    // One edge in five may be late.
    let error = levels.map { abs($0 - level) }.sorted()[edges.count * 4 / 5]
    guard error <= Self.largestError, abs(slope) <= Self.largestSlope else { return nil }
    (self.last, self.slope, self.level, self.error) = (last, slope, level, error)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The error of the clock when it shows `time`, in seconds since 1970; `nil` for the time of the newest edge.
  func correction(at time: Double?) -> PulseClock.Correction {
    let later = time.map { $0 - last } ?? 0
    return .init(seconds: level + slope * later, error: error + Self.stampError)
  }
}
