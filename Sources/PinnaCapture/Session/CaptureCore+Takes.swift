import Realtime
import Recorder

extension CaptureCore {
  /// Starts a take.
  func startTake(withPreRoll: Bool) throws(CaptureError) -> RunningTake {
    if !withPreRoll { session.discardHistory() }
    let now = host.now
    try asking { () throws(SessionRefusal) in try session.startTake(now) }
    guard let take = runningTake else { throw .notActive }
    (started, ended) = (take.id, nil)
    return take
  }

  /// Ends the take, and answers when its files are closed; if the take has already ended, the first call returns it.
  func stopTake(then answer: @escaping (Result<FinishedTake, CaptureError>) -> Void) {
    if !session.isTaking, let id = started {
      guard let take = ended else {
        // The recorder is still closing the files of that take.
        waiting[id, default: []].append(answer)
        return
      }
      (started, ended) = (nil, nil)
      return answer(.success(take))
    }
    do throws(CaptureError) {
      guard let id = session.takeIdentity else { throw .noTake }
      try asking { () throws(SessionRefusal) in try session.stopTake() }
      waiting[id, default: []].append(answer)
    } catch {
      answer(.failure(error))
    }
  }

  /// Makes a request to the session, and translates its refusal.
  func asking(_ request: () throws(SessionRefusal) -> Void) throws(CaptureError) {
    do throws(SessionRefusal) { try request() } catch { throw CaptureError(error) }
  }

  /// Chooses a data source, a pattern or an orientation, now and whenever the recorder is rebuilt.
  func choose(
    _ keep: (inout CaptureSetup) -> Void, _ request: () throws(SessionRefusal) -> Void
  ) throws(CaptureError) {
    try asking(request)
    keep(&setup)
    // If the new data source does not support the pattern, the session has selected another pattern.
    setup.pattern = session.preferred.pattern
  }
}

extension CaptureCore {
  /// The maximum number of pulls for programs: each pull uses a reader of the ring, and takes also need readers.
  static let mostPulls = 2

  /// Starts the live sound that sequences wait for.
  func listen() { tend(host.now) }

  /// Attaches a program's pull.
  func lend(_ pull: LivePull, isRaw: Bool) throws(CaptureError) {
    guard lent < Self.mostPulls else { throw .tooManyPulls(limit: Self.mostPulls) }
    lent += 1
    attach(pull, isRaw: isRaw)
    if isActive { host.proceed() }
  }

  /// Detaches a program's pull.
  func end(_ pull: LivePull) {
    lent -= 1
    detach(pull)
  }
}
