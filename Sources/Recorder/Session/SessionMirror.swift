import TakeFiles

/// News of one of a take's two media, with the reason in words.
enum MediumNews: Equatable {
  /// The first medium failed or is full; the take continues on the second one alone.
  case mainLost(String)
  /// The second medium failed, is full, or fell behind; the take continues on the first one alone.
  case mirrorLost(String)
}

/// The second medium of takes.
package struct MirrorStatus: Sendable, Equatable {
  /// The states of a second medium.
  package enum State: String, Sendable, CaseIterable, Codable {
    /// It accepts files: the next take is written to it as well.
    case ready
    /// The take is written to it.
    case writing
    /// It is missing, or accepts no files.
    case away
    /// It was lost during the current take, which continues without it.
    case lost
  }

  /// Its folder.
  package var folder: String
  /// Its state.
  package var state: State
  /// Its free bytes; `nil` if unknown.
  package var freeBytes: Int?
}

/// The session's knowledge of the second medium, which may come and go.
///
/// - Thread: control.
final class SessionMirror {
  /// Seconds between two looks at it.
  static let lookSeconds = 1.0

  /// Its folder.
  let directory: String
  private let storage: any StoragePort
  private let queries: StorageQueries
  private let isOpen = StopFlag()
  private var isThere: Bool?
  private var freeBytes: Int?
  private var fileLimit: Int?
  /// True if it has less room than a take needs.
  private var isFull = false
  private var nextLook = 0.0
  /// Seconds without an answer after which it counts as stalled.
  private let patience: Double
  private let ringSeconds: Double
  /// Ended takes whose files it does not close.
  private var left: [TakeMirror] = []
  /// True if it was lost during the current take.
  private var isLost = false
  /// True if the last report was that it was lost or missing.
  private var isMissed = false

  /// The second medium of a configuration; `nil` for none.
  init?(_ configuration: SessionConfiguration, storage: any StoragePort) {
    guard configuration.makesTakes, let directory = configuration.mirror else { return nil }
    (self.directory, self.storage) = (directory, storage)
    (patience, ringSeconds) = (configuration.mirrorPatience, configuration.mirrorRingSeconds)
    queries = StorageQueries(storage: storage, directory: directory)
  }

  /// The place for a new take; `nil` while it accepts no files, or has less room than a take needs.
  func forTake() -> TakeMirror.Place? {
    isLost = false
    guard isThere == true, !isFull else { return nil }
    return TakeMirror.Place(
      directory: directory, storage: storage, fileLimit: fileLimit, ringSeconds: ringSeconds,
      patience: patience)
  }

  /// Its state.
  func status(_ take: Take?) -> MirrorStatus {
    let state: MirrorStatus.State =
      take?.isMirrored == true
      ? .writing : isLost && take != nil ? .lost : isThere == true && !isFull ? .ready : .away
    return MirrorStatus(folder: directory, state: state, freeBytes: freeBytes)
  }

  /// True if the current take must be closed on it for lack of room.
  func isNearlyFull(reserve: Int) -> Bool { freeBytes.map { $0 < reserve } ?? false }

  /// Notes that it was lost in a take.
  func lost() {
    (isLost, isMissed) = (true, true)
    // It is checked again when its files are closed.
    isThere = nil
  }

  /// Abandons the files of an ended take: until they are closed, it gets no other take.
  func leave(_ take: TakeMirror) {
    left.append(take)
    (isLost, isMissed, isThere) = (true, true, nil)
  }

  /// Checks, when due, whether it is there, and its room.
  ///
  /// - Parameters:
  ///   - isQuiet: true if no take is running or being finished, so that files in progress belong to interrupted
  ///     takes.
  ///   - needed: the bytes a take needs at least.
  func look(_ now: Double, isQuiet: Bool, needed: Int) -> [SessionEvent] {
    var events = queries.poll().map(hear) ?? []
    // If it gains room during a take, that take is still not on it.
    if let freeBytes, isThere == true, isFull != (freeBytes < needed), isQuiet || !isFull {
      isFull.toggle()
      events.append(
        isFull
          ? .mirror(
            .away, directory,
            "it does not have enough room for a take") : .mirror(.ready, directory, ""))
    }
    left.removeAll(where: \.isDone)
    if queries.isBusy, now - nextLook > patience, isThere == true {
      (isThere, isMissed, freeBytes) = (false, true, nil)
      return events + [.mirror(.away, directory, "it does not respond")]
    }
    guard !queries.isBusy, now >= nextLook, isThere == true || isQuiet && left.isEmpty
    else { return events }
    nextLook = now + Self.lookSeconds
    do throws(SessionFault) {
      try queries.ask(isThere == true ? .free : .restore, then: isOpen)
      return events
    } catch {
      return events + [.fault(error)]
    }
  }

  private func hear(_ answer: StorageQueries.Answer) -> [SessionEvent] {
    switch answer {
    case .free(let bytes):
      freeBytes = bytes
      // A medium that does not report its free space needs a closer look.
      if bytes == nil { isThere = nil }
      return []
    case .restored(let found):
      let wasMissed = isMissed
      (isThere, isLost, isMissed) = (true, false, false)
      // It has just answered, so this does not block.
      fileLimit = storage.fileLimit(directory: directory)
      var events: [SessionEvent] = found.isEmpty ? [] : [.recovered(found)]
      if wasMissed { events.append(.mirror(.ready, directory, "")) }
      return events
    case .unusable(let error):
      let wasAway = isThere == false
      (isThere, isMissed, freeBytes) = (false, true, nil)
      return wasAway ? [] : [.mirror(.away, directory, "\(error)")]
    }
  }

  /// Waits for the outstanding answer, unless it is stalled.
  func finish() { if isThere != false { queries.finish() } }
}
