import Glibc
import TestSupport

@testable import CommandSupport

/// The program while it works, with descriptors of the test as its input, output and messages, and with a listener
/// for signs of life, as systemd is one.
final class LiveProgram {
  /// True when the program is there, and what makes a device for it.
  static let hasDevice: Bool = ChildProcess.builtPrograms != nil && ChildProcess.has("cc")

  private let child: pid_t
  private let notices: Int32

  // Macros that Swift does not see: POSIX_SPAWN_SETSIGDEF and POSIX_SPAWN_SETSIGMASK of spawn.h.
  private static let flags: Int16 = 0x04 | 0x08

  /// Starts it; `nil` when it cannot be started.
  ///
  /// - Parameter starter: the program that starts it, such as `nohup`.
  init?(
    _ words: [String], folder: TemporaryDirectory, starter: [String] = [],
    input: Int32? = nil, output: Int32? = nil, messages: Int32? = nil,
    variables: [String: String] = [:]
  ) {
    let path = folder.file("notify")
    guard let notices = Self.listen(at: path) else { return nil }
    self.notices = notices
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [input, output, messages].enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags)
    let own = [
      // A sign of life every tenth of a second.
      "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000", "PATH": "/usr/bin:/bin",
      "HOME": folder.path, "PINNA_CACHE": TestForm.cache, "LANG": "C.UTF-8",
      "ALSA_CONFIG_PATH": folder.file("asound.conf"),
    ].merging(variables) { $1 }
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    var arguments: [UnsafeMutablePointer<CChar>?] =
      (starter + [program] + words).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      own.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    guard
      posix_spawnp(
        &child, starter.first ?? program, &actions, &attributes, &arguments, &environment) == 0
    else {
      close(notices)
      return nil
    }
    self.child = child
  }

  deinit { close(notices) }

  private static func listen(at path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    // One that was started before in this folder had it.
    unlink(path)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    var time = timeval(tv_sec: TestForm.patienceSeconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    return code == 0 ? descriptor : nil
  }

  /// Waits until systemd hears a text so many times; `false` when it hears nothing more, or the end.
  func tells(_ text: String, times: Int = 1) -> Bool {
    var left = times
    while left > 0 {
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = recv(notices, &bytes, bytes.count, 0)
      guard count > 0 else { return false }
      let notice = String(decoding: bytes.prefix(count), as: UTF8.self)
      if notice.contains(text) { left -= 1 } else if notice.contains("STOPPING") { return false }
    }
    return true
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(child, number) }

  /// Waits for the end: its exit status, or the signal that ended it as a negative number; `nil` when it does not end,
  /// and is killed.
  func end() -> Int32? {
    var status: Int32 = 0
    for _ in 0..<(TestForm.patienceSeconds * 100) {
      if waitpid(child, &status, WNOHANG) == child {
        // As WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros.
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
      }
      poll(nil, 0, 10)
    }
    kill(child, SIGKILL)
    waitpid(child, &status, 0)
    return nil
  }
}

/// A pipe that its reader reads when a test says so.
final class StuckPipe {
  private let reader: Int32
  /// The descriptor that the program writes to.
  let writer: Int32

  /// A pipe that is full from the start, so that the first byte waits.
  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    (reader, writer) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A filler of its own description: that the program's writes wait must stay as it is.
    let filler = open("/proc/self/fd/\(writer)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    let bytes = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
    while write(filler, bytes, bytes.count) > 0 {}
    close(filler)
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Reads until a text comes; `nil` when it does not.
  func read(until text: String) -> String? {
    var found = ""
    while !found.contains(text) {
      var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(TestForm.patienceSeconds * 1000)) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(reader, &bytes, bytes.count)
      guard count > 0 else { return nil }
      found += String(decoding: bytes.prefix(count).drop { $0 == UInt8(ascii: ".") }, as: UTF8.self)
    }
    return found
  }
}

/// A terminal that can be stopped, as with Ctrl-S.
final class StuckTerminal {
  private let master: Int32
  /// The descriptor that the program reads and writes.
  let terminal: Int32

  // Macros that Swift does not see: TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  /// A terminal that takes nothing; `nil` when there are no pseudo-terminals.
  init?() {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (CInt, CUnsignedInt) = (0, 0)
    guard master >= 0, ioctl(master, Self.setLock, &lock) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { return nil }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0, tcflow(terminal, TCOOFF) == 0 else { return nil }
  }

  deinit {
    close(terminal)
    close(master)
  }

  /// Lets text through, or holds it.
  func setStopped(_ isStopped: Bool) { tcflow(terminal, isStopped ? TCOOFF : TCOON) }

  /// Reads until a text comes; `nil` when it does not.
  func read(until text: String) -> String? {
    var found = ""
    while !found.contains(text) {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(TestForm.patienceSeconds * 1000)) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(master, &bytes, bytes.count)
      guard count > 0 else { return nil }
      found += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return found
  }
}
