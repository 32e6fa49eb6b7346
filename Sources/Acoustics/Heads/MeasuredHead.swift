import Boards
import Glibc

/// A measured head: its spectra for any direction, without their common delay.
///
/// Between measured directions, this type interpolates the ratio of the measured head to the spherical head: this ratio
/// has almost no delay left, so a mean of neighbours causes no comb filtering.
struct MeasuredHead {
  /// The delay in seconds that all responses have in common, relative to the spherical head.
  let bulkDelay: Double
  let set: ImpulseResponseSet
  let bins: Int
  private let stride: Int
  private let transform: RealFourierTransform
  /// The spherical head for each bin below ``quotientsBelow``.
  private let spheres: [RigidSphere]
  /// For each bin, the phasor that removes the phase that all responses have in common.
  private var rotation: [Complex]

  /// The frequency in hertz above which only magnitudes matter to the design.
  private static let quotientsBelow = 3000.0

  /// Creates a head at the frequencies of a transform.
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
    rotation = []
    rotation = rotations()
  }

  /// Finds the delay that all responses have in common.
  private static func fitDelay(_ set: ImpulseResponseSet, transform: RealFourierTransform) -> Double
  {
    var delay = CommonDelay(step: Double(set.rate) / Double(transform.length))
    let spheres = delay.bins.map { RigidSphere(ka: SphericalHead.ka(Double($0) * delay.step)) }
    for (q, direction) in set.directions.enumerated() {
      for ear in 0..<2 {
        let spectrum = transform.forward(set.response(direction: q, receiver: ear))
        let cosine = dot(SphericalHead.ears[ear], direction)
        for (bin, sphere) in zip(delay.bins, spheres) {
          delay.add(spectrum[bin], model: sphere.response(cosine: cosine), bin: bin)
        }
      }
    }
    return delay.seconds(longest: Double(set.taps) / Double(set.rate))
  }

  /// The phasors that remove the common delay and, below ``quotientsBelow``, also the phase of the measurement's
  /// loudspeaker.
  ///
  /// The loudspeaker's phase is the remaining mean difference from the spherical head. If a loudspeaker rolls off at
  /// low frequencies, its phase turns even far above these frequencies. Without this correction, the measured head
  /// would be out of phase with the spherical head where the two meet.
  private func rotations() -> [Complex] {
    let step = Double(set.rate) * Double(stride) / Double(transform.length)
    var rotations = (0..<bins).map { bin -> Complex in
      let phase = 2 * Double.pi * bulkDelay * Double(bin) * step
      return Complex(cos(phase), sin(phase))
    }
    var rest = [Complex](repeating: .zero, count: spheres.count)
    for (q, direction) in set.directions.enumerated() {
      for ear in 0..<2 {
        let spectrum = transform.forward(set.response(direction: q, receiver: ear))
        let cosine = dot(SphericalHead.ears[ear], direction)
        for bin in 1..<spheres.count {
          let value = spectrum[bin * stride] * rotations[bin]
          rest[bin] += value * spheres[bin].response(cosine: cosine).conjugate
        }
      }
    }
    for (bin, value) in rest.enumerated() where value.power > 0 {
      rotations[bin] = rotations[bin] * value.conjugate * (1 / value.magnitude)
    }
    return rotations
  }

  /// The responses to these directions, `[ear][bin][chunk]`; `sphere` holds the spherical head's responses in the same
  /// form.
  func responses(
    directions: [Vector3], sphere: [ComplexLanes], chunks: Int
  ) -> [ComplexLanes] {
    let measured = MeasuredDirections(vectors: set.directions)
    var result = [ComplexLanes](repeating: .zero, count: 2 * bins * chunks)
    for (q, direction) in directions.enumerated() {
      let neighbours = measured.neighbours(of: direction)
      for ear in 0..<2 {
        let local = (0..<bins).map { bin -> Complex in
          let place = (ear * bins + bin) * chunks + q / 4
          return sphere[place][q % 4]
        }
        let spectrum = interpolate(neighbours, ear: ear, sphere: local)
        for bin in 0..<bins { result[(ear * bins + bin) * chunks + q / 4][q % 4] = spectrum[bin] }
      }
    }
    return result
  }

  /// The spectrum of one ear, interpolated from neighbours: the mean of their magnitudes, with the phase of their mean
  /// ratio.
  private func interpolate(
    _ neighbours: [(index: Int, weight: Double)], ear: Int, sphere: [Complex]
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
