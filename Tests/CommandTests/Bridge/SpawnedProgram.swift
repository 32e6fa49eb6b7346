import Glibc
import TestSupport

@testable import CommandSupport

/// A program that works beside a test, whose output and messages the test reads line by line.
final class SpawnedProgram {
  private let child: pid_t
  private let reader: Int32
  private var rest: [UInt8] = []
  /// All lines so far.
  private(set) var lines: [String] = []
  private var isEnded = false

  // Macros that Swift does not see: POSIX_SPAWN_SETSIGDEF and POSIX_SPAWN_SETSIGMASK of spawn.h.
  private static let flags: Int16 = 0x04 | 0x08

  /// Starts it; `nil` when it cannot be started.
  init?(_ words: [String], variables: [String: String] = [:]) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for number in 1...2 {
      posix_spawn_file_actions_adddup2(&actions, ends[1], Int32(number))
    }
    // The threads of tests hold signals back, and a program would go on doing that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    // mosquitto and icecast2 are programs of the system's administrator.
    let all = ["PATH": path + ":/usr/sbin", "LANG": "C.UTF-8"].merging(variables) { $1 }
    // env looks for the program on that path.
    var arguments: [UnsafeMutablePointer<CChar>?] = (["env"] + words).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, "env", &actions, &attributes, &arguments, &environment)
    close(ends[1])
    (self.child, reader) = (child, ends[0])
    guard code == 0 else {
      isEnded = true
      return nil
    }
  }

  deinit {
    _ = end(SIGKILL)
    close(reader)
  }

  /// Waits for a line with all of some texts, after those that were read before; `nil` when none comes.
  func line(_ texts: String...) -> String? {
    while true {
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        lines.append(line)
        if texts.allSatisfy(line.contains) { return line }
      }
      var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(TestForm.patienceSeconds * 1000)) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(reader, &bytes, bytes.count)
      guard count > 0 else { return nil }
      rest += bytes[..<count]
    }
  }

  /// Waits until a line with all of some texts has come, now or before; `false` when none comes.
  func sees(_ texts: String...) -> Bool {
    func isIt(_ line: String) -> Bool { texts.allSatisfy(line.contains) }
    while !lines.contains(where: isIt) {
      guard line() != nil else { return false }
    }
    return true
  }

  /// Sends it a signal that does not end it.
  func send(_ signal: Int32) { kill(child, signal) }

  /// Ends it with a signal: its exit status, or the signal as a negative number.
  func end(_ signal: Int32 = SIGTERM) -> Int32? {
    guard !isEnded else { return nil }
    isEnded = true
    kill(child, signal)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // As WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
  }

  /// A port of this computer that was free a moment ago.
  static func freePort() -> UInt16? {
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(made) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(made, name, size) == 0 ? getsockname(made, name, &size) : -1
      }
    }
    return code == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }
}
