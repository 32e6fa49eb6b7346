/// The two microphones of plain stereo, as the board file names them.
public struct MicrophonePair: Sendable, Equatable {
  /// The index of the left microphone, with the board upright, in ``Board/microphones``.
  public var left: Int
  /// The index of the right microphone.
  public var right: Int

  /// A pair from its parts.
  public init(left: Int, right: Int) {
    (self.left, self.right) = (left, right)
  }

  /// The pair with its sides exchanged.
  public var exchanged: MicrophonePair { MicrophonePair(left: right, right: left) }

  /// The horizontal share of the distance below which two microphones do not count as side by side: 60 degrees from
  /// level.
  ///
  /// A diagonally mounted pair is side by side in all four orientations, any other pair in two.
  public static let leastShare = 0.5

  /// The share of the distance between two positions from left to right: 1 for a level pair with its left on the left,
  /// -1 for an exchanged pair, 0 for a vertical pair.
  public static func share(left: Vector3, right: Vector3, _ layout: Layout) -> Double {
    let along = right - left
    return along.length > 0 ? dot(along.normalized, layout.right) : 0
  }
}

extension DataSource {
  /// The pattern with a left and a right that "stereo" stands for: the filtered one, else the first of another kind.
  public var sidesPattern: PolarPattern? {
    patterns.contains(.stereo) ? .stereo : patterns.first(where: \.hasLeftAndRight)
  }

  /// The default pattern.
  public var standardPattern: PolarPattern {
    sidesPattern ?? (patterns.contains(.ambix) ? .ambix : .stereo)
  }
}

extension Board {
  /// The default pattern of a data source; of the first data source for `nil`.
  public func standardPattern(of name: String?) -> PolarPattern {
    let index = name.flatMap { dataSource(named: $0) } ?? 0
    return dataSources.indices.contains(index) ? dataSources[index].standardPattern : .stereo
  }

  /// The pair of a data source: the pair in the board file, or the board's only two microphones.
  public func pair(of dataSource: Int) -> MicrophonePair? {
    if let named = dataSources[dataSource].pair { return named }
    return microphones.count == 2 ? MicrophonePair(left: 0, right: 1) : nil
  }
}
