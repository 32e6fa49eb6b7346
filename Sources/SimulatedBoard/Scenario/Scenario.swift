import Boards

/// The events on and around a board as a scenario file states them: sounds, hands and faults.
///
/// Times are in seconds from the start, angles in degrees, and distances in metres.
package struct Scenario: Sendable, Equatable {
  /// The path of the scenario file, for messages; empty for a scenario created in code.
  package var file: String
  /// The id or path of the board, as written in the file.
  package var board: String
  /// The duration of the scenario.
  package var duration: Double
  /// The seed of all random numbers.
  package var seed: UInt64
  /// The real hardware, if the scenario makes it differ from the board file.
  package var hardware: Hardware?
  /// The sources of sound.
  package var sources: [SoundSource]
  /// The winds.
  package var winds: [WindSource] = []
  /// The actions of hands, in the order of the file.
  package var hands: [Hand]
  /// The faults, in the order of the file.
  package var faults: [Fault]

  /// Creates a scenario from its parts.
  package init(
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

  /// True if a hand presses the record button.
  package var pressesRecord: Bool {
    hands.contains { if case .press(.record, _) = $0.action { true } else { false } }
  }

  /// A position in the scenario file: line and column count from 1, and both are 0 without a file.
  package struct Place: Sendable, Equatable {
    /// The line.
    package var line: Int
    /// The column, counted in characters.
    package var column: Int

    /// Creates a place from its parts.
    package init(line: Int = 0, column: Int = 0) {
      self.line = line
      self.column = column
    }
  }

  /// An action of a hand on the board.
  package struct Hand: Sendable, Equatable {
    /// The time of the action.
    package var at: Double
    /// The action.
    package var action: Action
    /// The position of the action in the file.
    package var place: Place

    /// Creates an action with its time.
    package init(at: Double, action: Action, place: Place = Place()) {
      self.at = at
      self.action = action
      self.place = place
    }

    /// The actions that a hand can take.
    package enum Action: Sendable, Equatable {
      /// Hold the board in this orientation from now on.
      case turn(InputOrientation)
      /// Hold the board so that gravity pulls along this vector of the device frame, in g.
      case gravity(Vector3)
      /// Press a button and release it after `seconds`.
      case press(ButtonName, seconds: Double)
      /// Tap on the port of a microphone.
      case tap(microphone: String)
      /// Select the data source with this name.
      case source(String)
    }
  }

  /// A fault with its time.
  package struct Fault: Sendable, Equatable {
    /// The time of the fault.
    package var at: Double
    /// The event.
    package var event: Event
    /// The position of the event in the file.
    package var place: Place

    /// Creates an event with its time.
    package init(at: Double, event: Event, place: Place = Place()) {
      self.at = at
      self.event = event
      self.place = place
    }

    /// The faults that can occur.
    package enum Event: Sendable, Equatable {
      /// The capture device loses this many frames.
      case overrun(frames: Int)
      /// The capture device restarts, and the channels are rotated by this number of places until the device is
      /// reopened.
      case channelsRotated(by: Int)
      /// A microphone delivers zeros from now on.
      case microphoneDead(String)
      /// The storage medium accepts no data for this many seconds.
      case storageStall(seconds: Double)
      /// The storage medium is full from now on.
      case storageFull
      /// The storage medium is gone for this many seconds; `nil` means forever.
      case storageGone(seconds: Double?)
      /// The storage medium has this many bytes of free space from now on.
      case storageFree(bytes: Int)
      /// From now on, the storage medium accepts all writes, but files on it cannot be finished.
      case storageCloseFails
      /// The accelerometer stops answering.
      case sensorSilent
      /// The power line reports a power failure for this many seconds; `nil` means forever.
      case powerFails(seconds: Double?)
      /// The capture device is gone for this many seconds.
      case unplug(seconds: Double)
      /// The contact of a button bounces without being pressed.
      case bounce(ButtonName)
    }
  }
}
