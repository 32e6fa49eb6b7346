import Boards
import Glibc

/// The responses of all microphones to plane waves from all directions, one frequency after the other.
///
/// Frequencies are multiples of one step; the whole table would be tens of megabytes, so it is never kept.
public struct Steering: Sendable {
  /// How many microphones.
  public let microphones: Int
  /// Groups of four directions.
  public let chunks: Int
  /// Which multiple of the frequency step ``lanes`` is for.
  public private(set) var bin = 0
  /// The responses at this frequency, `[microphone][chunk]`.
  public private(set) var lanes: [ComplexLanes]

  private let scatterer: Scatterer
  private let frequencyStep: Double
  /// Path lengths towards the source in metres: r.u, `[microphone][chunk]`.
  private let paths: [SIMD4<Double>]
  /// What one frequency step turns each response by (free field).
  private let turns: [ComplexLanes]

  /// Steering at frequency 0, for microphones that ``Scatterer/placed(_:)`` has placed, in scene axes.
  public init(
    scatterer: Scatterer, placed: [Vector3], directions: [Vector3], frequencyStep: Double
  ) {
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
    let step = 2 * .pi * frequencyStep / Air.speedOfSound
    turns = scatterer == .freeField ? paths.map { Self.phasors($0 * step) } : []
  }

  private static func phasors(_ phases: SIMD4<Double>) -> ComplexLanes {
    var result = ComplexLanes.zero
    for lane in 0..<4 { result[lane] = Complex(cos(phases[lane]), sin(phases[lane])) }
    return result
  }

  /// Goes to the next frequency.
  public mutating func advance() {
    bin += 1
    switch scatterer {
    case .freeField:
      for index in lanes.indices { lanes[index] = lanes[index] * turns[index] }
    case .sphere(let radius):
      let frequency = Double(bin) * frequencyStep
      let sphere = RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
      for index in lanes.indices { lanes[index] = sphere.response(cosines: paths[index] / radius) }
    }
  }
}
