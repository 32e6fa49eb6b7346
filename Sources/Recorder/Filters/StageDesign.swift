import Beamforming

/// The tables of the stages after the filters of a design.
struct StageDesign: Sendable {
  /// The tables for rendering by direction; `nil` for filters alone.
  var directional: DirectionalDesign?
  /// The tables for reducing wind; `nil` for no wind reduction.
  var wind: WindDesign?
}

/// The stage tables that stay in memory, which are those of the cases used most recently: the tables of one case take
/// megabytes, and the cache on disk has them all.
struct RecentStages: Sendable {
  /// The number of designs whose tables stay in memory: the latest one, and the one before, in case the user turns the
  /// board back.
  static let count = 2

  private var kept: [(key: FilterStore.Key, stage: StageDesign)] = []

  /// Returns the tables of a design, which then count as the most recently used; `nil` if they are not in memory.
  mutating func recall(_ key: FilterStore.Key) -> StageDesign? {
    guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
    let one = kept.remove(at: place)
    kept.append(one)
    return one.stage
  }

  /// Keeps the tables of a design in memory, and drops those that have not been used for the longest time.
  mutating func keep(_ stage: StageDesign, of key: FilterStore.Key) {
    kept.removeAll { $0.key == key }
    kept.append((key, stage))
    if kept.count > Self.count { kept.removeFirst() }
  }
}
