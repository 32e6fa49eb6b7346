import Glibc
import LinuxBoard
import Recorder
import SimulatedBoard

/// A recorder on a simulated board; its time passes in real time, or only on command.
///
/// - Thread: control.
package final class SimulatedRecorder {
  /// The recording session.
  package let session: Session
  /// The simulated time of the board.
  package let time: SimulatedTime
  /// True if time passes only through ``advance(seconds:)``.
  package let isManual: Bool
  /// The time since the start of the scene in seconds.
  package private(set) var now = 0.0
  private let bell: Int32?
  /// The time of the next step, on the host's clock.
  private var nextStep: Double

  /// The longest wait for the bell, in seconds, while there is nothing to do.
  private static let restSeconds = 0.05

  /// Creates the recorder, whose time is not yet running.
  ///
  /// - Parameters:
  ///   - isManual: true if time passes only through ``advance(seconds:)``.
  ///   - bell: a descriptor; when it becomes readable, the loop stops waiting.
  /// - Throws: the errors of ``SimulatedBoard/Simulator/begin(configuration:filters:)``.
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

  /// The recorder's control loop.
  package var loop: RecorderLoop {
    RecorderLoop(
      session: session, clock: { self.now }, wait: { self.rest($0) },
      lights: LightShow(time.world == nil ? nil : time.machine.lights))
  }

  /// The simulated surroundings, if a person can change them; `nil` for a scenario that runs on its
  /// own.
  package var world: SimulatedWorld? { time.world }

  /// Lets `seconds` pass in one step of at most ``stepSeconds``.
  package func advance(seconds: Double) {
    now += seconds
    time.pass(to: now, by: seconds, session)
  }

  /// The length of the longest step, in seconds.
  package static let stepSeconds = Simulator.tickSeconds

  /// Does all due work while simulated time stands still.
  package func settle() { time.settle(session, now) }

  private func rest(_ seconds: Double) {
    if isManual {
      // Files are closed and filters are made at the host's own speed, so look again soon.
      let isBusy = !session.isSettled || session.isAskingStorage
      _ = rings(within: isBusy ? 0.001 : min(seconds, Self.restSeconds))
      return
    }
    settle()
    guard !rings(within: nextStep - MonotonicClock.now()) else { return }
    nextStep += Self.stepSeconds
    advance(seconds: Self.stepSeconds)
  }

  /// Waits for the bell, at most `seconds`; true if it rang.
  private func rings(within seconds: Double) -> Bool {
    // `poll` ignores a negative descriptor, so without a bell it only waits.
    var request = pollfd(fd: bell ?? -1, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(max(0, (seconds * 1000).rounded(.up)))) > 0
  }
}
