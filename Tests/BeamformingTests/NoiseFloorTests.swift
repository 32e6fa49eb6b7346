import Acoustics
import Beamforming
import Boards
import TestSupport
import Testing

@Suite("White noise gain floor")
struct NoiseFloorTests {
  /// The normal matrix and right side of a design with equal weights, `[column][row]`.
  private func equations(
    positions: [Vector3], directions: [Vector3], target: [Complex], frequency: Double
  ) -> (normal: [Complex], right: [Complex]) {
    let share = 1 / Double(directions.count)
    let steering = positions.map { position in
      directions.map {
        PlaneWave.pressure(at: position, from: $0, frequency: frequency)
      }
    }
    var normal: [Complex] = []
    for column in steering {
      for row in steering {
        normal.append(
          zip(row, column).reduce(Complex.zero) { $0 + $1.0.conjugate * $1.1 * share })
      }
    }
    let right = steering.map { row in
      zip(row, target).reduce(Complex.zero) { $0 + $1.0.conjugate * $1.1 * share }
    }
    return (normal, right)
  }

  @Test("Lambda and weights are the golden ones to 1e-6", arguments: GoldenNoiseFloor.cases)
  func golden(wanted: GoldenNoiseFloor.Case) {
    let positions = [
      Vector3(0, 0.0405, 0), Vector3(0.0405, 0, 0), Vector3(0, -0.0405, 0), Vector3(-0.0405, 0, 0),
    ]
    let directions = (0..<12).map { Direction(azimuth: -30 * Double($0)).sceneVector }
    let target = (0..<12).map {
      SphericalHead.response(frequency: wanted.frequency, angle: 30 * Double($0) - 100)
    }
    let (normal, right) = equations(
      positions: positions, directions: directions, target: target, frequency: wanted.frequency)
    let solution = NoiseFloor(normal: normal, order: 4).solve(right, floor: wanted.floor)
    #expect(abs(solution.lambda - wanted.lambda) < 1e-6 * wanted.lambda + 1e-15)
    for n in 0..<4 {
      #expect(abs(solution.weights[n].re - wanted.real[n]) < 1e-6)
      #expect(abs(solution.weights[n].im - wanted.imaginary[n]) < 1e-6)
    }
  }

  @Test("The floor is met within 0.05 dB on random arrays", arguments: [2, 3, 5, 8, 16, 32])
  func floorIsMet(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let positions = (0..<count).map { _ in
      Vector3(
        random.next(in: -0.05...0.05), random.next(in: -0.05...0.05), random.next(in: -0.01...0.01))
    }
    let directions = DirectionGrid.standard.directions.enumerated().filter { $0.offset % 5 == 0 }
      .map(\.element)
    var limited = 0
    for frequency in [60.0, 150, 400, 1000, 2500, 7000] {
      let target = directions.map { u in
        RigidSphere(ka: 2 * .pi * frequency * 0.0875 / 343).response(
          cosine: dot(u, SphericalHead.ears[0]))
      }
      let (normal, right) = equations(
        positions: positions, directions: directions, target: target, frequency: frequency)
      let solver = NoiseFloor(normal: normal, order: count)
      for floor in [-15.0, -10, -6, -3] {
        let solution = solver.solve(right, floor: floor)
        // Computed again from the weights, not from the eigenvalues.
        var signal = 0.0
        for c in 0..<count {
          for r in 0..<count {
            signal +=
              (solution.weights[r].conjugate * normal[c * count + r] * solution.weights[c]).re
          }
        }
        let noise = solution.weights.reduce(0) { $0 + $1.power }
        let gain = 10 * logarithm10(signal / noise)
        #expect(gain > floor - 0.05)
        if solution.lambda > 1e-11 {
          limited += 1
          #expect(gain < floor + 0.05)
        }
      }
    }
    #expect(limited > 0)
  }

  @Test("Two microphones on one spot share the work and do not break it")
  func coincident() {
    let positions = [Vector3(0, 0.03, 0), Vector3(0, 0.03, 0), Vector3(0, -0.03, 0)]
    let directions = DirectionGrid.standard.horizon
    let target = directions.map { Complex(1 + $0.y) }
    let (normal, right) = equations(
      positions: positions, directions: directions, target: target, frequency: 500)
    let solution = NoiseFloor(normal: normal, order: 3).solve(right, floor: -10)
    #expect((solution.weights[0] - solution.weights[1]).magnitude < 1e-6)
    #expect(solution.weights.allSatisfy { $0.re.isFinite && $0.im.isFinite })
  }

  @Test("A limit on the noise is met within 0.05 dB where it binds, and changes nothing elsewhere")
  func noiseLimit() {
    let positions = [
      Vector3(0, 0.0405, 0), Vector3(0.0405, 0, 0), Vector3(0, -0.0405, 0), Vector3(-0.0405, 0, 0),
    ]
    let directions = (0..<24).map { Direction(azimuth: 15 * Double($0)).sceneVector }
    for (frequency, binds) in [(80.0, true), (200, true), (1000, false)] {
      let (normal, right) = equations(
        positions: positions, directions: directions, target: directions.map { Complex($0.x) },
        frequency: frequency)
      let solver = NoiseFloor(normal: normal, order: 4)
      let free = solver.solve(right, noise: 100).weights.reduce(0) { $0 + $1.power }
      let noise = solver.solve(right, noise: 12).weights.reduce(0) { $0 + $1.power }
      if binds {
        #expect(free > noise && abs(10 * logarithm10(noise) - 12) < 0.05)
      } else {
        #expect(noise == free)
      }
    }
  }
}
