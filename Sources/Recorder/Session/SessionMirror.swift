import TakeFiles

/// News of one of two media of a take, with its reason in words.
enum MediumNews: Equatable {
  /// The first medium failed or is full; the take goes on, on the second one alone.
  case mainLost(String)
  /// The second medium failed, is full, or fell behind; the take goes on, on the first one alone.
  case mirrorLost(String)
}

/// The second medium of takes.
package struct MirrorStatus: Sendable, Equatable {
  /// The states of a second medium.
  package enum State: String, Sendable, CaseIterable, Codable {
    /// It takes files: the next take is written to it as well.
    case ready
    /// The take is written to it.
    case writing
    /// It is not there, or takes no files.
    case away
    /// It was lost in the take that is being made, which goes on without it.
    case lost
  }

  /// Its folder.
  package var folder: String
  /// Its state.
  package var state: State
  /// Its free bytes; `nil` when they are not known.
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
  /// True when it has less room than a take needs.
  private var isFull = false
  private var nextLook = 0.0
  /// Seconds after which a question without an answer means that it stands still.
  private let patience: Double
  private let ringSeconds: Double
  /// Takes that are over and whose files it does not close.
  private var left: [TakeMirror] = []
  /// True when it was lost in the take that is being made.
  private var isLost = false
  /// True when the last that was told of it is that it was lost, or went away.
  private var isMissed = false

  /// The second medium of a configuration; `nil` for none.
  init?(_ configuration: SessionConfiguration, storage: any StoragePort) {
    guard configuration.makesTakes, let directory = configuration.mirror else { return nil }
    (self.directory, self.storage) = (directory, storage)
    (patience, ringSeconds) = (configuration.mirrorPatience, configuration.mirrorRingSeconds)
    queries = StorageQueries(storage: storage, directory: directory)
  }

  /// The place for a new take; `nil` while it takes no files, or has room for less than a take needs.
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

  /// True when the take that is being made must be closed on it, for want of room.
  func isNearlyFull(reserve: Int) -> Bool { freeBytes.map { $0 < reserve } ?? false }

  /// Notes that it was lost in a take.
  func lost() {
    (isLost, isMissed) = (true, true)
    // It is looked at anew when its files are closed.
    isThere = nil
  }

  /// Goes on without the files of a take that is over: until they are closed, it gets no other take.
  func leave(_ take: TakeMirror) {
    left.append(take)
    (isLost, isMissed, isThere) = (true, true, nil)
  }

  /// Looks at it when it is time: whether it is there, and its room.
  ///
  /// - Parameters:
  ///   - isQuiet: true when no take is made or finished, so that files in progress are those of takes that were
  ///     interrupted.
  ///   - needed: bytes that a take needs at least.
  func look(_ now: Double, isQuiet: Bool, needed: Int) -> [SessionEvent] {
    var events = queries.poll().map(hear) ?? []
    // If it gets room during a take, that take is still not on it.
    if let freeBytes, isThere == true, isFull != (freeBytes < needed), isQuiet || !isFull {
      isFull.toggle()
      events.append(
        isFull
          ? .mirror(.away, directory, "it has no room for a take") : .mirror(.ready, directory, ""))
    }
    left.removeAll(where: \.isDone)
    if queries.isBusy, now - nextLook > patience, isThere == true {
      (isThere, isMissed, freeBytes) = (false, true, nil)
      return events + [.mirror(.away, directory, "it does not answer")]
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
      // A medium that does not tell its room is looked at closely.
      if bytes == nil { isThere = nil }
      return []
    case .restored(let found):
      let wasMissed = isMissed
      (isThere, isLost, isMissed) = (true, false, false)
      // It has just answered.
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

  /// Waits for the answer that is still to come, unless it stands still.
  func finish() { if isThere != false { queries.finish() } }
}
