import Realtime
import TestSupport

/// Tables that mean nothing: whatever is in them, a stage must stay finite and keep to its memory.
func randomTables(
  window: Int, microphones: Int, delay: Int, isRing: Bool, seed: UInt64
) -> DirectionalTables {
  var seeded = SeededGenerator(seed: seed)
  var bands: [Range<Int>] = []
  var first = 1
  while first < window / 2 {
    let next = min(window / 2, first + 2 + first / 4)
    bands.append(first..<next)
    first = next
  }
  let count = Int.random(in: 2...80, using: &seeded)
  var tables = DirectionalTables(
    DirectionalGrid(
      rate: 48_000, window: window, inputs: (microphones, max(1, microphones - 1)), delay: delay,
      directions: (count, 5, isRing), bands: bands,
      scannedBands: Int.random(in: 1...bands.count, using: &seeded)),
    believed: 0.1...0.3)
  func fill<Value: SIMD>(_ values: inout [Value]) where Value.Scalar == Float {
    for n in values.indices {
      for lane in 0..<Value.scalarCount { values[n][lane] = seeded.noise() }
    }
  }
  for n in tables.floors.indices { tables.floors[n] = abs(seeded.noise()) / 4 }
  fill(&tables.whitening)
  fill(&tables.projections)
  fill(&tables.pickers)
  fill(&tables.linear)
  fill(&tables.wanted)
  return tables
}
