import Acoustics

/// The directions that the microphones of a case can distinguish: either all around or only in front, and either at
/// several elevations or only on the horizon.
struct DirectionRings {
  /// The rings, the horizon first.
  let rings: [DirectionRing]
  /// False if the array lies in one upright plane, and so hears the same from the front and from behind.
  let isAround: Bool
  /// The directions in use, as indices into the standard grid.
  let directions: [Int]
  /// For every direction, the directions that cannot be distinguished from it, starting with the direction itself.
  let alike: [[Int]]

  /// The elevations in degrees at which sounds are sought: the elevations of voices, of birds, and of sounds below a
  /// hand-held recorder.
  private static let elevations = [0, 10, 20, 30, 40, -10, -20]
  /// If waves from two directions agree more than this on average, an array cannot distinguish the directions.
  private static let agreement = 0.995
  private static let agreementRange = 400.0...6000.0

  /// Finds the directions that an array can distinguish.
  init(_ array: ArrayModel, field: DiffuseField, grid: DirectionalPlan) {
    let standard = DirectionGrid.standard
    let views = Views(array, field: field, grid: grid, range: Self.agreementRange)
    let horizon = standard.ring(elevation: 0)
    let isAround = views.agreement(horizon.map { ($0, Self.behind($0, horizon)) }) <= Self.agreement
    // A horizontal array hears the same from below and from above; sounds are assumed to come from above, because there
    // are none below a table.
    let (above, below) = (standard.ring(elevation: 20), standard.ring(elevation: -20))
    let isFlat = views.agreement(Array(zip(above, below))) > Self.agreement
    let hasElevation = !array.geometry.isLinear && array.geometry.placed.count > 2
    var (rings, directions): ([DirectionRing], [Int]) = ([], [])
    var alike: [[Int]] = []
    for elevation in Self.elevations where elevation == 0 || hasElevation {
      if isFlat, elevation < 0 { continue }
      let ring = standard.ring(elevation: elevation)
      let quarter = ring.count / 4
      let used =
        isAround
        ? Array(ring)
        : (-quarter...quarter).map { ring.lowerBound + ($0 + ring.count) % ring.count }
      rings.append(DirectionRing(elevation: elevation, count: used.count))
      directions += used
      alike += used.map { isAround ? [$0] : [$0, Self.behind($0, ring)] }
    }
    (self.rings, self.isAround, self.directions, self.alike) = (rings, isAround, directions, alike)
  }

  /// The mirror image of a direction in the plane perpendicular to forward.
  private static func behind(_ direction: Int, _ ring: Range<Int>) -> Int {
    let place = direction - ring.lowerBound
    return ring.lowerBound + (ring.count + ring.count / 2 - place) % ring.count
  }
}

/// Plane waves as an array sees them after whitening, at frequencies within a range.
private struct Views {
  /// Unit vectors, `[frequency][direction][signal]`.
  private var waves: [[[Complex]]] = []

  init(
    _ array: ArrayModel, field: DiffuseField, grid: DirectionalPlan, range: ClosedRange<Double>
  ) {
    let standard = DirectionGrid.standard
    let used = [0, 20, -20].flatMap { Array(standard.ring(elevation: $0)) }
    var steering = array.standardSteering(step: grid.step)
    for bin in 0..<grid.bins {
      if bin > 0 { steering.advance() }
      guard range.contains(Double(bin) * grid.step), bin % 4 == 0 else { continue }
      var seen = [[Complex]](repeating: [], count: standard.directions.count)
      let view = WhitenedArray(
        field: field.crossPowers(bin: bin),
        steering: used.map { direction in
          (0..<steering.microphones).map {
            steering.lanes[$0 * steering.chunks + direction / 4][direction % 4]
          }
        })
      for (direction, wave) in zip(used, view.waves) { seen[direction] = wave }
      waves.append(seen)
    }
  }

  /// The mean agreement between the two directions of each pair, over all pairs.
  func agreement(_ pairs: [(Int, Int)]) -> Double {
    var (sum, terms) = (0.0, 0.0)
    for seen in waves {
      for (one, other) in pairs {
        var product = Complex.zero
        for (a, b) in zip(seen[one], seen[other]) { product += a.conjugate * b }
        sum += product.power
        terms += 1
      }
    }
    return terms > 0 ? sum / terms : 0
  }
}
