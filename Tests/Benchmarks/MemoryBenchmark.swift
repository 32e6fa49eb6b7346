import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard

/// The memory of a running recorder: 8 microphones, 10 s of pre-roll, 30 s of storage stall, a take with its raw
/// file.
let memoryBenchmark = Benchmark(
  name: "memory",
  title:
    "Resident memory of a recorder, 8 microphones, 48 kHz, 10 s pre-roll, 30 s stall, raw file, MB",
  table: {
    guard let folder = temporaryFolder() else {
      return Table(lines: [["skipped: no folder in /tmp"]])
    }
    defer { removeFolder(folder) }
    do {
      return Table(lines: try memoryRows(folder))
    } catch {
      return Table(lines: [["skipped: \(error)"]])
    }
  })

private let seconds = 60.0

/// The rows, in the order of a recorder's life: filters are designed, then it listens, then it records.
private func memoryRows(_ folder: String) throws -> [[String]] {
  let board = circleBoard()
  var rows = [["", "now", "peak", "goal"]]
  func measure(_ name: String, goal: String = "") {
    guard let memory = ResidentMemory.read() else { return }
    rows.append([name, megabytes(memory.now), megabytes(memory.peak), goal])
  }
  ResidentMemory.resetPeak()
  measure("the process before anything")
  // The scene is no part of a recorder, but of this measurement.
  try renderScene(board)
  ResidentMemory.resetPeak()
  measure("with what is left of a simulated scene, in all further rows")
  let filters = FilterStore(
    board: board, ears: .kemar, settings: DesignSettings(rate: board.capture.rate),
    cacheDirectory: nil)
  try filters.prepare()
  measure("eight cases designed for KEMAR's ears, head kept", goal: "< 120")
  filters.putToolsAway()
  measure("the head given back, as a recorder does when its filters are there")
  ResidentMemory.resetPeak()
  var during: ResidentMemory?
  var configuration = SessionConfiguration(board: board, directory: folder)
  configuration.form.keepsRaw = true
  configuration.form.preRollSeconds = 10
  configuration.stallSeconds = 30
  let outcome = try Simulator(scenario: scenario(board), board: board)
    .run(configuration: configuration, filters: filters) { part in
      if part < 0.95 { during = ResidentMemory.read() ?? during }
    }
  guard let during, let take = outcome.takes.first else { return rows + [["there was no take"]] }
  rows.append([
    "recording, \(fixed(take.seconds, 0)) s of take", megabytes(during.now), megabytes(during.peak),
    "< 120",
  ])
  return rows
}

private func scenario(_ board: Board) -> Scenario {
  let noise = SoundSource(
    sound: .noise(.pink), position: .listener(Direction(azimuth: 60), .far), level: -30)
  let press = Scenario.Hand(at: 12, action: .press(.record, seconds: 0.1))
  return Scenario(board: board.id, duration: seconds, sources: [noise], hands: [press])
}

/// A second of the scene, so that its memory is there before the recorder's is measured.
private func renderScene(_ board: Board) throws {
  guard let layout = board.layout(board.cases[0]) else { return }
  var scene = try SceneRenderer(
    scenario: scenario(board), board: board, layouts: LayoutTimeline(initial: layout))
  var words = [Int32](repeating: 0, count: 256 * scene.channels)
  for _ in 0..<188 { scene.render(into: &words, frames: 256) }
}

private func megabytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1e6, 1) }
