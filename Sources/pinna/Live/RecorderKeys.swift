import Face
import Recorder
import SimulatedBoard

/// The keys of a recorder on a terminal, which act like the buttons on a board.
///
/// - Thread: control.
struct RecorderKeys {
  /// Something that a key asks the command to do.
  enum Wish: Equatable {
    /// Start a take.
    case start
    /// End the take, if there is one, and quit.
    case quit
  }

  private let host: RecorderHost
  private let display: any LiveDisplay
  /// True while the question is open if the take should end and the command quit.
  private var asksToQuit = false

  /// Makes the keys of a recorder; refusals and questions appear on the display.
  init(_ host: RecorderHost, _ display: any LiveDisplay) {
    (self.host, self.display) = (host, display)
  }

  private var session: Session { host.session }

  /// Does what a key means at present, and returns a request that is left to the command.
  mutating func press(_ key: KeyPress) -> Wish? {
    if asksToQuit {
      asksToQuit = false
      display.ask(nil)
      // If the take has ended by itself meanwhile, the key has its usual meaning again.
      if session.isTaking { return key == .character("y") || key == .character("q") ? .quit : nil }
    }
    do throws(SessionRefusal) {
      switch key {
      case .enter where session.isTaking: try session.stopTake()
      case .enter: return .start
      case .character("q") where session.isTaking:
        asksToQuit = true
        display.ask("End the take and quit? y: yes, any other key: no")
      case .character("q"): return .quit
      case .character("m"): try session.mark()
      case .character("p"): try session.togglePause()
      default: try Self.select(by: key, host, display)
      }
    } catch {
      // Nothing changes, and the display shows the reason.
      session.tell(error)
    }
    return nil
  }

  /// Does what a key means even if no takes are made: it selects the next source or pattern, clears the clip flags, or
  /// changes the simulated world.
  static func select(
    by key: KeyPress, _ host: RecorderHost, _ display: any LiveDisplay
  ) throws(SessionRefusal) {
    let session = host.session
    switch key {
    case .character("s"): try session.setDataSource(session.following.dataSource)
    case .character("o"): try session.setPattern(session.following.pattern)
    case .character("c"):
      host.clearClips()
      display.clearClips()
    default: if let world = host.world, let act = act(key, world) { world.act(act) }
    }
  }

  /// The change that a key makes in a simulated world; `nil` if the key makes none.
  private static func act(_ key: KeyPress, _ world: SimulatedWorld) -> SimulatedWorld.Act? {
    switch key {
    case .arrowLeft: .turnLeft
    case .arrowRight: .turnRight
    case .character("["): .walkLeft
    case .character("]"): .walkRight
    case .character("w"):
      switch world.wind {
      case .calm: .lightWind
      case .light: .strongWind
      case .strong: .calm
      }
    case .character("u"): world.isPluggedIn ? .unplug : .plugIn
    case .character("e"): world.isCardIn ? .pullCard : .insertCard
    default: nil
    }
  }

  /// The keys that act on the world of a simulated board in its present state.
  static func keys(of world: RecorderStatus.Simulation) -> [ViewContent.Key] {
    let arrows = [ViewContent.Key(name: "arrows", meaning: "turn the board")]
    let walk = world.voiceAzimuth.map { _ in ViewContent.Key(name: "[ ]", meaning: "walk the voice")
    }
    let next = ["calm": "light wind", "light": "strong wind"][world.wind] ?? "calm"
    return arrows + [walk].compactMap(\.self) + [
      .init(name: "w", meaning: next),
      .init(name: "u", meaning: world.isPluggedIn ? "unplug" : "plug in"),
      .init(name: "e", meaning: world.isCardIn ? "pull the card" : "insert the card"),
    ]
  }

  /// The keys that have an effect now, the most important first.
  static func active(_ status: RecorderStatus) -> [ViewContent.Key] {
    var keys: [ViewContent.Key] = []
    switch status.state {
    case .recording, .paused:
      keys = [
        .init(name: "Enter", meaning: "stop"), .quit,
        .init(name: "p", meaning: status.state == .paused ? "resume" : "pause"),
        .init(name: "m", meaning: "marker"),
      ]
    case .armed, .finishing:
      keys = [.record, .quit]
      if status.dataSources.count > 1 { keys.append(.source) }
      let patterns = status.dataSources.first { $0.name == status.dataSource }?.patterns ?? []
      if patterns.count > 1 { keys.append(.pattern) }
    case .idle where status.asleepUntil != nil: keys = [.record, .quit]
    case .idle, .faulted, .lent: keys = [.quit]
    }
    return keys + [.clear] + (status.simulation.map(Self.keys) ?? [])
  }
}
