import Boards
import SimulatedBoard
import TOML

/// The scene around a simulated board: the sounds with their directions, and the orientation of the board.
public struct SimulatedScene: Sendable, Equatable {
  /// The sounds.
  public var sounds: [SimulatedSound]
  /// The orientation of the board at the start.
  public var held: InputOrientation
  /// A scenario file with sounds, movements and faults; it replaces ``sounds`` and ``held``.
  public var file: String?
  /// True if only ``Simulation/advance(seconds:)`` lets time pass, as fast as possible, which is useful for tests.
  public var isManual: Bool

  /// Makes a scene from sounds.
  public init(
    _ sounds: [SimulatedSound] = [], held: InputOrientation = .portrait, isManual: Bool = false
  ) {
    self.sounds = sounds
    self.held = held
    self.isManual = isManual
  }

  /// Makes the scene in a scenario file, in the format of `pinna simulate`.
  public init(file: String, isManual: Bool = false) {
    self.init(isManual: isManual)
    self.file = file
  }
}

/// A sound in a scene.
public struct SimulatedSound: Sendable, Equatable {
  /// The kinds of sound.
  public enum Kind: Sendable, Equatable {
    /// Noise with equal power in every octave.
    case noise
    /// A sine wave with this frequency in hertz.
    case tone(hertz: Double)
    /// A WAV file.
    case file(String)
  }

  /// The kind of the sound.
  public var kind: Kind
  /// The azimuth in degrees from forward, positive to the right, for a person who faces forward.
  public var azimuth: Double
  /// The level of the sound at the board in dBFS.
  public var level: Double
  /// The time at which the sound reaches the board, in seconds from the start.
  public var start: Double

  /// Makes a sound from its parts.
  public init(_ kind: Kind, azimuth: Double, level: Double = -30, start: Double = 0) {
    (self.kind, self.azimuth) = (kind, azimuth)
    (self.level, self.start) = (level, start)
  }
}

extension SimulatedScene {
  /// The length of a scene in seconds: a day.
  private static let seconds = 86_400.0

  /// The scene with absolute paths of its files.
  var resolved: SimulatedScene {
    var scene = self
    scene.file = file?.absolutePath
    for index in sounds.indices {
      if case .file(let path) = sounds[index].kind {
        scene.sounds[index].kind = .file(path.absolutePath)
      }
    }
    return scene
  }

  /// Makes the scenario for a board.
  ///
  /// - Throws: ``CaptureError``, if the file cannot be read, or a number of a sound is out of range.
  func scenario(of board: Board) throws(CaptureError) -> Scenario {
    if let file {
      do throws(TOMLError) { return try Scenario.load(path: file) } catch {
        throw CaptureError(error)
      }
    }
    for sound in sounds { try sound.check(rate: board.capture.rate, seconds: Self.seconds) }
    return Scenario(
      board: board.id, duration: Self.seconds, sources: sounds.map(\.source),
      hands: held == .portrait ? [] : [Scenario.Hand(at: 0, action: .turn(held))])
  }
}

extension SimulatedSound {
  /// Checks the numbers of the sound, as a scenario file's are checked.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)`` with the first number that is out of range.
  fileprivate func check(rate: Int, seconds: Double) throws(CaptureError) {
    func check(
      _ number: Double, _ what: String, _ range: ClosedRange<Double>, _ unit: String
    ) throws(CaptureError) {
      guard range.contains(number) else {
        throw .unavailable(
          "a sound has \(what) of \(number) \(unit): must be \(range.lowerBound) to \(range.upperBound) \(unit)"
        )
      }
    }
    try check(azimuth, "an azimuth", SoundSource.azimuths, "degrees")
    try check(level, "a level", SoundSource.levels, "dBFS")
    try check(start, "a start", 0...seconds, "s")
    guard case .tone(let hertz) = kind else { return }
    try check(hertz, "a tone", SoundSource.tones, "Hz")
    guard hertz < Double(rate) / 2 else {
      throw .unavailable(
        "a sound has a tone of \(hertz) Hz: must be less than half of \(rate) frames per second")
    }
  }

  fileprivate var source: SoundSource {
    let sound: SoundSource.Sound =
      switch kind {
      case .noise: .noise(.pink)
      case .tone(let hertz): .tone(frequency: hertz)
      case .file(let path): .file(path: path)
      }
    return SoundSource(
      sound: sound, position: .listener(Direction(azimuth: azimuth, elevation: 0), .far),
      level: level, start: start)
  }
}
