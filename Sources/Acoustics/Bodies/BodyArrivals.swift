import Boards
import Glibc

/// The arrival times of sounds at the microphones of a body, for comparison with the positions of the microphones.
///
/// Around a body the size of a hand, the arrival times of low frequencies are proportional to the path in free air,
/// with delays up to 1.5 times as long. A correlation therefore shows whether directions and positions belong together.
/// The mean arrival time for each direction, and for each microphone, says nothing about directions and is removed.
public struct BodyArrivals: Sendable {
  /// A rotation of all directions, optionally mirrored, in the axes of SOFA.
  public struct Turn: Sendable, Equatable {
    /// The degrees by which azimuths increase.
    public let degrees: Int
    /// True if azimuths are negated before they are increased.
    public let isClockwise: Bool

    /// No change.
    public static let none = Turn(degrees: 0, isClockwise: false)
  }

  /// The measured directions in scene axes.
  private let directions: [Vector3]
  /// The positions of the microphones relative to their centroid, in metres along the scene axes.
  private let places: [Vector3]
  /// The arrival times in seconds, `[direction][microphone]`, without the mean for each direction and each microphone.
  private let times: [Double]

  /// The lowest compared frequency in hertz.
  private static let lowest = 150.0
  /// The highest compared frequency in hertz.
  private static let highest = 2000.0
  /// The number of compared frequencies.
  private static let frequencies = 12
  /// If two fits differ by less than this, the difference is due to rounding.
  private static let alike = 1e-6
  /// The largest ratio of a path around a body to the straight path; a sphere has this ratio at low frequencies.
  private static let detour = 1.5

  /// Finds the arrival times in a body's responses; `nil` unless two microphones have different positions.
  ///
  /// - Parameter microphones: the positions of the microphones in metres, in the device frame.
  /// - Precondition: there are as many receivers as microphones.
  public init?(_ set: ImpulseResponseSet, microphones: [Vector3]) {
    precondition(set.receivers == microphones.count)
    let middle = microphones.reduce(.zero, +) / Double(max(1, microphones.count))
    let places = microphones.map { Self.scene($0 - middle) }
    let extent = 2 * (places.map(\.length).max() ?? 0)
    guard extent > 0 else { return nil }
    // Below this frequency, hardly any phase difference reaches half a turn.
    let top = min(Self.highest, Air.speedOfSound / (2 * Self.detour * extent))
    let frequencies = (0..<Self.frequencies).map {
      Self.lowest + (top - Self.lowest) * Double($0) / Double(Self.frequencies - 1)
    }
    directions = set.directions
    self.places = places
    let phasors = frequencies.map { frequency in
      (0..<set.taps).map { tap -> Complex in
        let angle = -2 * Double.pi * frequency * Double(tap) / Double(set.rate)
        return Complex(cos(angle), sin(angle))
      }
    }
    var times: [Double] = []
    for q in set.directions.indices {
      let spectra = (0..<set.receivers).map { receiver -> [Complex] in
        let response = set.response(direction: q, receiver: receiver)
        return phasors.map { row in
          zip(response, row).reduce(Complex.zero) { $0 + $1.1 * $1.0 }
        }
      }
      times += Self.delays(spectra, frequencies)
    }
    self.times = Self.centred(times, columns: places.count)
  }

  /// The delay of every receiver relative to the first receiver: the slope of the line through 0 that fits the phase.
  private static func delays(_ spectra: [[Complex]], _ frequencies: [Double]) -> [Double] {
    spectra.map { spectrum in
      var (sum, weights, before) = (0.0, 1e-300, 0.0)
      for (k, frequency) in frequencies.enumerated() {
        let cross = spectrum[k] * spectra[0][k].conjugate
        let (radians, weight) = (2 * Double.pi * frequency, cross.magnitude)
        // The phase changes by less than half a turn from one frequency to the next.
        let phase = atan2(cross.im, cross.re)
        before = phase + 2 * .pi * ((before - phase) / (2 * .pi)).rounded()
        sum -= weight * radians * before
        weights += weight * radians * radians
      }
      return sum / weights
    }
  }

  /// A table without the means of its rows and columns.
  private static func centred(_ table: [Double], columns: Int) -> [Double] {
    var table = table
    let rows = table.count / columns
    for row in 0..<rows {
      let range = (row * columns)..<((row + 1) * columns)
      let mean = table[range].reduce(0, +) / Double(columns)
      for index in range { table[index] -= mean }
    }
    for column in 0..<columns {
      let mean = (0..<rows).reduce(0) { $0 + table[$1 * columns + column] } / Double(rows)
      for row in 0..<rows { table[row * columns + column] -= mean }
    }
    return table
  }

  /// Converts a position from the device frame to the scene axes.
  private static func scene(_ place: Vector3) -> Vector3 { Vector3(place.z, place.x, place.y) }

  /// The share of the variance in the arrival times that the positions explain; 0 if later arrivals belong to shorter
  /// paths.
  ///
  /// Optionally, all directions are turned and two microphones are swapped first.
  public func fit(
    _ turn: Turn = .none, exchanging pair: (Int, Int)? = nil
  ) -> Double {
    var places = places
    if let pair { places.swapAt(pair.0, pair.1) }
    let angle = Double(turn.degrees) * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let sign = turn.isClockwise ? -1.0 : 1.0
    var model: [Double] = []
    model.reserveCapacity(times.count)
    for u in directions {
      let y = u.y * sign
      let turned = Vector3(c * u.x - s * y, s * u.x + c * y, u.z)
      for place in places { model.append(-dot(turned, place) / Air.speedOfSound) }
    }
    model = Self.centred(model, columns: places.count)
    var (product, power, squares) = (0.0, 1e-300, 1e-300)
    for (time, wanted) in zip(times, model) {
      product += time * wanted
      power += wanted * wanted
      squares += time * time
    }
    return product > 0 ? product * product / (power * squares) : 0
  }

  /// The best-fitting turn, to a whole degree.
  public var bestTurn: Turn {
    var best = Turn.none
    var most = fit(best)
    func look(_ turn: Turn) {
      let fit = fit(turn)
      // If several turns fit equally well, as around a flat body, take the first.
      if fit > most + Self.alike { (best, most) = (turn, fit) }
    }
    for isClockwise in [false, true] {
      for degrees in stride(from: -175, through: 180, by: 5) {
        look(Turn(degrees: degrees, isClockwise: isClockwise))
      }
    }
    for degrees in (best.degrees - 4)...(best.degrees + 4) {
      look(Turn(degrees: degrees, isClockwise: best.isClockwise))
    }
    return best
  }

  /// The two microphones with the best fit after a swap, and this fit; `nil` if there is only one microphone.
  public var bestExchange: (pair: (Int, Int), fit: Double)? {
    let count = places.count
    guard count > 1 else { return nil }
    let pairs = (0..<count).flatMap { a in ((a + 1)..<count).map { (a, $0) } }
    return pairs.map { (pair: $0, fit: fit(exchanging: $0)) }.max { $0.fit < $1.fit }
  }
}
