import Acoustics
import Boards
import Glibc

/// The responses of a body over directions and frequencies, in a form that is quick to read.
///
/// It stores the change that the body makes to a plane wave at each microphone, for a grid of directions that are
/// ``degrees`` apart around the z axis of the device.
struct BodyField: Sendable {
  /// The frequencies are multiples of this step, in hertz.
  static let step = 125.0
  static let frequencies = 24
  private static let degrees = 5
  static let azimuths = 360 / degrees
  static let polars = 180 / degrees + 1

  let microphones: Int
  /// The phase lag in radians that the body adds, `[direction][microphone][frequency]`.
  private let lags: [Float]
  /// The gain in decibels that the body adds, `[direction][microphone][frequency]`.
  private let gains: [Float]

  init?(_ board: Board, responses: BodyResponses?) {
    let positions = board.microphones.map(\.position)
    let grid = Self.grid
    switch board.body?.model {
    case .sphere(let radius)?:
      self.init(positions, grid) { frequency, lanes in
        let sphere = RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
        let chunks = DirectionGrid.chunks(grid.count)
        for (n, position) in positions.enumerated() {
          let place = RigidSphere.place(position, radius: 1)
          let cosines = DirectionGrid.lanes(grid.map { dot(place, $0) })
          for chunk in 0..<chunks {
            lanes[n * chunks + chunk] = sphere.response(cosines: cosines[chunk])
          }
        }
      }
    case .box?, .measured?:
      guard let responses else { return nil }
      precondition(responses.microphones == positions.count, "the body is for another board")
      let table = responses.table(towards: grid)
      self.init(positions, grid) { table.read(frequency: $0, into: &$1) }
    case nil, .freeField?: return nil
    }
  }

  private init(
    _ positions: [Vector3], _ grid: [Vector3], read: (Double, inout [ComplexLanes]) -> Void
  ) {
    microphones = positions.count
    let chunks = DirectionGrid.chunks(grid.count)
    var lanes = [ComplexLanes](repeating: .zero, count: positions.count * chunks)
    var lags = [Float](repeating: 0, count: grid.count * positions.count * Self.frequencies)
    var gains = lags
    for k in 0..<Self.frequencies {
      let frequency = Double(k + 1) * Self.step
      read(frequency, &lanes)
      for (q, direction) in grid.enumerated() {
        for (n, position) in positions.enumerated() {
          let wave = PlaneWave.pressure(at: position, from: direction, frequency: frequency)
          let quotient = lanes[n * chunks + q / 4][q % 4] * wave.conjugate
          let place = (q * positions.count + n) * Self.frequencies + k
          let lag = -atan2(quotient.im, quotient.re)
          // A body is too small to change the phase by half a turn from one step to the next.
          let before = k > 0 ? Double(lags[place - 1]) : 0
          lags[place] = Float(lag + 2 * .pi * ((before - lag) / (2 * .pi)).rounded())
          gains[place] = Float(10 * log10(max(1e-12, quotient.power)))
        }
      }
    }
    self.lags = lags
    self.gains = gains
  }

  /// The delays and levels that the body adds when one sound is measured, `[direction][microphone]`, as pairs of
  /// seconds and decibels.
  ///
  /// The frequencies have the same weights as in the measurement.
  func arrivals(
    slope: [(frequency: Double, weight: Double)], level: [(frequency: Double, weight: Double)]
  ) -> [SIMD2<Double>] {
    let (slopes, levels) = (Self.gathered(slope), Self.gathered(level))
    let delays = slopes.enumerated().map { $1 / (2 * .pi * Double($0 + 1) * Self.step) }
    return (0..<(lags.count / Self.frequencies)).map { place in
      var sum = SIMD2<Double>.zero
      for k in 0..<Self.frequencies {
        let index = place * Self.frequencies + k
        sum += SIMD2(Double(lags[index]) * delays[k], Double(gains[index]) * levels[k])
      }
      return sum
    }
  }

  /// Distributes the weights of bins over the field's frequencies; the weights then sum to 1.
  private static func gathered(_ weights: [(frequency: Double, weight: Double)]) -> [Double] {
    var sums = [Double](repeating: 0, count: frequencies)
    var total = 1e-300
    for (frequency, weight) in weights {
      let place = min(max(frequency / step - 1, 0), Double(frequencies - 1))
      let low = min(Int(place), frequencies - 2)
      let high = place - Double(low)
      sums[low] += weight * (1 - high)
      sums[low + 1] += weight * high
      total += weight
    }
    return sums.map { $0 / total }
  }

  /// Unit vectors of the grid, `[polar angle from +z][azimuth from +x]`.
  static let grid: [Vector3] = (0..<polars).flatMap { polar in
    (0..<azimuths).map { azimuth in
      let p = Double(polar * degrees) * .pi / 180
      let a = Double(azimuth * degrees) * .pi / 180
      return Vector3(sin(p) * cos(a), sin(p) * sin(a), cos(p))
    }
  }

  /// The four directions on the grid around a direction, with their weights.
  static func neighbours(of direction: Vector3) -> (indices: SIMD4<Int>, weights: SIMD4<Double>) {
    let perStep = Double(degrees) * .pi / 180
    var azimuth = atan2(direction.y, direction.x) / perStep
    if azimuth < 0 { azimuth += Double(azimuths) }
    let polar = acos(max(-1, min(1, direction.z))) / perStep
    let (a, p) = (Int(azimuth) % azimuths, min(Int(polar), polars - 2))
    let (across, down) = (azimuth - azimuth.rounded(.down), polar - Double(p))
    let next = (a + 1) % azimuths
    return (
      SIMD4(
        p * azimuths + a, p * azimuths + next, (p + 1) * azimuths + a, (p + 1) * azimuths + next),
      SIMD4(
        (1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down)
    )
  }
}
