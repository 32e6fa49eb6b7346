import Boards

/// A sound and its position.
package struct SoundSource: Sendable, Equatable {
  /// The sound.
  package var sound: Sound
  /// The position of the source.
  package var position: Position
  /// The level in dBFS at the array's centre, relative to a full-scale sine wave (AES17).
  ///
  /// A tone of level L has peaks of 10^(L/20); noise and files have the same mean power as that tone. A moving source
  /// has this level at the first point of its path, and is louder where it is closer.
  package var level: Double
  /// The seconds from the start of the scenario to the sound's arrival at the array's centre.
  package var start: Double
  /// The seconds from the start of the scenario to the end of the sound; `nil` for its full length.
  package var until: Double?
  /// True if a file repeats after its end.
  package var isLooped: Bool
  /// The position of the source in the scenario file.
  package var place: Scenario.Place

  /// A source from its parts.
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
    /// A WAV file, mixed to one channel.
    case file(path: String)
    /// A sine wave of this many hertz.
    case tone(frequency: Double)
    /// Noise.
    case noise(Noise)
    /// Syllables of a synthetic voice of this many hertz.
    case voice(pitch: Double)
    /// Recorded words that name the direction of the sound, one for each of a folder's eight directions.
    case spoken(directory: String)
  }

  /// The spectral distribution of a noise's power.
  package enum Noise: String, CaseIterable, Sendable {
    /// Equal power per hertz.
    case white
    /// Equal power per octave.
    case pink
  }

  /// The distance of a source from the array's centre.
  package enum Distance: Sendable, Equatable {
    /// A distance large enough for plane waves.
    case far
    /// A distance in metres.
    case metres(Double)
  }

  /// The position of a source.
  package enum Position: Sendable, Equatable {
    /// A direction from the listener, regardless of the board's orientation.
    case listener(Direction, Distance)
    /// A direction in the device frame, of any length: the source turns with the board.
    case device(Vector3, Distance)
    /// A path between points, along straight lines of azimuth, elevation and distance.
    case path([PathPoint])
  }

  /// A point of a moving source.
  package struct PathPoint: Sendable, Equatable {
    /// The time in seconds from the start of the scenario.
    package var time: Double
    /// The direction from the listener; an azimuth may continue beyond 180 degrees.
    package var direction: Direction
    /// The distance from the array's centre in metres.
    package var distance: Double

    /// A point from its parts.
    package init(time: Double, direction: Direction, distance: Double) {
      self.time = time
      self.direction = direction
      self.distance = distance
    }
  }
}
