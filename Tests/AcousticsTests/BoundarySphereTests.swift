import Boards
import Testing

@testable import Acoustics

@Suite("The boundary element method on a sphere")
struct BoundarySphereTests {
  private static let radius = 0.025
  private static let elements = SphereMesh.octant(radius: radius, divisions: 20)
  /// On elements that touch no plane of symmetry, in three octants.
  private static let microphones = [(137, 0), (201, 3), (66, 6)].map { element, image in
    MirrorImages.image(image, of: elements[element].centre)
  }

  /// The worst difference from the series, in shares of the incoming wave, over microphones and directions.
  private func worst(_ frequency: Double, usesInterior: Bool) throws -> Double {
    var solver = BoundarySolver(
      elements: Self.elements,
      interior: InteriorPoints.places(
        within: Vector3(repeating: Self.radius / 3.0.squareRoot()), count: 8),
      microphones: Self.microphones)
    let solved = solver.weights(frequency: frequency, usesInterior: usesInterior)
    let weights = try #require(solved)
    let sphere = RigidSphere(ka: 2 * .pi * frequency * Self.radius / Air.speedOfSound)
    var worst = 0.0
    for direction in Waves.directions(23) {
      let values = Waves.responses(
        weights, points: solver.points, microphones: 3, from: direction, frequency: frequency)
      for (value, place) in zip(values, Self.microphones) {
        let wanted = sphere.response(cosine: dot(place.normalized, direction))
        worst = max(worst, (value - wanted).magnitude)
      }
    }
    return worst
  }

  @Test(
    "Agrees with the series of the rigid sphere within 1.5 % of the incoming wave",
    arguments: [125.0, 1000, 4000, 8000, 12000, 16000])
  func series(frequency: Double) throws {
    let worst = try worst(frequency, usesInterior: true)
    print("sphere", frequency, "Hz: worst difference", worst)
    #expect(worst < 0.015)
  }

  @Test("At an interior resonance (ka = pi) only the interior points keep the pressure right")
  func resonance() throws {
    // The elements' resonance lies a little off that of the sphere.
    let exact = Air.speedOfSound / (2 * Self.radius)
    var without = 0.0
    for step in -4...4 {
      let frequency = exact * (1 + 0.001 * Double(step))
      without = max(without, try worst(frequency, usesInterior: false))
      #expect(try worst(frequency, usesInterior: true) < 0.015)
    }
    print("sphere, ka = pi without interior points: worst difference", without)
    #expect(without > 0.05)
  }
}
