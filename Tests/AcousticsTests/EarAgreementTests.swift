import Acoustics
import Boards
import Testing

@Suite("Which ear is which")
struct EarAgreementTests {
  private static let directions = DirectionGrid.standard.directions
  private static let (left, right) = (SphericalHead.ears[0], SphericalHead.ears[1])

  private func measured(_ ears: [Vector3], rollOff: Double = 0) -> ImpulseResponseSet {
    MeasuredSphere(rate: 44100, taps: 256, delay: 1e-3, rollOff: rollOff, ears: ears)
      .set(Self.directions)
  }

  @Test("Ears in their order agree, whatever the loudspeaker does")
  func straight() throws {
    for rollOff in [0.0, 400] {
      let agreement = try #require(
        EarAgreement(measured([Self.left, Self.right], rollOff: rollOff)))
      #expect(agreement.straight > 0.95)
      #expect(agreement.crossed < 0.2)
    }
  }

  @Test("Exchanged ears are noticed, and put right by exchanging them again")
  func crossed() throws {
    let set = measured([Self.right, Self.left])
    let agreement = try #require(EarAgreement(set))
    #expect(agreement.crossed > 0.95)
    #expect(agreement.straight < 0.2)
    #expect(set.picking(receivers: [1, 0]) == measured([Self.left, Self.right]))
  }

  @Test("Two receivers at one place are no ears")
  func samePlace() throws {
    let front = Vector3(1, 0, 0)
    let agreement = try #require(EarAgreement(measured([front, front])))
    #expect(agreement.straight < 0.5)
    #expect(agreement.crossed < 0.5)
  }

  @Test("Sounds from the median plane tell nothing")
  func median() {
    let set = MeasuredSphere(rate: 44100, taps: 256, delay: 1e-3)
      .set(Self.directions.filter { $0.y == 0 })
    #expect(EarAgreement(set) == nil)
    #expect(set.measuredHorizon < 0.4)
  }
}
