/// A rectangle of the page, in CSS pixels, y down.
public struct Box: Sendable, Equatable {
  /// The left side.
  public var minX: Double
  /// The upper side.
  public var minY: Double
  /// The extent from left to right.
  public var width: Double
  /// The extent from top to bottom.
  public var height: Double

  /// A rectangle from its upper left corner and its size.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  /// A rectangle around a point.
  public init(center: SVG.Point, width: Double, height: Double) {
    self.init(
      minX: center.x - width / 2, minY: center.y - height / 2, width: width, height: height)
  }

  /// The right side.
  public var maxX: Double { minX + width }
  /// The lower side.
  public var maxY: Double { minY + height }
  /// The middle.
  public var center: SVG.Point { SVG.Point(minX + width / 2, minY + height / 2) }

  /// The rectangle with every side moved outwards.
  public func expanded(by margin: Double) -> Box {
    Box(
      minX: minX - margin, minY: minY - margin, width: width + 2 * margin,
      height: height + 2 * margin)
  }

  /// True when the two share more than a border.
  public func intersects(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// True when the other lies inside.
  public func contains(_ other: Box) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }
}
