import Acoustics
import Beamforming
import Boards
import Glibc
import Recorder
import Testing

/// Sounds for which rendering by direction must be no worse than filters alone: they move, or the board file says
/// something else than there is.
@Suite("Stereo by direction, at its limits")
struct DirectionalLimitTests {
  /// By how many decibels levels in octaves are behind, in the mean: half of what they differ by between both ways to
  /// go past an azimuth.
  private func behind(
    _ array: DirectionalBoard, _ design: Design, through azimuth: Double
  ) throws -> Double {
    let ways = try [90.0, -90].map {
      levels(array.render(design, try array.moving(by: $0, through: azimuth)))
    }
    let differences = zip(ways[0], ways[1]).map { abs($0 - $1) / 2 }
    return differences.reduce(0, +) / Double(differences.count)
  }

  /// Left over right in the middle, in octaves from 300 Hz on, decibels.
  private func levels(_ ears: [[Float]]) -> [Double] {
    let (count, middle) = (4096, ears[0].count / 2)
    let transform = RealFourierTransform(length: count)
    let spectra = ears.map { ear in
      transform.forward(
        (0..<count).map { n in
          let window = 0.5 - 0.5 * cos(2 * .pi * Double(n) / Double(count))
          return Double(ear[middle - count / 2 + n]) * window
        })
    }
    return [300.0, 600, 1200, 2400, 4800].map { low in
      let range = Int(low / 48_000 * Double(count))..<Int(2 * low / 48_000 * Double(count))
      let powers = spectra.map { $0[range].reduce(0) { $0 + $1.power } }
      return 10 * log10(powers[0] / powers[1])
    }
  }

  @Test(
    "a sound that moves by 90 degrees per second is not heard where it was",
    arguments: [DirectionalBoard.phone, .ring], [-30.0, 30])
  func moving(_ array: DirectionalBoard, azimuth: Double) throws {
    #expect(try behind(array, try array.design(.linear), through: azimuth) < 0.05)
    #expect(try behind(array, try array.design(.directional), through: azimuth) < 0.5)
  }

  @Test("two microphones in a ball that are taken for free ones give times no worse than filters")
  func unknownBody() throws {
    let array = DirectionalBoard.widePair
    // A head of the same shape, at its ears.
    let head = DirectionalBoard(
      name: "head", positions: [Vector3(-0.0875, 0, 0), Vector3(0.0875, 0, 0)])
    var errors = (0.0, 0.0)
    // What is less is not heard.
    let allowed = 15e-6 * 48_000
    for azimuth in stride(from: -75.0, through: 75, by: 30) {
      let heard = try array.sound(from: azimuth, ball: 0.08)
      let wanted = lateness(try head.sound(from: azimuth, ball: 0.0875))
      errors.0 += abs(lateness(array.render(try array.design(.linear), heard)) - wanted)
      errors.1 += abs(lateness(array.render(try array.design(.directional), heard)) - wanted)
    }
    #expect(errors.1 / 6 < errors.0 / 6 + allowed, "\(errors)")
  }
}
