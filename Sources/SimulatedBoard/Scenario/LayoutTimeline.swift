import Boards

/// The layout of the board relative to the listener, over time.
///
/// The listener always faces the same way and turns the board by hand, so a source at a given azimuth stays in
/// place while the board turns.
package struct LayoutTimeline: Sendable, Equatable {
  /// The layout from the first frame to the first change.
  package let initial: Layout
  /// The changes of the layout, in order.
  package let changes: [Change]

  /// A change to a new layout at a given frame.
  package struct Change: Sendable, Equatable {
    /// The first frame with the new layout.
    package var frame: Int
    /// The layout from that frame on.
    package var layout: Layout

    /// Creates a change from its parts.
    package init(frame: Int, layout: Layout) {
      self.frame = frame
      self.layout = layout
    }
  }

  /// Creates a timeline from its parts; sorts the changes and, of several changes at the same frame, keeps
  /// the last.
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

  /// The timeline that results from a scenario's hands; the board starts with its first data source, in portrait or in
  /// its fixed orientation.
  ///
  /// If a turn leaves the board without left and right (because forward is parallel to up), the layout stays unchanged,
  /// as in the recorder. The timeline is `nil` if the board has no layout at the start.
  package init?(hands: [Scenario.Hand], board: Board, rate: Int) {
    self.init(hands: hands, board: board, framesPerSecond: Double(rate))
  }

  /// The same timeline, counted in frames at the device's real rate.
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
