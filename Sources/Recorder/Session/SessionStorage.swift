import Realtime
import TakeFiles

/// The session's knowledge of its storage, and its questions to it.
///
/// - Thread: control.
package final class SessionStorage {
  /// Seconds between two looks at the storage, whether it works or not.
  package static let lookSeconds = 1.0
  /// Seconds left below which a warning is given.
  package static let lowSeconds = 600.0
  /// Seconds left above which the warning may be repeated.
  static let enoughSeconds = 660.0
  /// The longest sync, in seconds, with which a power cut loses at most the last second of a take.
  package static let slowSyncSeconds = 0.4
  /// Seconds by which the medium may be behind the writes.
  package static let behindSeconds = 2.0

  /// News of the storage.
  enum News {
    /// The storage failed.
    case failed(TakeFileError)
    /// It is usable; the outcome for interrupted takes.
    case restored([RecoveredTake], wasFailed: Bool)
    /// An event to report.
    case event(SessionEvent)
  }

  /// A look at the storage.
  private struct Look {
    var freeBytes = 0
    /// Frames waiting to be written.
    var owedFrames: Int
    /// The identity of the running take, and its frames.
    var take: String?
    var frames: Int
  }

  private let configuration: SessionConfiguration
  private let storage: any StoragePort
  private let queries: StorageQueries
  /// Raised once the files of interrupted takes are known, so that new ones may be created.
  private let isOpen = StopFlag()
  /// True once the directory was checked before the first take.
  private var isPrepared = false
  /// The time of the next question, in seconds on the control clock.
  private var nextLook = 0.0
  /// The free space at the last look, and the frames still to be written then.
  private var look: Look?
  /// The frames recorded when the current question was asked.
  private var asked: Look?
  /// True if the current question was asked because the storage had failed.
  private var asksAfterFault = false
  /// True while less than ten minutes are left; ends a minute above that, so that the light does not flicker.
  private(set) var isLow = false
  /// True once it was reported that the medium falls behind.
  private var isBehind = false
  /// The frames of a take accepted by the storage at its last progress, and the time of that.
  private var progress: (take: String, frames: Int, time: Double) = ("", 0, 0)
  /// The identity of the take whose medium was reported as slow.
  private var slowTake: String?

  /// A storage before the first question.
  init(_ configuration: SessionConfiguration, storage: any StoragePort) {
    self.configuration = configuration
    self.storage = storage
    queries = StorageQueries(storage: storage, directory: configuration.directory)
  }

  /// True while an answer is outstanding.
  var isAsking: Bool { queries.isBusy }

  /// True if the medium of a take falls behind, or had a slow sync.
  func isSlow(for take: Take?) -> Bool {
    guard let take else { return false }
    return isBehind || slowTake == take.plan.uid
  }

  /// The storage for a new take: its files wait until the interrupted ones are known.
  var forTake: any StoragePort {
    isOpen.isRaised ? storage : GatedStorage(storage: storage, isOpen: isOpen)
  }

  /// The free space of the storage; `nil` if unknown.
  ///
  /// Frames recorded since the last look, and frames waiting in memory for a slow card, are subtracted.
  func status(_ take: Take?, at place: Int, rate: StorageRate, framesPerSecond: Int)
    -> StorageStatus?
  {
    guard let look else { return nil }
    var frames = look.owedFrames
    if let take {
      let all = take.frames(at: place)
      frames += look.take == take.plan.uid ? all - look.frames : all
    }
    let owed = frames * rate.bytesPerSecond / max(1, framesPerSecond)
    return StorageStatus(freeBytes: look.freeBytes - owed, rate: rate)
  }

  /// The reason why a new take is refused for lack of storage; `nil` if it is not.
  func refusal(_ status: StorageStatus?, rate: StorageRate) -> SessionRefusal? {
    guard configuration.makesTakes else { return .takesOff }
    guard let status else { return nil }
    let preRoll = Int(configuration.form.preRollSeconds * Double(rate.bytesPerSecond))
    let needed = rate.reserveBytes + preRoll
    return status.freeBytes < needed
      ? .storageFull(freeBytes: status.freeBytes, neededBytes: needed) : nil
  }

  /// Checks for the first time whether the directory accepts files, and recovers interrupted takes.
  func prepare(_ takes: SessionTakes, at place: Int) -> [News] {
    guard configuration.makesTakes, !isPrepared else { return [] }
    isPrepared = true
    return ask(.restore, takes, at: place, isFailed: false)
  }

  /// Processes the answer of the storage.
  func answers(_ takes: SessionTakes, at place: Int, isFailed: Bool) -> [News] {
    switch queries.poll() {
    case nil: return []
    case .free(let bytes):
      look = bytes.flatMap { bytes in
        var look = asked
        look?.freeBytes = bytes
        return look
      }
      // A card that does not report its free space needs a closer look: it may be gone before anything was pressed.
      let isSilent = bytes == nil && takes.take == nil && !isFailed && takes.isEverythingClosed
      return isSilent ? ask(.restore, takes, at: place, isFailed: isFailed) : []
    case .unusable(let error):
      return isFailed ? [] : [.failed(error)]
    case .restored(let found):
      // An answer from before the failure proves nothing about it.
      return [.restored(found, wasFailed: isFailed && asksAfterFault)]
    }
  }

  /// Forgets the free space: the storage failed.
  func failed() { look = nil }

  /// Asks again when due.
  func ask(_ takes: SessionTakes, at place: Int, isFailed: Bool, _ now: Double) -> [News] {
    guard isPrepared, !queries.isBusy, now >= nextLook else { return [] }
    nextLook = now + Self.lookSeconds
    if !isFailed { return ask(.free, takes, at: place, isFailed: false) }
    // Only now do all files in progress belong to failed takes.
    guard takes.take == nil, takes.isEverythingClosed else { return [] }
    return ask(.restore, takes, at: place, isFailed: true)
  }

  private func ask(
    _ question: StorageQueries.Question, _ takes: SessionTakes, at place: Int, isFailed: Bool
  ) -> [News] {
    asked = Look(
      owedFrames: takes.unwrittenFramesOfAll(at: place), take: takes.take?.plan.uid,
      frames: takes.take?.frames(at: place) ?? 0)
    asksAfterFault = isFailed
    do throws(SessionFault) {
      try queries.ask(question, then: isOpen)
      return []
    } catch {
      // Nothing will be recovered now, so nothing stands in the way of a new file.
      isOpen.raise()
      return [.event(.fault(error))]
    }
  }

  /// Waits for the outstanding answer.
  func finish() { queries.finish() }

  // MARK: - Warnings

  /// Warns of little free space.
  func warnOfRoom(_ status: StorageStatus?) -> SessionEvent? {
    guard let left = status?.secondsLeft else { return nil }
    if left < Self.lowSeconds, !isLow {
      isLow = true
      return .storageLow(secondsLeft: left)
    }
    if left > Self.enoughSeconds { isLow = false }
    return nil
  }

  /// Reports once per take that syncs are slow, and once whenever the medium falls behind.
  func warnOfSlowness(
    _ take: Take, at place: Int, isPaused: Bool, _ now: Double
  ) -> [SessionEvent] {
    guard configuration.reportsSlowStorage else { return [] }
    var events: [SessionEvent] = []
    let behind = max(
      take.unsyncedSeconds, stalledSeconds(take, at: place, isPaused: isPaused, now))
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

  /// Seconds since the storage last accepted any of the frames that wait for it alone: not for filters, nor for the
  /// check for interrupted takes.
  private func stalledSeconds(
    _ take: Take, at place: Int, isPaused: Bool, _ now: Double
  ) -> Double {
    let written = take.frames(at: place) - take.unwrittenFrames(at: place)
    let isWaiting = take.waitingFrames > 0 && isOpen.isRaised && !isPaused
    if !isWaiting || take.plan.uid != progress.take || written != progress.frames {
      progress = (take.plan.uid, written, now)
    }
    return now - progress.time
  }
}
