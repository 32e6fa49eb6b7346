import TakeFiles

/// News that a take lost one of its two media, with the reason in words.
enum MediumNews: Equatable {
  /// The first medium failed or is full; the take continues on the second medium alone.
  case mainLost(String)
  /// The second medium failed, is full, or fell behind; the take continues on the first medium alone.
  case mirrorLost(String)
}

/// The status of the second medium of takes.
package struct MirrorStatus: Sendable, Equatable {
  /// The states of a second medium.
  package enum State: String, Sendable, CaseIterable, Codable {
    /// The medium accepts files, so the next take will be written to it as well.
    case ready
    /// The running take is being written to the medium.
    case writing
    /// The medium is missing or accepts no files, or the running take began without it.
    case away
    /// The medium was lost during the running take, which continues without it.
    case lost
  }

  /// The folder of takes on the medium.
  package var folder: String
  /// The state of the medium.
  package var state: State
  /// The free space of the medium in bytes; `nil` if unknown.
  package var freeBytes: Int?
}

/// Keeps track of the second medium of takes, which may come and go.
///
/// - Thread: control.
final class SessionMirror {
  /// Seconds between two checks of the medium.
  static let lookSeconds = 1.0

  /// The folder of takes on the medium.
  let directory: String
  private let storage: any StoragePort
  private let queries: StorageQueries
  /// Raised once the latest full check knows the files of interrupted takes, so that files of a new take may be
  /// created.
  private var isOpen = StopFlag()
  /// True while the answer of a full check is outstanding.
  private var isRestoring = false
  /// True if the medium accepts files; `nil` until the next full check has answered.
  private var isThere: Bool?
  private var freeBytes: Int?
  /// True if the medium has less room than a take needs.
  private var isFull = false
  private var nextLook = 0.0
  /// Seconds without an answer after which the medium counts as stalled.
  private let patience: Double
  private let ringSeconds: Double
  private let freeMemory: @Sendable () -> Int?
  /// Takes that have ended but whose files the medium does not close.
  private var left: [TakeMirror] = []
  /// True if the medium was lost during the running take.
  private var isLost = false
  /// True if the last report said that the medium was lost or missing.
  private var isMissed = false

  /// Creates the second medium of a configuration on a machine; `nil` if none is configured.
  init?(_ configuration: SessionConfiguration, _ machine: Machine) {
    guard configuration.makesTakes, let directory = configuration.settings.take.mirror else {
      return nil
    }
    (self.directory, storage, freeMemory) = (directory, machine.mirror, machine.freeMemory)
    (patience, ringSeconds) = (configuration.mirrorPatience, configuration.mirrorRingSeconds)
    queries = StorageQueries(storage: storage, directory: directory)
  }

  /// Returns the place for a new take, and events to report; no place while the medium accepts no files, or has less
  /// room than a take needs.
  ///
  /// If the medium has not answered yet, the files are created once it has; frames wait in memory until then.
  ///
  /// - Parameter isQuiet: as for ``look(_:isQuiet:needed:)``.
  func forTake(
    _ now: Double, isQuiet: Bool
  ) -> (place: TakeMirror.Place?, events: [SessionEvent]) {
    isLost = false
    var events: [SessionEvent] = []
    if isThere == nil, !queries.isBusy, isQuiet, left.isEmpty { events = ask(now) }
    guard isThere ?? isRestoring, !isFull else {
      if !isMissed, !isFull {
        isMissed = true
        events.append(.mirror(.away, directory, "it had not been checked yet when the take began"))
      }
      return (nil, events)
    }
    let isWaiting = isThere == nil && !isOpen.isRaised
    let place = TakeMirror.Place(
      directory: directory,
      storage: isWaiting ? GatedStorage(storage: storage, isOpen: isOpen) : storage,
      ringSeconds: ringSeconds, patience: patience, freeMemory: freeMemory())
    return (place, events)
  }

  /// The state of the medium.
  func status(_ take: Take?) -> MirrorStatus {
    let state: MirrorStatus.State
    if let take {
      state = take.isMirrored ? .writing : isLost ? .lost : .away
    } else {
      state = isThere == true && !isFull ? .ready : .away
    }
    return MirrorStatus(folder: directory, state: state, freeBytes: freeBytes)
  }

  /// Returns true if the files of the running take on the medium must be closed for lack of room.
  func isNearlyFull(reserve: Int) -> Bool { freeBytes.map { $0 < reserve } ?? false }

  /// Notes that the medium was lost during a take.
  func lost() {
    (isLost, isMissed) = (true, true)
    // The medium is checked again when its files are closed; that it is away is not reported twice.
    if isThere == true { isThere = nil }
  }

  /// Abandons the files of an ended take; until they are closed, no other take is written to the medium.
  func leave(_ take: TakeMirror) {
    left.append(take)
    lost()
  }

  /// Checks, when that is due, whether the medium is there and how much room it has.
  ///
  /// - Parameters:
  ///   - isQuiet: true if no take is running or being finished, so that any files in progress belong to interrupted
  ///     takes.
  ///   - needed: the bytes that a take needs at least.
  func look(_ now: Double, isQuiet: Bool, needed: Int) -> [SessionEvent] {
    var events = queries.poll().map(hear) ?? []
    // If the medium gains room during a take, report that only afterwards, because the take is not written to it.
    if let freeBytes, isThere == true, isFull != (freeBytes < needed), isQuiet || !isFull {
      isFull.toggle()
      events.append(
        isFull
          ? .mirror(
            .away, directory,
            "it does not have enough room for a take") : .mirror(.ready, directory, ""))
    }
    left.removeAll(where: \.isDone)
    let isExpected = isThere ?? (isRestoring && !isOpen.isRaised)
    if queries.isBusy, now - nextLook > patience, isExpected {
      (isThere, isMissed, freeBytes) = (false, true, nil)
      return events + [.mirror(.away, directory, "it does not respond")]
    }
    guard !queries.isBusy, now >= nextLook, isThere == true || isQuiet && left.isEmpty
    else { return events }
    return events + ask(now)
  }

  /// Asks a medium that is there for its free space, and checks any other medium fully.
  private func ask(_ now: Double) -> [SessionEvent] {
    nextLook = now + Self.lookSeconds
    let isThere = isThere == true
    // A flag that an earlier check raised would let a new take create files that this check takes for interrupted ones.
    if !isThere { isOpen = StopFlag() }
    do throws(SessionFault) {
      try queries.ask(isThere ? .free : .restore, then: isOpen)
      isRestoring = !isThere
      return []
    } catch {
      return [.fault(error)]
    }
  }

  private func hear(_ answer: StorageQueries.Answer) -> [SessionEvent] {
    isRestoring = false
    switch answer {
    case .free(let bytes):
      freeBytes = bytes
      // If the medium does not report its free space, check it fully.
      if bytes == nil { isThere = nil }
      return []
    case .restored(let found):
      let wasMissed = isMissed
      (isThere, isLost, isMissed) = (true, false, false)
      var events: [SessionEvent] = found.isEmpty ? [] : [.recovered(found)]
      // A medium that was full is reported once it has room again.
      if wasMissed, !isFull { events.append(.mirror(.ready, directory, "")) }
      return events
    case .unusable(let error):
      let wasAway = isThere == false
      (isThere, isMissed, freeBytes) = (false, true, nil)
      return wasAway ? [] : [.mirror(.away, directory, "\(error)")]
    }
  }

  /// Waits for the outstanding answer, unless the medium is stalled.
  func finish() { if isThere != false { queries.finish() } }
}
