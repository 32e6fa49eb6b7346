import Boards
import Drawings

/// The wiring of a board as a picture: the header seen from above, with pin 1 at the top left.
struct WiringPicture {
  private static let width = 1000.0
  private static let pitch = 25.0
  private static let top = 112.0
  private static let middle = width / 2
  private static let margin = 24.0
  private static let lineHeight = 19.0
  /// The columns of the texts below the header, if a letter is about 6.7 px wide.
  private static let columns = 136
  /// The columns of the label of a pin.
  private static let labelColumns = 52

  let plan: WiringPlan

  /// The picture as a document that needs no other file.
  func document() -> String {
    var drawing = SVG()
    var below = SVG()
    let bottom = Self.top + Double(HeaderPin.count / 2) * Self.pitch + 34
    let height = texts(&below, from: bottom) + Self.margin
    drawing.rect(Box(minX: 0, minY: 0, width: Self.width, height: height), class: "page")
    drawing.text("\(plan.board.name)", at: .init(Self.margin, 36), class: "ink title")
    drawing.text(
      "The 40-pin header of a Raspberry Pi, seen from above; pin 1 is at the end where the card slot is. Switch off "
        + "the computer before you connect wires.",
      at: .init(Self.margin, 60), class: "quiet")
    header(&drawing)
    drawing.group(below)
    return drawing.document(
      size: .init(Self.width, height), title: "Wiring of \(plan.board.name)",
      style: Palette.style + "\n" + WireColour.style)
  }

  // MARK: - The header

  private func header(_ drawing: inout SVG) {
    let rows = Double(HeaderPin.count / 2)
    drawing.rect(
      Box(
        minX: Self.middle - 34, minY: Self.top - Self.pitch / 2 - 4, width: 68,
        height: rows * Self.pitch + 8), corner: 6, class: "device")
    let connections = plan.connections
    let taken = plan.taken
    for pin in HeaderPin.all {
      let connection = connections.first { $0.pin == pin.number }
      let holder = taken.first { $0.pin == pin.number }
      draw(pin, connection, holder, &drawing)
    }
  }

  private func draw(
    _ pin: HeaderPin, _ connection: WiringPlan.Connection?, _ holder: WiringPlan.Taken?,
    _ drawing: inout SVG
  ) {
    let side = pin.isOdd ? -1.0 : 1.0
    let center = SVG.Point(Self.middle + side * 15, Self.top + Double(pin.row) * Self.pitch)
    let anchor: SVG.Anchor = pin.isOdd ? .end : .start
    let end = SVG.Point(Self.middle + side * 74, center.y)
    var words = "\(pin.signal)"
    var style = "quiet"
    if let connection {
      let start = SVG.Point(center.x + side * 9, center.y)
      drawing.line(from: start, to: end, class: "edge")
      drawing.line(from: start, to: end, class: "wire wire-\(connection.colour.rawValue)")
      words = "\(pin.signal): \(connection.ends.joined(separator: "; "))"
      if connection.isSuggested { words += " (suggested)" }
      style = isConflict(pin) ? "bad strong" : connection.isSuggested ? "quiet" : "ink"
    } else if let holder {
      words = "\(pin.signal), taken: \(holder.by)"
    }
    drawing.circle(at: center, radius: 9, class: pin.number == 1 ? "far thick" : "far")
    if pin.number == 1 {
      drawing.rect(Box(center: center, width: 22, height: 22), class: "mark open thin")
    }
    drawing.text("\(pin.number)", at: center + .init(0, 4), anchor: .middle, class: "ink small")
    let label = words.wrapped(to: Self.labelColumns)
    let shown = (label.first ?? "") + (label.count > 1 ? " ..." : "")
    drawing.text(shown, at: .init(end.x + side * 8, center.y + 4.5), anchor: anchor, class: style)
  }

  private func isConflict(_ pin: HeaderPin) -> Bool {
    guard case .gpio(let number) = pin.signal else { return false }
    return plan.board.wiringFaults.contains { $0.gpio == number }
  }

  // MARK: - The texts below it

  /// Draws the texts below the header, and returns the y at which they end.
  private func texts(_ drawing: inout SVG, from y: Double) -> Double {
    var y = y
    section("Warnings", plan.warnings.map { ($0, "bad strong") }, &drawing, &y)
    boxes(&drawing, &y)
    section(WiringPlan.placesTitle, plan.places.map { ($0, "ink") }, &drawing, &y)
    section(
      "To buy, besides the computer, its card and its power supply",
      plan.shopping.map { ("\($0.count) x \($0.item)", "ink") }, &drawing, &y)
    section("Lines of /boot/firmware/config.txt", plan.config.map { ($0, "ink") }, &drawing, &y)
    section("Buttons and lights", plan.unknown.map { ($0, "ink") }, &drawing, &y)
    return y
  }

  // MARK: - The parts

  private static let boxes = 3
  private static let boxWidth = 156.0
  private static let rowHeight = 22.0

  /// Draws every part as a box with its pads along the right edge, and a wire from each pad to the number of its pin.
  private func boxes(_ drawing: inout SVG, _ y: inout Double) {
    guard !plan.parts.isEmpty else { return }
    y += Self.lineHeight * 0.6
    drawing.text(
      "Parts, each pad with its wire to a pin of the header", at: .init(Self.margin, y),
      class: "ink strong")
    y += Self.lineHeight + 6
    let pitch = (Self.width - 2 * Self.margin) / Double(Self.boxes)
    for start in stride(from: 0, to: plan.parts.count, by: Self.boxes) {
      let row = plan.parts[start..<min(start + Self.boxes, plan.parts.count)]
      for (column, part) in row.enumerated() {
        box(part, at: .init(Self.margin + Double(column) * pitch, y), &drawing)
      }
      let rows = row.map(\.wires.count).max() ?? 0
      y += Double(rows) * Self.rowHeight + Self.lineHeight + 18
    }
  }

  private func box(_ part: WiringPlan.Part, at corner: SVG.Point, _ drawing: inout SVG) {
    let style = part.isSuggested ? "quiet" : "ink"
    drawing.text(
      part.name + (part.isSuggested ? " (suggested)" : ""), at: corner,
      class: "\(style) strong")
    let top = corner.y + 8
    drawing.rect(
      Box(
        minX: corner.x, minY: top, width: Self.boxWidth,
        height: Double(part.wires.count) * Self.rowHeight), corner: 4, class: "device")
    for (index, wire) in part.wires.enumerated() {
      let y = top + (Double(index) + 0.5) * Self.rowHeight
      let start = SVG.Point(corner.x + Self.boxWidth, y)
      let end = SVG.Point(start.x + 34, y)
      let isBad = HeaderPin(wire.pin).map(isConflict) ?? false
      drawing.text(
        wire.pad, at: .init(start.x - 8, y + 4.5), anchor: .end, class: isBad ? "bad strong" : style
      )
      drawing.line(from: start, to: end, class: "edge")
      drawing.line(from: start, to: end, class: "wire wire-\(wire.colour.rawValue)")
      drawing.circle(at: end + .init(10, 0), radius: 10, class: "far")
      drawing.text("\(wire.pin)", at: end + .init(10, 4), anchor: .middle, class: "ink small")
      drawing.text(
        "\(wire.line), \(wire.colour.rawValue)", at: end + .init(26, 4.5), class: "quiet")
    }
  }

  private func section(
    _ title: String, _ lines: [(text: String, style: String)], _ drawing: inout SVG,
    _ y: inout Double
  ) {
    guard !lines.isEmpty else { return }
    y += Self.lineHeight * 0.6
    drawing.text(title, at: .init(Self.margin, y), class: "ink strong")
    y += Self.lineHeight
    for line in lines {
      for (index, part) in line.text.wrapped(to: Self.columns).enumerated() {
        drawing.text(part, at: .init(Self.margin + (index == 0 ? 0 : 18), y), class: line.style)
        y += Self.lineHeight
      }
    }
  }
}
