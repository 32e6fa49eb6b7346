import Glibc

/// Shows pictures on the whole terminal, using the alternate screen without a cursor, until it is closed.
///
/// - Thread: control. If the terminal is blocked, for example by a line that hangs, frames are lost, but the recorder
///   does not wait.
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
    // The terminal is opened once more, because the flag must not affect the shell, which shares the first open file.
    descriptor = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    TerminalRescue.setScreen(true)
    // This selects the alternate screen, hides the cursor, and turns off wrapping at the last column.
    enqueue("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    // If Ctrl-Z could stop the process, it would leave a gap in a take, and a broken screen to the shell.
    signal(SIGTSTP, SIG_IGN)
  }

  deinit { close() }

  /// The present size of the terminal.
  var size: TerminalSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Shows as many of the lines as there are rows.
  func draw(_ lines: [StyledText], size: TerminalSize) {
    flush()
    // The terminal has not accepted all of the last frame yet, so this frame is skipped.
    guard pending.isEmpty else { return }
    enqueue(frames.sequence(for: lines, size: size))
  }

  /// Restores the terminal.
  func close() {
    guard isOpen else { return }
    isOpen = false
    TerminalRescue.leave.withUTF8Buffer { pending += Array($0) }
    // Here it is right to wait, because the sequence must get through unless the terminal is gone.
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
        // EAGAIN means that the rest can be written later. After any other error the terminal is gone, and with it the
        // viewer.
        if errno != EAGAIN { pending = [] }
        return
      }
    }
    pending = []
  }
}
