import Boards

/// The events around and on a board: sounds, hands and faults, as stated in a scenario file.
///
/// Times are seconds from the start, angles degrees, distances metres.
package struct Scenario: Sendable, Equatable {
  /// The file of the scenario, for messages; empty for one made in code.
  package var file: String
  /// The board's id or path, as written.
  package var board: String
  /// The duration.
  package var duration: Double
  /// The seed of all random numbers.
  package var seed: UInt64
  /// The real hardware, if it deliberately differs from the board file.
  package var hardware: Hardware?
  /// The sound sources.
  package var sources: [SoundSource]
  /// The winds that blow.
  package var winds: [WindSource] = []
  /// The actions of hands, in the order of the file.
  package var hands: [Hand]
  /// The faults, in the order of the file.
  package var faults: [Fault]

  /// A scenario from its parts.
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

  /// A position in the scenario file, from 1; zeros without a file.
  package struct Place: Sendable, Equatable {
    /// The line.
    package var line: Int
    /// The column in characters.
    package var column: Int

    /// A place from its parts.
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

    /// An action with its time.
    package init(at: Double, action: Action, place: Place = Place()) {
      self.at = at
      self.action = action
      self.place = place
    }

    /// The actions of a hand.
    package enum Action: Sendable, Equatable {
      /// Hold the board in this orientation from now on.
      case turn(InputOrientation)
      /// Hold the board so that gravity pulls along this vector of the device frame, in g.
      case gravity(Vector3)
      /// Press a button and release it after `seconds`.
      case press(ButtonName, seconds: Double)
      /// Tap on the port of a microphone.
      case tap(microphone: String)
      /// Select a data source by its name.
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

    /// An event with its time.
    package init(at: Double, event: Event, place: Place = Place()) {
      self.at = at
      self.event = event
      self.place = place
    }

    /// The possible faults.
    package enum Event: Sendable, Equatable {
      /// The capture device loses this many frames.
      case overrun(frames: Int)
      /// The capture device restarts and delivers every channel rotated by this number, until it is reopened.
      case channelsRotated(by: Int)
      /// A microphone delivers zeros from now on.
      case microphoneDead(String)
      /// The storage medium accepts nothing for this many seconds.
      case storageStall(seconds: Double)
      /// The storage medium is full from now on.
      case storageFull
      /// The storage medium is gone for this many seconds, or from now on.
      case storageGone(seconds: Double?)
      /// The storage medium has this many bytes of free space from now on.
      case storageFree(bytes: Int)
      /// The storage medium accepts all writes, but files cannot be finished from now on.
      case storageCloseFails
      /// The accelerometer no longer answers.
      case sensorSilent
      /// The power line reports failing power for this many seconds, or from now on.
      case powerFails(seconds: Double?)
      /// The capture device is gone for this many seconds.
      case unplug(seconds: Double)
      /// A button bounces without being pressed.
      case bounce(ButtonName)
    }
  }
}
