import Boards
import Glibc
import Testing

@testable import Acoustics

@Suite("Responses of boxes")
struct BoxResponsesTests {
  private static let phone = BoxShape(size: Vector3(0.071, 0.147, 0.008))
  private static let microphones = [
    Vector3(-22, -73.5, 0), Vector3(22, -73.5, 0), Vector3(0, 69, 4), Vector3(18, 61, -4),
  ].map { $0 / 1000 }

  /// The weights of a box for single frequencies, as the whole computation makes them.
  private static func solver(_ box: BoxShape, _ places: [Vector3]) -> BoundarySolver {
    let plan = BoxPlan(box)
    return BoundarySolver(
      elements: plan.mesh.elements, interior: plan.interior, microphones: places)
  }

  private static func responses(
    _ box: BoxShape, _ places: [Vector3], from directions: [Vector3], _ frequency: Double
  ) throws -> [[Complex]] {
    var solver = solver(box, places)
    let uses = frequency > BoxPlan(box).firstInteriorFrequency
    let solved = solver.weights(frequency: frequency, usesInterior: uses)
    let weights = try #require(solved)
    let points = solver.points
    return directions.map {
      Waves.responses(
        weights, points: points, microphones: places.count, from: $0, frequency: frequency)
    }
  }

  @Test("A mirrored microphone hears a mirrored wave alike")
  func mirrored() throws {
    let place = Vector3(0.018, 0.061, -0.004)
    let places = (0..<MirrorImages.count).map { MirrorImages.image($0, of: place) }
    let wave = Vector3(0.3, -0.5, 0.7).normalized
    let waves = (0..<MirrorImages.count).map { MirrorImages.image($0, of: wave) }
    let values = try Self.responses(Self.phone, places, from: waves, 9000)
    for g in 1..<MirrorImages.count {
      #expect((values[g][g] - values[0][0]).magnitude < 1e-9)
    }
    #expect((values[1][0] - values[0][0]).magnitude > 0.05)
  }

  @Test("Far under the size of the box the wave does not notice it")
  func lowFrequencies() throws {
    for values in try Self.responses(
      Self.phone, Self.microphones, from: Waves.directions(9), 2)
    {
      for value in values { #expect((value - Complex(1)).magnitude < 0.01) }
    }
  }

  @Test("A large face doubles the pressure of a wave that meets it at right angles")
  func doubled() throws {
    let box = BoxShape(size: Vector3(0.16, 0.13, 0.03))
    let wave = Vector3(0, 0, 1)
    let place = Vector3(0.011, 0.013, 0.015)
    // The waves from the four edges come and go with frequency: the mean over an octave is left.
    var sum = 0.0
    let frequencies = Array(stride(from: 5000.0, through: 11000, by: 1500))
    for frequency in frequencies {
      sum += try Self.responses(box, [place], from: [wave], frequency)[0][0].power
    }
    let level = 10 * log10(sum / Double(frequencies.count))
    print("large face: level", level, "dB")
    #expect(abs(level - 6.02) < 1)
  }

  @Test("A very thin box leaves waves along it alone, and its faces differ for waves across")
  func thin() throws {
    let box = BoxShape(size: Vector3(0.065, 0.03, 0.0001))
    let places = [
      Vector3(0.012, -0.007, 0.00005), Vector3(0.012, -0.007, -0.00005), Vector3(0.0325, 0.002, 0),
    ]
    let along = Vector3(0.6, 0.8, 0)
    for frequency in [500.0, 4000] {
      let values = try Self.responses(box, places, from: [along, Vector3(0, 0, 1)], frequency)
      for (value, place) in zip(values[0], places) {
        let wave = PlaneWave.pressure(at: place, from: along, frequency: frequency)
        #expect((value - wave).magnitude < 0.05)
      }
      // Both faces together receive the wave as if nothing were there; the edge lies between them.
      #expect(((values[1][0] + values[1][1]) * 0.5 - Complex(1)).magnitude < 0.01)
      #expect((values[1][2] - Complex(1)).magnitude < 0.01)
      #expect((values[1][0] - values[1][1]).magnitude > 0.1)
    }
  }
}
