import Boards

/// A sound and its position.
package struct SoundSource: Sendable, Equatable {
  /// The sound.
  package var sound: Sound
  /// The position of the source.
  package var position: Position
  /// The level in dBFS at the array's centre, where a full-scale sine wave has 0 dBFS (AES17).
  ///
  /// A tone of level L has peaks of 10^(L/20); noise and files have the same mean power as that tone. A moving source
  /// has this level at the first point of its path, and a higher level at closer points.
  package var level: Double
  /// The time at which the sound arrives at the array's centre, in seconds from the start of the
  /// scenario.
  package var start: Double
  /// The end of the sound, in seconds from the start of the scenario; `nil` if the sound plays to its own end.
  package var until: Double?
  /// True if the file is repeated each time it ends.
  package var isLooped: Bool
  /// The position of the source in the scenario file.
  package var place: Scenario.Place

  /// Creates a source from its parts.
  package init(
    sound: Sound, position: Position, level: Double = -20, start: Double = 0, until: Double? = nil,
    isLooped: Bool = false, place: Scenario.Place = Scenario.Place()
  ) {
    self.sound = sound
    self.position = position
    self.level = level
    self.start = start
    self.until = until
    self.isLooped = isLooped
    self.place = place
  }

  /// The kinds of sound.
  package enum Sound: Sendable, Equatable {
    /// A WAV file, whose channels are mixed into one.
    case file(path: String)
    /// A sine wave with this frequency in hertz.
    case tone(frequency: Double)
    /// Noise of this kind.
    case noise(Noise)
    /// The syllables of a synthetic voice with this pitch in hertz.
    case voice(pitch: Double)
    /// Recorded words that name the direction of the sound; the folder has one recording for each of eight directions.
    case spoken(directory: String)
  }

  /// The distribution of a noise's power over frequency.
  package enum Noise: String, CaseIterable, Sendable {
    /// Noise with equal power per hertz.
    case white
    /// Noise with equal power per octave.
    case pink
  }

  /// The distance of a source from the array's centre.
  package enum Distance: Sendable, Equatable {
    /// The source is far enough away for plane waves.
    case far
    /// The distance is this many metres.
    case metres(Double)
  }

  /// The position of a source.
  package enum Position: Sendable, Equatable {
    /// A direction as the listener sees it, regardless of the board's orientation.
    case listener(Direction, Distance)
    /// A direction in the device frame, given by a vector of any length; the source turns with the board.
    case device(Vector3, Distance)
    /// A path through these points; between two points, azimuth, elevation and distance change linearly.
    case path([PathPoint])
  }

  /// A point on the path of a moving source.
  package struct PathPoint: Sendable, Equatable {
    /// The time in seconds from the start of the scenario.
    package var time: Double
    /// The direction as the listener sees it; the azimuth may continue beyond 180 degrees.
    package var direction: Direction
    /// The distance from the array's centre in metres.
    package var distance: Double

    /// Creates a point from its parts.
    package init(time: Double, direction: Direction, distance: Double) {
      self.time = time
      self.direction = direction
      self.distance = distance
    }
  }
}
