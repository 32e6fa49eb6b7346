import Beamforming

/// The tables of the stages after the filters of a design.
struct StageDesign: Sendable {
  /// The tables for rendering by direction; `nil` for filters alone.
  var directional: DirectionalDesign?
  /// The tables for reducing wind; `nil` for no wind reduction.
  var wind: WindDesign?
}

/// The tables of the cases in use: those of one case take megabytes, and the cache has all of them.
struct RecentStages: Sendable {
  /// The number of designs whose tables stay in memory: the last take's, and the one before, for a hand that turns the
  /// board back.
  static let count = 2

  private var kept: [(key: FilterStore.Key, stage: StageDesign)] = []

  /// The tables of a design, now in use; `nil` if they are not in memory.
  mutating func recall(_ key: FilterStore.Key) -> StageDesign? {
    guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
    let one = kept.remove(at: place)
    kept.append(one)
    return one.stage
  }

  /// Keeps the tables of a design and drops the least recently used.
  mutating func keep(_ stage: StageDesign, of key: FilterStore.Key) {
    kept.removeAll { $0.key == key }
    kept.append((key, stage))
    if kept.count > Self.count { kept.removeFirst() }
  }
}
