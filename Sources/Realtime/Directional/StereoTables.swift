/// The tables of a ``StereoStage``: for directions, for wind, or for both.
public struct StereoTables: Sendable, Equatable {
  /// The tables for direction-dependent stereo; `nil` to use the filters alone.
  public let directional: DirectionalTables?
  /// The tables for wind reduction; `nil` to leave wind unchanged.
  public let wind: WindTables?

  /// Creates the tables of a stage from tables for directions, for wind, or for both; `nil` if there are no tables.
  ///
  /// - Precondition: tables of both kinds agree in microphones, windows and delay.
  public init?(directional: DirectionalTables?, wind: WindTables?) {
    guard directional != nil || wind != nil else { return nil }
    if let directional, let wind {
      precondition(directional.grid.window == wind.window && directional.grid.delay == wind.delay)
      precondition(directional.grid.microphones == wind.microphones)
    }
    (self.directional, self.wind) = (directional, wind)
  }

  /// The number of frames in a window, the number of input channels, and the delay of the filters' output relative to
  /// the input, in frames.
  var grid: (window: Int, microphones: Int, delay: Int) {
    if let grid = directional?.grid { return (grid.window, grid.microphones, grid.delay) }
    return (wind?.window ?? 0, wind?.microphones ?? 0, wind?.delay ?? 0)
  }
}
