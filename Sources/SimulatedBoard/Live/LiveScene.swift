import Boards
import Synchronization

/// The parts of a scene that a person can change during playback: the orientation of the board, the direction of the
/// first sound, and the strength of the wind.
///
/// When the duration of the scenario has passed, all sounds start over.
///
/// - Thread: any.
package final class LiveScene: Sendable {
  /// The strength of the wind.
  package enum Wind: String, CaseIterable, Sendable {
    case calm, light, strong

    /// The factor for the amplitude of the scenario's wind.
    var gain: Double {
      switch self {
      case .calm: 0
      case .light: 1
      case .strong: 4
      }
    }
  }

  /// The state of the scene at one moment.
  struct Moment: Sendable {
    var layout: Layout
    /// The azimuth of the walking sound, in degrees; `nil` if there is none.
    var azimuth: Double?
    var wind: Wind
  }

  private let moment: Mutex<Moment>
  /// The time in seconds after which the sounds start over.
  let seconds: Double
  /// The index of the walking source; `nil` if no source's direction is relative to the listener.
  let walker: Int?

  /// Creates a scene that starts in the state given by its scenario, which is calm if the scenario has no wind.
  init(_ scenario: Scenario, layout: Layout) {
    seconds = scenario.duration
    walker = scenario.sources.firstIndex {
      if case .listener = $0.position { true } else { false }
    }
    var azimuth: Double?
    if let walker, case .listener(let direction, _) = scenario.sources[walker].position {
      azimuth = direction.azimuth
    }
    let wind = scenario.winds.isEmpty ? Wind.calm : .light
    moment = Mutex(Moment(layout: layout, azimuth: azimuth, wind: wind))
  }

  /// The present state of the scene.
  var now: Moment { moment.withLock { $0 } }

  /// The present strength of the wind.
  package var wind: Wind { now.wind }
  /// The azimuth of the walking sound, in degrees, positive to the right; `nil` if there is none.
  package var azimuth: Double? { now.azimuth }

  /// Changes the scene, starting with the next block.
  func change(_ body: (inout Moment) -> Void) { moment.withLock { body(&$0) } }
}
