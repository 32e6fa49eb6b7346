import Boards
import Glibc

/// The responses of a head's ears to every direction in the standard grid, in the form that a design target needs.
///
/// The responses are relative to the undisturbed wave at the centre of the head. They do not contain the delay common
/// to a measurement, and they are diffuse-field equalised, so that their mean level over all directions is the same at
/// every frequency.
public struct HeadResponses: Sendable {
  /// The sample rate in frames per second.
  public let rate: Int
  /// The length of the transform that has these frequencies.
  public let fftLength: Int
  /// The number of groups of four directions.
  public let chunks: Int
  /// The share of the sphere without nearby measurements, where the spherical head replaces the measurement, in part or
  /// in full.
  public private(set) var unmeasured = 0.0
  /// The responses, `[ear][bin][chunk]`; ear 0 is the left ear.
  public private(set) var lanes: [ComplexLanes]

  /// The number of frequencies, from 0 to half the sample rate.
  public var bins: Int { fftLength / 2 + 1 }
  /// The distance between frequencies in hertz.
  public var frequencyStep: Double { Double(rate) / Double(fftLength) }

  /// The frequency in hertz below which the spherical head replaces a measured head, because loudspeakers roll off at
  /// low frequencies.
  static let sphereBelow = 120.0
  /// The frequency in hertz above which only the measured head is used.
  static let measuredAbove = 300.0
  /// The share of the sample rate above which responses stay constant, unless ``highestFrequency`` is lower: resampled
  /// measurements contain nothing above it.
  private static let highestShare = 0.43
  private static let highestFrequency = 19000.0
  /// The share of a measurement's highest frequency up to which its converters and resamplers pass sound.
  private static let highestShareOfMeasured = 0.9

  /// Computes the responses of a head.
  ///
  /// `width` scales the angle between the source and the median plane: 0 puts every source straight ahead, as for mono,
  /// and 1 leaves every source unchanged.
  /// - Precondition: a measured head has two receivers, at least 4 directions, and the sample rate `rate`.
  public init(head: Head, rate: Int, fftLength: Int, width: Double) {
    self.rate = rate
    self.fftLength = fftLength
    let grid = DirectionGrid.standard
    chunks = DirectionGrid.chunks(grid.directions.count)
    let directions = grid.directions.map { Self.widened($0, by: width) }
    let sphere = Self.sphericalHead(directions: directions, rate: rate, fftLength: fftLength)
    lanes = sphere
    var highest = Double(rate) / 2
    equaliseDiffuseField(grid.areas)
    if case .measured(let responses) = head {
      let equalisedSphere = lanes
      let interpolation = MeasuredHead(responses, fftLength: fftLength)
      lanes = interpolation.responses(directions: directions, sphere: sphere, chunks: chunks)
      unmeasured = interpolation.fillUnmeasured(
        &lanes, directions: directions, areas: grid.areas, sphere: sphere, chunks: chunks)
      equaliseDiffuseField(grid.areas)
      replaceLowEnd(by: equalisedSphere)
      equaliseDiffuseField(grid.areas)
      highest = Self.highestShareOfMeasured * responses.highest
    }
    holdTop(highest)
    if width == 0 { makeMono() }
  }

  /// The index in ``lanes`` of the first group of directions of a response.
  @inlinable public func index(ear: Int, bin: Int) -> Int { (ear * bins + bin) * chunks }

  /// Returns a direction whose angle to the median plane has been scaled.
  static func widened(_ u: Vector3, by width: Double) -> Vector3 {
    if width == 1 { return u }
    let lateral = asin(max(-1, min(1, u.y)))
    let wanted = max(-Double.pi / 2, min(.pi / 2, lateral * width))
    let around = atan2(u.z, u.x)
    return Vector3(cos(wanted) * cos(around), sin(wanted), cos(wanted) * sin(around))
  }

  /// The responses of the spherical head for every direction.
  private static func sphericalHead(
    directions: [Vector3], rate: Int, fftLength: Int
  ) -> [ComplexLanes] {
    let cosines = SphericalHead.ears.map { ear in
      DirectionGrid.lanes(directions.map { dot(ear, $0) })
    }
    let step = Double(rate) / Double(fftLength)
    let spheres = (0...(fftLength / 2)).map { bin in
      RigidSphere(ka: SphericalHead.ka(min(Double(bin) * step, highestFrequency)))
    }
    return cosines.flatMap { ear in
      spheres.flatMap { sphere in ear.map { sphere.response(cosines: $0) } }
    }
  }

  /// Divides by the level in a diffuse field, smoothed over a third of an octave, with the same gain for both ears.
  private mutating func equaliseDiffuseField(_ areas: [Double]) {
    let weights = DirectionGrid.lanes(areas)
    var power = [Double](repeating: 0, count: bins)
    for ear in 0..<2 {
      for bin in 0..<bins {
        let start = index(ear: ear, bin: bin)
        var sum = SIMD4<Double>.zero
        for chunk in 0..<chunks { sum += lanes[start + chunk].power * weights[chunk] }
        power[bin] += sum.sum() / 2
      }
    }
    let halfWidth = pow(2, 1.0 / 6)
    for bin in 1..<bins {
      let low = Int((Double(bin) / halfWidth).rounded(.up))
      let high = min(bins - 1, Int(Double(bin) * halfWidth))
      let mean = power[low...high].reduce(0, +) / Double(high - low + 1)
      scale(bin: bin, by: mean > 0 ? 1 / mean.squareRoot() : 1)
    }
  }

  private mutating func scale(bin: Int, by factor: Double) {
    for ear in 0..<2 {
      let start = index(ear: ear, bin: bin)
      for i in start..<(start + chunks) {
        lanes[i] = ComplexLanes(lanes[i].re * factor, lanes[i].im * factor)
      }
    }
  }

  /// Fades from the spherical head to the measured head between 120 and 300 Hz.
  private mutating func replaceLowEnd(by sphere: [ComplexLanes]) {
    for bin in 0..<bins {
      let frequency = Double(bin) * frequencyStep
      let share = (frequency - Self.sphereBelow) / (Self.measuredAbove - Self.sphereBelow)
      guard share < 1 else { break }
      let x = SIMD4<Double>(repeating: max(0, share))
      for ear in 0..<2 {
        let start = index(ear: ear, bin: bin)
        for i in start..<(start + chunks) { lanes[i] = lanes[i] * x + sphere[i] * (1 - x) }
      }
    }
  }

  /// Repeats the value at the highest trusted frequency, up to half the rate.
  private mutating func holdTop(_ trusted: Double) {
    let highest = min(trusted, Self.highestFrequency, Self.highestShare * Double(rate))
    let last = min(bins - 1, Int(highest / frequencyStep))
    for ear in 0..<2 {
      let source = index(ear: ear, bin: last)
      for bin in (last + 1)..<max(bins, last + 1) {
        let start = index(ear: ear, bin: bin)
        for chunk in 0..<chunks { lanes[start + chunk] = lanes[source + chunk] }
      }
    }
  }

  /// Gives both ears the mean of their responses.
  private mutating func makeMono() {
    let size = bins * chunks
    let half = SIMD4<Double>(repeating: 0.5)
    for i in 0..<size {
      lanes[i] = (lanes[i] + lanes[size + i]) * half
      lanes[size + i] = lanes[i]
    }
  }
}
