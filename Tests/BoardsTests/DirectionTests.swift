import Boards
import Testing

@Suite struct DirectionTests {
  @Test("azimuth is positive to the right, where scene axes count left as positive")
  func signs() {
    let right = Direction(azimuth: 90).sceneVector
    #expect(abs(right.y + 1) < 1e-12)
    #expect(abs(Direction(azimuth: 0, elevation: 90).sceneVector.z - 1) < 1e-12)
  }

  @Test(
    "an angle survives the way to scene axes and back", arguments: [-170.0, -90, -1, 0, 60, 179])
  func roundTrip(azimuth: Double) {
    let there = Direction(azimuth: azimuth, elevation: -20)
    let back = Direction(sceneVector: there.sceneVector)
    #expect(abs(back.azimuth - azimuth) < 1e-9)
    #expect(abs(back.elevation + 20) < 1e-9)
  }
}
