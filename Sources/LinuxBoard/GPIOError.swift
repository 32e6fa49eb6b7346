import Boards
import Glibc
import Recorder

/// The reason why a GPIO line cannot be used.
enum GPIOError: Error, Sendable, Equatable {
  /// No chip has this label, or the kernel has no GPIO chips at all.
  case noChip
  /// No line has this name.
  case noLine
  /// The offset of the line is beyond the chip's last line.
  case beyondChip
  /// The device files of the chips cannot be opened.
  case noPermission
  /// The line is in use; `consumer` names the user of the line, if the kernel knows it.
  case busy(consumer: String)
  /// A call failed.
  case failed(call: String, errno: Int32)

  /// The error for a negative return value of a line function.
  init(call: String, code: Int32) {
    self = code == -EACCES || code == -EPERM ? .noPermission : .failed(call: call, errno: -code)
  }
}

extension GPIOError {
  /// The error as a problem that users can read.
  func problem(with what: String, at line: Line) -> HardwareProblem {
    let (reason, remedy) = texts(line)
    return HardwareProblem(what: what, place: line.place, reason: reason, remedy: remedy)
  }

  private func texts(_ line: Line) -> (reason: String, remedy: String) {
    switch self {
    case .noChip:
      ("no GPIO chip has this label", "'gpiodetect' lists the chips; correct the board file")
    case .noLine:
      ("no GPIO line has this name", "'gpioinfo' lists the lines; correct the board file")
    case .beyondChip:
      ("the chip has no such line", "'gpioinfo' lists the lines; correct the board file")
    case .noPermission:
      (
        "no permission to open the GPIO chips (errno \(EACCES))",
        "add the user to the group that owns /dev/gpiochip*, usually gpio"
      )
    case .busy(let consumer):
      (
        "the line is in use by \(consumer.isEmpty ? "a kernel driver or program" : consumer)"
          + " (errno \(EBUSY))",
        "end that program or remove its overlay, or use another line"
      )
    case .failed(let call, let errno):
      ("\(call) failed (errno \(errno))", "see the kernel log with 'dmesg'")
    }
  }
}

extension Line {
  /// The location of the line, as text for users.
  var place: String {
    switch self {
    case .offset(let chip, let line): "\(chip) line \(line)"
    case .named(let name): "line \(name)"
    }
  }
}
