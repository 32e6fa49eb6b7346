import Acoustics
import Boards

/// Finished filters of one case, with their properties.
public struct Design: Sendable, Equatable {
  /// The filters.
  public let filters: FilterBank
  /// The case they are made for.
  public private(set) var which: Board.Case
  /// The requested pattern.
  public let preferredPattern: PolarPattern
  /// The actual pattern of the filters.
  public let pattern: PolarPattern
  /// The front emphasis in use, decibels at 180 degrees; 0 if the geometry cannot tell front from back.
  public let frontEmphasis: Double
  /// The limits of the geometry, in words.
  public private(set) var notes: [DesignNote]

  /// The tables for direction-dependent rendering; `nil` for filters alone.
  public var directional: DirectionalDesign?

  /// The tables for wind reduction; `nil` for none.
  public var wind: WindDesign?

  /// The rendering method of stereo; `nil` for other patterns.
  public var rendering: StereoRendering? {
    guard pattern == .stereo else { return nil }
    return directional == nil ? .linear : .directional
  }

  /// The same filters alone, for sound that must not be delayed.
  public var linear: Design {
    var design = self
    (design.directional, design.wind) = (nil, nil)
    return design
  }

  /// A design from its parts.
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

  /// The same design for another case that it also serves.
  ///
  /// Orientation matters for stereo only: a mono pattern is designed once, for every orientation.
  public func moved(to which: Board.Case) -> Design {
    var design = self
    design.which = which
    return design
  }

  /// The same design with further notes.
  public func adding(_ more: [DesignNote]) -> Design {
    var design = self
    design.notes += more
    return design
  }
}
