import Beamforming
import Boards
import TakeFiles

@testable import Recorder

/// A recorder as a pure machine, and a world that does what it orders.
struct MachineWorld {
  private(set) var state: RecorderState
  private(set) var controls: Controls
  /// Seconds on the control clock.
  var time = 10.0
  /// True while the device can be opened.
  var hasDevice = true
  /// The reason why a device that is not there cannot be opened.
  var refusal = SessionFault.tooManyTakes
  /// Everything that the machine ordered.
  private(set) var effects: [RecorderEffect] = []
  /// The orders of the machine that make no sense.
  private(set) var violations: [String] = []
  private var takes = 0
  private var isMade = false
  /// True when the take that is made, or ended last, began because it was loud.
  private var isByLevel = false
  private var isPaused = false

  init(isOrientationKnown: Bool = true, hasWiFiHold: Bool = false) throws {
    state = RecorderState(rules: .init(restartsTake: true, hasWiFiHold: hasWiFiHold))
    var configuration = SessionConfiguration(board: HeldRecorder.board, directory: "takes")
    configuration.pattern = .omni
    controls = try Controls(configuration)
    hold(isOrientationKnown ? .portrait : nil)
  }

  /// Holds the board; of a silent sensor nothing is known.
  mutating func hold(_ orientation: InputOrientation?) {
    _ = controls.hear(orientation?.up, time)
  }

  private var captured: Int { state.isOpen ? Int(time * 48000) : 0 }

  private var moment: Moment {
    Moment(
      time: time, wall: WallTime(epochSeconds: time), captured: captured, controls: controls,
      takeFrames: state.running == nil ? 0 : 48000)
  }

  /// Tells the machine something, and does what it orders.
  mutating func apply(_ input: RecorderInput) {
    let ordered: [RecorderEffect]
    (state, ordered) = state.next(input, moment)
    for effect in ordered {
      effects.append(effect)
      check(effect)
      switch effect {
      case .start(let order): start(order)
      case .openDevice:
        apply(hasDevice ? .deviceOpened : .deviceRefused(refusal))
        if hasDevice { apply(.framesArrived) }
      default: break
      }
    }
  }

  /// Follows the take that the orders make, and notes those that it does not allow.
  private mutating func check(_ effect: RecorderEffect) {
    let isAllowed: Bool
    switch effect {
    case .start(let order):
      // One that began because it was loud goes on as one that does.
      if case .restart = order.purpose, isByLevel { note("a triggered take goes on for ever") }
      isAllowed = !isMade
    case .end: (isAllowed, isMade, isPaused) = (isMade, false, false)
    case .pause: (isAllowed, isPaused) = (isMade && !isPaused, true)
    case .resume: (isAllowed, isPaused) = (isMade && isPaused, false)
    case .mark, .noteDead: isAllowed = isMade
    case .closeDevice: isAllowed = !isMade
    default: isAllowed = true
    }
    if !isAllowed { violations.append("\(effect)") }
  }

  /// Notes something that must not be.
  mutating func note(_ violation: String) { violations.append(violation) }

  /// Notes a state that is not that of the take which the orders made.
  mutating func checkState() {
    if isMade != (state.running != nil) || isPaused != state.isPaused {
      violations.append("\(state.activity) for a take that is made: \(isMade)")
    }
    if isMade, !state.isOpen || state.troubles.isPowerFailing {
      violations.append("a take without device or power")
    }
    if case .latched(let take) = state.activity, take.isHeld,
      state.buttons.live(.record)?.intent.isStart != true
    {
      violations.append("a latched take whose press counts no more")
    }
  }

  private mutating func start(_ order: TakeOrder) {
    guard state.isOpen, state.fault == nil else {
      return apply(.startRefused(order, state.fault.map { .fault($0) } ?? .notArmed()))
    }
    takes += 1
    isMade = true
    isByLevel = order.purpose == .level
    let take = OngoingTake(
      uid: "\(takes)", dataSource: 0, pattern: .omni, pressPlace: captured, preRollFrames: 0,
      rate: 48000)
    apply(.started(order, take))
  }

  /// Lets go on what waits, as the session does: also with a device that was opened just now.
  mutating func proceed() {
    let wasOpen = state.isOpen
    apply(.proceed)
    if state.isOpen, !wasOpen { apply(.proceed) }
  }

  /// Gives the orders since the last call.
  mutating func drain() -> [RecorderEffect] {
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  /// Moves a button now, or a moment ago.
  mutating func move(_ button: ButtonName, isPressed: Bool, late seconds: Double = 0) {
    let edge = ButtonEdge(button: button, isPressed: isPressed, time: time - seconds)
    apply(.edge(edge, place: state.isOpen ? captured - Int(seconds * 48000) : nil))
  }

  /// Presses a button for so many seconds, with a look at the clock before its release.
  mutating func press(_ button: ButtonName, for seconds: Double = 0.1) {
    move(button, isPressed: true)
    time += seconds
    apply(.time(known: time))
    move(button, isPressed: false)
  }
}

/// The state of a recorder, in one word.
enum MachinePhase: String, CaseIterable {
  case closed, armed, held, waiting, interrupted, recording, paused, locked
  case powerless, cardless, deviceless, lent, asleep

  init(_ state: RecorderState) {
    switch state.activity {
    case .latched(let take): self = take.isHeld ? .held : .waiting
    case .interrupted: self = .interrupted
    case .recording: self = .recording
    case .paused: self = .paused
    case .none:
      if state.troubles.isPowerFailing {
        self = .powerless
      } else if state.borrower != nil {
        self = .lent
      } else if state.isAsleep {
        self = .asleep
      } else if state.troubles.capture != nil {
        self = .deviceless
      } else if state.troubles.storage != nil {
        self = .cardless
      } else if !state.isOpen {
        self = .closed
      } else {
        self = state.buttons.isLocked ? .locked : .armed
      }
    }
  }

  /// A world in which a recorder has come to this.
  func world(hasWiFiHold: Bool = false) throws -> MachineWorld {
    var world = try MachineWorld(
      isOrientationKnown: self != .waiting, hasWiFiHold: hasWiFiHold)
    if self != .closed { world.apply(.deviceOpened) }
    switch self {
    case .closed, .armed: break
    case .held: world.move(.record, isPressed: true)
    case .waiting: world.press(.record)
    case .recording: world.apply(.start)
    case .paused:
      world.apply(.start)
      world.apply(.togglePause)
    case .interrupted:
      world.apply(.start)
      world.apply(.deviceEnded(.disconnected))
    case .locked: world.press(.record, for: 1.6)
    case .powerless: world.apply(.power(isFailing: true))
    case .cardless: world.apply(.storageFailed(.namesExhausted(directory: "takes")))
    case .deviceless: world.apply(.deviceEnded(.disconnected))
    case .lent: world.apply(.lend(to: "check"))
    case .asleep: world.apply(.sleep)
    }
    _ = world.drain()
    return world
  }
}

extension ButtonIntent {
  /// True for a press that starts a take.
  var isStart: Bool { if case .start = self { true } else { false } }
}
