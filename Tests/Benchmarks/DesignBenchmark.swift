import Beamforming
import Boards
import Glibc
import Recorder

/// The filters that a press of the button waits for: designed, and found again.
let designBenchmark = Benchmark(
  name: "design",
  title:
    "Stereo filters of all eight cases of the phone's four microphones, KEMAR's ears, one core",
  table: {
    guard let rows = designRows() else {
      return Table(lines: [
        ["skipped: there is no \(Ears.kemar.path ?? "head"), or no room for a cache"]
      ])
    }
    return rows
  })

private let store = "FilterStore, head included"

private func designRows() -> Table? {
  guard let folder = temporaryFolder() else { return nil }
  defer { removeFolder(folder) }
  let repeats = 5
  // Every round has a cache of its own: the first store finds it empty, the second full.
  var designed: [Double] = []
  var found: [Double] = []
  for round in 0..<repeats {
    let cache = "\(folder)/\(round)"
    guard let first = secondsToDesign(cache, isCached: false),
      let second = secondsToDesign(cache, isCached: true)
    else { return nil }
    designed.append(first)
    found.append(second)
  }
  let (slow, quick) = (median(designed), median(found))
  return Table(lines: [
    [store, "CPU s", "goal"],
    ["designed", fixed(slow, 3), "< 2"],
    ["found in the cache", fixed(quick, 4), ""],
    ["times quicker", fixed(slow / quick, 0), ">= 5"],
  ])
}

/// CPU seconds of a new store until all eight stereo designs are there; `nil` when there are none.
private func secondsToDesign(_ cache: String, isCached: Bool) -> Double? {
  var isDone = true
  var count = 0
  let board = phoneBoard()
  let seconds = cpuSeconds {
    let filters = FilterStore(
      board: board, ears: .kemar, settings: DesignSettings(rate: 48_000), cacheDirectory: cache)
    do throws(FilterStoreError) {
      for which in board.cases { _ = try filters.design(which, pattern: .stereo) }
    } catch {
      isDone = false
    }
    count = filters.designedCount
  }
  return isDone && count == (isCached ? 0 : board.cases.count) ? seconds : nil
}
