import Boards
import Recorder

/// A board on the bench: everything that a checkup looks at, behind ports.
///
/// A part that is `nil` is one that this form of the board does not have; its checks are skipped.
public struct Bench: Sendable {
  /// What the board file says.
  public var board: Board
  /// Whether the board is made of numbers.
  public var isSimulated = false
  /// Time, as the board has it.
  public var clock: any BoardClock
  /// The capture device.
  public var capture: any CapturePort
  /// SCHED_FIFO priority of the capture thread; `nil` for an ordinary thread.
  public var capturePriority: Int?
  /// The names of the capture devices that there are.
  public var inputs: @Sendable () -> [String]
  /// The mixer of its card.
  public var mixer: (any MixerProbe)?
  /// The accelerometer.
  public var motion: (any MotionProbe)?
  /// The buttons.
  public var buttons: (any ButtonProbe)?
  /// The line that says that power is failing.
  public var power: (any PowerProbe)?
  /// The lights.
  public var lights: (any LightProbe)?
  /// The medium of the takes.
  public var storage: (any StorageProbe)?
  /// What keeps the machine busy.
  public var load: (any LoadProbe)?
  /// What takes ask of the medium.
  public var takes: TakeNeeds
  /// The system around the recorder.
  public var system: (any SystemProbe)?
  /// The filters of the board, for what its geometry can do and what a take would be.
  public var filters: FilterStore?

  /// A bench with a capture device and nothing else.
  public init(
    board: Board, clock: any BoardClock, capture: any CapturePort, takes: TakeNeeds,
    inputs: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.board = board
    self.clock = clock
    self.capture = capture
    self.takes = takes
    self.inputs = inputs
  }
}

/// What takes ask of the medium.
public struct TakeNeeds: Sendable, Equatable {
  /// The folder of takes.
  public var directory: String
  /// How fast the configured formats fill it.
  public var rate: StorageRate

  /// Needs from their parts.
  public init(directory: String, rate: StorageRate) {
    self.directory = directory
    self.rate = rate
  }
}
