import Realtime
import TakeFiles

/// Keeps track of the session's storage, and asks it questions.
///
/// - Thread: control.
package final class SessionStorage {
  /// The seconds between two checks of the storage.
  package static let lookSeconds = 1.0
  /// A warning is given if the free space lasts less than this many seconds.
  package static let lowSeconds = 600.0
  /// The warning may be repeated once the free space is enough for more than this many seconds.
  static let enoughSeconds = 660.0
  /// The longest time, in seconds, that a sync may take if a power cut is to lose at most the last second of a take.
  package static let slowSyncSeconds = 0.4
  /// A warning is given if the medium lags behind the writes by more than this many seconds.
  package static let behindSeconds = 2.0
  /// A take is refused if there is not room for this many seconds of it: after a take that ended because the storage
  /// was nearly full, the rest of the room would only hold stubs.
  static let shortestSeconds = 5.0

  /// News of the storage.
  enum News {
    /// The storage failed.
    case failed(TakeFileError)
    /// The storage is usable; the values are the outcome for interrupted takes, and whether the storage had failed.
    case restored([RecoveredTake], wasFailed: Bool)
    /// An event to report.
    case event(SessionEvent)
  }

  /// The facts that determine the free space, at the time of a question.
  private struct Look {
    var freeBytes = 0
    /// The number of frames that were waiting to be written.
    var owedFrames: Int
    /// The number of frames of all takes so far.
    var frames: Int
  }

  private let configuration: SessionConfiguration
  private let storage: any StoragePort
  private let queries: StorageQueries
  /// Raised once the files of interrupted takes are known, so that files of new takes may be created.
  private let isOpen = StopFlag()
  /// True once the check of the folder before the first take was requested.
  private var isPrepared = false
  /// The time at which the next question is due, in seconds on the control clock.
  private var nextLook = 0.0
  /// The free space that the storage last reported, and the frames that were still to be written then; `nil` if
  /// unknown.
  private var look: Look?
  /// The numbers of frames at the time when the current question was asked.
  private var asked: Look?
  /// True if the current question was asked because the storage had failed.
  private var asksAfterFault = false
  /// True once the free space lasts less than ten minutes, until it lasts more than eleven, so that the light does not
  /// flicker.
  private(set) var isLow = false
  /// True while the medium lags behind, which has been reported.
  private var isBehind = false
  /// The number of frames of a take that the storage had accepted when it last accepted any, and the time of that.
  private var progress: (take: String, frames: Int, time: Double) = ("", 0, 0)
  /// Seconds from that time to the last look.
  private var stalledSeconds = 0.0
  /// The identity of the last take for which slow syncs were found; `nil` if there was none.
  private var slowTake: String?

  /// Creates a storage that has not been asked anything yet.
  init(_ configuration: SessionConfiguration, storage: any StoragePort) {
    self.configuration = configuration
    self.storage = storage
    queries = StorageQueries(storage: storage, directory: configuration.directory)
  }

  /// True while an answer of the storage is outstanding.
  var isAsking: Bool { queries.isBusy }

  /// Returns true if the medium of a take lags behind, or a sync of the take was slow.
  func isSlow(for take: Take?) -> Bool {
    guard let take else { return false }
    return isBehind || slowTake == take.plan.uid
  }

  /// The storage for a new take, whose files are not created until the files of interrupted takes are known.
  var forTake: any StoragePort {
    isOpen.isRaised ? storage : GatedStorage(storage: storage, isOpen: isOpen)
  }

  /// The free space of the storage; `nil` if unknown.
  ///
  /// Frames recorded since the storage was last asked, and frames waiting in memory for a slow card, are subtracted.
  func status(_ takes: SessionTakes, at place: Int, rate: StorageRate, framesPerSecond: Int)
    -> StorageStatus?
  {
    guard let look else { return nil }
    let frames = look.owedFrames + takes.framesOfAll(at: place) - look.frames
    let owed = frames * rate.bytesPerSecond / max(1, framesPerSecond)
    return StorageStatus(freeBytes: look.freeBytes - owed, rate: rate)
  }

  /// Returns the reason why a new take is refused because of the storage; `nil` if it is not refused.
  func refusal(_ status: StorageStatus?, rate: StorageRate) -> SessionRefusal? {
    guard configuration.makesTakes else { return .takesOff }
    guard let status else { return nil }
    let seconds = max(configuration.form.preRollSeconds, Self.shortestSeconds)
    let needed = rate.reserveBytes + Int(seconds * Double(rate.bytesPerSecond))
    return status.freeBytes < needed
      ? .storageFull(freeBytes: status.freeBytes, neededBytes: needed) : nil
  }

  /// Returns the longest pre-roll of a take, in seconds, if the storage has room for it.
  ///
  /// - Parameter late: the seconds by which a scheduled take starts late, so that it also has the sound since its
  ///   start; infinity for a take that continues another, which begins where that one ended.
  func longestPreRoll(late: Double, rate: Int, _ status: StorageStatus?) -> Double {
    let usual = configuration.form.preRollSeconds
    // Whole frames, rounded down, so that the date of the take does not become that of an earlier second.
    let wanted = usual + (late * Double(rate)).rounded(.down) / Double(rate)
    guard wanted > usual, let status else { return wanted }
    return max(usual, min(wanted, status.secondsLeft - Self.shortestSeconds))
  }

  /// Requests the first check whether the folder accepts files, in which interrupted takes are recovered.
  func prepare(_ takes: SessionTakes, at place: Int) -> [News] {
    guard configuration.makesTakes, !isPrepared else { return [] }
    isPrepared = true
    return ask(.restore, takes, at: place, isFailed: false)
  }

  /// Processes the answer of the storage, if it has come.
  func answers(_ takes: SessionTakes, at place: Int, isFailed: Bool) -> [News] {
    switch queries.poll() {
    case nil: return []
    case .free(let bytes):
      look = bytes.flatMap { bytes in
        var look = asked
        look?.freeBytes = bytes
        return look
      }
      // If the card does not report its free space, check it fully, because it may be gone before anyone presses a
      // button.
      let isSilent = bytes == nil && takes.take == nil && !isFailed && takes.isEverythingClosed
      return isSilent ? ask(.restore, takes, at: place, isFailed: isFailed) : []
    case .unusable(let error):
      return isFailed ? [] : [.failed(error)]
    case .restored(let found):
      // If the question was asked before the storage failed, the answer does not prove that it works again.
      return [.restored(found, wasFailed: isFailed && asksAfterFault)]
    }
  }

  /// Forgets the free space, because the storage failed.
  func failed() { look = nil }

  /// Asks the storage again if a question is due.
  func ask(_ takes: SessionTakes, at place: Int, isFailed: Bool, _ now: Double) -> [News] {
    guard isPrepared, !queries.isBusy, now >= nextLook else { return [] }
    nextLook = now + Self.lookSeconds
    if !isFailed { return ask(.free, takes, at: place, isFailed: false) }
    // Once no take is left, all files in progress belong to failed takes and can be recovered.
    guard takes.take == nil, takes.isEverythingClosed else { return [] }
    return ask(.restore, takes, at: place, isFailed: true)
  }

  private func ask(
    _ question: StorageQueries.Question, _ takes: SessionTakes, at place: Int, isFailed: Bool
  ) -> [News] {
    asked = Look(
      owedFrames: takes.unwrittenFramesOfAll(at: place), frames: takes.framesOfAll(at: place))
    asksAfterFault = isFailed
    do throws(SessionFault) {
      try queries.ask(question, then: isOpen)
      return []
    } catch {
      // No file will be recovered now, so new files may be created.
      isOpen.raise()
      return [.event(.fault(error))]
    }
  }

  /// Waits for the outstanding answer.
  func finish() { queries.finish() }

  // MARK: - Warnings

  /// Warns if little space is left on the storage.
  func warnOfRoom(_ status: StorageStatus?) -> SessionEvent? {
    guard let left = status?.secondsLeft else { return nil }
    if left < Self.lowSeconds, !isLow {
      isLow = true
      return .storageLow(secondsLeft: left)
    }
    if left > Self.enoughSeconds { isLow = false }
    return nil
  }

  /// Reports slow syncs, once for each take, and reports each time that the medium begins to lag behind.
  func warnOfSlowness(
    _ take: Take, at place: Int, isPaused: Bool, _ now: Double
  ) -> [SessionEvent] {
    noteProgress(of: take, at: place, isPaused: isPaused, now)
    guard configuration.reportsSlowStorage else { return [] }
    var events: [SessionEvent] = []
    let behind = unsyncedSeconds(of: take)
    if behind > Self.behindSeconds, !isBehind {
      isBehind = true
      events.append(.storageSlow(seconds: behind))
    } else if behind < Self.behindSeconds / 2 {
      isBehind = false
    }
    let longest = take.longestSyncSeconds
    if longest > Self.slowSyncSeconds, slowTake != take.plan.uid {
      slowTake = take.plan.uid
      if !isBehind { events.append(.storageSlow(seconds: longest)) }
    }
    return events
  }

  /// Returns the seconds of a running take that a power cut would lose now, because the storage has not synced them or
  /// accepts nothing.
  func unsyncedSeconds(of take: Take) -> Double {
    max(take.unsyncedSeconds, take.plan.uid == progress.take ? stalledSeconds : 0)
  }

  /// Notes for how long the storage has accepted none of the frames that wait only for it, neither for filters nor for
  /// the check for interrupted takes.
  private func noteProgress(of take: Take, at place: Int, isPaused: Bool, _ now: Double) {
    let written = take.frames(at: place) - take.unwrittenFrames(at: place)
    let isWaiting = take.waitingFrames > 0 && isOpen.isRaised && !isPaused
    if !isWaiting || take.plan.uid != progress.take || written != progress.frames {
      progress = (take.plan.uid, written, now)
    }
    stalledSeconds = now - progress.time
  }
}
