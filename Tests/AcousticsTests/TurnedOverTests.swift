import Boards
import TestSupport
import Testing

@testable import Acoustics

@Suite("Responses of a body that is held upside down")
struct TurnedOverTests {
  private static let microphones = [Vector3(-0.02, 0.01, 0.004), Vector3(0.02, -0.06, -0.004)]

  /// Weights of no body in particular: nothing in them is symmetric.
  private static func weights() -> SurfaceWeights {
    var random = SeededGenerator(seed: 3)
    let points = (0..<5).map { _ in
      Vector3(
        .random(in: -0.1...0.1, using: &random), .random(in: -0.1...0.1, using: &random),
        .random(in: -0.1...0.1, using: &random))
    }
    return SurfaceWeights(
      points: points, microphones: microphones, step: 500, frequencies: 7,
      weights: (0..<(5 * 7 * 2 * 2)).map { _ in .random(in: -1...1, using: &random) })
  }

  @Test("The grid turned over is itself, in another order")
  func grid() {
    let (directions, order) = (
      DirectionGrid.standard.directions, DirectionGrid.standardTurnedOver
    )
    #expect(Set(order) == Set(directions.indices))
    for (direction, other) in zip(directions, order) {
      #expect(directions[other] == Vector3(direction.x, -direction.y, -direction.z))
    }
  }

  @Test("The table of one is made of that of the other, and is the same to the last bit")
  func tables() throws {
    let weights = Self.weights()
    for (forward, up) in [
      (Vector3(0, 0, -1), Vector3(0, 1, 0)), (Vector3(0.1, 0.2, 1), Vector3(1, 0.3, 0)),
    ] {
      let upright = try #require(Layout(forward: forward, up: up))
      let over = try #require(Layout(forward: forward, up: -up))
      let body = BodyResponses(.surface(weights))
      let first = body.standardTable(upright)
      let second = body.standardTable(over)
      #expect(first != second)
      #expect(
        second == weights.table(towards: DirectionGrid.standard.directions.map(over.device)))
      #expect(body.standardTable(upright) == first)
    }
  }
}
