/// The two microphones of plain stereo, as the board file names them.
public struct MicrophonePair: Sendable, Equatable {
  /// The index of the one on the left, with the board upright, in ``Board/microphones``.
  public var left: Int
  /// The index of the one on the right.
  public var right: Int

  /// A pair from its parts.
  public init(left: Int, right: Int) {
    (self.left, self.right) = (left, right)
  }

  /// The pair with its sides exchanged.
  public var exchanged: MicrophonePair { MicrophonePair(left: right, right: left) }

  /// The share of the distance between two microphones below which they are not beside each other: 60 degrees from
  /// level.
  ///
  /// A pair that is mounted on the diagonal is beside each other in all four orientations, any other pair in two.
  public static let leastShare = 0.5

  /// The share of the distance between two places that lies from left to right: 1 for a level pair with its left on the
  /// left, -1 for one that is exchanged, 0 for one that is upright.
  public static func share(left: Vector3, right: Vector3, _ layout: Layout) -> Double {
    let along = right - left
    return along.length > 0 ? dot(along.normalized, layout.right) : 0
  }
}

extension DataSource {
  /// The pattern with a left and a right that is meant by stereo: by filters, or the first one of another kind.
  public var sidesPattern: PolarPattern? {
    patterns.contains(.stereo) ? .stereo : patterns.first(where: \.hasLeftAndRight)
  }

  /// The pattern where none is asked for.
  public var standardPattern: PolarPattern {
    sidesPattern ?? (patterns.contains(.ambix) ? .ambix : .stereo)
  }
}

extension Board {
  /// The pattern of a data source where none is asked for; of the first data source for `nil`.
  public func standardPattern(of name: String?) -> PolarPattern {
    let index = name.flatMap { dataSource(named: $0) } ?? 0
    return dataSources.indices.contains(index) ? dataSources[index].standardPattern : .stereo
  }

  /// The pair of a data source: the one that the board file names, or the only two microphones that there are.
  public func pair(of dataSource: Int) -> MicrophonePair? {
    if let named = dataSources[dataSource].pair { return named }
    return microphones.count == 2 ? MicrophonePair(left: 0, right: 1) : nil
  }
}
