import Glibc

/// The whole terminal as one picture: the alternate screen, without a cursor, until it is closed.
///
/// - Thread: control. A blocked terminal (such as a hung line) loses frames; the recorder does not wait.
final class TerminalScreen {
  private let descriptor: Int32
  private var frames: ScreenFrames
  private var pending: ArraySlice<UInt8> = []
  private var isOpen = true

  /// Opens the screen; `nil` if the output is not a terminal that can place a cursor.
  init?(_ terminal: Terminal, environment: [String: String]) {
    let kind = environment["TERM"] ?? ""
    guard terminal.isTerminal, kind != "dumb", !kind.isEmpty else { return nil }
    frames = ScreenFrames(isColored: terminal.allowsColor)
    // A file description of its own: the flag must not be shared with the shell.
    descriptor = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    TerminalRescue.setScreen(true)
    // Alternate screen, cursor hidden, no wrapping at the last column.
    enqueue("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    // If Ctrl-Z stopped the process, a take would have a gap and the shell a broken screen.
    signal(SIGTSTP, SIG_IGN)
  }

  deinit { close() }

  /// The size of the terminal now.
  var size: TerminalSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Shows lines, as many as there are rows.
  func draw(_ lines: [StyledText], size: TerminalSize) {
    flush()
    // The terminal has not accepted the last frame yet, so skip this one.
    guard pending.isEmpty else { return }
    enqueue(frames.sequence(for: lines, size: size))
  }

  /// Restores the terminal.
  func close() {
    guard isOpen else { return }
    isOpen = false
    TerminalRescue.leave.withUTF8Buffer { pending += Array($0) }
    // Waiting is right here: the sequence must get through, unless the terminal is gone.
    for _ in 0..<50 where !pending.isEmpty {
      flush()
      if !pending.isEmpty { poll(nil, 0, 10) }
    }
    Glibc.close(descriptor)
    TerminalRescue.setScreen(false)
    signal(SIGTSTP, SIG_DFL)
  }

  private func enqueue(_ text: String) {
    pending += Array(text.utf8)
    flush()
  }

  private func flush() {
    while !pending.isEmpty {
      let written = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        pending = pending.dropFirst(written)
      } else if written < 0, errno == EINTR {
        continue
      } else {
        // EAGAIN: later. Anything else: the terminal is gone, and with it the viewer.
        if errno != EAGAIN { pending = [] }
        return
      }
    }
    pending = []
  }
}
