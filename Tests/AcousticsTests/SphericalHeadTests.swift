import Acoustics
import Boards
import Testing

@Suite("Spherical head")
struct SphericalHeadTests {
  @Test("The series gives the golden values to 1e-9", arguments: GoldenSphere.frequencies.indices)
  func golden(row: Int) {
    for (column, angle) in GoldenSphere.angles.enumerated() {
      let value = SphericalHead.response(frequency: GoldenSphere.frequencies[row], angle: angle)
      #expect(abs(value.re - GoldenSphere.real[row][column]) < 1e-9)
      #expect(abs(value.im - GoldenSphere.imaginary[row][column]) < 1e-9)
    }
  }

  @Test("Woodworth's delays are the golden ones")
  func woodworth() {
    for (azimuth, microseconds) in zip([0.0, 30, 60, 90], GoldenSphere.woodworth) {
      #expect(abs(SphericalHead.woodworthDelay(azimuth: azimuth) * 1e6 - microseconds) < 1e-6)
    }
  }

  @Test("At low frequencies a head does not change the sound")
  func lowFrequencies() {
    for angle in [0.0, 90, 180] {
      let value = SphericalHead.response(frequency: 0.01, angle: angle)
      #expect(abs(value.re - 1) < 1e-3 && abs(value.im) < 1e-3)
    }
  }

  @Test("Four angles at once are four times one angle")
  func lanes() {
    let sphere = RigidSphere(ka: 3)
    let cosines = SIMD4(1.0, 0.5, -0.25, -1)
    let together = sphere.response(cosines: cosines)
    for lane in 0..<4 { #expect(together[lane] == sphere.response(cosine: cosines[lane])) }
  }
}
