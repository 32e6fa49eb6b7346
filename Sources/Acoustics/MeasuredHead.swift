import Boards
import Glibc

/// A measured head: its spectra without the delay that all have in common, at any direction.
///
/// Between measured directions it is the quotient to the spherical head that is interpolated: the quotient has almost no
/// delay left, so that the mean of neighbours does not comb.
struct MeasuredHead {
  /// Seconds that all responses have in common against the spherical head.
  let bulkDelay: Double
  private let set: ImpulseResponseSet
  private let bins: Int
  private let stride: Int
  private let transform: RealFourierTransform
  /// The spherical head below ``quotientsBelow``, per bin.
  private let spheres: [RigidSphere]

  /// Hertz above which only magnitudes matter to the design.
  private static let quotientsBelow = 3000.0

  /// A head on the frequencies of a transform.
  init(_ set: ImpulseResponseSet, fftLength: Int) {
    var length = fftLength
    while length < set.taps { length *= 2 }
    self.set = set
    bins = fftLength / 2 + 1
    stride = length / fftLength
    transform = RealFourierTransform(length: length)
    let step = Double(set.rate) / Double(fftLength)
    spheres = (0...min(fftLength / 2, Int(Self.quotientsBelow / step))).map {
      RigidSphere(ka: SphericalHead.ka(Double($0) * step))
    }
    bulkDelay = Self.fitDelay(set, transform: transform)
  }

  /// The delay that best explains the phases between 200 and 800 Hz, where a head is nearly a sphere.
  private static func fitDelay(_ set: ImpulseResponseSet, transform: RealFourierTransform) -> Double
  {
    let step = Double(set.rate) / Double(transform.length)
    let first = Int((200 / step).rounded(.up))
    let last = max(first + 1, Int(800 / step))
    let spheres = (first...last).map { RigidSphere(ka: SphericalHead.ka(Double($0) * step)) }
    var cross = [Complex](repeating: .zero, count: last - first + 1)
    for (q, direction) in set.directions.enumerated() {
      for ear in 0..<2 {
        let spectrum = transform.forward(set.response(direction: q, receiver: ear))
        let cosine = dot(SphericalHead.ears[ear], direction)
        for index in cross.indices {
          let product = spectrum[first + index] * spheres[index].response(cosine: cosine).conjugate
          if product.power > 0 { cross[index] += product * (1 / product.magnitude) }
        }
      }
    }
    return delay(
      of: cross, firstBin: first, step: step, longest: Double(set.taps) / Double(set.rate))
  }

  /// The delay in seconds at which the cross spectrum adds up best: a search, then halving steps.
  private static func delay(
    of cross: [Complex], firstBin: Int, step: Double, longest: Double
  ) -> Double {
    func agreement(_ delay: Double) -> Double {
      var sum = 0.0
      for (index, c) in cross.enumerated() {
        let phase = 2 * Double.pi * Double(firstBin + index) * step * delay
        sum += c.re * cos(phase) - c.im * sin(phase)
      }
      return sum
    }
    let coarse = 20e-6
    var best = 0.0
    var bestValue = agreement(0)
    for index in 1...max(1, Int(longest / coarse)) {
      let value = agreement(Double(index) * coarse)
      if value > bestValue { (best, bestValue) = (Double(index) * coarse, value) }
    }
    var stepSize = coarse / 2
    while stepSize > 1e-9 {
      for candidate in [best - stepSize, best + stepSize] {
        let value = agreement(candidate)
        if value > bestValue { (best, bestValue) = (candidate, value) }
      }
      stepSize /= 2
    }
    return best
  }

  /// The responses in these directions, `[ear][bin][chunk]`, given the spherical head's in the same layout.
  func responses(
    directions: [Vector3], sphere: [ComplexLanes], chunks: Int
  ) -> [ComplexLanes] {
    let rotation = (0..<bins).map { bin -> Complex in
      let phase =
        2 * Double.pi * bulkDelay * Double(bin * stride) * Double(set.rate)
        / Double(transform.length)
      return Complex(cos(phase), sin(phase))
    }
    var result = [ComplexLanes](repeating: .zero, count: 2 * bins * chunks)
    for (q, direction) in directions.enumerated() {
      let neighbours = neighbours(of: direction)
      for ear in 0..<2 {
        let local = (0..<bins).map { sphere[(ear * bins + $0) * chunks + q / 4][q % 4] }
        let spectrum = interpolate(neighbours, ear: ear, rotation: rotation, sphere: local)
        for bin in 0..<bins { result[(ear * bins + bin) * chunks + q / 4][q % 4] = spectrum[bin] }
      }
    }
    return result
  }

  /// Measured directions with their weights: one where it was measured, else the nearest three.
  private func neighbours(of direction: Vector3) -> [(index: Int, weight: Double)] {
    var nearest: [(index: Int, distance: Double)] = []
    for (index, candidate) in set.directions.enumerated() {
      let distance = (candidate - direction).length
      if nearest.count == 3 && distance >= nearest[2].distance { continue }
      let place = nearest.firstIndex { distance < $0.distance } ?? nearest.count
      nearest.insert((index, distance), at: place)
      if nearest.count > 3 { nearest.removeLast() }
    }
    let tenthOfDegree = 0.00175
    guard let first = nearest.first, first.distance > tenthOfDegree else {
      return nearest.prefix(1).map { ($0.index, 1) }
    }
    let total = nearest.reduce(0) { $0 + 1 / $1.distance }
    return nearest.map { ($0.index, 1 / $0.distance / total) }
  }

  /// The spectrum of one ear from its neighbours: magnitudes averaged, phases of the averaged quotient.
  private func interpolate(
    _ neighbours: [(index: Int, weight: Double)], ear: Int, rotation: [Complex], sphere: [Complex]
  ) -> [Complex] {
    var quotient = [Complex](repeating: .zero, count: bins)
    var magnitude = [Double](repeating: 0, count: bins)
    for (index, weight) in neighbours {
      let spectrum = transform.forward(set.response(direction: index, receiver: ear))
      if neighbours.count == 1 {
        return (0..<bins).map { spectrum[$0 * stride] * rotation[$0] }
      }
      let cosine = dot(SphericalHead.ears[ear], set.directions[index])
      for bin in 0..<bins {
        let value = spectrum[bin * stride] * rotation[bin]
        let reference = bin < spheres.count ? spheres[bin].response(cosine: cosine) : sphere[bin]
        quotient[bin] += value / reference * weight
        magnitude[bin] += value.magnitude * weight
      }
    }
    return (0..<bins).map { bin in
      let value = quotient[bin] * sphere[bin]
      return value.power > 0 ? value * (magnitude[bin] / value.magnitude) : .zero
    }
  }
}
