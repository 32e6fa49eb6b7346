import Boards
import Glibc

/// Wind blowing over the microphones: each of them hears its own turbulence, and neighbours share some of it.
package struct WindSource: Sendable, Equatable {
  /// The speed in metres per second.
  package var speed: Double
  /// The azimuth in degrees from which it blows.
  package var from: Double
  /// The mean level in dBFS at a microphone, like the level of a ``SoundSource``; `nil` to derive it from the speed.
  package var level: Double?
  /// The seconds from the start of the scenario to its beginning.
  package var start: Double
  /// The seconds from the start of the scenario to its end; `nil` for the end of the scenario.
  package var until: Double?

  /// The level at ``referenceSpeed``: about 100 dB SPL at a microphone of -26 dBFS at 94 dB SPL, without a windshield.
  private static let referenceLevel = -20.0
  private static let referenceSpeed = 5.0

  /// Wind from its parts.
  package init(
    speed: Double, from: Double, level: Double? = nil, start: Double = 0, until: Double? = nil
  ) {
    (self.speed, self.from, self.level) = (speed, from, level)
    (self.start, self.until) = (start, until)
  }

  /// The mean level in dBFS: dynamic pressure rises with the square of the speed.
  package var meanLevel: Double {
    level ?? Self.referenceLevel + 40 * log10(speed / Self.referenceSpeed)
  }
}
