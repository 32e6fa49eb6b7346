import Boards
import Realtime

/// Looks for microphones that deliver nothing, and starts designing filters that do without them.
///
/// - Thread: control.
final class SessionMicrophones {
  /// Seconds between two looks for dead microphones.
  private static let lookSeconds = 0.5
  /// The number of consecutive looks that must find every microphone dead; a single look may fall on digital silence.
  private static let silentLooks = 4
  /// Seconds without any sound after which ``News/silent`` is returned.
  static let silentSeconds = Double(silentLooks - 1) * lookSeconds

  /// The indices of the microphones that the filters do not use.
  private(set) var unusable: Set<Int> = []
  private let configuration: SessionConfiguration
  private let filters: FilterStore
  private var suspects: Set<Int> = []
  private var nextLook = 0.0
  /// The number of consecutive looks so far that found every microphone dead.
  private var silence = 0
  private var redesign: Redesign?

  /// News of the microphones.
  enum News: Equatable {
    /// These microphones are dead, and no others.
    case dead(Set<Int>)
    /// All microphones have been dead for a while.
    case silent
    /// At least one microphone is alive.
    case heard
  }

  /// The design of filters for the remaining microphones, while it is in progress.
  private struct Redesign {
    var unusable: Set<Int>
    var isDone: StopFlag
    var thread: Thread
  }

  /// Starts without any dead microphones.
  init(_ configuration: SessionConfiguration, filters: FilterStore) {
    (self.configuration, self.filters) = (configuration, filters)
  }

  /// True while filters are being designed.
  var isDesigning: Bool { redesign != nil }

  /// Returns the names of microphones.
  func names(_ microphones: Set<Int>) -> [String] {
    microphones.sorted().map { configuration.board.microphones[$0].name }
  }

  /// Starts looking again after a device was opened.
  func deviceOpened(_ now: Double) { (nextLook, silence) = (now + Self.lookSeconds, 0) }

  /// Takes over filters whose design is finished, and returns an event that names the microphones that they do not use.
  func collect() -> [SessionEvent] {
    guard let redesign, redesign.isDone.isRaised else { return [] }
    redesign.thread.join()
    self.redesign = nil
    unusable = redesign.unusable
    return [.unusable(names(unusable))]
  }

  /// Looks for dead microphones if that is due; returns them if two looks agree, and `nil` if nothing is certain.
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
      // Takes that are being finished use all readers of the ring: look again later.
      return nil
    }
  }

  /// Starts designing filters that do without the dead microphones.
  ///
  /// They are for later takes, because the filters of a running take never change.
  func redesign(without dead: Set<Int>) -> [SessionEvent] {
    let (filters, isDone) = (filters, StopFlag())
    do throws(SessionFault) {
      let thread = try Thread(name: "design", stackBytes: Thread.largeStack) {
        // If no filters are possible without these microphones, the next press reports the error.
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

  /// Waits until the current design is finished.
  func finish() {
    redesign?.thread.join()
    redesign = nil
  }
}
