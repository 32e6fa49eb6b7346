import Boards

extension Board {
  /// True if the positions of the microphones permit a pattern for a data source in at least one of its cases; in all
  /// of them for ambisonics.
  ///
  /// This check costs very little; only a design shows the quality.
  public func permits(_ pattern: PolarPattern, dataSource: Int) -> Bool {
    if pattern == .ambix { return ambisonicRefusal(dataSource: dataSource) == nil }
    return cases.lazy.filter { $0.dataSource == dataSource }.compactMap(layout).contains { layout in
      func geometry(_ microphones: [Int]) -> ArrayGeometry {
        ArrayGeometry(self, microphones: microphones, layout: layout)
      }
      switch pattern {
      case .omni, .ambix: return true
      case .cardioid, .subcardioid:
        let own = dataSources[dataSource].microphones
        return own.count > 1 && !geometry(own).isMirroredFrontToBack
      case .stereo, .midSide:
        let all = Array(microphones.indices)
        return all.count > 1 && !geometry(all).isMirroredLeftToRight
      case .plain:
        guard let pair = pair(of: dataSource) else { return false }
        let share = MicrophonePair.share(
          left: microphones[pair.left].position, right: microphones[pair.right].position, layout)
        return abs(share) >= MicrophonePair.leastShare
      }
    }
  }
}
