/// The two microphones for plain stereo, as named in the board file.
public struct MicrophonePair: Sendable, Equatable {
  /// The index in ``Board/microphones`` of the microphone on the left of an upright board.
  public var left: Int
  /// The index of the microphone on the right of an upright board.
  public var right: Int

  /// Creates a pair from its parts.
  public init(left: Int, right: Int) {
    (self.left, self.right) = (left, right)
  }

  /// The same pair with left and right swapped.
  public var exchanged: MicrophonePair { MicrophonePair(left: right, right: left) }

  /// The smallest horizontal share of the distance between two microphones that count as side by side; it corresponds
  /// to a tilt of 60 degrees.
  ///
  /// A diagonal pair is side by side in all four orientations; any other pair is side by side in only two.
  public static let leastShare = 0.5

  /// The share of the distance between two positions that runs from left to right: 1 for a level pair whose left
  /// microphone is on the left, -1 for a swapped pair, 0 for a vertical pair.
  public static func share(left: Vector3, right: Vector3, _ layout: Layout) -> Double {
    let along = right - left
    return along.length > 0 ? dot(along.normalized, layout.right) : 0
  }
}

extension DataSource {
  /// The pattern that "stereo" selects: stereo by filters if supported, or else the first other pattern with left and
  /// right channels.
  public var sidesPattern: PolarPattern? {
    patterns.contains(.stereo) ? .stereo : patterns.first(where: \.hasLeftAndRight)
  }

  /// The pattern that the data source uses by default: stereo, ambisonics or else the first mono pattern in the file.
  public var standardPattern: PolarPattern {
    sidesPattern ?? (patterns.contains(.ambix) ? .ambix : patterns.first ?? .stereo)
  }
}

extension Board {
  /// The default pattern of the data source with this name; for `nil`, the default pattern of the first data source.
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
