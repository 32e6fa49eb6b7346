import Acoustics
import Boards
import Testing

@Suite("Directions and steering")
struct SteeringTests {
  private let grid = DirectionGrid.standard

  @Test("The areas of the grid cover the sphere once, and integrate second-order patterns")
  func areas() {
    #expect(abs(grid.areas.reduce(0, +) - 1) < 1e-12)
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
      let mean = zip(grid.directions, grid.areas).reduce(0) { $0 + dot($1.0, axis) * $1.1 }
      let square = zip(grid.directions, grid.areas).reduce(0) {
        $0 + dot($1.0, axis) * dot($1.0, axis) * $1.1
      }
      #expect(abs(mean) < 1e-12)
      #expect(abs(square - 1.0 / 3) < 2e-3)
    }
  }

  @Test("Every direction has its exact mirror image in the median plane")
  func mirror() {
    let all = Set(grid.directions)
    for u in grid.directions { #expect(all.contains(Vector3(u.x, -u.y, u.z))) }
  }

  @Test("The horizon comes first, counter-clockwise from forward in equal steps")
  func horizon() {
    #expect(grid.directions[0] == Vector3(1, 0, 0))
    for (index, u) in grid.horizon.enumerated() {
      let wanted = Direction(azimuth: -360 * Double(index) / Double(grid.horizonCount)).sceneVector
      #expect((u - wanted).length < 1e-12)
    }
  }

  @Test(
    "Step by step gives what one frequency gives",
    arguments: [nil, 0.06])
  func steps(radius: Double?) {
    let scatterer = radius.map { Scatterer.sphere(radius: $0) } ?? .freeField
    let placed = [
      Vector3(0.03, 0.01, 0), Vector3(-0.02, 0.04, 0.01), Vector3(0, -0.05, 0.02),
    ].map { position in radius.map { RigidSphere.place(position, radius: $0) } ?? position }
    let directions = Array(grid.directions.prefix(10))
    var steering = Steering(
      scatterer: scatterer, placed: placed, directions: directions, frequencyStep: 93.75)
    for _ in 0..<64 { steering.advance() }
    for (n, position) in placed.enumerated() {
      for (q, direction) in directions.enumerated() {
        let value = steering.lanes[n * steering.chunks + q / 4][q % 4]
        let wanted =
          radius.map {
            RigidSphere(ka: 2 * .pi * 6000 * $0 / Air.speedOfSound)
              .response(cosine: dot(position, direction) / $0)
          } ?? PlaneWave.pressure(at: position, from: direction, frequency: 6000)
        #expect((value - wanted).magnitude < 1e-11)
      }
    }
  }

  @Test("A microphone nearer to the source is earlier: its phase leads")
  func lead() {
    let value = PlaneWave.pressure(
      at: Vector3(0.1, 0, 0), from: Vector3(1, 0, 0), frequency: 100)
    #expect(value.im > 0)
  }
}
