import Acoustics
import Boards

/// Finished filters of one case, with their properties.
public struct Design: Sendable, Equatable {
  /// The filters.
  public let filters: FilterBank
  /// The case they are for.
  public private(set) var which: Board.Case
  /// The pattern that was asked for.
  public let preferredPattern: PolarPattern
  /// The pattern that the filters make.
  public let pattern: PolarPattern
  /// The front emphasis in use, decibels at 180 degrees; 0 where the geometry cannot tell front from back.
  public let frontEmphasis: Double
  /// The limits of the geometry, in words.
  public private(set) var notes: [DesignNote]

  /// The tables for rendering by direction; `nil` where filters work alone.
  public var directional: DirectionalDesign?

  /// The tables for reducing wind; `nil` where it stays.
  public var wind: WindDesign?

  /// The way in which stereo is made; `nil` for other patterns.
  public var rendering: StereoRendering? {
    guard pattern == .stereo else { return nil }
    return directional == nil ? .linear : .directional
  }

  /// The same filters alone, for sound that must not be late.
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

  /// The same design under another case that it serves as well.
  ///
  /// Orientation matters for stereo only: a mono pattern is designed once, and serves in every orientation.
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
