import Boards

/// The layout of the board relative to the listener, over time.
///
/// The listener always faces the same way and turns the board in the hands, so a source at an azimuth stays in place
/// while the board turns under it.
package struct LayoutTimeline: Sendable, Equatable {
  /// The layout from the first frame to the first change.
  package let initial: Layout
  /// The changes of the layout, in order.
  package let changes: [Change]

  /// A new layout from a given frame on.
  package struct Change: Sendable, Equatable {
    /// The first frame.
    package var frame: Int
    /// The directions of forward, up, left and right from then on.
    package var layout: Layout

    /// A change from its parts.
    package init(frame: Int, layout: Layout) {
      self.frame = frame
      self.layout = layout
    }
  }

  /// A timeline from its parts; changes are sorted, and the last of several at one frame wins.
  package init(initial: Layout, changes: [Change] = []) {
    self.initial = initial
    var ordered: [Change] = []
    for change in changes.enumerated().sorted(by: {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }) {
      if ordered.last?.frame == change.element.frame { ordered.removeLast() }
      ordered.append(change.element)
    }
    self.changes = ordered
  }

  /// The timeline resulting from a scenario's hands for a board that starts in portrait with its first data source (or
  /// in its fixed orientation).
  ///
  /// Turning the board so that it has no left and right (forward along up) leaves the layout unchanged, as in the
  /// recorder. `nil` if the board has no layout at the start.
  package init?(hands: [Scenario.Hand], board: Board, rate: Int) {
    self.init(hands: hands, board: board, framesPerSecond: Double(rate))
  }

  /// The same timeline at the real rate of the device.
  init?(hands: [Scenario.Hand], board: Board, framesPerSecond rate: Double) {
    guard !board.dataSources.isEmpty else { return nil }
    var forward = board.dataSources[0].forward
    var up: Vector3
    switch board.orientation {
    case .handHeld: up = InputOrientation.portrait.up
    case .fixed(let fixed): up = fixed
    }
    guard let initial = Layout(forward: forward, up: up) else { return nil }
    var changes: [Change] = []
    for hand in hands.enumerated().sorted(by: {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }) {
      switch hand.element.action {
      case .turn(let orientation) where board.orientation == .handHeld: up = orientation.up
      case .gravity(let pull) where board.orientation == .handHeld && pull.length > 0: up = -pull
      case .source(let name):
        guard let index = Scenario.dataSource(name, of: board) else { continue }
        forward = board.dataSources[index].forward
      default: continue
      }
      guard let layout = Layout(forward: forward, up: up) else { continue }
      let frame = Int((hand.element.at * rate).rounded())
      changes.append(Change(frame: frame, layout: layout))
    }
    self.init(initial: initial, changes: changes)
  }
}
