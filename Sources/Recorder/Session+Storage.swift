import Realtime
import TakeFiles

/// What a session knows of its storage.
struct StorageKnowledge {
  /// Why the storage cannot be used; `nil` while it can.
  var fault: TakeFileError?
  /// When it is asked again, in seconds on the control clock.
  var nextLook = 0.0
  /// Whether the directory was looked at before the first take.
  var isPrepared = false
  /// Raised when it is known which files are those of interrupted takes, so that new ones may be made.
  let isOpen = StopFlag()
  /// What was free at the last look, and what was still to be written then.
  var look: Look?
  /// What was recorded when the present question was asked.
  var asked: Look?
  /// Whether the present question was asked because the storage had failed.
  var asksAfterFault = false
  /// Whether the warning of little room was given.
  var isLow = false
  /// Whether it was said that the medium falls behind.
  var isBehind = false
  /// Frames that the storage had taken when that last became more, and when that was.
  var progress: (frames: Int, time: Double) = (-1, 0)
  /// The identity of the take of which it was said that its medium is slow.
  var slowTake: String?

  /// A look at the storage.
  struct Look {
    var freeBytes = 0
    /// Frames that waited to be written.
    var owedFrames: Int
    /// The identity of the take that was being made, and its frames.
    var take: String?
    var frames: Int
  }
}

extension Session {
  /// Seconds between two looks at the storage, whether it is well or not.
  public static let storageSeconds = 1.0
  /// Seconds left below which a warning is given.
  public static let lowSeconds = 600.0
  /// Seconds left above which a new warning can follow.
  static let enoughSeconds = 660.0
  /// Seconds of a sync up to which at most the last second of a take is lost in a power cut.
  public static let slowSyncSeconds = 0.4
  /// Seconds that the medium may be behind what was written.
  public static let behindSeconds = 2.0

  /// Seconds of the take that a power cut would lose now, because the medium does not have them yet.
  public var unsyncedSeconds: Double { take?.unsyncedSeconds ?? 0 }

  /// How much the storage still takes; `nil` when nobody knows.
  ///
  /// What was recorded since the last look, and what waits in memory for a slow card, is taken off.
  public var storageStatus: StorageStatus? {
    guard let look = storageKnowledge.look else { return nil }
    var frames = look.owedFrames
    if let take {
      let all = take.frames(at: capturedFrames)
      frames += look.take == take.plan.uid ? all - look.frames : all
    }
    let rate = storageRate
    let owed = frames * rate.bytesPerSecond / max(1, actual.rate)
    return StorageStatus(freeBytes: look.freeBytes - owed, rate: rate)
  }

  /// How fast takes of the present format, or the one that is being made, fill the storage.
  public var storageRate: StorageRate {
    if let take { return take.plan.storageRate }
    let route = actual
    return StorageRate(
      configuration.form, rate: route.rate, outputs: route.pattern == .stereo ? 2 : 1,
      raw: AudioFormat(
        rate: route.rate, channels: route.channels,
        samples: configuration.board.capture.format.fileSamples))
  }

  /// Whether an answer of the storage is awaited.
  public var isAskingStorage: Bool { storageWatch.isBusy }

  /// Looks at the directory for the first time: whether it takes files, and what was left unfinished in it.
  func prepareStorage() {
    guard configuration.makesTakes, !storageKnowledge.isPrepared else { return }
    storageKnowledge.isPrepared = true
    ask(.restore)
  }

  /// The storage for a new take: its files wait until the interrupted ones are known.
  var storageForTake: any StoragePort {
    storageKnowledge.isOpen.isRaised
      ? storage : GatedStorage(storage: storage, isOpen: storageKnowledge.isOpen)
  }

  /// Refuses a take for which there is no storage.
  func requireStorage() throws(SessionRefusal) {
    guard configuration.makesTakes else { throw .takesOff }
    if let fault = storageKnowledge.fault { throw .fault(.storage(fault)) }
    guard let status = storageStatus else { return }
    let rate = storageRate
    let preRoll = Int(configuration.form.preRollSeconds * Double(rate.bytesPerSecond))
    let needed = rate.reserveBytes + preRoll
    if status.freeBytes < needed {
      throw .storageFull(freeBytes: status.freeBytes, neededBytes: needed)
    }
  }

  /// Takes in what the storage answered, ends a take before it is full, and asks again.
  func watchStorage(_ now: Double) {
    if let answer = storageWatch.poll() { takeIn(answer) }
    warnOfStorage()
    warnOfSlowness(now)
    if take != nil, let status = storageStatus, status.secondsLeft <= 0 {
      if scheduled != nil { planRestart(at: capturedFrames, after: "the storage was nearly full") }
      endTake(end: .storageFull)
    }
    guard storageKnowledge.isPrepared, !storageWatch.isBusy, now >= storageKnowledge.nextLook
    else { return }
    storageKnowledge.nextLook = now + Self.storageSeconds
    if storageKnowledge.fault == nil {
      ask(.free)
    } else if take == nil, isEverythingClosed {
      // Only now are all files in progress those of takes that failed.
      ask(.restore)
    }
  }

  private func ask(_ question: StorageWatch.Question) {
    storageKnowledge.asked = StorageKnowledge.Look(
      owedFrames: unwrittenFramesOfAllTakes,
      take: take?.plan.uid, frames: take?.frames(at: capturedFrames) ?? 0)
    storageKnowledge.asksAfterFault = storageKnowledge.fault != nil
    do throws(SessionFault) {
      try storageWatch.ask(question, then: storageKnowledge.isOpen)
    } catch {
      // Nobody will recover anything now, so nothing is in the way of a new file.
      storageKnowledge.isOpen.raise()
      events.append(.fault(error))
    }
  }

  private func takeIn(_ answer: StorageWatch.Answer) {
    switch answer {
    case .free(let bytes):
      storageKnowledge.look = bytes.flatMap { bytes in
        var look = storageKnowledge.asked
        look?.freeBytes = bytes
        return look
      }
      // A card that does not even say what is free is looked at closely: it may be gone, and nobody has pressed yet.
      if bytes == nil, take == nil, storageKnowledge.fault == nil, isEverythingClosed {
        ask(.restore)
      }
    case .unusable(let error):
      guard storageKnowledge.fault == nil else { return }
      storageFailed(error)
    case .restored(let takes):
      if !takes.isEmpty { events.append(.recovered(takes)) }
      // An answer from before the failure says nothing about it.
      guard storageKnowledge.asksAfterFault else { return }
      storageKnowledge.fault = nil
      if isCapturing { events.append(.armed(actual)) }
    }
  }

  /// Goes into the error state; the storage is asked from now on whether it is back.
  func storageFailed(_ error: TakeFileError) {
    storageKnowledge.fault = error
    storageKnowledge.look = nil
    events.append(.fault(.storage(error)))
  }

  /// Says once in a take that syncs take long, and once whenever the medium falls behind.
  private func warnOfSlowness(_ now: Double) {
    guard configuration.reportsSlowStorage, let take else { return }
    let behind = max(take.unsyncedSeconds, stalledSeconds(take, now))
    let longest = take.longestSyncSeconds
    if behind > Self.behindSeconds, !storageKnowledge.isBehind {
      storageKnowledge.isBehind = true
      events.append(.storageSlow(seconds: behind))
    } else if behind < Self.behindSeconds / 2 {
      storageKnowledge.isBehind = false
    }
    if longest > Self.slowSyncSeconds, storageKnowledge.slowTake != take.plan.uid {
      storageKnowledge.slowTake = take.plan.uid
      if !storageKnowledge.isBehind { events.append(.storageSlow(seconds: longest)) }
    }
  }

  /// Seconds since the storage last took anything of what waits for it.
  private func stalledSeconds(_ take: Take, _ now: Double) -> Double {
    let waiting = take.unwrittenFrames(at: capturedFrames)
    let written = take.frames(at: capturedFrames) - waiting
    if written != storageKnowledge.progress.frames || waiting == 0 || isPaused {
      storageKnowledge.progress = (written, now)
    }
    return now - storageKnowledge.progress.time
  }

  private func warnOfStorage() {
    guard let left = storageStatus?.secondsLeft else { return }
    if left < Self.lowSeconds, !storageKnowledge.isLow {
      storageKnowledge.isLow = true
      events.append(.storageLow(secondsLeft: left))
    } else if left > Self.enoughSeconds {
      storageKnowledge.isLow = false
    }
  }
}
