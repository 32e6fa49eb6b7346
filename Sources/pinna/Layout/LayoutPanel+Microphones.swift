import Boards
import Drawings

extension LayoutPanel {
  /// Draws every microphone with its number at its true place or, if there is no room, with the number beside it and a
  /// line to it.
  mutating func drawMicrophones() {
    let groups = board.microphonesByPlace(from: view, within: 1 / scale)
    let places = groups.map { page(board.microphones[$0[0]].position) }
    let dots = places.map { Box(center: $0, width: 10, height: 10) }
    var bubbles: [Box] = []
    for (index, group) in groups.enumerated() {
      let others = dots.enumerated().filter { $0.offset != index }.map(\.element)
      let numbers = group.map { String($0 + 1) }.joined(separator: "+")
      let width = max(2 * format.bubble, 6 + 6.5 * Double(numbers.count))
      let bubble = freePlace(
        around: places[index], width: width, height: 2 * format.bubble,
        besides: others + bubbles)
      bubbles.append(bubble)
      drawMicrophone(group, at: places[index], numbers: numbers, bubble: bubble)
    }
    occupied += dots + bubbles
  }

  private mutating func drawMicrophone(
    _ group: [Int], at place: SVG.Point, numbers: String, bubble: Box
  ) {
    let isFar = group.allSatisfy { board.isOnFarSide($0, toward: view.toward) }
    let style = isFar ? "far" : "near"
    var microphone = SVG()
    if bubble.center != place {
      microphone.line(from: place, to: bubble.center, class: "mark thin")
      microphone.circle(at: place, radius: 4, class: style)
    }
    microphone.rect(bubble, corner: bubble.height / 2, class: style)
    microphone.text(
      numbers, at: bubble.center + SVG.Point(0, 4), anchor: .middle,
      class: (isFar ? "ink" : "on-dark") + " small strong")
    svg.group(microphone, class: "microphone")
  }

  /// The place nearest to a point at which a box covers nothing else.
  ///
  /// If all places are taken, it is the point itself: a number that covers something is better than no number.
  private func freePlace(
    around point: SVG.Point, width: Double, height: Double, besides others: [Box]
  ) -> Box {
    let panel = Box(minX: 0, minY: 40, width: format.size.x, height: format.size.y - 90)
    let reach = (width + height) / 4
    let offsets =
      [SVG.Point.zero]
      + [reach + 7, reach + 16, reach + 28].flatMap { distance in
        Self.bearings.map { $0 * distance }
      }
    let boxes = offsets.map { Box(center: point + $0, width: width, height: height) }
    return boxes.first { box in
      let grown = box.expanded(by: 1)
      return panel.contains(box) && !(occupied + others).contains { $0.intersects(grown) }
    } ?? boxes[0]
  }

  /// The bearings in which places are tried: up, down, sideways, then diagonally; y is down.
  private static let bearings: [SVG.Point] = [
    SVG.Point(0, -1), SVG.Point(0, 1), SVG.Point(1, 0), SVG.Point(-1, 0),
    SVG.Point(0.8, -0.8), SVG.Point(-0.8, -0.8), SVG.Point(0.8, 0.8), SVG.Point(-0.8, 0.8),
  ]

  /// Draws ⊗ or ⊙ in the device for the direction that goes into or out of the page: forward or, on a device seen from
  /// above, up.
  mutating func drawSymbol() {
    let isForward = pageDirection(layout.forward) == nil
    let heading = view.heading(isForward ? layout.forward : layout.up)
    let radius = format.bubble + 5
    guard heading == .toward || heading == .away,
      let place = symbolPlace(radius: radius)
    else { return }
    let style = isForward ? "forward" : "mark"
    svg.symbol(heading, at: place, radius: radius, class: style)
    let caption = Box(center: place + SVG.Point(0, radius + 10), width: 62, height: 12)
    guard device.expanded(by: -2).contains(caption),
      !occupied.contains(where: { $0.intersects(caption) })
    else { return }
    svg.text(
      isForward ? "FORWARD" : "UP", at: caption.center + SVG.Point(0, 4), anchor: .middle,
      class: style + " small strong")
  }

  /// The free place in the device that is nearest to its middle.
  private func symbolPlace(radius: Double) -> SVG.Point? {
    let step = 4.0
    let across = Int(device.width / 2 / step)
    let down = Int(device.height / 2 / step)
    var best: (place: SVG.Point, distance: Int)?
    for row in -down...down {
      for column in -across...across {
        let distance = row * row + column * column
        guard distance < best?.distance ?? .max else { continue }
        let place = device.center + SVG.Point(Double(column), Double(row)) * step
        let box = Box(center: place, width: 2 * radius + 6, height: 2 * radius + 6)
        guard device.contains(box), !occupied.contains(where: { $0.intersects(box) }) else {
          continue
        }
        best = (place, distance)
      }
    }
    return best?.place
  }
}

extension SVG {
  /// Draws the sign of a direction along the line of sight: ⊙ if it points at the viewer, ⊗ if it points away.
  mutating func symbol(
    _ heading: Viewpoint.Heading, at centre: Point, radius: Double, class style: String
  ) {
    switch heading {
    case .along:
      return
    case .toward:
      circle(at: centre, radius: radius, class: style + " open ring")
      circle(at: centre, radius: radius * 0.28, class: style)
    case .away:
      circle(at: centre, radius: radius, class: style + " open ring")
      let d = radius * 0.7071
      line(from: centre + Point(-d, -d), to: centre + Point(d, d), class: style)
      line(from: centre + Point(-d, d), to: centre + Point(d, -d), class: style)
    }
  }
}
