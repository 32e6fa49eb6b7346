import Acoustics
import Boards

/// The finished filters of one case, and their properties.
public struct Design: Sendable, Equatable {
  /// The filters.
  public let filters: FilterBank
  /// The case for which the filters were designed.
  public private(set) var which: Board.Case
  /// The pattern that was requested.
  public let preferredPattern: PolarPattern
  /// The pattern that the filters actually have.
  public let pattern: PolarPattern
  /// The front emphasis that is used, in decibels at 180 degrees; 0 if the geometry cannot tell front from back.
  public let frontEmphasis: Double
  /// Notes on the limits of the geometry, in words.
  public private(set) var notes: [DesignNote]

  /// The tables for direction-dependent rendering; `nil` to use the filters alone.
  public var directional: DirectionalDesign?

  /// The tables for wind reduction; `nil` to leave wind unchanged.
  public var wind: WindDesign?

  /// The method by which stereo is rendered; `nil` for other patterns.
  public var rendering: StereoRendering? {
    guard pattern == .stereo else { return nil }
    return directional == nil ? .linear : .directional
  }

  /// The same design with the filters alone, for sound that must not be delayed.
  public var linear: Design {
    var design = self
    (design.directional, design.wind) = (nil, nil)
    return design
  }

  /// Creates a design from its parts.
  public init(
    filters: FilterBank, which: Board.Case, preferredPattern: PolarPattern, pattern: PolarPattern,
    frontEmphasis: Double, notes: [DesignNote]
  ) {
    self.filters = filters
    self.which = which
    self.preferredPattern = preferredPattern
    self.pattern = pattern
    self.frontEmphasis = frontEmphasis
    self.notes = notes
  }

  /// The same design for another case, for which its filters are equally valid.
  ///
  /// The orientation matters for stereo only: a mono pattern is designed once, and serves every orientation.
  public func moved(to which: Board.Case) -> Design {
    var design = self
    design.which = which
    return design
  }

  /// Returns the same design with further notes.
  public func adding(_ more: [DesignNote]) -> Design {
    var design = self
    design.notes += more
    return design
  }
}
