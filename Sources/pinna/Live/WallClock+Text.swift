import LinuxBoard
import Recorder
import TakeFiles

extension WallClock {
  /// The current local time in the form `hh:mm:ss.t`.
  static func timeText() -> String { timeText(of: now()) }

  /// A time of day in the form `hh:mm:ss.t`.
  static func timeText(of time: WallTime) -> String {
    let tenths = Int((time.epochSeconds * 10).rounded(.down)) + time.utcOffsetSeconds * 10
    let ofDay = (tenths % 864_000 + 864_000) % 864_000
    return CivilDate(epochSeconds: ofDay / 10).timeText + ".\(ofDay % 10)"
  }
}

extension WallTime {
  /// The local date and time, to the second.
  var localDate: CivilDate {
    CivilDate(epochSeconds: Int(epochSeconds.rounded(.down)), utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The offset of local time from UTC in the form `+01:00`.
  var offsetText: String {
    (utcOffsetSeconds < 0 ? "-" : "+")
      + CivilDate(epochSeconds: abs(utcOffsetSeconds)).timeText.prefix(5)
  }
}
