import Glibc

/// A program in a separate process, which reads what this process feeds it, and returns its output to this process.
///
/// This process uses sockets, not pipes: writing to a socket can be made not to raise SIGPIPE if the other end is gone,
/// and not to wait, while the program notices no difference. The program gets its own process group (Ctrl-C is for the
/// recorder, which finishes the file), default signals and a neutral language. Releasing the object kills the program
/// and waits for its end.
///
/// - Thread: one at a time.
package final class CodecProcess {
  /// The last bytes that the program wrote to its standard error.
  package private(set) var complaint: [UInt8] = []

  /// The ID of the program's process.
  package let pid: pid_t
  // The ends of the connections that belong to this process; -1 once closed.
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private let isWaitedFor: Bool
  private var hasEnded = false
  private var hasClosedErrors = false

  /// If the program makes no progress for this long, it counts as stuck; even a busy board stalls for less.
  private static let patienceMilliseconds: Int32 = 60_000
  private static let complaintBytes = 4096

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - arguments: the arguments of the program, without its name.
  ///   - name: the name that the program is told as its own; `nil` to tell it its path.
  ///   - isWaitedFor: true if the program may be silent for any length of time; ``read(atMost:sink:)`` then returns at
  ///     least every second.
  ///   - environment: variables to add to the neutral environment, as `NAME=VALUE`.
  /// - Throws: ``Failure`` with the errno.
  package init(
    program: String, arguments: [String], name: String? = nil, isWaitedFor: Bool = false,
    environment: [String] = []
  ) throws(Failure) {
    self.isWaitedFor = isWaitedFor
    var channels: [CodecChannel] = []
    do throws(Failure) {
      for _ in 0..<3 { channels.append(try CodecChannel()) }
      pid = try Self.spawn(
        program: program, arguments: [name ?? program] + arguments, environment: environment,
        descriptors: channels.map(\.theirs))
    } catch {
      for channel in channels { channel.close() }
      throw error
    }
    // Close the program's ends in this process; while they are open here, the program's output never ends.
    for channel in channels { close(channel.theirs) }
    (input, output, errors) = (channels[0].ours, channels[1].ours, channels[2].ours)
  }

  deinit {
    abandon()
    closeInput()
    close(output)
    close(errors)
  }

  private func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// The reason why the program could not be used.
  package enum Failure: Error, Equatable {
    /// The system refused to start the program.
    case start(code: Int32)
    /// The program ended, or closed its input, too early.
    case ended
    /// The program no longer makes progress.
    case stuck
    /// The system refused communication with the program.
    case channel(code: Int32)
  }

  /// Feeds bytes to the program; takes its output whenever it accepts no more bytes.
  func feed(
    _ bytes: UnsafeRawBufferPointer, sink: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    var done = 0
    while done < bytes.count {
      if input < 0 { throw .ended }
      let count = send(
        input, bytes.baseAddress! + done, bytes.count - done,
        Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      if count > 0 {
        done += count
      } else if errno == EPIPE || errno == ECONNRESET {
        _ = try drain(sink)
        throw .ended
      } else if errno == EAGAIN {
        try exchange(sink)
      } else if errno != EINTR {
        throw .channel(code: errno)
      }
    }
  }

  /// Takes all output that the program has produced so far, without waiting for more.
  ///
  /// - Returns: true if the output has ended.
  func drain(_ sink: (UnsafeRawBufferPointer) -> Void) throws(Failure) -> Bool {
    while try readErrors() {}
    return try Self.receive(output, until: .max, sink)
  }

  /// Waits for output of the program, and takes some of it.
  ///
  /// - Returns: true if the output has ended.
  /// - Throws: ``Failure``.
  package func read(
    atMost limit: Int, sink: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) -> Bool {
    try wait(forInput: false)
    while try readErrors() {}
    return try Self.receive(output, until: limit, sink)
  }

  /// Closes the program's input, takes the rest of its output, and waits until the program ends.
  ///
  /// - Returns: the program's exit code; -1 if a signal ended it; `nil` if the system does not report the code, because
  ///   this process ignores SIGCHLD.
  /// - Throws: ``Failure``.
  package func finish(_ sink: (UnsafeRawBufferPointer) -> Void) throws(Failure) -> Int32? {
    closeInput()
    while try !drain(sink) { try wait(forInput: false) }
    let status = Self.wait(for: pid)
    hasEnded = true
    while try readErrors() {}
    return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -1 }
  }

  /// Kills the program and waits until it has ended.
  package func abandon() {
    if hasEnded { return }
    kill(pid, SIGKILL)
    _ = Self.wait(for: pid)
    hasEnded = true
  }

  /// Waits until the program accepts bytes or has output, and takes any output.
  private func exchange(_ sink: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
    try wait(forInput: true)
    if try drain(sink) { throw .ended }
  }

  private func wait(forInput: Bool) throws(Failure) {
    var waiting = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    // A program may close its standard error early; from then on that end would always seem ready.
    if hasClosedErrors { waiting.removeLast() }
    if forInput {
      waiting.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    let patience = isWaitedFor ? 1000 : Self.patienceMilliseconds
    let count = poll(&waiting, nfds_t(waiting.count), patience)
    if count == 0, !isWaitedFor { throw .stuck }
    if count < 0 && errno != EINTR { throw .channel(code: errno) }
  }

  /// Reads messages from the program's standard error, and keeps the last bytes of them.
  ///
  /// - Returns: true if there may be more messages.
  private func readErrors() throws(Failure) -> Bool {
    if hasClosedErrors { return false }
    var found: [UInt8] = []
    hasClosedErrors = try Self.receive(errors, until: Self.complaintBytes) {
      found.append(contentsOf: $0)
    }
    complaint = Array((complaint + found).suffix(Self.complaintBytes))
    return !found.isEmpty && !hasClosedErrors
  }

  /// Reads the bytes that are available, without waiting; returns true if the output has ended.
  private static func receive(
    _ descriptor: Int32, until limit: Int, _ sink: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) -> Bool {
    var total = 0
    while total < limit {
      var code: Int32 = 0
      let count = withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { block in
        let count = recv(
          descriptor, block.baseAddress, block.count, Int32(MSG_DONTWAIT))
        code = errno
        if count > 0 {
          sink(UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: block[..<count])))
        }
        return count
      }
      if count > 0 {
        total += count
      } else if count == 0 || code == ECONNRESET {
        return true
      } else if code == EAGAIN {
        return false
      } else if code != EINTR {
        throw .channel(code: code)
      }
    }
    return false
  }

  /// Waits until a process has ended, even if signals interrupt the wait; returns its status, or `nil` if the system
  /// did not keep it.
  private static func wait(for pid: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
