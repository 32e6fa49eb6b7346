import Boards

/// What happens around and to a board: sounds, hands and faults, as a scenario file states them.
///
/// Times are seconds from the start, angles degrees, distances metres.
public struct Scenario: Sendable, Equatable {
  /// The file it was read from, for messages; empty when it was made in code.
  public var file: String
  /// The board's id or path, as it is written.
  public var board: String
  /// How long it lasts.
  public var duration: Double
  /// Everything random follows from this number.
  public var seed: UInt64
  /// What is really there, where it is on purpose not what the filters believe.
  public var hardware: Hardware?
  /// What sounds.
  public var sources: [SoundSource]
  /// What hands do, in the order of the file.
  public var hands: [Hand]
  /// What goes wrong, in the order of the file.
  public var faults: [Fault]

  /// A scenario from its parts.
  public init(
    file: String = "", board: String, duration: Double, seed: UInt64 = 1,
    hardware: Hardware? = nil, sources: [SoundSource] = [], hands: [Hand] = [], faults: [Fault] = []
  ) {
    self.file = file
    self.board = board
    self.duration = duration
    self.seed = seed
    self.hardware = hardware
    self.sources = sources
    self.hands = hands
    self.faults = faults
  }

  /// A place in the scenario file, from 1; zeros when there is no file.
  public struct Place: Sendable, Equatable {
    /// The line.
    public var line: Int
    /// The column in characters.
    public var column: Int

    /// A place from its parts.
    public init(line: Int = 0, column: Int = 0) {
      self.line = line
      self.column = column
    }
  }

  /// Something that a hand does to the board.
  public struct Hand: Sendable, Equatable {
    /// When.
    public var at: Double
    /// What.
    public var action: Action
    /// Where the action is written.
    public var place: Place

    /// An action at a time.
    public init(at: Double, action: Action, place: Place = Place()) {
      self.at = at
      self.action = action
      self.place = place
    }

    /// What a hand can do.
    public enum Action: Sendable, Equatable {
      /// Hold the board in this orientation from now on.
      case turn(InputOrientation)
      /// Hold the board so that gravity pulls along this vector of the device frame, in g.
      case gravity(Vector3)
      /// Press a button and release it after so many seconds.
      case press(ButtonName, seconds: Double)
      /// Tap on the port of a microphone.
      case tap(microphone: String)
      /// Select a data source by its name.
      case source(String)
    }
  }

  /// Something that goes wrong.
  public struct Fault: Sendable, Equatable {
    /// When.
    public var at: Double
    /// What.
    public var event: Event
    /// Where the event is written.
    public var place: Place

    /// An event at a time.
    public init(at: Double, event: Event, place: Place = Place()) {
      self.at = at
      self.event = event
      self.place = place
    }

    /// What can go wrong.
    public enum Event: Sendable, Equatable {
      /// The capture device loses so many frames.
      case overrun(frames: Int)
      /// The capture device is started again and gives every channel so many places further up, until it is opened anew.
      case channelsRotated(by: Int)
      /// A microphone gives zeros from now on.
      case microphoneDead(String)
      /// The storage medium accepts nothing for so many seconds.
      case storageStall(seconds: Double)
      /// The storage medium is full from now on.
      case storageFull
      /// The storage medium is gone for so many seconds, or from now on.
      case storageGone(seconds: Double?)
      /// The storage medium has room for so many bytes from now on.
      case storageFree(bytes: Int)
      /// The storage medium takes everything, but files cannot be finished from now on.
      case storageCloseFails
      /// The accelerometer answers no more.
      case sensorSilent
      /// The power line says that power is failing for so many seconds, or from now on.
      case powerFails(seconds: Double?)
      /// The capture device is gone for so many seconds.
      case unplug(seconds: Double)
      /// A button bounces without being pressed.
      case bounce(ButtonName)
    }
  }
}
