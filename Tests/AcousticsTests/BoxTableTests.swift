import Boards
import Glibc
import Testing

@testable import Acoustics

@Suite("Boxes at all frequencies")
struct BoxTableTests {
  /// Large enough that its responses end far below 24 kHz after few frequencies, thin as a board.
  private static let box = BoxShape(size: Vector3(0.5, 0.3, 0.02))
  private static let microphones = [
    Microphone(name: "Front", channel: 0, position: Vector3(0.1, 0.05, 0.01)),
    Microphone(name: "Back", channel: 1, position: Vector3(-0.05, 0.1, -0.01)),
  ]
  private static let waves = Waves.directions(8)
  private static let weights = SurfaceWeights.box(
    box, microphones: microphones, progress: { _ in true })

  /// What a table says, `[microphone][wave]`.
  private static func read(_ table: ResponseTable, _ frequency: Double) -> [[Complex]] {
    var lanes = [ComplexLanes](repeating: .zero, count: table.microphones * table.chunks)
    table.read(frequency: frequency, into: &lanes)
    return (0..<table.microphones).map { n in
      waves.indices.map { lanes[n * table.chunks + $0 / 4][$0 % 4] }
    }
  }

  @Test("Between two frequencies the table says what a solution there says")
  func between() throws {
    let weights = try #require(Self.weights)
    let table = weights.table(towards: Self.waves)
    let plan = BoxPlan(Self.box)
    var solver = BoundarySolver(
      elements: plan.mesh.elements, interior: plan.interior, microphones: weights.microphones)
    for place in [1.5, 6.3] {
      let frequency = place * table.step
      try #require(place < Double(weights.frequencies - 8))
      let solution = solver.weights(
        frequency: frequency, usesInterior: frequency > plan.firstInteriorFrequency)
      let solved = try #require(solution)
      let found = Self.read(table, frequency)
      for (index, wave) in Self.waves.enumerated() {
        let wanted = Waves.responses(
          solved, points: solver.points, microphones: 2, from: wave, frequency: frequency)
        for n in 0..<2 { #expect((found[n][index] - wanted[n]).magnitude < 0.02) }
      }
    }
  }

  @Test("Above the last frequency, level stays and phase goes on by the path to the microphone")
  func above() throws {
    let weights = try #require(Self.weights)
    let table = weights.table(towards: Self.waves)
    let last = Double(weights.frequencies) * weights.step
    try #require(last < 20_000)
    let known = Self.read(table, last)
    for frequency in [last + 0.4 * table.step, 24_000] {
      let found = Self.read(table, frequency)
      for (n, place) in weights.microphones.enumerated() {
        for (index, wave) in Self.waves.enumerated() {
          let turn = PlaneWave.pressure(at: place, from: wave, frequency: frequency - last)
          #expect((found[n][index] - known[n][index] * turn).magnitude < 1e-9)
        }
      }
    }
  }

  @Test("Progress rises to 1, and ends the work when it says so")
  func progress() throws {
    let small = BoxShape(size: Vector3(0.12, 0.01, 0.01))
    var seen: [Double] = []
    let finished = SurfaceWeights.box(small, microphones: Self.microphones) { part in
      seen.append(part)
      return true
    }
    let frequencies = try #require(finished).frequencies
    #expect(seen.count == frequencies && seen.last == 1)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    var calls = 0
    let cancelled = SurfaceWeights.box(small, microphones: Self.microphones) { _ in
      calls += 1
      return calls < 3
    }
    #expect(cancelled == nil && calls == 3)
  }
}
