import Glibc
import TestSupport

/// A program at a terminal of its own: what it writes is read here, and keys are pressed.
final class TerminalSession {
  private let master: Int32
  /// Kept open, so that the settings of the terminal outlive the program.
  private let terminal: Int32
  private let child: pid_t
  private(set) var screen = ""
  /// Bytes of the screen that were there when a key was pressed last.
  private var known = 0

  // Macros that Swift does not see: TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, POSIX_SPAWN_SETSID,
  // POSIX_SPAWN_SETSIGDEF and POSIX_SPAWN_SETSIGMASK of spawn.h.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  private static let flags: Int16 = 0x80 | 0x04 | 0x08
  /// Reads of one wait: more than the patience of tests has frames, ten a second.
  private static let mostReads = 12 * TestForm.patienceSeconds

  /// Starts a program as the leader of a session; `nil` when there are no pseudo-terminals.
  init?(_ words: [String], variables: [String: String]) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number): (CInt, CUnsignedInt) = (0, 0)
    guard master >= 0, ioctl(master, Self.setLock, &lock) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { return nil }
    let name = "/dev/pts/\(number)"
    terminal = open(name, O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A test in the background may have been started with the interrupt ignored, and its threads do not take signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    guard posix_spawn(&child, words[0], &actions, &attributes, &arguments, &environment) == 0
    else { return nil }
    self.child = child
  }

  deinit {
    close(master)
    close(terminal)
  }

  /// True when typed characters are shown, as in a shell.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Makes the terminal so large.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until a text is written that answers the last key; `false` when it does not come.
  func waits(for text: String) -> Bool { waits { $0.contains(text) } }

  /// Reads until a take is shown that has so many seconds or more: a busy machine never shows some seconds.
  func waitsForTake(of seconds: Int) -> Bool {
    let state = "recording 0:"
    return waits { text in
      text.ranges(of: state).contains { place in
        let numbers = text[place.upperBound...].prefix(5).split(separator: ":").compactMap {
          Int($0)
        }
        return numbers.count == 2 && numbers[0] * 60 + numbers[1] >= seconds
      }
    }
  }

  /// Reads until new text is what is waited for; of what was looked at, only the end is looked at again.
  private func waits(until isThere: (Substring) -> Bool) -> Bool {
    var looked = known
    // A view that goes on drawing would never let the wait end.
    for _ in 0..<Self.mostReads {
      let new = screen[screen.utf8.index(screen.startIndex, offsetBy: looked)...]
      if isThere(new) { return true }
      looked = max(known, screen.utf8.count - 256)
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(TestForm.patienceSeconds * 1000)) > 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { return false }
      screen += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return false
  }

  /// Presses a key; what was read before is no answer to it.
  func press(_ key: String) {
    known = screen.utf8.count
    let bytes = Array(key.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits for the end of the program: its exit status, or the signal that ended it as a negative number.
  func end() -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // As WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
  }
}
