import Boards
import Calibration
import Testing

@Suite("Directions as people tell them")
struct ToldDirectionTests {
  @Test(
    "Words and degrees are those of a listener whose forward is the top edge and whose up is the front"
  )
  func frame() throws {
    let layout = try #require(Layout(forward: Vector3(0, 1, 0), up: Vector3(0, 0, 1)))
    let seen = [
      ("front", 0.0, 0.0), ("right", 90, 0), ("behind", 180, 0), ("left", -90, 0),
      ("front-left", -45, 0), ("above", 0, 90), ("-120", -120, 0), ("30/-20", 30, -20),
    ]
    for (text, azimuth, elevation) in seen {
      let told = try #require(ToldDirection(text))
      let wanted = layout.device(Direction(azimuth: azimuth, elevation: elevation).sceneVector)
      #expect((told.direction - wanted).length < 1e-12, "\(text)")
      #expect(told.name == text)
    }
    #expect(ToldDirection("right")?.direction.x == 1)
  }

  @Test(
    "What is no direction is none",
    arguments: ["", "back", "Left", "181", "0/91", "10/", "1/2/3", "north", "nan", "inf"])
  func wrong(text: String) {
    #expect(ToldDirection(text) == nil)
  }

  @Test("The nearest word is the word itself, also some degrees beside it")
  func nearest() {
    for word in ToldDirection.words {
      let beside = (word.direction + Vector3(0.1, -0.15, 0.12)).normalized
      #expect(ToldDirection.nearest(to: word.direction) == word)
      #expect(ToldDirection.nearest(to: beside) == word)
    }
  }
}
