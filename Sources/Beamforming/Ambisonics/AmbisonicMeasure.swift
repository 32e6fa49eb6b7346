import Acoustics
import Boards
import Glibc

/// Compares the channels that filters produce for plane waves from around the horizon with ideal channels.
struct AmbisonicMeasure {
  /// The results at one frequency.
  struct Point: Sendable, Equatable {
    /// The agreement of Y and of X with their harmonics, both relative to W: 1 is perfect.
    var agreement: [Double]
    /// The levels of W, Y and X relative to their harmonics, in decibels.
    var levels: [Double]
    /// The mean error, in degrees, of the direction that W, Y and X give.
    var direction: Double

    /// True if directions and levels are accurate.
    var isGood: Bool {
      agreement.allSatisfy { $0 >= AmbisonicMeasure.agreement }
        && levels.allSatisfy { abs($0) <= AmbisonicMeasure.level }
        && direction <= AmbisonicMeasure.direction
    }
  }

  /// The lowest permitted agreement of a channel.
  private static let agreement = 0.8
  /// The largest permitted level error of a channel, in decibels.
  private static let level = 3.0
  /// The largest permitted mean error of directions, in degrees.
  private static let direction = 10.0
  /// The frequency in hertz at which an array must be accurate.
  private static let middle = 500.0

  private let points: [Point]
  private let step: Double

  /// Measures the channels that the spectra `[W, Y, X][microphone]` produce with perfect microphones.
  init(_ spectra: [[Complex]], _ array: ArrayModel, step: Double) {
    self.step = step
    var steering = array.horizonSteering(step: step)
    let directions = DirectionGrid.standard.horizon
    let harmonics = AmbisonicLeastSquares.harmonics(directions)
    let count = steering.microphones
    var points: [Point] = []
    for bin in 1..<(spectra.first?.count ?? 1) {
      steering.advance()
      let responses = harmonics.indices.map { output -> [ComplexLanes] in
        var response = [ComplexLanes](repeating: .zero, count: steering.chunks)
        Projection.response(
          steering.lanes, filter: (0..<count).map { spectra[output * count + $0][bin] },
          into: &response)
        return response
      }
      points.append(Self.point(responses, harmonics, directions))
    }
    self.points = points
  }

  private static func point(
    _ responses: [[ComplexLanes]], _ harmonics: [[SIMD4<Double>]], _ directions: [Vector3]
  ) -> Point {
    let phases = AmbisonicLeastSquares.phases(responses[0])
    var point = Point(agreement: [], levels: [], direction: 0)
    for (output, response) in responses.enumerated() {
      var (own, wanted, common) = (0.0, 0.0, 0.0)
      for (chunk, value) in response.enumerated() {
        let factor = harmonics[output][chunk]
        own += value.power.sum()
        wanted += (factor * factor).sum()
        common += ((value.re * phases[chunk].re + value.im * phases[chunk].im) * factor).sum()
      }
      point.levels.append(10 * log10(max(own, 1e-30) / wanted))
      if output > 0 { point.agreement.append(common / max((own * wanted).squareRoot(), 1e-30)) }
    }
    let errors = directions.indices.map { index -> Double in
      let (chunk, lane) = (index / 4, index % 4)
      let phase = phases[chunk][lane].conjugate
      let told = atan2(
        (responses[1][chunk][lane] * phase).re, (responses[2][chunk][lane] * phase).re)
      let error = told - atan2(directions[index].y, directions[index].x)
      return abs(error.remainder(dividingBy: 2 * .pi)) * 180 / .pi
    }
    point.direction = errors.reduce(0, +) / Double(errors.count)
    return point
  }

  /// The results at the frequency nearest to the given frequency in hertz.
  func point(at frequency: Double) -> Point {
    points[min(max(0, Int((frequency / step).rounded()) - 1), points.count - 1)]
  }

  private var middleIndex: Int { max(0, Int((Self.middle / step).rounded()) - 1) }

  /// The reason why the channels do not qualify as ambisonics; `nil` if they do.
  var refusal: AmbisonicRefusal? {
    let point = points[min(middleIndex, points.count - 1)]
    guard !point.isGood else { return nil }
    let worst = point.agreement[0] < point.agreement[1] ? 0 : 1
    let off = point.levels[1...].max { abs($0) < abs($1) } ?? 0
    return .weak(
      channel: worst == 0 ? "Y" : "X", agreement: point.agreement[worst], decibels: off)
  }

  /// The frequency range in hertz, around 500 Hz, in which the channels are accurate throughout.
  var bandwidth: ClosedRange<Double> {
    var (low, high) = (middleIndex, middleIndex)
    while low > 0, points[low - 1].isGood { low -= 1 }
    while high < points.count - 1, points[high + 1].isGood { high += 1 }
    return (Double(low + 1) * step)...(Double(high + 1) * step)
  }
}
