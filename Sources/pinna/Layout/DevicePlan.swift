import Boards

/// The outline of a device and everything in it, drawn with characters, each at its true position.
///
/// Rows and columns are counted inside the outline; a row stands for twice as many millimetres as a column does.
struct DevicePlan {
  let board: Board
  let view: Viewpoint
  let glyphs: TextGlyphs
  /// The number of characters inside the outline, across and down.
  let columns: Int
  let rows: Int
  private let centre: SIMD2<Double>
  private let metresPerCell: SIMD2<Double>
  private var grid: CharacterGrid
  /// True if every microphone has a cell of its own, with its number beside it.
  private(set) var isComplete = true

  /// Draws a device.
  ///
  /// - Parameters:
  ///   - most: the largest number of columns inside the outline, at least 9.
  ///   - isStaggered: true if numbers that have no room beside their dots may stand above or below them.
  init(
    board: Board, layout: Layout?, view: Viewpoint, glyphs: TextGlyphs, height: Int,
    columns most: Int = .max, isStaggered: Bool = false
  ) {
    self.board = board
    self.view = view
    self.glyphs = glyphs
    let outline = DeviceOutline(of: board).projected(from: view)
    let size = pointwiseMax(outline.upper - outline.lower, SIMD2(repeating: 0.001))
    let metres = max(
      size.y / Double(2 * height), size.x / (2.6 * Double(height)), size.x / Double(most - 1))
    // With an odd number of cells, there is one in the middle.
    columns = max(9, Int(size.x / metres / 2) * 2 + 1)
    rows = max(3, Int(size.y / metres / 4) * 2 + 1)
    centre = (outline.lower + outline.upper) / 2
    metresPerCell = size / SIMD2(Double(columns), Double(rows))
    grid = CharacterGrid(columns: columns, rows: rows)
    let groups = drawMicrophones()
    drawConnector()
    if let layout { drawForward(view.heading(layout.forward)) }
    for group in groups {
      if drawNumbers(of: group) || (isStaggered && drawNumbersApart(of: group)) { continue }
      isComplete = false
    }
  }

  /// The lines of the drawing, with the outline around them.
  func lines(colored: Bool) -> [String] {
    let bar = String(repeating: glyphs.horizontal, count: columns)
    let inside = grid.lines(colored: colored).map { line in
      let rest = String(repeating: " ", count: columns - TextBlock.width(of: line))
      return glyphs.vertical + line + rest + glyphs.vertical
    }
    return [glyphs.corners[0] + bar + glyphs.corners[1]] + inside
      + [glyphs.corners[2] + bar + glyphs.corners[3]]
  }

  /// The cell of a microphone inside the outline.
  private func cell(_ microphone: Int) -> SIMD2<Int> {
    let fromCentre = (view.project(board.microphones[microphone].position) - centre) / metresPerCell
    let column = min(columns - 1, max(0, columns / 2 + Int(fromCentre.x.rounded())))
    let row = min(rows - 1, max(0, rows / 2 - Int(fromCentre.y.rounded())))
    return SIMD2(column, row)
  }

  /// Draws a dot for every microphone, and returns the groups of microphones that share a dot.
  private mutating func drawMicrophones() -> [[Int]] {
    var groups: [[Int]] = []
    for index in board.microphones.indices {
      if let same = groups.firstIndex(where: { cell($0[0]) == cell(index) }) {
        groups[same].append(index)
      } else {
        groups.append([index])
      }
    }
    // Places that are less than a millimetre apart share a cell at any size, so they do not count as incomplete.
    isComplete = groups.count == board.microphonesByPlace(from: view, within: 0.001).count
    for group in groups {
      let place = cell(group[0])
      let isFar = group.allSatisfy { board.isOnFarSide($0, toward: view.toward) }
      grid.write(isFar ? glyphs.far : glyphs.near, column: place.x, row: place.y, style: .bold)
    }
    return groups
  }

  /// Writes the connector inside the bottom edge of the device, as near to the middle of that edge as possible.
  private mutating func drawConnector() {
    guard case .along(let flat) = view.heading(DeviceFace.bottom.direction) else { return }
    let text = glyphs.connector
    let middle = SIMD2((columns - text.count) / 2, (rows - 1) / 2)
    let isSide = abs(flat.x) > abs(flat.y)
    let edge =
      isSide
      ? SIMD2(flat.x > 0 ? columns - text.count : 0, middle.y)
      : SIMD2(middle.x, flat.y > 0 ? 0 : rows - 1)
    let step = isSide ? SIMD2(0, 1) : SIMD2(1, 0)
    for distance in 0..<max(rows, columns) {
      for place in [edge &+ step &* distance, edge &- step &* distance]
      where grid.isBlank(column: place.x, row: place.y, count: text.count) {
        return grid.write(text, column: place.x, row: place.y, style: .dim)
      }
    }
  }

  /// Writes ⊗ or ⊙ as near to the middle as possible; a forward direction along the page is drawn outside the device.
  private mutating func drawForward(_ heading: Viewpoint.Heading) {
    let text: String
    switch heading {
    case .away: text = glyphs.away
    case .toward: text = glyphs.toward
    case .along: return
    }
    let middle = SIMD2((columns - text.count) / 2, (rows - 1) / 2)
    var best: (column: Int, row: Int, distance: Int)?
    for row in 0..<rows {
      for column in 1..<columns {
        let across = column - middle.x
        let down = row - middle.y
        let distance = across * across + 4 * down * down
        guard distance < best?.distance ?? .max,
          grid.isBlank(column: column - 1, row: row, count: text.count + 2)
        else { continue }
        best = (column, row, distance)
      }
    }
    guard let best else {
      isComplete = false
      return
    }
    grid.write(text, column: best.column, row: best.row, style: .bold)
  }

  private static func numbers(of group: [Int]) -> String {
    group.map { String($0 + 1) }.joined(separator: "+")
  }

  /// Writes the numbers of a group beside its dot: on the right if they fit there, otherwise on the left; returns false
  /// if they fit on neither side.
  private mutating func drawNumbers(of group: [Int]) -> Bool {
    let text = Self.numbers(of: group)
    let dot = cell(group[0])
    for column in [dot.x + 1, dot.x - text.count] {
      // A blank before and after the dot and its numbers separates them from their neighbours.
      let isLeft = column < dot.x
      let spare = isLeft ? column - 1 : column + text.count
      let isFree = grid.isBlank(column: column, row: dot.y, count: text.count)
      let isApart =
        !(0..<columns).contains(spare)
        || grid.isBlank(column: spare, row: dot.y, count: 1)
      if isFree, isApart {
        grid.write(text, column: column, row: dot.y)
        return true
      }
    }
    return false
  }

  /// Writes the numbers of a group above its dot or, if they do not fit there, below; returns false if they fit in
  /// neither place.
  private mutating func drawNumbersApart(of group: [Int]) -> Bool {
    let text = Self.numbers(of: group)
    let dot = cell(group[0])
    let start = dot.x - (text.count - 1) / 2
    for step in [-1, 1] {
      let row = dot.y + step
      let isFree = grid.isBlank(column: start, row: row, count: text.count)
      let isApart = [start - 1, start + text.count].allSatisfy {
        !(0..<columns).contains($0) || grid.isBlank(column: $0, row: row, count: 1)
      }
      // Between two dots, numbers could belong to either.
      let isShared = board.microphones.indices.contains {
        let other = cell($0)
        return other.y == row + step && (start..<(start + text.count)).contains(other.x)
      }
      if isFree, isApart, !isShared {
        grid.write(text, column: start, row: row)
        return true
      }
    }
    return false
  }
}
