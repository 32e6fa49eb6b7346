import Beamforming
import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// The directions that are heard in the raw files of takes.
@Suite struct TakeDirectionsTests {
  private func directions(_ scene: String, seconds: Double = 2) throws -> TakeDirections {
    let takes = try SimulatedTakes(rendering: .directional)
    let outcome = try takes.run(
      scene + SimulatedTakes.take(from: 0.5, to: 0.5 + seconds), duration: 1 + seconds
    ) { $0.form.keepsRaw = true }
    let take = try #require(outcome.takes.first)
    return try TakeDirections(take.rawFiles, board: takes.board, design: take.plan.design)
  }

  @Test(
    "a sound is where it is, and between two directions as well", arguments: [-75.0, -32, 0, 58])
  func places(azimuth: Double) throws {
    let heard = try directions(SimulatedTakes.noise(azimuth: azimuth))
    let peak = try #require(heard.peaks(most: 1).first)
    #expect(abs(Double(peak.azimuth) - azimuth) <= 10, "\(peak)")
    #expect(heard.share > 0.7 && peak.share > 0.7, "\(heard.share) \(peak)")
    #expect(abs(heard.seconds - 2) < 0.01 && heard.located.count == 20)
  }

  @Test("one after the other they are in their times, and where nothing sounds there is nothing")
  func times() throws {
    func noise(_ azimuth: Double, _ start: Double, _ end: Double) -> String {
      """
      [[source]]
      noise = "pink"
      azimuth = \(azimuth)
      distance = "far"
      level = -30.0
      start = \(start)
      until = \(end)

      """
    }
    let heard = try directions(noise(-60, 0, 1.5) + noise(40, 2.5, 4), seconds: 3)
    // The take begins half a second later than the scene.
    let columns = heard.located.map { column in
      column.indices.max { column[$0] < column[$1] }.map { heard.azimuths[$0] } ?? 0
    }
    #expect(columns[2...8].allSatisfy { abs($0 + 60) <= 10 }, "\(columns)")
    #expect(columns[23...28].allSatisfy { abs($0 - 40) <= 10 }, "\(columns)")
    let powers = heard.located.map { $0.reduce(0, +) }
    #expect(powers[14...17].allSatisfy { $0 < 0.01 * powers[5] }, "\(powers)")
    #expect(heard.peaks(most: 5).count == 2)
  }
}
