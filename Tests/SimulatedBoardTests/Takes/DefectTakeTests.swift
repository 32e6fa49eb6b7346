import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// The hardware of a scenario acts in takes as well.
@Suite("Takes of a board with defects") struct DefectTakeTests {
  private static let take = SimulatedTakes.take(from: 0.5, to: 3)

  @Test("A clock that is fast gives more frames in the same time")
  func clock() throws {
    let takes = try SimulatedTakes()
    func frames(_ hardware: String) throws -> Int {
      let outcome = try takes.run(
        SimulatedTakes.noise(azimuth: 20) + Self.take + hardware, duration: 4)
      return try #require(outcome.takes.first).frames
    }
    let right = try frames("")
    let fast = try frames("[hardware.capture]\nclock = 10000.0")
    // A step of the control thread is 480 frames.
    #expect(abs(right - 120_000) <= 480)
    #expect(abs(fast - 121_200) <= 485 && fast - right > 700)
  }

  @Test("A device that is busy, absent or another one is told as such", arguments: [0, 1, 2])
  func opening(which: Int) throws {
    let texts = [
      "\"absent\"", "\"busy\"\nholder = \"arecord (812)\"", "\"refuses\"\noffers = \"2\"",
    ]
    let faults: [CaptureFault] = [
      .absent(device: "simulated test"), .busy(device: "simulated test", holder: "arecord (812)"),
      .refused(
        device: "simulated test", asked: "4 channels of S32_LE at 48000 frames per second",
        offered: "2"),
    ]
    let takes = try SimulatedTakes()
    do {
      _ = try takes.run(
        Self.take + "[hardware.capture]\nopening = " + texts[which], duration: 4)
      Issue.record("the device was opened")
    } catch let fault as SessionFault {
      #expect(fault == .capture(faults[which]))
    }
  }

  @Test("Frames that are lost again and again are gaps of the take")
  func gaps() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + Self.take
        + "[hardware.capture]\ngap-every = 1.0\ngap-length = 5.0", duration: 4)
    let take = try #require(outcome.takes.first)
    #expect(take.gaps.map(\.frames) == [240, 240])
  }

  @Test("What is wrong is told")
  func told() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      """
      [[hardware.microphone]]
      name = "MIC2"
      inverted = true
      offset = 0.1
      [hardware.capture]
      bits = 16
      """, duration: 1)
    #expect(
      outcome.difference?.description
        == "The hardware differs from what the filters assume: the wrong polarity of MIC2; "
        + "MIC2: an offset; capture device: 16 bits.")
  }
}
