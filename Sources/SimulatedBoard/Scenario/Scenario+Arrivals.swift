import Boards

extension Scenario {
  /// A sound's arrival at the board, for a sound that begins during the scenario.
  package struct Arrival: Sendable, Equatable {
    /// The time of arrival in seconds from the start of the scenario.
    package var start: Double
    /// The direction towards the source at the start of the sound: a unit vector in the device
    /// frame.
    package var direction: Vector3
    /// The distance of the source in metres; infinite for plane waves.
    package var distance: Double
  }

  /// The sounds that begin after the start of the scenario, in order; sounds present from the start count as room
  /// sound.
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
