import Boards
import TestSupport
import Testing

@testable import Recorder
@testable import SimulatedBoard

@Suite("A device that comes back while its last take is still being closed")
struct SlowCloseTests {
  /// The device is away for half a second, in a take, and then a new take is made by hand.
  private func run(
    _ takes: SimulatedTakes, stall: String, _ turn: (Double, Session) -> Void = { _, _ in }
  ) throws -> [TakeResult] {
    let text =
      "board = \"test\"\nduration = 14.0\n" + stall + SimulatedTakes.noise(azimuth: 20)
      + SimulatedTakes.hand(0.5, "press = \"record\"")
      + SimulatedTakes.fault(3, "unplug = 0.5") + SimulatedTakes.take(from: 6, to: 9)
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 2
    configuration.stallSeconds = 20
    configuration.form.keepsRaw = true
    return try Simulator(
      scenario: try Scenario.parse(text: text, name: "slow.toml"), board: takes.board
    ).run(configuration: configuration, filters: takes.filters, onTick: turn).takes
      // Both takes are closed when the card goes on, and either can be the first.
      .sorted { $0.files[0] < $1.files[0] }
  }

  @Test("it goes on in the ring that the take still reads, and nothing of either take is lost")
  func oneRing() throws {
    let takes = try SimulatedTakes()
    let calm = try run(takes, stall: "")
    var rings: Set<ObjectIdentifier> = []
    var isReopened = false
    let slow = try run(takes, stall: SimulatedTakes.fault(1, "storage-stall = 10.0")) {
      now, session in
      guard let capture = session.capture else { return }
      rings.insert(ObjectIdentifier(capture.ring))
      isReopened = isReopened || now > 5
      let shown = session.snapshot(now)
      #expect(shown.gapCount == 0)
      // Pre-roll is what was captured since the device came back.
      if now > 4, now < 4.5 { #expect(shown.preRollSeconds < 1.1) }
    }
    #expect(isReopened && rings.count == 1)
    #expect(calm.count == 2 && slow.count == 2)
    for (one, two) in zip(calm, slow) {
      #expect(two.gaps.isEmpty)
      #expect(try takes.words(one.rawFiles[0]) == takes.words(two.rawFiles[0]))
      #expect(one.preRollFrames == two.preRollFrames)
    }
  }
}
