import Synchronization
import TakeFiles

/// Asks the storage on a thread of its own: a card that does not answer must not hold up buttons and capture.
///
/// - Thread: control.
final class StorageQueries {
  /// A question to the storage.
  enum Question {
    /// The free space in bytes.
    case free
    /// The state of the directory; when it takes files, interrupted takes are recovered.
    case restore
  }

  /// The answer of the storage.
  enum Answer: Sendable {
    case free(Int?)
    /// The directory takes files; the outcome for the interrupted takes.
    case restored([RecoveredTake])
    case unusable(TakeFileError)
  }

  private let storage: any StoragePort
  private let directory: String
  private var asked: (thread: Thread, cell: AnswerCell)?

  /// Queries to the storage of takes.
  init(storage: any StoragePort, directory: String) {
    self.storage = storage
    self.directory = directory
  }

  /// True while an answer is awaited.
  var isBusy: Bool { asked != nil }

  /// Asks; the answer comes with ``poll()``.
  ///
  /// - Parameter isOpen: raised when it is known which files are those of interrupted takes, so that new ones may be
  ///   made.
  /// - Precondition: no answer is awaited.
  func ask(_ question: Question, then isOpen: StopFlag) throws(SessionFault) {
    precondition(asked == nil)
    let (storage, directory, cell) = (storage, directory, AnswerCell())
    let thread = try Thread(name: "storage", stackBytes: Thread.largeStack) {
      switch question {
      case .free: cell.answer = .free(storage.freeBytes(directory: directory))
      case .restore:
        cell.answer = Self.restore(storage, directory, isOpen)
      }
    }
    asked = (thread, cell)
  }

  /// The answer, once it is there.
  func poll() -> Answer? {
    guard let asked, let answer = asked.cell.answer else { return nil }
    asked.thread.join()
    self.asked = nil
    return answer
  }

  /// Waits for the answer that is still to come.
  func finish() {
    asked?.thread.join()
    asked = nil
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

/// A cell in which the thread leaves its answer, once.
private final class AnswerCell: Sendable {
  private let state = Mutex<StorageQueries.Answer?>(nil)

  var answer: StorageQueries.Answer? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A storage whose first file waits until it is known which files are to be recovered; the ring keeps the frames
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
