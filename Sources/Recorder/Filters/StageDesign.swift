import Beamforming

/// The tables of what is done behind the filters of a design.
struct StageDesign: Sendable {
  /// The tables for rendering by direction; `nil` where filters work alone.
  var directional: DirectionalDesign?
  /// The tables for reducing wind; `nil` where it stays.
  var wind: WindDesign?
}

/// The tables of the cases in use: those of a case have megabytes, and the cache has all of them.
struct RecentStages: Sendable {
  /// The number of designs whose tables stay in memory: the last take's, and the one before, for a hand that turns the
  /// board back.
  static let count = 2

  private var kept: [(key: FilterStore.Key, stage: StageDesign)] = []

  /// The tables of a design, which is in use from now on; `nil` when they are not in memory.
  mutating func recall(_ key: FilterStore.Key) -> StageDesign? {
    guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
    let one = kept.remove(at: place)
    kept.append(one)
    return one.stage
  }

  /// Keeps the tables of a design, and lets those go that were not in use for longest.
  mutating func keep(_ stage: StageDesign, of key: FilterStore.Key) {
    kept.removeAll { $0.key == key }
    kept.append((key, stage))
    if kept.count > Self.count { kept.removeFirst() }
  }
}
