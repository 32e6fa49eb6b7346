import Acoustics
import Boards
import Testing

@Suite("Heads as targets")
struct HeadResponsesTests {
  private static let rate = 48000
  private static let length = 512

  /// The spherical head as if it had been measured: impulse responses with a delay, coloured, on the standard grid.
  private func measuredSphere(delay: Double) -> ImpulseResponseSet {
    let directions = DirectionGrid.standard.directions
    let transform = RealFourierTransform(length: Self.length)
    var samples: [Double] = []
    for direction in directions {
      for ear in SphericalHead.ears {
        let spectrum = (0..<transform.bins).map { bin -> Complex in
          let frequency = Double(bin) * Double(Self.rate) / Double(Self.length)
          let ka = 2 * Double.pi * frequency * SphericalHead.radius / Air.speedOfSound
          let late = PlaneWave.pressure(
            at: Vector3(-delay * Air.speedOfSound, 0, 0), from: Vector3(1, 0, 0),
            frequency: frequency)
          return RigidSphere(ka: ka).response(cosine: dot(ear, direction)) * late * 3
        }
        samples += transform.inverse(spectrum)
      }
    }
    return ImpulseResponseSet(
      name: "sphere", rate: Self.rate, directions: directions, receivers: 2, taps: Self.length,
      samples: samples)
  }

  @Test("A measured sphere is the sphere: delay and level of the measurement do not matter")
  func measuredSphereIsSphere() {
    let measured = HeadResponses(
      head: .measured(measuredSphere(delay: 1.23e-3)), rate: Self.rate, fftLength: Self.length,
      width: 1)
    let sphere = HeadResponses(
      head: .spherical, rate: Self.rate, fftLength: Self.length, width: 1)
    for bin in [2, 5, 10, 40, 100] {
      for ear in 0..<2 {
        let start = measured.index(ear: ear, bin: bin)
        let differences = (0..<measured.chunks).map { chunk -> Double in
          let a = measured.lanes[start + chunk]
          let b = sphere.lanes[start + chunk]
          return ComplexLanes(a.re - b.re, a.im - b.im).power.max()
        }
        #expect((differences.max() ?? 1).squareRoot() < 0.03)
      }
    }
  }

  @Test("The mean power over all directions is 1 in every third of an octave")
  func diffuseField() {
    let head = HeadResponses(head: .spherical, rate: Self.rate, fftLength: 1024, width: 1)
    let areas = DirectionGrid.standard.areas
    for bin in [10, 50, 100, 200, 300] {
      var power = 0.0
      for ear in 0..<2 {
        for (q, area) in areas.enumerated() {
          power += area / 2 * head.lanes[head.index(ear: ear, bin: bin) + q / 4][q % 4].power
        }
      }
      #expect(abs(power - 1) < 0.02)
    }
  }

  @Test("Width 0 makes both ears alike, width 2 turns 30 degrees into 60")
  func width() {
    let mono = HeadResponses(head: .spherical, rate: Self.rate, fftLength: Self.length, width: 0)
    let half = mono.lanes.count / 2
    #expect(Array(mono.lanes[..<half]) == Array(mono.lanes[half...]))
    let normal = HeadResponses(head: .spherical, rate: Self.rate, fftLength: Self.length, width: 1)
    let wide = HeadResponses(head: .spherical, rate: Self.rate, fftLength: Self.length, width: 2)
    let (thirty, sixty) = (6, 12)
    let start = normal.index(ear: 1, bin: 20)
    // The common equalisation differs a little, so that only the relation of the ears is compared.
    func ratio(_ head: HeadResponses, _ q: Int) -> Double {
      head.lanes[start + q / 4][q % 4].power
        / head.lanes[head.index(ear: 0, bin: 20) + q / 4][q % 4].power
    }
    #expect(abs(ratio(wide, thirty) / ratio(normal, sixty) - 1) < 1e-9)
  }
}
