import Boards

extension Scenario {
  /// The arrival at the board of a sound that begins during the scenario.
  package struct Arrival: Sendable, Equatable {
    /// The time of arrival in seconds from the start of the scenario.
    package var start: Double
    /// The direction towards the sound when it begins, in the device frame, with unit length.
    package var direction: Vector3
    /// The distance of the source in metres; infinite for plane waves.
    package var distance: Double
  }

  /// The sounds that begin after the start of the scenario, in order; sounds that last from the start belong to the
  /// room.
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
