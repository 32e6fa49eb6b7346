import Beamforming
import Boards
import Recorder
import SimulatedBoard
import TestSupport
import Testing

/// A side of a source, in a case.
struct SideInCase: Sendable, CustomTestStringConvertible {
  var source: String
  var orientation: InputOrientation
  var azimuth: Double

  static let all = ["Back", "Front"].flatMap { source in
    InputOrientation.allCases.flatMap { orientation in
      [-60.0, 60.0].map { SideInCase(source: source, orientation: orientation, azimuth: $0) }
    }
  }

  var testDescription: String { "\(source) \(orientation) \(azimuth)" }
}

@Suite struct EightCaseTakeTests {
  @Test(
    "what comes from the right is on the right in the file, in every case",
    arguments: SideInCase.all, StereoRendering.allCases)
  func sides(_ row: SideInCase, rendering: StereoRendering) throws {
    let takes = try SimulatedTakes(rendering: rendering)
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: row.azimuth)
        + SimulatedTakes.hand(0.1, "source = \"\(row.source)\"")
        + SimulatedTakes.hand(0.2, "turn = \"\(row.orientation.rawValue)\"")
        + SimulatedTakes.take(from: 1, to: 2),
      duration: 2.5)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.which.orientation == row.orientation)
    #expect(take.plan.design.rendering == rendering)
    let difference = try takes.leftOverRight(take.files[0])
    if row.azimuth > 0 {
      #expect(difference < -1, "right must be louder")
    } else {
      #expect(difference > 1, "left must be louder")
    }
  }

  @Test("a source button selects the other side of the device, and the listener turns with it")
  func sourceButton() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.hand(0.2, "press = \"source\"")
        + SimulatedTakes.take(from: 1, to: 2),
      duration: 2.5)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.which.dataSource == 1)
    #expect(try takes.leftOverRight(take.files[0]) < -1)
  }

  @Test("a session that starts with the front source hears the scene from there")
  func startsWithFront() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 1, to: 2), duration: 2.5
    ) { $0.settings.stereo.source = "front" }
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.which.dataSource == 1)
    #expect(try takes.leftOverRight(take.files[0]) < -1)
    #expect(outcome.notes.isEmpty)
  }

  @Test("a selection that is refused in a take does not turn the scene")
  func refusedSelection() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 0.5, to: 3)
        + SimulatedTakes.hand(1, "source = \"front\"")
        + SimulatedTakes.hand(1.2, "press = \"source\""), duration: 3.5)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.which.dataSource == 0)
    #expect(try takes.leftOverRight(take.files[0], from: 1.5) < -1)
  }

  @Test(
    "after a take that the device ended, a press of source turns the scene and the recorder alike")
  func selectionAfterUnplug() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(1.5, "unplug = 0.5") + SimulatedTakes.hand(4, "press = \"source\"")
        + SimulatedTakes.take(from: 5, to: 6), duration: 7)
    let take = try #require(outcome.takes.last)
    #expect(outcome.takes.count == 2)
    #expect(take.plan.design.which.dataSource == 1)
    #expect(try takes.leftOverRight(take.files[0]) < -1)
    #expect(outcome.notes.isEmpty)
  }

  @Test("the orientation is latched: a board that is turned during a take changes nothing in it")
  func latched() throws {
    let takes = try SimulatedTakes()
    // A source that is fixed to the device: turned or not, the microphones hear the same.
    let scene = """
      [[source]]
      noise = "pink"
      device = [1.0, 0.0, 0.0]
      distance = "far"
      level = -30.0

      """
    let turned = try takes.run(
      scene + SimulatedTakes.take(from: 1, to: 4)
        + SimulatedTakes.hand(1.5, "turn = \"portraitUpsideDown\""), duration: 4.5)
    let take = try #require(turned.takes.first)
    #expect(take.plan.design.which.orientation == .portrait)
    // The +x edge is the right one for the back data source in portrait, to the end.
    #expect(try takes.leftOverRight(take.files[0], from: 2.2) < -1)
    #expect(turned.events.contains { $0.event == .orientation(.portraitUpsideDown) })
  }

  @Test("data source, pattern and orientation are refused during a take")
  func refused() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 0.5, to: 2)
        + SimulatedTakes.hand(1, "source = \"Front\""), duration: 2.5)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.which.dataSource == 0)
    #expect(
      outcome.events.contains { $0.event == .refused(.duringTake(setting: "the data source")) })
  }

  @Test("the pre-roll has the orientation of the press, and its length")
  func preRoll() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60)
        + SimulatedTakes.hand(0.1, "turn = \"landscapeLeft\"")
        + SimulatedTakes.take(from: 3, to: 4), duration: 4.5
    ) { $0.form.preRollSeconds = 2 }
    let take = try #require(outcome.takes.first)
    #expect(take.preRollFrames == 96000)
    #expect(take.frames > 2 * 48000 + 40000)
    #expect(try takes.leftOverRight(take.files[0], from: 0, to: 1.9) < -1)
  }

  @Test("a pre-roll that is longer than the recorder has run is as long as it has run")
  func shortPreRoll() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 1, to: 2), duration: 2.5
    ) { $0.form.preRollSeconds = 60 }
    let take = try #require(outcome.takes.first)
    #expect(take.timelineStart == 0)
    #expect(take.preRollFrames == 48000)
  }

  @Test("a scenario gives the same takes at any speed, bit for bit")
  func reproducible() throws {
    let (first, second) = (try SimulatedTakes(), try SimulatedTakes())
    let scene = SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 0.5, to: 1.5)
    let one = try #require(try first.run(scene, duration: 2).takes.first)
    let two = try #require(try second.run(scene, duration: 2).takes.first)
    #expect(try first.words(one.files[0]) == second.words(two.files[0]))
  }
}
