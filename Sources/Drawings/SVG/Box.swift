/// A rectangle on the page, in CSS pixels; y increases downwards.
package struct Box: Sendable, Equatable {
  /// The left side.
  package var minX: Double
  /// The upper side.
  package var minY: Double
  /// The extent from left to right.
  package var width: Double
  /// The extent from top to bottom.
  package var height: Double

  /// A rectangle from its upper left corner and its size.
  package init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  /// A rectangle around a point.
  package init(center: SVG.Point, width: Double, height: Double) {
    self.init(minX: center.x - width / 2, minY: center.y - height / 2, width: width, height: height)
  }

  /// The right side.
  package var maxX: Double { minX + width }
  /// The lower side.
  package var maxY: Double { minY + height }
  /// The middle.
  package var center: SVG.Point { SVG.Point(minX + width / 2, minY + height / 2) }

  /// The rectangle with every side moved outwards.
  package func expanded(by margin: Double) -> Box {
    Box(
      minX: minX - margin, minY: minY - margin, width: width + 2 * margin,
      height: height + 2 * margin)
  }

  /// True if the two rectangles share more than a border.
  package func intersects(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// True if the other rectangle lies entirely inside this one.
  package func contains(_ other: Box) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }
}
