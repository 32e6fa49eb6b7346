import Glibc
import LinuxBoard
import Recorder
import SimulatedBoard

/// A recorder on a simulated board, with time passing in real time or on command.
///
/// - Thread: control.
package final class SimulatedRecorder {
  /// The session.
  package let session: Session
  /// The time of the board.
  package let time: SimulatedTime
  /// True if time passes only through ``advance(seconds:)``.
  package let isManual: Bool
  /// Seconds since the start of the scene.
  package private(set) var now = 0.0
  private let bell: Int32?
  /// The time of the next step on the clock of the host.
  private var nextStep: Double

  /// The longest wait for the bell in seconds while idle.
  private static let restSeconds = 0.05

  /// A recorder before its time begins.
  ///
  /// - Parameters:
  ///   - isManual: true if time passes only through ``advance(seconds:)``.
  ///   - bell: a descriptor that ends a wait when it becomes readable.
  /// - Throws: like ``SimulatedBoard/Simulator/begin(configuration:filters:)``.
  package init(
    _ simulator: Simulator, configuration: SessionConfiguration, filters: FilterStore,
    isManual: Bool = false, bell: Int32? = nil
  ) throws {
    var simulator = simulator
    simulator.isPaced = !isManual
    simulator.waitsForFilters = isManual
    simulator.start = WallClock.now()
    let begun = try simulator.begin(configuration: configuration, filters: filters)
    session = begun.session
    time = begun.time
    self.isManual = isManual
    self.bell = bell
    nextStep = MonotonicClock.now()
    time.pass(to: 0, by: 0, session)
  }

  /// Its control loop.
  package var loop: RecorderLoop {
    RecorderLoop(
      session: session, clock: { self.now }, wait: { self.rest($0) },
      lights: LightShow(time.world == nil ? nil : time.machine.lights))
  }

  /// The world that a person can change; `nil` for a scenario that runs by itself.
  package var world: SimulatedWorld? { time.world }

  /// Lets time pass by one step, of at most ``stepSeconds``.
  package func advance(seconds: Double) {
    now += seconds
    time.pass(to: now, by: seconds, session)
  }

  /// The longest step.
  package static let stepSeconds = Simulator.tickSeconds

  /// Holds time until everything due has been done.
  package func settle() { time.settle(session, now) }

  private func rest(_ seconds: Double) {
    if isManual {
      // Files are closed and filters are made at the host's speed.
      let isBusy = !session.isSettled || session.isAskingStorage
      _ = rings(within: isBusy ? 0.001 : min(seconds, Self.restSeconds))
      return
    }
    settle()
    guard !rings(within: nextStep - MonotonicClock.now()) else { return }
    nextStep += Self.stepSeconds
    advance(seconds: Self.stepSeconds)
  }

  /// Waits for the bell; true when it rang.
  private func rings(within seconds: Double) -> Bool {
    // A negative descriptor is only a wait.
    var request = pollfd(fd: bell ?? -1, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(max(0, (seconds * 1000).rounded(.up)))) > 0
  }
}
