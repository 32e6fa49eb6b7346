import Boards
import Glibc
import Testing

@testable import Acoustics

@Suite("Energy that a rigid box scatters")
struct BoundaryEnergyTests {
  private static let box = BoxShape(size: Vector3(0.06, 0.04, 0.02))
  private static let elements = BoxMesh(half: box.half, edge: 0.004).elements

  /// The pressure on all images of all elements for a wave, from weights for a microphone on each.
  private func pressures(_ frequency: Double, from directions: [Vector3]) throws -> [[Complex]] {
    let places = Self.elements.flatMap { element in
      (0..<MirrorImages.count).map { MirrorImages.image($0, of: element.centre) }
    }
    var solver = BoundarySolver(
      elements: Self.elements, interior: InteriorPoints.places(within: Self.box.half, count: 12),
      microphones: places)
    let solved = solver.weights(frequency: frequency, usesInterior: true)
    let weights = try #require(solved)
    let points = solver.points
    return directions.map { direction in
      Waves.responses(
        weights, points: points, microphones: places.count, from: direction, frequency: frequency)
    }
  }

  /// The wave that this pressure on the surface scatters in one direction, metres: the amplitude times
  /// distance.
  private func scattered(_ pressures: [Complex], towards r: Vector3, _ frequency: Double) -> Complex
  {
    let wavenumber = 2 * .pi * frequency / Air.speedOfSound
    var sum = Complex.zero
    for (index, pressure) in pressures.enumerated() {
      let element = Self.elements[index / MirrorImages.count]
      let normal = MirrorImages.image(index % MirrorImages.count, of: element.normal)
      for sample in 0..<4 {
        let place = MirrorImages.image(
          index % MirrorImages.count,
          of: Vector3(
            element.samples.x[sample], element.samples.y[sample], element.samples.z[sample]))
        let wave = PlaneWave.pressure(at: place, from: r, frequency: frequency)
        sum += pressure * wave * (dot(r, normal) * element.samples.areas[sample])
      }
    }
    return sum * Complex(0, wavenumber / (4 * .pi))
  }

  @Test(
    "All scattered energy is missing behind the box (optical theorem), within 3 %",
    arguments: [2000.0, 6000, 12000])
  func extinction(frequency: Double) throws {
    let waves = [Vector3(1, 0, 0), Vector3(0.2, 0.3, 1), Vector3(0.5, -0.7, 0.4)].map(\.normalized)
    let wavenumber = 2 * .pi * frequency / Air.speedOfSound
    for (wave, pressures) in zip(waves, try pressures(frequency, from: waves)) {
      let missing = -4 * .pi / wavenumber * scattered(pressures, towards: wave * -1, frequency).im
      let grid = DirectionGrid.standard
      let sent = zip(grid.directions, grid.areas).reduce(0) { sum, share in
        sum + scattered(pressures, towards: share.0, frequency).power * share.1 * 4 * .pi
      }
      print("box", frequency, "Hz: scattered / missing", sent / missing)
      #expect(abs(sent / missing - 1) < 0.03)
    }
  }
}
