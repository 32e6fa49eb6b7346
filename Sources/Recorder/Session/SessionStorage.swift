import Realtime
import TakeFiles

/// The session's knowledge of its storage, and its questions to it.
///
/// - Thread: control.
package final class SessionStorage {
  /// Seconds between two looks at the storage, whether it is well or not.
  package static let lookSeconds = 1.0
  /// Seconds left below which a warning is given.
  package static let lowSeconds = 600.0
  /// Seconds left above which a new warning can follow.
  static let enoughSeconds = 660.0
  /// Seconds of a sync up to which at most the last second of a take is lost in a power cut.
  package static let slowSyncSeconds = 0.4
  /// Seconds by which the medium may be behind the writes.
  package static let behindSeconds = 2.0

  /// News of the storage.
  enum News {
    /// The storage failed.
    case failed(TakeFileError)
    /// It can be used; the outcome for interrupted takes.
    case restored([RecoveredTake], wasFailed: Bool)
    /// Something to tell.
    case event(SessionEvent)
  }

  /// A look at the storage.
  private struct Look {
    var freeBytes = 0
    /// Frames that waited to be written.
    var owedFrames: Int
    /// The identity of the take that was being made, and its frames.
    var take: String?
    var frames: Int
  }

  private let configuration: SessionConfiguration
  private let storage: any StoragePort
  private let queries: StorageQueries
  /// Raised when it is known which files are those of interrupted takes, so that new ones may be made.
  private let isOpen = StopFlag()
  /// True when the directory was looked at before the first take.
  private var isPrepared = false
  /// The time of the next question, in seconds on the control clock.
  private var nextLook = 0.0
  /// The free space at the last look, and the frames that were still to be written then.
  private var look: Look?
  /// The frames that were recorded when the present question was asked.
  private var asked: Look?
  /// True when the present question was asked because the storage had failed.
  private var asksAfterFault = false
  /// True while less than ten minutes are left; it ends a minute above that, so that the light does not flutter.
  private(set) var isLow = false
  /// True when it was told that the medium falls behind.
  private var isBehind = false
  /// Frames of a take that the storage had taken at its last progress, and the time of that.
  private var progress: (take: String, frames: Int, time: Double) = ("", 0, 0)
  /// The identity of the take whose medium was reported to be slow.
  private var slowTake: String?

  /// A storage that was not asked yet.
  init(_ configuration: SessionConfiguration, storage: any StoragePort) {
    self.configuration = configuration
    self.storage = storage
    queries = StorageQueries(storage: storage, directory: configuration.directory)
  }

  /// True while an answer is awaited.
  var isAsking: Bool { queries.isBusy }

  /// True when the medium of a take falls behind, or had a sync that took long.
  func isSlow(for take: Take?) -> Bool {
    guard let take else { return false }
    return isBehind || slowTake == take.plan.uid
  }

  /// The storage for a new take: its files wait until the interrupted ones are known.
  var forTake: any StoragePort {
    isOpen.isRaised ? storage : GatedStorage(storage: storage, isOpen: isOpen)
  }

  /// The free space of the storage; `nil` when it is not known.
  ///
  /// Frames that were recorded since the last look, and frames that wait in memory for a slow card, are taken off.
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

  /// The reason why a new take is refused for want of storage; `nil` if it is not.
  func refusal(_ status: StorageStatus?, rate: StorageRate) -> SessionRefusal? {
    guard configuration.makesTakes else { return .takesOff }
    guard let status else { return nil }
    let preRoll = Int(configuration.form.preRollSeconds * Double(rate.bytesPerSecond))
    let needed = rate.reserveBytes + preRoll
    return status.freeBytes < needed
      ? .storageFull(freeBytes: status.freeBytes, neededBytes: needed) : nil
  }

  /// Looks at the directory for the first time: checks that it takes files, and recovers interrupted takes.
  func prepare(_ takes: SessionTakes, at place: Int) -> [News] {
    guard configuration.makesTakes, !isPrepared else { return [] }
    isPrepared = true
    return ask(.restore, takes, at: place, isFailed: false)
  }

  /// Takes in the answer of the storage.
  func answers(_ takes: SessionTakes, at place: Int, isFailed: Bool) -> [News] {
    switch queries.poll() {
    case nil: return []
    case .free(let bytes):
      look = bytes.flatMap { bytes in
        var look = asked
        look?.freeBytes = bytes
        return look
      }
      // A card that does not even tell its free space is looked at closely: it may be gone before anything was pressed.
      let isSilent = bytes == nil && takes.take == nil && !isFailed && takes.isEverythingClosed
      return isSilent ? ask(.restore, takes, at: place, isFailed: isFailed) : []
    case .unusable(let error):
      return isFailed ? [] : [.failed(error)]
    case .restored(let found):
      // An answer from before the failure says nothing about it.
      return [.restored(found, wasFailed: isFailed && asksAfterFault)]
    }
  }

  /// Forgets the free space: the storage failed.
  func failed() { look = nil }

  /// Asks again when it is time.
  func ask(_ takes: SessionTakes, at place: Int, isFailed: Bool, _ now: Double) -> [News] {
    guard isPrepared, !queries.isBusy, now >= nextLook else { return [] }
    nextLook = now + Self.lookSeconds
    if !isFailed { return ask(.free, takes, at: place, isFailed: false) }
    // Only now are all files in progress those of takes that failed.
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
      // Nothing will be recovered now, so nothing is in the way of a new file.
      isOpen.raise()
      return [.event(.fault(error))]
    }
  }

  /// Waits for the answer that is still to come.
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

  /// Says once in a take that syncs take long, and once whenever the medium falls behind.
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

  /// Seconds since the storage last took any of the frames that wait for it, and for nothing else: neither for filters
  /// nor for the look at interrupted takes.
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
