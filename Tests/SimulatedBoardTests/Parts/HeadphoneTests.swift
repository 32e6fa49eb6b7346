import Boards
import Glibc
import Realtime
import Recorder
import SimulatedBoard
import Testing

/// The sound in the headphones of a simulated board.
@Suite("Headphones") struct HeadphoneTests {
  private static func tone(from start: Double, to end: Double) -> String {
    """
    [[source]]
    tone = 500.0
    azimuth = 60.0
    distance = "far"
    level = -20.0
    start = \(start)
    until = \(end)

    """
  }

  private func listen(
    _ scenario: String, duration: Double, driftParts: Double = 0, programs: String? = nil,
    takes: SimulatedTakes? = nil, _ change: (inout MonitorConfiguration) -> Void = { _ in }
  ) throws -> Simulator.Outcome {
    let takes = try takes ?? SimulatedTakes()
    try takes.filters.prepare()
    let text = "board = \"test\"\nduration = \(duration)\n" + scenario
    var simulator = try Simulator(
      scenario: Scenario.parse(text: text, name: takes.folder.file("s.toml")),
      board: takes.board)
    simulator.playbackDriftParts = driftParts
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = 0
    var monitor = MonitorConfiguration(device: "simulated")
    change(&monitor)
    configuration.monitor = monitor
    configuration.settings.live.device = programs
    return try simulator.run(configuration: configuration, filters: takes.filters)
  }

  /// Root mean square of left and right between two times in seconds.
  private func level(_ heard: [Float], _ start: Double, _ end: Double) -> (Double, Double) {
    let range = Int(start * 48000)..<min(Int(end * 48000), heard.count / 2)
    func rms(_ channel: Int) -> Double {
      let sum = range.reduce(0.0) { $0 + Double(heard[2 * $1 + channel] * heard[2 * $1 + channel]) }
      return (sum / Double(range.count)).squareRoot()
    }
    return (rms(0), rms(1))
  }

  @Test("the live sound is heard without a take: louder on its side, and silence after its end")
  func live() throws {
    let outcome = try listen(Self.tone(from: 0.3, to: 0.9), duration: 1.5)
    #expect(
      outcome.events.contains { if case .monitorStarted = $0.event { true } else { false } })
    let sounding = level(outcome.heard, 0.5, 0.8)
    #expect(sounding.1 > sounding.0)
    #expect(sounding.1 > 0.01)
    let after = level(outcome.heard, 1.2, 1.4)
    #expect(after.1 < sounding.1 / 100)
    #expect(outcome.takes.isEmpty)
  }

  @Test("another pattern is heard as soon as it is chosen")
  func changed() throws {
    // Held 1.5 s and released, the source button selects the next pattern.
    let heard = try listen(
      Self.tone(from: 0, to: 3) + SimulatedTakes.hand(0.5, "press = \"source\"\nfor = 1.6"),
      duration: 3
    ).heard
    let (before, after) = (level(heard, 1, 2), level(heard, 2.4, 2.9))
    #expect(before.1 > 1.02 * before.0)
    // The one channel of omni is heard on both sides.
    #expect(after.0 > 0.01 && after.0 == after.1)
  }

  @Test("a board that was turned over is heard with its sides in place again when the turn counts")
  func turned() throws {
    let heard = try listen(
      Self.tone(from: 0, to: 2) + SimulatedTakes.hand(0.5, "turn = \"portraitUpsideDown\""),
      duration: 2
    ).heard
    let (wrong, right) = (level(heard, 0.6, 0.9), level(heard, 1.3, 1.8))
    #expect(wrong.0 > 1.02 * wrong.1)
    #expect(right.1 > 1.02 * right.0)
  }

  @Test("tones tell start and end, are heard without the live sound, and are not recorded")
  func tones() throws {
    let outcome = try listen(SimulatedTakes.take(from: 0.5, to: 1.2), duration: 2) {
      $0.playsSound = false
      $0.playsTones = true
    }
    let heard = outcome.heard
    #expect(level(heard, 0, 0.5).0 == 0)
    let start = level(heard, 0.6, 0.72).0
    let stop = level(heard, 1.3, 1.42).0
    // -20 dBFS for 80 ms of these 120 ms.
    #expect(abs(start - 0.1 / 2.0.squareRoot() * (0.08 / 0.12).squareRoot()) < 0.01)
    #expect(abs(stop - start) < 0.005)
    #expect(level(heard, 0.8, 1.2).0 == 0)
    // An octave: 880 Hz has 70 periods in 80 ms, 440 Hz has 35.
    #expect(abs(crossings(heard, 0.6, 0.72) - 70) <= 2)
    #expect(abs(crossings(heard, 1.3, 1.42) - 35) <= 2)
    let take = try #require(outcome.takes.first)
    #expect(take.end == .stopped)
  }

  private func crossings(_ heard: [Float], _ start: Double, _ end: Double) -> Int {
    let range = Int(start * 48000)..<Int(end * 48000)
    return range.count { heard[2 * $0] > 0 && heard[2 * $0 - 2] <= 0 }
  }

  @Test("the volume is the headphones' own, and never goes beyond full scale")
  func volume() throws {
    func heard(_ decibels: Double) throws -> [Float] {
      try listen(Self.tone(from: 0, to: 1), duration: 1) { $0.volumeDecibels = decibels }.heard
    }
    let (plain, quiet, loud) = (try heard(0), try heard(-20), try heard(12))
    let reference = level(plain, 0.5, 0.9).1
    #expect(abs(level(quiet, 0.5, 0.9).1 / reference - 0.1) < 0.001)
    #expect(level(loud, 0.5, 0.9).1 > 2 * reference)
    #expect(loud.allSatisfy { abs($0) <= 1 })
  }

  @Test("a device for other programs gets the samples of the take, with no volume and no tones")
  func programs() throws {
    let takes = try SimulatedTakes()
    let outcome = try listen(
      SimulatedTakes.noise(azimuth: -60) + SimulatedTakes.take(from: 0.5, to: 1.5), duration: 2,
      programs: "simulated", takes: takes
    ) {
      ($0.volumeDecibels, $0.playsTones) = (-20, true)
    }
    let path = try #require(outcome.takes.first?.files.first)
    let left = try takes.samples(path)[0]
    let given = stride(from: 0, to: outcome.given.count, by: 2).map { outcome.given[$0] }
    // Where the middle of the take is in it.
    let probe = left[24000..<24064]
    let place = (24000..<(given.count - 24000)).first { start in
      zip(probe, given[start...]).allSatisfy { abs($0 - $1) < 1e-4 }
    }
    let start = try #require(place) - 24000
    let errors = (20000..<46000).map { abs(left[$0] - given[start + $0]) }
    // The low cut began at another time, and the file has 24 bits.
    #expect(try #require(errors.max()) < 1e-4)
    let sound = try #require(left.map(abs).max())
    #expect(sound > 0.01)
    #expect(outcome.heard.map(abs).max().map { $0 < 0.2 } == true)
  }

  @Test("headphones with a faster clock play more frames than the microphones gave")
  func drift() throws {
    let outcome = try listen("", duration: 2, driftParts: 1000)
    let frames = outcome.heard.count / 2
    #expect(frames > 96000)
    #expect(frames <= 96096)
  }
}
