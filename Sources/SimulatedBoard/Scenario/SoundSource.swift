import Boards

/// A sound and where it comes from.
public struct SoundSource: Sendable, Equatable {
  /// What sounds.
  public var sound: Sound
  /// Where it is.
  public var position: Position
  /// dBFS at the array's centre, where 0 is the level of a sine wave that reaches full scale (AES17).
  ///
  /// A tone of level L has peaks of 10^(L/20); noise and files have the same mean power as that tone. A moving source
  /// has this level at the first point of its path, and is louder where it is nearer.
  public var level: Double
  /// Seconds from the start of the scenario to the sound's arrival at the array's centre.
  public var start: Double
  /// Seconds from the start of the scenario to its end; `nil` for as long as it lasts.
  public var until: Double?
  /// Whether a file starts again when it is over.
  public var isLooped: Bool
  /// Where the source is written.
  public var place: Scenario.Place

  /// A source from its parts.
  public init(
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

  /// What sounds.
  public enum Sound: Sendable, Equatable {
    /// A WAV file, mixed to one channel.
    case file(path: String)
    /// A sine wave of this many hertz.
    case tone(frequency: Double)
    /// Noise.
    case noise(Noise)
  }

  /// How the power of a noise is spread over frequencies.
  public enum Noise: String, CaseIterable, Sendable {
    /// Evenly.
    case white
    /// Evenly over octaves.
    case pink
  }

  /// How far a source is from the array's centre.
  public enum Distance: Sendable, Equatable {
    /// So far that its waves are plane.
    case far
    /// So many metres.
    case metres(Double)
  }

  /// Where a source is.
  public enum Position: Sendable, Equatable {
    /// A direction from the listener, whatever way the board is held.
    case listener(Direction, Distance)
    /// A direction in the device frame, of any length: the source turns with the board.
    case device(Vector3, Distance)
    /// On the way between points, in a straight line of azimuth, elevation and distance.
    case path([PathPoint])
  }

  /// A point of a moving source.
  public struct PathPoint: Sendable, Equatable {
    /// Seconds from the start of the scenario.
    public var time: Double
    /// The direction from the listener; an azimuth may go on beyond 180 degrees.
    public var direction: Direction
    /// Metres from the array's centre.
    public var distance: Double

    /// A point from its parts.
    public init(time: Double, direction: Direction, distance: Double) {
      self.time = time
      self.direction = direction
      self.distance = distance
    }
  }
}
