import Boards

/// The responses of all microphones to plane waves from several directions, one frequency at a time.
///
/// The frequencies are multiples of one step; a table of all frequencies would take tens of megabytes, so the type
/// keeps none.
public struct Steering: Sendable {
  /// The number of microphones.
  public let microphones: Int
  /// The number of groups of four directions.
  public let chunks: Int
  /// The frequency of ``lanes``, as a number of steps.
  public private(set) var bin = 0
  /// The responses at this frequency, `[microphone][chunk]`.
  public private(set) var lanes: [ComplexLanes]

  private let scatterer: Scatterer
  private let frequencyStep: Double
  /// The lengths of the paths r.u towards the source in metres, `[microphone][chunk]`.
  private let paths: [SIMD4<Double>]
  /// The phasors by which each response turns from one frequency to the next, in a free field.
  private let turns: [ComplexLanes]
  /// The responses on a body; `nil` in a free field.
  private let table: ResponseTable?

  /// The paths in metres that convert responses relative to the origin of a table into responses relative to the
  /// reference point.
  private let references: [SIMD4<Double>]

  /// Creates steering at frequency 0.
  ///
  /// - Parameters:
  ///   - placed: the positions of the microphones in metres along the scene axes, relative to the reference point of
  ///     the responses: the centroid of the microphones, or the centre of a sphere.
  ///   - table: on a body, the responses of these microphones to these directions, relative to the origin of the device
  ///     frame.
  ///   - reference: the reference point relative to the origin of the device frame.
  public init(
    scatterer: Scatterer, placed: [Vector3], directions: [Vector3], frequencyStep: Double,
    table: ResponseTable? = nil, reference: Vector3 = .zero
  ) {
    self.table = table
    references = DirectionGrid.lanes(directions.map { -dot(reference, $0) })
    self.scatterer = scatterer
    self.frequencyStep = frequencyStep
    microphones = placed.count
    chunks = DirectionGrid.chunks(directions.count)
    lanes = Array(
      repeating: ComplexLanes(.one, .zero),
      count: placed.count * DirectionGrid.chunks(directions.count))
    paths = placed.flatMap { position in
      DirectionGrid.lanes(directions.map { dot(position, $0) })
    }
    if case .freeField = scatterer {
      turns = paths.map { PlaneWave.pressures(paths: $0, frequency: frequencyStep) }
    } else {
      turns = []
    }
  }

  /// Advances to the next frequency.
  public mutating func advance() {
    bin += 1
    switch scatterer {
    case .freeField:
      for index in lanes.indices { lanes[index] = lanes[index] * turns[index] }
    case .sphere(let radius):
      let frequency = Double(bin) * frequencyStep
      let sphere = RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
      for index in lanes.indices { lanes[index] = sphere.response(cosines: paths[index] / radius) }
    case .body:
      let frequency = Double(bin) * frequencyStep
      table?.read(frequency: frequency, into: &lanes)
      for chunk in 0..<chunks {
        let turn = PlaneWave.pressures(paths: references[chunk], frequency: frequency)
        for n in 0..<microphones { lanes[n * chunks + chunk] = lanes[n * chunks + chunk] * turn }
      }
    }
  }
}
