import Boards
import Glibc

/// Finds neighbouring directions in which a body has the same responses, as if a turntable had not turned.
///
/// The comparison ignores phases that all microphones have in common at a frequency, so removed delays do not matter.
/// The expected differences come from plane waves at the same positions in free air.
public struct SameResponses: Sendable {
  /// The pairs of equal measurements.
  public private(set) var pairs: [(first: Int, second: Int)] = []
  /// The number of pairs that should differ.
  public private(set) var compared = 0

  /// The range of the compared frequencies in hertz, and their number.
  private static let range = 400.0...6000.0
  private static let frequencies = 24
  /// The number of neighbours compared with each direction, and the cosine of the largest angle to a neighbour, 25
  /// degrees.
  private static let neighbours = 6
  private static let nearest = 0.906
  /// The largest number of directions for which all neighbours are compared; if there are more, only consecutive
  /// directions in the file are compared.
  private static let most = 4096
  /// Responses are the same if the power of their difference is below this share of the power expected in free air.
  private static let share = 0.05
  /// Neighbours should differ if the expected difference in free air is at least this share of the power.
  private static let least = 0.01

  /// Finds the pairs in a body's responses.
  ///
  /// - Parameter microphones: the positions of the microphones in metres, in the device frame.
  /// - Precondition: there are as many receivers as microphones.
  public init(_ set: ImpulseResponseSet, microphones: [Vector3]) {
    precondition(set.receivers == microphones.count)
    let top = min(Self.range.upperBound, 0.4 * Double(set.rate))
    let frequencies = (0..<Self.frequencies).map {
      Self.range.lowerBound
        + (top - Self.range.lowerBound) * Double($0) / Double(Self.frequencies - 1)
    }
    let vectors = set.directions.map(MeasuredBody.device(sofa:))
    let heard = Self.spectra(set, frequencies)
    let count = microphones.count
    let free = vectors.map { direction in
      frequencies.flatMap { frequency in
        microphones.map { PlaneWave.pressure(at: $0, from: direction, frequency: frequency) }
      }
    }
    for (a, b) in Self.candidates(vectors) {
      let wanted = Self.difference(free[a], free[b], microphones: count)
      guard wanted > Self.least else { continue }
      compared += 1
      let found = Self.difference(heard[a], heard[b], microphones: count)
      if found < Self.share * wanted { pairs.append((a, b)) }
    }
  }

  /// The spectra for every direction, `[direction][frequency][microphone]`.
  private static func spectra(
    _ set: ImpulseResponseSet, _ frequencies: [Double]
  ) -> [[Complex]] {
    var length = 2
    while length < set.taps || Double(set.rate) / Double(length) > 50 { length *= 2 }
    let transform = RealFourierTransform(length: length)
    let bins = frequencies.map { Int(($0 * Double(length) / Double(set.rate)).rounded()) }
    return set.directions.indices.map { q in
      let rows = (0..<set.receivers).map {
        transform.forward(set.response(direction: q, receiver: $0))
      }
      return bins.flatMap { bin in rows.map { $0[bin] } }
    }
  }

  /// The pairs of neighbours: consecutive measurements, and each measurement with the measurements nearest to it.
  private static func candidates(_ vectors: [Vector3]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    for a in vectors.indices {
      if vectors.count > most {
        if a > 0, dot(vectors[a], vectors[a - 1]) > nearest { pairs.append((a - 1, a)) }
        continue
      }
      let near = vectors.indices.filter { $0 != a && dot(vectors[a], vectors[$0]) > nearest }
        .sorted { dot(vectors[a], vectors[$0]) > dot(vectors[a], vectors[$1]) }
      // Each pair is compared only once: from its first member, or from the member that has the other as a neighbour.
      pairs += near.prefix(neighbours).filter { $0 > a }.map { (a, $0) }
    }
    return pairs
  }

  /// The power of the difference between the responses to two directions, as a share of their power, without the phase
  /// common to all microphones.
  private static func difference(_ a: [Complex], _ b: [Complex], microphones: Int) -> Double {
    var (left, power) = (0.0, 1e-300)
    for start in stride(from: 0, to: a.count, by: microphones) {
      var (common, both) = (Complex.zero, 0.0)
      for n in start..<(start + microphones) {
        common += a[n] * b[n].conjugate
        both += a[n].power + b[n].power
      }
      // Every frequency counts equally, whatever the power of the loudspeaker.
      guard both > 0 else { continue }
      left += (both - 2 * common.magnitude) / both
      power += 1
    }
    return left / power
  }
}
