import Glibc

/// Requests another program to copy takes or to open a Wi-Fi, and follows its progress: with plain files, because it
/// has its own rights.
///
/// A state machine of (request, status file, time); it reads the file only while a request is pending.
///
/// - Thread: control.
final class ProgramRequest {
  /// Seconds between two looks at the status.
  static let lookSeconds = 0.5
  /// Seconds within which the other program must answer.
  static let answerSeconds = 15.0

  private let mailbox: CopyMailbox
  private var work: Work?
  /// True if a copy failed since the last press of a button: it may have taken hours, unwatched.
  private(set) var hasFailed = false

  /// A requested copy.
  private struct Work {
    var askedAt: Double
    /// The status from before, or the last one read; it contains nothing new.
    var known: StatusFile.Mark?
    var isAnswered = false
    var hasStarted = false
    var nextLook: Double
  }

  /// A request that picks up a running copy: the recorder was restarted meanwhile.
  init(_ mailbox: CopyMailbox) {
    self.mailbox = mailbox
    guard let status = StatusFile(mailbox.status), status.isOfWork else { return }
    work = Work(
      askedAt: 0, known: status.mark, isAnswered: true, hasStarted: true, nextLook: 0)
  }

  /// True while a requested copy has not ended.
  var isBusy: Bool { work != nil }

  /// Requests a copy.
  ///
  /// - Parameter now: seconds on the control clock, which the request states: they grow even across a restart of the
  ///   recorder.
  /// - Throws: ``SessionRefusal`` if one is in progress, or the request cannot be written.
  func ask(_ now: Double, saying text: String? = nil) throws(SessionRefusal) {
    guard work == nil else { throw mailbox.program == .copy ? .copyRuns : .wifiRuns }
    let before = StatusFile(mailbox.status)?.mark
    try write("\(text ?? "\(Int(now * 1000))")\n")
    work = Work(askedAt: now, known: before, nextLook: now + Self.lookSeconds)
    hasFailed = false
  }

  /// Notes that a person is present and has seen the failure shown so far.
  func acknowledge() { hasFailed = false }

  /// Returns the news, at most twice a second.
  func poll(_ now: Double) -> CopyNews? {
    let news = look(now)
    if case .failed = news { hasFailed = true }
    return news
  }

  private func look(_ now: Double) -> CopyNews? {
    guard var work, now >= work.nextLook else { return nil }
    work.nextLook = now + Self.lookSeconds
    if let status = StatusFile(mailbox.status), status.mark != work.known {
      work.known = status.mark
      work.isAnswered = true
      let news = hear(status.line, &work)
      switch news {
      case .finished, .failed: self.work = nil
      default: self.work = work
      }
      return news
    }
    self.work = work
    guard !work.isAnswered, now - work.askedAt >= Self.answerSeconds else { return nil }
    self.work = nil
    let unit = mailbox.program.rawValue
    return .failed(
      "no answer to the request: is \(unit).path running? see systemctl status \(unit)")
  }

  /// The news in a status; other words only show that the program answers.
  private func hear(_ line: String, _ work: inout Work) -> CopyNews? {
    let words = line.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case "copying" where !work.hasStarted, "opening" where !work.hasStarted,
      "closing" where !work.hasStarted:
      work.hasStarted = true
      return .started
    case "done": return .finished(rest)
    case "failed": return .failed(rest.isEmpty ? "without a reason" : rest)
    default: return nil
    }
  }

  /// Replaces the request: a reader sees the old one or the new one.
  private func write(_ text: String) throws(SessionRefusal) {
    let temporary = mailbox.request + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw refusal(errno) }
    let bytes = Array(text.utf8)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    let code = errno
    close(descriptor)
    guard count == bytes.count else { throw refusal(count < 0 ? code : ENOSPC) }
    guard rename(temporary, mailbox.request) == 0 else { throw refusal(errno) }
  }

  private func refusal(_ code: Int32) -> SessionRefusal {
    switch mailbox.program {
    case .copy: .copyRequest(path: mailbox.request, errno: code)
    case .wifi: .wifiRequest(path: mailbox.request, errno: code)
    case .sleep:
      .unavailable(
        "\(mailbox.request): the request to power off cannot be written (errno \(code))")
    }
  }
}

/// A status file as it was at one moment.
private struct StatusFile {
  /// The identity of a file and its time: a file that replaces another has another mark.
  struct Mark: Equatable {
    var node: ino_t
    var seconds: Int
    var nanoseconds: Int
  }

  var mark: Mark
  /// Its first line.
  var line: String

  /// True for the status of a copy that has not ended.
  var isOfWork: Bool { !line.isEmpty && !line.hasPrefix("done") && !line.hasPrefix("failed") }

  /// Bytes read from the file; no status line is longer.
  private static let largest = 1000

  /// Reads a file; `nil` if there is none.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    mark = Mark(
      node: status.st_ino, seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    var bytes = [UInt8](repeating: 0, count: Self.largest)
    let count = read(descriptor, &bytes, bytes.count)
    let text = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    line = String(decoding: text, as: UTF8.self)
  }
}
