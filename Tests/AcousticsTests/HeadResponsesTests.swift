import Acoustics
import Boards
import Glibc
import Testing

@Suite("Heads as targets")
struct HeadResponsesTests {
  private static let rate = 48000
  private static let length = 512

  /// The spherical head as if it had been measured: late, too loud, and on the standard grid.
  private func measuredSphere(
    delay: Double, rollOff: Double = 0, towards isMeasured: (Vector3) -> Bool = { _ in true }
  ) -> ImpulseResponseSet {
    MeasuredSphere(rate: Self.rate, taps: Self.length, delay: delay, rollOff: rollOff).set(
      DirectionGrid.standard.directions.filter(isMeasured))
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
    for bin in [10, 50, 100, 200, 300] {
      #expect(abs(diffusePower(head, bin: bin) - 1) < 0.02)
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

  /// The mean power of all directions and both ears at a bin.
  private func diffusePower(_ head: HeadResponses, bin: Int) -> Double {
    var power = 0.0
    for ear in 0..<2 {
      for (q, area) in DirectionGrid.standard.areas.enumerated() {
        power += area / 2 * head.lanes[head.index(ear: ear, bin: bin) + q / 4][q % 4].power
      }
    }
    return power
  }

  /// The greatest difference between two heads over all directions, both ears and some bins.
  private func difference(
    _ a: HeadResponses, _ b: HeadResponses, bins: ClosedRange<Int>,
    _ measure: (Complex, Complex) -> Double
  ) -> Double {
    var greatest = 0.0
    for bin in bins {
      for ear in 0..<2 {
        for q in DirectionGrid.standard.directions.indices {
          let place = a.index(ear: ear, bin: bin) + q / 4
          greatest = max(greatest, measure(a.lanes[place][q % 4], b.lanes[place][q % 4]))
        }
      }
    }
    return greatest
  }

  private func decibels(_ a: Complex, _ b: Complex) -> Double {
    abs(20 * log10(a.magnitude / b.magnitude))
  }

  @Test(
    "A loudspeaker that rolls off below 200 Hz does not show: level within 1 dB, phase within 0.1")
  func rollOff() {
    func head(_ rollOff: Double) -> HeadResponses {
      HeadResponses(
        head: .measured(measuredSphere(delay: 1.5e-3, rollOff: rollOff)), rate: Self.rate,
        fftLength: 1024, width: 1)
    }
    let (full, weak) = (head(0), head(200))
    // From 47 Hz, over the range in which filters follow phases, and over all of it.
    #expect(difference(full, weak, bins: 1...400, decibels) < 1)
    let phase = difference(full, weak, bins: 1...42) { a, b in
      let turn = a * b.conjugate
      return abs(atan2(turn.im, turn.re))
    }
    #expect(phase < 0.1)
  }

  @Test("Below 120 Hz a measured head is the spherical head, whatever was measured there")
  func lowEnd() {
    let weak = HeadResponses(
      head: .measured(measuredSphere(delay: 1.5e-3, rollOff: 500)), rate: Self.rate,
      fftLength: 1024, width: 1)
    let sphere = HeadResponses(head: .spherical, rate: Self.rate, fftLength: 1024, width: 1)
    #expect(difference(weak, sphere, bins: 1...2, decibels) < 0.1)
  }

  @Test("A diffuse field is as loud at every frequency, however coloured the measurement is")
  func colouredDiffuseField() {
    let head = HeadResponses(
      head: .measured(measuredSphere(delay: 1.5e-3, rollOff: 700)), rate: Self.rate,
      fftLength: 1024, width: 1)
    for bin in [3, 10, 30, 100, 200, 300, 500] {
      #expect(abs(10 * log10(diffusePower(head, bin: bin))) < 0.3, "\(bin)")
    }
  }

  @Test("Where nothing was measured the spherical head takes its place, in the same colour")
  func partOfSphere() {
    // The horizon alone: from 50 degrees up and down everything is the sphere's.
    let ring = measuredSphere(delay: 1.5e-3, rollOff: 300) { $0.z == 0 }
    let head = HeadResponses(
      head: .measured(ring), rate: Self.rate, fftLength: Self.length, width: 1)
    let sphere = HeadResponses(
      head: .spherical, rate: Self.rate, fftLength: Self.length, width: 1)
    #expect(abs(head.unmeasured - (1 - sin(35 * Double.pi / 180))) < 0.01)
    for (q, direction) in DirectionGrid.standard.directions.enumerated() where direction.z > 0.8 {
      for bin in [5, 20, 60, 150] {
        for ear in 0..<2 {
          let place = head.index(ear: ear, bin: bin) + q / 4
          #expect(decibels(head.lanes[place][q % 4], sphere.lanes[place][q % 4]) < 1.5)
        }
      }
    }
    let whole = HeadResponses(
      head: .measured(measuredSphere(delay: 1.5e-3)), rate: Self.rate, fftLength: Self.length,
      width: 1)
    #expect(whole.unmeasured == 0)
  }

  @Test("A measurement of a low rate is not believed above what it can hold")
  func lowRate() {
    let whole = measuredSphere(delay: 1.5e-3)
    let set = ImpulseResponseSet(
      name: "low", rate: whole.rate, directions: whole.directions, receivers: 2, taps: whole.taps,
      samples: whole.samples, highest: 8000)
    let head = HeadResponses(
      head: .measured(set), rate: Self.rate, fftLength: Self.length, width: 1)
    let (last, top) = (Int(7200 / head.frequencyStep), head.bins - 1)
    for ear in 0..<2 {
      let (a, b) = (head.index(ear: ear, bin: last), head.index(ear: ear, bin: top))
      #expect(head.lanes[a..<(a + head.chunks)] == head.lanes[b..<(b + head.chunks)])
    }
  }
}
