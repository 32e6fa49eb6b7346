import PinnaCapture
import Synchronization
import Varlink

/// A session for a C program, with the message of the last error and the unread changes.
final class SessionHandle: Sendable {
  let session: CaptureSession
  private let error = Mutex("")
  private let changes = Mutex(UnreadChanges())
  private let take = Mutex("")
  private let bell = WakeUpPipe()
  private let levels = Mutex<LevelUpdates?>(nil)

  /// Makes a handle for a session, and collects the session's changes from now on.
  init(_ session: CaptureSession) {
    self.session = session
    let told = session.changes(capacity: UnreadChanges.most)
    Task.detached { [weak self] in
      for await change in told { self?.keep(change) }
    }
  }

  private func keep(_ change: CaptureChange) {
    changes.withLock { changes in
      changes.keep(change.event.words, missed: change.missed)
      bell?.ring()
    }
  }

  /// A descriptor that is readable while there are unread changes.
  var descriptor: Int32 { bell?.descriptor ?? -1 }

  /// The message of the last error.
  var lastError: String { error.withLock { $0 } }

  /// The path of the stereo file of the last stopped take.
  var lastTake: String {
    get { take.withLock { $0 } }
    set { take.withLock { $0 = newValue } }
  }

  /// Makes the session render left and right from now on, even if nothing else needs them, so that they have levels.
  func keepMeasuring() { levels.withLock { $0 = $0 ?? session.levels() } }

  /// Copies the oldest unread change, and removes the change if its whole text fits into the buffer.
  func nextChange(to buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    changes.withLock { changes in
      let length = copy(changes.first ?? "", to: buffer, size)
      if buffer != nil, length < size { changes.removeFirst() }
      if changes.first == nil { bell?.hear() }
      return length
    }
  }

  /// Keeps the message of an error, and returns its code, by default the code for an invalid argument.
  func refuse(_ sentence: String, _ code: Int32 = invalidArgument) -> Int32 {
    error.withLock { $0 = sentence }
    return code
  }

  /// The enumeration value for a text from a C program; if there is none, keeps an error message and returns `nil`.
  func word<Word: RawRepresentable & CaseIterable>(
    _ pointer: UnsafePointer<CChar>?, _ what: String, _ type: Word.Type
  ) -> Word? where Word.RawValue == String {
    let given = text(pointer)
    if let word = given.flatMap(Word.init(rawValue:)) { return word }
    let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    _ = refuse("the \(what) is \(given.map { "\"\($0)\"" } ?? "NULL"); allowed: \(words)")
    return nil
  }

  /// Runs asynchronous work and waits for its result; if it fails, keeps the message of the error.
  func wait<Value: Sendable>(
    _ work: @escaping @Sendable (CaptureSession) async throws(CaptureError) -> Value
  ) -> Result<Value, CaptureError> {
    let session = session
    let result = Answer<Value>.wait { () async throws(CaptureError) in try await work(session) }
    if case .failure(let failure) = result { error.withLock { $0 = failure.description } }
    return result
  }

  /// Runs asynchronous work, waits for it and returns 0 or the code of its error.
  func code(
    _ work: @escaping @Sendable (CaptureSession) async throws(CaptureError) -> Void
  ) -> Int32 {
    switch wait(work) {
    case .success: 0
    case .failure(let error): error.code
    }
  }
}

extension CaptureChange.Event {
  /// The change as one line of text.
  var words: String {
    switch self {
    case .activated: "activated"
    case .route(let route): "route \(route.actual.dataSource) \(route.actual.polarPattern.rawValue)"
    case .orientation(let orientation): "orientation \(orientation.rawValue)"
    case .interrupted(let error): "interrupted \(error)"
    case .deviceBack: "device-back"
    case .takeStarted(let take): "take-started \(take.id)"
    case .takePaused(let isPaused): isPaused ? "take-paused" : "take-resumed"
    case .takeFinished(let take): "take-finished \(take.files.first ?? "")"
    case .refused(let error): "refused \(error)"
    case .notice(let words): "notice \(words)"
    }
  }
}

extension CaptureError {
  /// The code of the error in pinna.h.
  var code: Int32 {
    switch self {
    case .unknownBoard: -2
    case .invalidFile: -3
    case .deviceAbsent: -4
    case .deviceBusy: -5
    case .deviceFailed: -6
    case .notActive: -7
    case .duringTake: -8
    case .takeRuns: -9
    case .noTake: -10
    case .noSuchDataSource, .unsupportedPolarPattern, .orientationFixed, .unavailable, .filters,
      .noDirectory, .tooManyPauses:
      -11
    case .storage: -12
    case .system: -13
    case .tooManyPulls: -14
    case .closed: -15
    }
  }
}
