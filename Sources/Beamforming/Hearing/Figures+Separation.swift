extension Figures {
  /// The octaves in hertz that matter most for the direction of a sound.
  public static let placeOctaves = 500.0...4000.0

  /// The left-to-right ratio in decibels, as the mean of the octaves from 500 Hz to 4 kHz; `nil` for mono.
  public var separation: Double? { Self.mean(octaves, leftToRight) }

  /// The left-to-right ratio of the target, in the form of ``separation``.
  public var targetSeparation: Double? { Self.mean(octaves, targetLeftToRight) }

  private static func mean(_ octaves: [Double], _ values: [Double]) -> Double? {
    let heard = zip(octaves, values).filter { placeOctaves.contains($0.0) }.map(\.1)
    return heard.isEmpty ? nil : heard.reduce(0, +) / Double(heard.count)
  }
}
