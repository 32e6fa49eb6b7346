import Boards

/// A note that tells the user about an effect that the simulation of a scene leaves out.
package enum SceneNote: Sendable, Equatable {
  /// The body of the board is not simulated, so sounds travel as in a free field.
  case bodyIgnored(BodyModel)
  /// On a body, near sources have the right level, but their waves are plane instead of spherical.
  case planeWavesOnBody
  /// A take started while the scene assumed a different data source, so the scene's azimuths refer to that data
  /// source.
  case sceneFacesAnotherWay(time: Double)
  /// A check or a simulation ignores this key of the scenario, for this reason.
  case ignored(key: String, by: String, reason: String)

  /// - Parameter hasBody: true if the responses of the board's body are available.
  static func notes(for scenario: Scenario, board: Board, hasBody: Bool) -> [SceneNote] {
    scenario.withoutEffect(on: board) + ofBody(scenario, board, hasBody: hasBody)
  }

  private static func ofBody(_ scenario: Scenario, _ board: Board, hasBody: Bool) -> [SceneNote] {
    switch board.body?.model {
    case nil, .freeField?: return []
    case .box?, .measured?: if !hasBody, let body = board.body { return [.bodyIgnored(body.model)] }
    case .sphere?: break
    }
    let hasNear = scenario.sources.contains { source in
      switch source.position {
      case .listener(_, let distance), .device(_, let distance): distance != .far
      case .path: true
      }
    }
    return hasNear ? [.planeWavesOnBody] : []
  }
}

extension SceneNote: CustomStringConvertible {
  /// The note in one sentence.
  package var description: String {
    switch self {
    case .bodyIgnored(.box):
      "the shadow of the board's box is not simulated; its microphones are in the free field"
    case .bodyIgnored:
      "the measured responses of the board are not simulated; its microphones are in the free field"
    case .sceneFacesAnotherWay(let time):
      "the take that starts at \((time * 100).rounded() / 100) s does not have the data source that the "
        + "scene expected, so the azimuths of the scenario do not apply to it"
    case .ignored(let key, let user, let reason):
      "\(key) has no effect on the \(user): \(reason)"
    case .planeWavesOnBody:
      "waves from nearby sources are simulated as plane waves at the body"
    }
  }
}
