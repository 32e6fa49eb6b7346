import CFileSystem
import Recorder
import TakeFiles

extension WallClock {
  /// The file of systemd-timesyncd that is there once the clock was synchronised.
  private static let synchronised = "/run/systemd/timesync/synchronized"
  /// The number of clocks with a battery that are looked at.
  private static let mostClocks = 4

  /// The source of the time of day, and its largest error as the kernel counts it.
  ///
  /// - Source: adjtimex(2): STA_UNSYNC and `maxerror`; Documentation/ABI/testing/rtc-cdev: `hctosys` of the clock from
  ///   which the kernel took the time when it started.
  package static func quality() -> ClockQuality {
    guard now().isSet else { return ClockQuality(.unset) }
    let microseconds = pinna_clock_error()
    if microseconds >= 0 {
      return ClockQuality(.ntp, errorSeconds: Double(microseconds) / 1e6)
    }
    if SmallFile.text(synchronised) != nil { return ClockQuality(.ntp) }
    let hasBattery = (0..<mostClocks).contains { number in
      SmallFile.text("/sys/class/rtc/rtc\(number)/hctosys")?.hasPrefix("1") == true
    }
    return ClockQuality(hasBattery ? .rtc : .saved)
  }
}
