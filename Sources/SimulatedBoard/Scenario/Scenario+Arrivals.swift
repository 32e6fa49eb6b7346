import Boards

extension Scenario {
  /// A sound that begins during the scenario, at its arrival at the board.
  package struct Arrival: Sendable, Equatable {
    /// The time in seconds from the start.
    package var start: Double
    /// The direction towards it at its beginning: device frame, unit length.
    package var direction: Vector3
    /// The distance in metres; infinite for plane waves.
    package var distance: Double
  }

  /// The sounds that begin after the start, in order; sounds from the start on belong to the room.
  ///
  /// `nil` if the board has no layout.
  package func arrivals(at board: Board) -> [Arrival]? {
    let rate = framesPerSecond(board.capture.rate)
    guard let layouts = LayoutTimeline(hands: hands, board: board, framesPerSecond: rate) else {
      return nil
    }
    let begun = sources.filter { $0.start > 0 }.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    return begun.compactMap { _, source in
      SourceGeometry(source, layouts: layouts, rate: rate).blends(at: Int(source.start * rate)).last
        .map {
          Arrival(
            start: source.start, direction: $0.incidence.direction.normalized,
            distance: $0.incidence.distance)
        }
    }
  }
}
