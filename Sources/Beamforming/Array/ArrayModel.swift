import Acoustics
import Boards

/// The responses of a subset of a board's microphones in one case, from their geometry and the body that they sit on.
struct ArrayModel: Sendable {
  /// The positions of the microphones.
  let geometry: ArrayGeometry
  private let scatterer: Scatterer
  private let layout: Layout
  private let microphones: [Int]

  /// Creates a model of a subset of a board's microphones.
  init(_ board: Board, microphones: [Int], layout: Layout, scatterer: Scatterer) {
    geometry = ArrayGeometry(board, microphones: microphones, layout: layout)
    self.scatterer = scatterer
    self.layout = layout
    self.microphones = microphones
  }

  /// True if the cross powers of a diffuse field have a closed form.
  var isFreeField: Bool {
    if case .freeField = scatterer { true } else { false }
  }

  /// The responses to waves from the directions of the standard grid, at multiples of a frequency step.
  func standardSteering(step: Double) -> Steering {
    var table: ResponseTable?
    if case .body(let body) = scatterer { table = used(body.standardTable(layout)) }
    return steering(DirectionGrid.standard.directions, table: table, step: step)
  }

  /// The responses to waves from the horizon of the standard grid, at multiples of a frequency step.
  func horizonSteering(step: Double) -> Steering {
    let grid = DirectionGrid.standard
    var table: ResponseTable?
    if case .body(let body) = scatterer {
      table = used(body.standardTable(layout))
        .prefix(chunks: DirectionGrid.chunks(grid.horizonCount))
    }
    return steering(grid.horizon, table: table, step: step)
  }

  /// The responses to waves from halfway between the directions of ``horizonSteering(step:)``.
  func betweenSteering(step: Double) -> Steering {
    let horizon = DirectionGrid.standard.horizon
    let directions = horizon.indices.map {
      (horizon[$0] + horizon[($0 + 1) % horizon.count]).normalized
    }
    var table: ResponseTable?
    if case .body(let body) = scatterer {
      table = used(body.table(towards: directions.map(layout.device)))
    }
    return steering(directions, table: table, step: step)
  }

  /// The responses of the microphones to a plane wave from one direction in the scene, `[frequency][microphone]`.
  func responses(from direction: Vector3, frequencies: [Double]) -> [[Complex]] {
    var table: ResponseTable?
    if case .body(let body) = scatterer {
      table = used(body.table(towards: [layout.device(direction)]))
    }
    return frequencies.map { frequency in
      var steering = steering([direction], table: table, step: frequency)
      steering.advance()
      return steering.lanes.map { $0[0] }
    }
  }

  private func used(_ table: ResponseTable) -> ResponseTable {
    microphones == Array(0..<table.microphones) ? table : table.picking(microphones: microphones)
  }

  /// Steering relative to the reference point of the geometry, computed from a table that is relative to the origin of
  /// the device.
  private func steering(
    _ directions: [Vector3], table: ResponseTable?, step: Double
  ) -> Steering {
    Steering(
      scatterer: scatterer, placed: geometry.placed, directions: directions, frequencyStep: step,
      table: table, reference: geometry.reference)
  }
}
