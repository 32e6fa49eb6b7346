import Essentials
import Recorder

/// Carries text to a reader that may stop reading for a while, so that printing never waits for the reader.
///
/// A terminal stopped with Ctrl-S, a pipe whose reader hangs and a full journal all block a `write` for an unlimited
/// time. `O_NONBLOCK` does not help, because the flag belongs to the open file, which the shell and other programs
/// share. The lane therefore has a thread that writes. Text that the reader does not accept is kept up to a limit;
/// further lines are counted, and replaced by a notice.
///
/// - Thread: any. Unchecked because all state is guarded by the lock.
final class OutputLane: @unchecked Sendable {
  /// The maximum bytes of text that wait: enough for hours of events, yet little even if all memory is locked.
  static let capacityBytes = 64 << 10
  /// Seconds without progress after which the reader counts as gone, once the work is done.
  static let patienceSeconds = 5

  private let write: Console.Writer
  /// The notice for a number of missing lines; `nil` if the notice appears elsewhere.
  private let notice: @Sendable (Int) -> String?
  private let condition = TimedCondition()
  private var thread: Recorder.Thread?

  /// The texts that are not written yet, the oldest first.
  private var waiting: [String] = []
  private var waitingBytes = 0
  /// The number of lines dropped since the last text in `waiting`.
  private var missingLines = 0
  private var isWriting = false
  /// The number of texts written so far; while it grows, the reader is alive.
  private var taken = 0
  private var stage = Stage.working
  /// The reason why nothing more can be written.
  private var failure: (any Error)?

  private enum Stage {
    /// The work goes on, and printing must not wait.
    case working
    /// The work is done, and printing waits until the rest of the text is written.
    case concluding
    /// No more text will come, or be written.
    case ended
  }

  /// Makes a lane to a writer that may block.
  ///
  /// - Throws: ``Recorder/SessionFault`` if the system cannot start a thread.
  init(
    _ name: String, _ write: @escaping Console.Writer,
    notice: @escaping @Sendable (Int) -> String?
  ) throws(SessionFault) {
    self.write = write
    self.notice = notice
    thread = try Recorder.Thread(name: name) { self.run() }
  }

  // MARK: - The printing threads

  /// Hands over a text and, once the work is done, waits until it is written.
  ///
  /// - Throws: the error of the writer for an earlier text; ``CommandError`` (74) if the reader accepts no text.
  func print(_ text: String) throws {
    try condition.locked {
      if let failure { throw failure }
      // This text rewrites the last line in place, so that line need not be written any more.
      if text.utf8.first == UInt8(ascii: "\r"), let last = waiting.last, !last.isWholeLine {
        waitingBytes -= waiting.removeLast().utf8.count
      }
      guard stage != .working || waitingBytes + text.utf8.count <= Self.capacityBytes else {
        missingLines += text.lineCount
        return
      }
      if missingLines > 0 { putNotice() }
      put(text)
      if stage == .concluding { try drain() }
    }
  }

  private func put(_ text: String) {
    waiting.append(text)
    waitingBytes += text.utf8.count
    condition.wakeAll()
  }

  private func putNotice() {
    let lines = missingLines
    missingLines = 0
    if let text = notice(lines) { put(text) }
  }

  /// Notes that the work is done, and that printing may now wait for a reader that accepts text.
  func conclude() { condition.locked { if stage == .working { stage = .concluding } } }

  /// Waits until everything is written or the reader accepts no more text, then ends the lane.
  func end() {
    let isDone = condition.locked {
      if stage == .working { stage = .concluding }
      do { try drain() } catch {}
      stage = .ended
      condition.wakeAll()
      return !isWriting
    }
    // If the thread is stuck in a write that does not return, it ends with the process.
    if isDone { thread?.join() } else { thread?.detach() }
  }

  /// Waits for as long as the reader accepts text; the caller must hold the lock.
  private func drain() throws {
    var seen = taken
    let patience = { TimedCondition.moment(in: Double(Self.patienceSeconds)) }
    var deadline = patience()
    while failure == nil, !waiting.isEmpty || isWriting || missingLines > 0 {
      if seen != taken { (seen, deadline) = (taken, patience()) }
      if condition.wait(until: deadline) || seen != taken { continue }
      failure = CommandError(
        "the output is not being read: its reader, or the terminal, has stopped", .inputOutput)
      (waiting, waitingBytes, missingLines) = ([], 0, 0)
    }
    if let failure { throw failure }
  }

  // MARK: - The thread of the lane

  private func run() {
    while let text = next() {
      var problem: (any Error)?
      do { try write(text) } catch { problem = error }
      condition.locked {
        isWriting = false
        taken += 1
        if let problem {
          failure = failure ?? problem
          (waiting, waitingBytes, missingLines) = ([], 0, 0)
        }
        condition.wakeAll()
      }
    }
  }

  /// The next text to write; `nil` when the lane has ended.
  private func next() -> String? {
    condition.locked {
      while waiting.isEmpty {
        if missingLines > 0 {
          putNotice()
          continue
        }
        if stage == .ended { return nil }
        condition.wait()
      }
      isWriting = true
      let text = waiting.removeFirst()
      waitingBytes -= text.utf8.count
      return text
    }
  }
}

extension String {
  /// True if the text after this one starts on a new line.
  fileprivate var isWholeLine: Bool { utf8.last == UInt8(ascii: "\n") }

  fileprivate var lineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
