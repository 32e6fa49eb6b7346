import Boards
import Essentials
import TakeFiles

@testable import Recorder

/// Lets anything happen to a recorder, in an order that a seed decides.
struct MachineWalker {
  private(set) var world: MachineWorld
  /// The phases that the recorder came to on the way.
  private(set) var visited: Set<MachinePhase> = []
  private var random: SeededGenerator
  private var down: Set<ButtonName> = []
  /// True when record went down while a take was made.
  private var isStopPress = false
  /// The time at which a take ended last, other than by a press.
  private var ended = -Double.infinity
  /// The time at which a take of the schedule or of a program began last.
  private var begun = -Double.infinity
  /// True when record went down before the take that ran when that was known.
  private var isEarlyPress = false
  private var isMoved = false

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    world = try MachineWorld(isOrientationKnown: false)
  }

  /// Begins with a recorder that has just been started, and of which nothing is known yet.
  mutating func restart() throws {
    world = try MachineWorld(isOrientationKnown: false)
    (down, ended, begun) = ([], -.infinity, -.infinity)
  }

  /// Lets one thing happen, and notes what must not come of it.
  mutating func step() {
    visited.insert(MachinePhase(world.state))
    _ = world.drain()
    isMoved = false
    // Sometimes hardly any time passes: a press that is known late went down before what happened meanwhile.
    let isQuick = Int.random(in: 0..<4, using: &random) == 0
    world.time += Double.random(in: 0..<(isQuick ? 0.02 : 0.7), using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7: move(ButtonName.allCases[Int.random(in: 0..<4, using: &random)])
    case 7..<10: world.apply(.time(known: world.time))
    case 10..<12: world.proceed()
    case 12: world.apply(.progress(hasFailed: Int.random(in: 0..<8, using: &random) == 0))
    case 13: power()
    case 14: device()
    case 15: storage()
    case 16: due()
    case 17: program()
    case 18: world.apply(.dead([Int.random(in: 0..<2, using: &random)]))
    default: turn()
    }
    world.checkState()
    if world.effects.contains(where: \.isEnd), !isMoved { ended = world.time }
    if world.effects.contains(where: \.isStartOfOthers), world.state.running != nil {
      begun = world.time
    }
    if world.state.isStopHeld {
      forbid("a take started by itself while a stop was held") { $0.isStartByItself }
    }
  }

  private mutating func move(_ button: ButtonName) {
    isMoved = true
    // A lock that is closed seldom opens by chance: most of the walk would be locked.
    let isLocked = world.state.buttons.isLocked
    if button == .lock, !down.contains(.lock), Int.random(in: 0..<8, using: &random) != 0 { return }
    if down.remove(button) == nil {
      down.insert(button)
      let late = Double.random(in: 0..<0.05, using: &random)
      if button == .record {
        let time = world.time - late
        isEarlyPress = world.state.running != nil && time < begun && time >= ended
        isStopPress = world.state.running != nil && !isEarlyPress || time < ended
      }
      world.move(button, isPressed: true, late: late)
    } else if Int.random(in: 0..<50, using: &random) == 0 {
      world.apply(.edge(.lost(button, at: world.time), place: nil))
    } else {
      world.move(button, isPressed: false)
      if button == .record, isStopPress {
        forbid("a stop became a start") { $0.isHandStart }
        if world.effects.contains(where: \.isEnd), !world.effects.contains(.waitForQuiet) {
          world.note("a loud sound begins a take behind a stop")
        }
      }
      if button == .record, isEarlyPress { forbid("a start became a stop") { $0.isEnd } }
    }
    if isLocked, world.state.buttons.isLocked, button != .lock {
      forbid("a locked button did something") { $0.isOfTake }
    }
  }

  private mutating func forbid(_ words: String, _ isForbidden: (RecorderEffect) -> Bool) {
    if world.effects.contains(where: isForbidden) { world.note(words) }
  }

  private mutating func turn() {
    // Seldom, so that presses come before the first reading too.
    guard Int.random(in: 0..<8, using: &random) == 0 else { return }
    world.hold(InputOrientation.allCases.randomElement(using: &random))
  }

  private mutating func power() { world.apply(.power(isFailing: Bool.random(using: &random))) }

  private mutating func device() {
    guard world.state.isOpen else {
      if world.state.device == .closed(retryAt: nil) {
        world.apply(.deviceOpened)
        world.apply(.framesArrived)
      }
      return
    }
    world.hasDevice = Int.random(in: 0..<4, using: &random) != 0
    switch Int.random(in: 0..<4, using: &random) {
    case 0: world.apply(.deviceEnded(.disconnected))
    case 1: world.apply(.deviceEnded(.stopped))
    case 2:
      world.apply(.fellSilent)
      world.proceed()
    default:
      world.apply(.rotated(by: 1, at: 0, frames: 0))
      world.proceed()
    }
    world.hasDevice = true
  }

  private mutating func storage() {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: world.apply(.storageFailed(.namesExhausted(directory: "takes")))
    case 1: world.apply(.storageNearlyFull)
    default: world.apply(.storageRestored)
    }
  }

  private mutating func due() {
    let start = CivilDate(epochSeconds: Int(world.time))
    let seconds = Double.random(in: 1..<20, using: &random)
    world.apply(.due(Schedule.Due(start: start, seconds: seconds)))
    if world.state.running?.isTriggered == true { world.note("a triggered take makes no way") }
  }

  private mutating func program() {
    let requests: [RecorderInput] = [
      .start, .stop(.stopped), .togglePause, .mark(text: "here"), .pause(true), .pause(false),
      .lend(to: "check"), .reopenDevice, .reopenDevice, .loud, .quiet, .sleep, .wake,
    ]
    let request = requests[Int.random(in: 0..<requests.count, using: &random)]
    world.apply(request)
    if request == .quiet, world.state.running?.isTriggered == true {
      world.note("a triggered take does not end by quiet")
    }
    if case .stop = request, !world.effects.contains(.waitForQuiet) {
      world.note("a loud sound begins a take behind a stop")
    }
  }
}

extension RecorderEffect {
  /// True when a take ends.
  var isEnd: Bool { if case .end = self { true } else { false } }

  /// True when the schedule or a program starts a take.
  var isStartOfOthers: Bool {
    guard case .start(let order) = self else { return false }
    return switch order.purpose {
    case .due, .program, .level: true
    case .hand, .restart: false
    }
  }

  /// True when a press starts a take.
  var isHandStart: Bool {
    if case .start(let order) = self { order.purpose == .hand } else { false }
  }

  /// True when a take starts that waited, or goes on.
  var isStartByItself: Bool {
    guard case .start(let order) = self else { return false }
    if case .restart = order.purpose { return true }
    return order.purpose == .hand
  }

  /// True when something is done to a take, or to what the next one has.
  var isOfTake: Bool {
    switch self {
    case .start(let order): order.purpose == .hand
    case .end, .pause, .resume, .mark, .selectSource, .selectPattern, .copyTakes, .switchWiFi:
      true
    default: false
    }
  }
}
