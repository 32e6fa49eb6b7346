/// An SVG drawing, built element by element.
///
/// Coordinates are CSS pixels: x increases to the right, and y increases DOWN the page.
package struct SVG: Sendable, Equatable {
  /// A point on the page, in CSS pixels; y increases downwards.
  package typealias Point = SIMD2<Double>

  /// The elements that have been added so far.
  package private(set) var body = ""

  /// An empty drawing.
  package init() {}

  /// The text with XML's special characters escaped, and without the characters that XML forbids.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A coordinate as text, with at most two digits after the point.
  package static func number(_ value: Double) -> String { value.shortText(digits: 2) }

  /// Adds a straight line.
  package mutating func line(from a: Point, to b: Point, class style: String) {
    let ends =
      "x1=\"\(Self.number(a.x))\" y1=\"\(Self.number(a.y))\""
      + " x2=\"\(Self.number(b.x))\" y2=\"\(Self.number(b.y))\""
    body += "<line class=\"\(style)\" \(ends)/>\n"
  }

  /// Adds a circle around a point.
  package mutating func circle(at center: Point, radius: Double, class style: String) {
    let place = "cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\""
    body += "<circle class=\"\(style)\" \(place) r=\"\(Self.number(radius))\"/>\n"
  }

  /// Adds a rectangle with rounded corners.
  package mutating func rect(_ box: Box, corner: Double = 0, class style: String) {
    let place = "x=\"\(Self.number(box.minX))\" y=\"\(Self.number(box.minY))\""
    let size = "width=\"\(Self.number(box.width))\" height=\"\(Self.number(box.height))\""
    body += "<rect class=\"\(style)\" \(place) \(size) rx=\"\(Self.number(corner))\"/>\n"
  }

  /// Adds straight lines from point to point; if `isClosed`, the last point is joined to the first.
  package mutating func polyline(_ points: [Point], isClosed: Bool = false, class style: String) {
    let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    body += "<\(isClosed ? "polygon" : "polyline") class=\"\(style)\" points=\"\(list)\"/>\n"
  }

  /// Fills cells of a grid that covers a box.
  ///
  /// - Parameters:
  ///   - runs: the filled cells, as vertical runs, each given by its column, its first row and its number of cells.
  ///   - grid: the number of columns and of rows.
  ///   - opacity: 0 to 1.
  package mutating func cells(
    _ runs: [(column: Int, row: Int, count: Int)], of grid: (columns: Int, rows: Int), in box: Box,
    opacity: Double, class style: String
  ) {
    guard !runs.isEmpty, grid.columns > 0, grid.rows > 0 else { return }
    let path = runs.map { "M\($0.column) \($0.row)h1v\($0.count)h-1z" }.joined()
    let scale = Point(box.width / Double(grid.columns), box.height / Double(grid.rows))
    let factors = "\(scale.x.shortText(digits: 5)) \(scale.y.shortText(digits: 5))"
    body +=
      "<path class=\"\(style)\" style=\"stroke:none\" shape-rendering=\"crispEdges\" "
      + "fill-opacity=\"\(Self.number(opacity))\" transform=\"translate("
      + "\(Self.numbers(Point(box.minX, box.minY)))) scale(\(factors))\" d=\"\(path)\"/>\n"
  }

  /// The part of a text that lies at the given point.
  package enum Anchor: String, Sendable {
    /// The text starts at the point.
    case start
    /// The middle of the text is at the point.
    case middle
    /// The text ends at the point.
    case end
  }

  /// Adds a line of text whose baseline runs through the point.
  package mutating func text(
    _ text: String, at point: Point, anchor: Anchor = .start, class style: String
  ) {
    let place = "x=\"\(Self.number(point.x))\" y=\"\(Self.number(point.y))\""
    body +=
      "<text class=\"\(style)\" \(place) text-anchor=\"\(anchor.rawValue)\">"
      + Self.escaped(text) + "</text>\n"
  }

  /// Adds a line with an arrow head at its end.
  ///
  /// The class should set `stroke` for the line and `fill` for the arrow head.
  package mutating func arrow(from a: Point, to b: Point, head: Double = 9, class style: String) {
    let along = b - a
    let length = (along * along).sum().squareRoot()
    guard length > 0 else { return }
    let unit = along / length
    let normal = Point(-unit.y, unit.x)
    let neck = b - unit * head
    line(from: a, to: neck, class: style)
    polyline(
      [b, neck + normal * (head * 0.55), neck - normal * (head * 0.55)], isClosed: true,
      class: style + " head")
  }

  /// Adds the elements of another drawing as a group, moved by an offset and given a class.
  package mutating func group(_ other: SVG, at offset: Point = .zero, class style: String = "") {
    let named = style.isEmpty ? "" : " class=\"\(style)\""
    let move = offset == .zero ? "" : " transform=\"translate(\(Self.numbers(offset)))\""
    body += "<g\(named)\(move)>\n\(other.body)</g>\n"
  }

  private static func numbers(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// The drawing as part of a page; the page must contain the rules of the classes that the drawing uses.
  ///
  /// - Parameters:
  ///   - size: width and height in CSS pixels.
  ///   - title: the text that a screen reader speaks.
  package func fragment(size: Point, title: String) -> String {
    element("<svg role=\"img\"", size: size, title: title, body)
  }

  /// The start of every document that Pinna draws, and of hardly any other: a file that starts with it may be
  /// overwritten by a newer drawing.
  package static let mark = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""

  /// The drawing as a whole SVG document, which needs no other file.
  ///
  /// - Parameters:
  ///   - size: width and height in CSS pixels.
  ///   - title: the text that a screen reader speaks.
  ///   - style: the rules of the classes that the drawing uses.
  package func document(size: Point, title: String, style: String) -> String {
    let content = "<style>\n\(style)\n</style>\n\(body)"
    return element(Self.mark, size: size, title: title, content)
  }

  private func element(_ start: String, size: Point, title: String, _ content: String) -> String {
    let (width, height) = (Self.number(size.x), Self.number(size.y))
    return """
      \(start) viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <title>\(Self.escaped(title))</title>
      \(content)</svg>

      """
  }
}
