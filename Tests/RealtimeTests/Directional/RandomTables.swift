import Realtime
import TestSupport

/// Tables that mean nothing: whatever is in them, a stage must stay finite and keep to its memory.
func randomTables(
  window: Int, microphones: Int, delay: Int, isAround: Bool, seed: UInt64
) -> DirectionalTables {
  var seeded = SeededGenerator(seed: seed)
  var bands: [Range<Int>] = []
  var first = 1
  while first < window / 2 {
    let next = min(window / 2, first + 2 + first / 4)
    bands.append(first..<next)
    first = next
  }
  var rings = [
    DirectionalRing(elevation: 0, count: Int.random(in: 2...80, using: &seeded), step: 5)
  ]
  for _ in 0..<Int.random(in: 0...6, using: &seeded) {
    rings.append(
      DirectionalRing(
        elevation: Float.random(in: -80...80, using: &seeded),
        count: Int.random(in: 2...80, using: &seeded),
        step: Float.random(in: 4...20, using: &seeded)))
  }
  var tables = DirectionalTables(
    DirectionalGrid(
      rate: 48_000, window: window, inputs: (microphones, max(1, microphones - 1)), delay: delay,
      rings: rings, isAround: isAround, bands: bands,
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

/// Tables of wind that mean nothing, for which all loud noise is wind.
func randomWindTables(
  window: Int, microphones: Int, delay: Int, seed: UInt64
) -> WindTables {
  var seeded = SeededGenerator(seed: seed)
  let bins = Int.random(in: 4...min(16, window / 2), using: &seeded)
  var tables = WindTables(
    rate: 48_000, window: window, microphones: microphones, delay: delay, bins: bins,
    watched: 1..<min(5, bins))
  tables.singleBin = Int.random(in: 1...bins, using: &seeded)
  tables.floor = 0.2
  for n in tables.parts.indices { tables.parts[n] = SIMD2(seeded.noise(), seeded.noise()) }
  for n in tables.limits.indices {
    (tables.limits[n], tables.weights[n]) = (abs(seeded.noise()) / 20, 1)
  }
  for n in tables.corrections.indices {
    tables.corrections[n] = SIMD2(1 + seeded.noise() / 4, seeded.noise() / 4)
  }
  for bin in 0..<bins {
    (tables.noiseGains[bin], tables.levels[bin], tables.shares[bin]) = (4, 1, 1)
  }
  return tables
}
