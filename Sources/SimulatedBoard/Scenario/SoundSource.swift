import Boards

/// A sound with its place.
package struct SoundSource: Sendable, Equatable {
  /// The sound.
  package var sound: Sound
  /// The place of the source.
  package var position: Position
  /// The level in dBFS at the array's centre, where 0 is the level of a sine wave that reaches full scale (AES17).
  ///
  /// A tone of level L has peaks of 10^(L/20); noise and files have the same mean power as that tone. A moving source
  /// has this level at the first point of its path, and is louder where it is nearer.
  package var level: Double
  /// The seconds from the start of the scenario to the sound's arrival at the array's centre.
  package var start: Double
  /// The seconds from the start of the scenario to the sound's end; `nil` for as long as the sound lasts.
  package var until: Double?
  /// True when a file starts again after its end.
  package var isLooped: Bool
  /// The place in the file at which the source is written.
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
    /// Recorded words that say where the sound is, one for each of the eight directions of a folder.
    case spoken(directory: String)
  }

  /// The distribution of a noise's power over frequencies.
  package enum Noise: String, CaseIterable, Sendable {
    /// Even over frequencies.
    case white
    /// Even over octaves.
    case pink
  }

  /// The distance of a source from the array's centre.
  package enum Distance: Sendable, Equatable {
    /// A distance so large that its waves are plane.
    case far
    /// A distance in metres.
    case metres(Double)
  }

  /// The place of a source.
  package enum Position: Sendable, Equatable {
    /// A direction from the listener, regardless of the way the board is held.
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
    /// The direction from the listener; an azimuth may go on beyond 180 degrees.
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
