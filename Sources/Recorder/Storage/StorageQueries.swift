import Glibc
import Synchronization
import TakeFiles

/// Asks the storage on a separate thread, because a card that does not answer must not block buttons and capture.
///
/// - Thread: control.
final class StorageQueries {
  /// A question to the storage.
  enum Question: Sendable {
    /// Asks for the free space in bytes.
    case free
    /// Asks whether the folder accepts files; if it does, interrupted takes are recovered.
    case restore
  }

  /// The answer of the storage.
  enum Answer: Sendable {
    case free(Int?)
    /// The folder accepts files; the value is the outcome for the interrupted takes.
    case restored([RecoveredTake])
    case unusable(TakeFileError)
  }

  private let storage: any StoragePort
  private let directory: String
  /// The thread that asks, and the box through which it gets questions; `nil` before the first question.
  private var asker: (thread: Thread, box: QuestionBox)?
  /// True while an answer is outstanding.
  private(set) var isBusy = false

  /// Creates queries to a storage about a folder.
  init(storage: any StoragePort, directory: String) {
    self.storage = storage
    self.directory = directory
  }

  deinit {
    asker?.box.close()
    asker?.thread.detach()
  }

  /// Asks a question; ``poll()`` returns the answer once it has come.
  ///
  /// - Parameter isOpen: the flag to raise once the files of interrupted takes are known, so that files of new takes
  ///   may be created.
  /// - Precondition: no answer is outstanding.
  func ask(_ question: Question, then isOpen: StopFlag) throws(SessionFault) {
    precondition(!isBusy)
    if asker == nil {
      let (storage, directory, box) = (storage, directory, try QuestionBox())
      let thread = try Thread(name: "storage", stackBytes: Thread.largeStack) {
        while let (question, isOpen) = box.next() {
          switch question {
          case .free: box.answer(.free(storage.freeBytes(directory: directory)))
          case .restore: box.answer(Self.restore(storage, directory, isOpen))
          }
        }
      }
      asker = (thread, box)
    }
    asker?.box.ask(question, isOpen)
    isBusy = true
  }

  /// Returns the answer if it has come; otherwise `nil`.
  func poll() -> Answer? {
    guard isBusy, let answer = asker?.box.nextAnswer() else { return nil }
    isBusy = false
    return answer
  }

  /// Waits for the outstanding answer, and ends the thread.
  func finish() {
    asker?.box.close()
    asker?.thread.join()
    (asker, isBusy) = (nil, false)
  }

  private static func restore(
    _ storage: any StoragePort, _ directory: String, _ isOpen: StopFlag
  ) -> Answer {
    defer { isOpen.raise() }
    do throws(StorageRefusal) {
      try storage.check(directory: directory)
    } catch {
      return .unusable(
        .withNewFile(
          .write, directory, code: error.errno, in: directory,
          freeBytes: storage.freeBytes(directory: directory)))
    }
    do throws(TakeFileError) {
      let empty = try TakeRecovery.restoreNames(in: directory)
      let left = try TakeRecovery.inProgress(in: directory)
      isOpen.raise()
      return .restored(empty + TakeRecovery.recover(left))
    } catch {
      return .unusable(error)
    }
  }
}

/// A box that carries a question to the thread that asks, and carries the answer back to the control thread.
private final class QuestionBox: Sendable {
  private let asked = Mutex<(StorageQueries.Question, StopFlag)?>(nil)
  private let answered = Mutex<StorageQueries.Answer?>(nil)
  /// The end of a pipe on which the thread waits, until something is written to its other end, ``bell``.
  private let ear: Int32
  private let bell: Int32

  init() throws(SessionFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .threadRefused(errno: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (ear, bell) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(ear)
    Glibc.close(bell)
  }

  func ask(_ wanted: StorageQueries.Question, _ isOpen: StopFlag) {
    asked.withLock { $0 = (wanted, isOpen) }
    ring()
  }

  /// Lets the thread end after any question that is pending.
  func close() { ring() }

  private func ring() {
    var byte: UInt8 = 1
    _ = write(bell, &byte, 1)
  }

  /// Waits for the next question; `nil` if none will come.
  func next() -> (StorageQueries.Question, StopFlag)? {
    var byte: UInt8 = 0
    while read(ear, &byte, 1) < 0, errno == EINTR {}
    return asked.withLock { $0.take() }
  }

  func answer(_ given: StorageQueries.Answer) { answered.withLock { $0 = given } }

  func nextAnswer() -> StorageQueries.Answer? { answered.withLock { $0.take() } }
}

/// A storage in which the first write waits until the files to be recovered are known; the ring keeps the frames
/// meanwhile.
struct GatedStorage: StoragePort {
  let storage: any StoragePort
  let isOpen: StopFlag

  func admit(bytes: Int) throws(StorageRefusal) {
    while !isOpen.isRaised { pause(milliseconds: 10) }
    try storage.admit(bytes: bytes)
  }

  func admitConclusion() throws(StorageRefusal) { try storage.admitConclusion() }

  func freeBytes(directory: String) -> Int? { storage.freeBytes(directory: directory) }

  func fileLimit(directory: String) -> Int? { storage.fileLimit(directory: directory) }

  func check(directory: String) throws(StorageRefusal) { try storage.check(directory: directory) }
}
