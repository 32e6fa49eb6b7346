import Glibc

/// A key that is pressed in a live view.
enum KeyPress: Equatable, Sendable {
  /// A letter or another character, in lower case.
  case character(Character)
  /// Return or Enter.
  case enter
  /// An arrow key.
  case arrowLeft, arrowRight
}

/// Decodes keys from the bytes that a terminal sends.
///
/// Arrow keys and function keys send escape sequences. All sequences except those of arrows are skipped, so that the
/// letters in them do nothing.
struct KeyDecoder: Sendable {
  private enum State { case plain, escape, sequence }
  private var state = State.plain

  /// Decodes the keys in these bytes; a sequence may continue in the next bytes.
  mutating func keys(in bytes: [UInt8]) -> [KeyPress] {
    var keys: [KeyPress] = []
    for byte in bytes {
      switch (state, byte) {
      case (_, 0x1B): state = .escape
      case (.escape, UInt8(ascii: "[")), (.escape, UInt8(ascii: "O")): state = .sequence
      case (.escape, _): state = .plain
      // A control sequence ends with a byte from 40 to 7E (ECMA-48, 5.4).
      case (.sequence, 0x40...0x7E):
        state = .plain
        if byte == UInt8(ascii: "C") { keys.append(.arrowRight) }
        if byte == UInt8(ascii: "D") { keys.append(.arrowLeft) }
      case (.sequence, _): break
      case (.plain, 0x0A), (.plain, 0x0D): keys.append(.enter)
      case (.plain, 0x20...0x7E):
        keys.append(.character(Character(Character(UnicodeScalar(byte)).lowercased())))
      case (.plain, _): break
      }
    }
    return keys
  }

  /// Drops an escape at the end of the bytes, which is the key Esc by itself.
  mutating func endOfBytes() { if state == .escape { state = .plain } }
}

/// Reads the keyboard of the terminal from which the process was started, key by key.
///
/// - Thread: control.
final class Keyboard {
  private var saved: termios
  private var decoder = KeyDecoder()

  /// Takes over the keyboard; `nil` if the input is not a terminal, or if the process is in the background.
  init?() {
    var settings = termios()
    guard isatty(0) == 1, tcgetpgrp(0) == getpgrp(), tcgetattr(0, &settings) == 0 else {
      return nil
    }
    saved = settings
    // Keys arrive one by one and without an echo, and Ctrl-S does not stop the output; Ctrl-C still sends its signal.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    // Keys that were pressed earlier are discarded.
    guard tcsetattr(0, TCSAFLUSH, &settings) == 0 else { return nil }
    TerminalRescue.keep(keyboard: saved)
  }

  deinit {
    tcsetattr(0, TCSANOW, &saved)
    TerminalRescue.forgetKeyboard()
  }

  /// The keys that were pressed since the last call.
  func poll() -> [KeyPress] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else {
      decoder.endOfBytes()
      return []
    }
    return decoder.keys(in: Array(bytes[..<count]))
  }
}
