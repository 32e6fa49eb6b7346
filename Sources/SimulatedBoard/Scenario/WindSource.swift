import Boards
import Glibc

/// Wind over the microphones: each microphone picks up its own turbulence, part of which it shares with its neighbours.
package struct WindSource: Sendable, Equatable {
  /// The wind speed in metres per second.
  package var speed: Double
  /// The azimuth from which the wind blows, in degrees.
  package var from: Double
  /// The mean level at a microphone in dBFS, defined like the level of a ``SoundSource``; `nil` to derive it from the
  /// speed.
  package var level: Double?
  /// The time at which the wind begins, in seconds from the start of the scenario.
  package var start: Double
  /// The time at which the wind ends, in seconds from the start of the scenario; `nil` if it blows until the end of
  /// the scenario.
  package var until: Double?

  /// The level at ``referenceSpeed``: about 100 dB SPL without a windshield, at a microphone that delivers -26 dBFS at
  /// 94 dB SPL.
  private static let referenceLevel = -20.0
  private static let referenceSpeed = 5.0

  /// Creates wind from its parts.
  package init(
    speed: Double, from: Double, level: Double? = nil, start: Double = 0, until: Double? = nil
  ) {
    (self.speed, self.from, self.level) = (speed, from, level)
    (self.start, self.until) = (start, until)
  }

  /// The mean level in dBFS, because dynamic pressure rises with the square of the speed.
  package var meanLevel: Double {
    level ?? Self.referenceLevel + 40 * log10(speed / Self.referenceSpeed)
  }
}
