import Essentials
import Glibc

/// Requests that another program copy takes, open a Wi-Fi or power the system off, and follows its progress.
///
/// The two communicate through plain files, because the other program has rights of its own.
///
/// It is a state machine of (request, status file, time), which reads the status file only while a request is pending.
///
/// - Thread: control.
final class ProgramRequest {
  /// Seconds between two looks at the status file.
  static let lookSeconds = 0.5
  /// Seconds within which the other program must answer.
  static let answerSeconds = 15.0

  private let mailbox: CopyMailbox
  private var work: Work?
  /// True if a request has failed since the last press of a button: a copy may take hours without anyone watching.
  private(set) var hasFailed = false

  /// A request that has not been completed.
  private struct Work {
    var askedAt: Double
    /// The mark of the status from before the request, or of the status read last: as long as the mark stays the same,
    /// the status contains nothing new.
    var known: StatusFile.Mark?
    var isAnswered = false
    var hasStarted = false
    var nextLook: Double
  }

  /// Creates the means of requesting a program's work; if work is already in progress, because the recorder was
  /// restarted meanwhile, its progress is followed.
  init(_ mailbox: CopyMailbox) {
    self.mailbox = mailbox
    guard let status = StatusFile(mailbox.status), status.isOfWork else { return }
    work = Work(
      askedAt: 0, known: status.mark, isAnswered: true, hasStarted: true, nextLook: 0)
  }

  /// True while a request has not been completed.
  var isBusy: Bool { work != nil }

  /// Requests the program's work.
  ///
  /// - Parameter now: the time in seconds on the control clock. A request without a text consists of this time, which
  ///   keeps growing even if the recorder is restarted.
  /// - Throws: ``SessionRefusal`` if another request is in progress, or the request cannot be written.
  func ask(_ now: Double, saying text: String? = nil) throws(SessionRefusal) {
    guard work == nil else { throw mailbox.program == .copy ? .copyRuns : .wifiRuns }
    let before = StatusFile(mailbox.status)?.mark
    try write("\(text ?? "\(Int(now * 1000))")\n")
    work = Work(askedAt: now, known: before, nextLook: now + Self.lookSeconds)
    hasFailed = false
  }

  /// Withdraws the last request, which the program may not have carried out yet.
  func withdraw() {
    unlink(mailbox.request)
    work = nil
  }

  /// Notes that a person is present and has seen any failure shown so far.
  func acknowledge() { hasFailed = false }

  /// Returns news of the request, if there is any; the status is read at most twice a second.
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

  /// Returns the news that a status line contains; a line with other words only shows that the program answers.
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

  private func write(_ text: String) throws(SessionRefusal) {
    let code = WholeFile.replace(mailbox.request, with: text)
    if code != 0 { throw refusal(code) }
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

/// The contents of a status file at one moment.
private struct StatusFile {
  /// The identity of a file and its time of change, so that a file that replaces another has another mark.
  struct Mark: Equatable {
    var node: ino_t
    var seconds: Int
    var nanoseconds: Int
  }

  var mark: Mark
  /// The first line of the file.
  var line: String

  /// True if the status is that of work in progress.
  var isOfWork: Bool { !line.isEmpty && !line.hasPrefix("done") && !line.hasPrefix("failed") }

  /// Reads a status file; `nil` if there is none.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    mark = Mark(
      node: status.st_ino, seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    line = LineFile.firstLine(of: descriptor)
  }
}

/// Files of one short line, with which programs talk to each other.
enum LineFile {
  /// The number of bytes that are read from a file; no line is longer.
  private static let largest = 1000

  /// The first line of an open file.
  static func firstLine(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: largest)
    let count = read(descriptor, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}
