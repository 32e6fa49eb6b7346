import LinuxBoard
import Recorder

extension WallClock {
  /// The current local time in the form `hh:mm:ss.t`.
  static func timeText() -> String { timeText(of: now()) }

  /// A time of day in the form `hh:mm:ss.t`.
  static func timeText(of time: WallTime) -> String {
    let tenths = Int((time.epochSeconds * 10).rounded(.down)) + time.utcOffsetSeconds * 10
    let ofDay = (tenths % 864_000 + 864_000) % 864_000
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes, seconds) = (ofDay / 36_000, ofDay / 600 % 60, ofDay / 10 % 60)
    return "\(digits(hours)):\(digits(minutes)):\(digits(seconds)).\(ofDay % 10)"
  }
}
