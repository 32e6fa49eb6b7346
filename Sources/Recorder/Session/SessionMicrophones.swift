import Boards
import Realtime

/// Looks for microphones that deliver nothing, and has filters designed without them.
///
/// - Thread: control.
final class SessionMicrophones {
  /// Seconds between two looks for dead microphones.
  private static let lookSeconds = 0.5
  /// Consecutive looks that must find every microphone dead: a single one may fall on digital silence.
  private static let silentLooks = 4
  /// Seconds without any sound before ``News/silent``.
  static let silentSeconds = Double(silentLooks - 1) * lookSeconds

  /// Microphones that filters do not use.
  private(set) var unusable: Set<Int> = []
  private let configuration: SessionConfiguration
  private let filters: FilterStore
  private var suspects: Set<Int> = []
  private var nextLook = 0.0
  /// Consecutive looks that found every microphone dead.
  private var silence = 0
  private var redesign: Redesign?

  /// News of the microphones.
  enum News: Equatable {
    /// These are dead, and no others.
    case dead(Set<Int>)
    /// All have been dead for a while.
    case silent
    /// Some microphones are alive.
    case heard
  }

  /// Filters being designed for the remaining microphones.
  private struct Redesign {
    var unusable: Set<Int>
    var isDone: StopFlag
    var thread: Thread
  }

  /// No dead microphones yet.
  init(_ configuration: SessionConfiguration, filters: FilterStore) {
    (self.configuration, self.filters) = (configuration, filters)
  }

  /// True while filters are being designed.
  var isDesigning: Bool { redesign != nil }

  /// The names of microphones.
  func names(_ microphones: Set<Int>) -> [String] {
    microphones.sorted().map { configuration.board.microphones[$0].name }
  }

  /// Starts again with a newly opened device.
  func deviceOpened(_ now: Double) { (nextLook, silence) = (now + Self.lookSeconds, 0) }

  /// Collects finished filters; names the microphones that they do not use.
  func collect() -> [SessionEvent] {
    guard let redesign, redesign.isDone.isRaised else { return [] }
    redesign.thread.join()
    self.redesign = nil
    unusable = redesign.unusable
    return [.unusable(names(unusable))]
  }

  /// The dead microphones, if a look is due and two looks agree; `nil` if nothing is certain.
  func look(_ capture: CaptureRunner, _ now: Double) -> News? {
    guard redesign == nil, now >= nextLook, capture.frames >= capture.grant.rate / 2 else {
      return nil
    }
    nextLook = now + Self.lookSeconds
    do throws(FrameRingError) {
      guard
        let dead = try DeadMicrophones.find(
          in: capture.ring, board: configuration.board, rate: capture.grant.rate)
      else { return nil }
      guard dead.count < configuration.board.microphones.count else {
        silence += 1
        return silence == Self.silentLooks ? .silent : nil
      }
      silence = 0
      defer { suspects = dead }
      return dead == suspects && dead != unusable ? .dead(dead) : .heard
    } catch {
      // Takes being finished use all readers: look again later.
      return nil
    }
  }

  /// Has filters designed without microphones, for later takes: the filters of a take never change.
  func redesign(without dead: Set<Int>) -> [SessionEvent] {
    let (filters, isDone) = (filters, StopFlag())
    do throws(SessionFault) {
      let thread = try Thread(name: "design", stackBytes: Thread.largeStack) {
        // A board that cannot do without them keeps its error for the press.
        try? filters.prepare(unusable: dead)
        filters.putToolsAway()
        isDone.raise()
      }
      redesign = Redesign(unusable: dead, isDone: isDone, thread: thread)
      return []
    } catch {
      return [.fault(error)]
    }
  }

  /// Waits for the current design.
  func finish() {
    redesign?.thread.join()
    redesign = nil
  }
}
