import CFileSystem
import Glibc
import Recorder
import TakeFiles

extension WallClock {
  /// The file of systemd-timesyncd that exists once the clock has been synchronised.
  private static let synchronised = "/run/systemd/timesync/synchronized"
  /// The files that contain the time of the last shutdown: one of systemd-timesyncd, and one of fake-hwclock.
  private static let kept = ["/var/lib/systemd/timesync/clock", "/etc/fake-hwclock.data"]
  /// The maximum number of battery-backed clocks to check.
  private static let mostClocks = 4
  /// The seconds by which a battery-backed clock may differ from the system clock that was set from it: at 20 ppm, ten
  /// minutes add up in a year.
  private static let chipSeconds = 600.0

  /// The source of the time of day, and the largest error that it has according to the kernel.
  ///
  /// - Parameters:
  ///   - root: the folder in which all of the files are, without a trailing slash.
  ///   - microseconds: the largest error; negative if the clock is not synchronised.
  /// - Source: adjtimex(2): STA_UNSYNC and `maxerror`; Documentation/ABI/testing/rtc-cdev: `hctosys` of the clock from
  ///   which the kernel took the time when it started, and `since_epoch`, which is that clock's current time.
  package static func quality(
    root: String = "", microseconds: Int = Int(pinna_clock_error()),
    at time: WallTime = WallClock.now()
  ) -> ClockQuality {
    guard time.isSet else { return ClockQuality(.unset) }
    if microseconds >= 0 { return ClockQuality(.ntp, errorSeconds: Double(microseconds) / 1e6) }
    if isThere(root + synchronised) { return ClockQuality(.ntp) }
    if (0..<mostClocks).contains(where: { isFromChip(root, $0, time) }) {
      return ClockQuality(.rtc)
    }
    return ClockQuality(kept.contains { isThere(root + $0) } ? .kept : .unknown)
  }

  private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// True if the time came from a battery-backed clock.
  ///
  /// A clock whose battery is empty starts somewhere in the past; the present time then came from elsewhere.
  private static func isFromChip(_ root: String, _ number: Int, _ time: WallTime) -> Bool {
    let folder = "\(root)/sys/class/rtc/rtc\(number)"
    guard SmallFile.text(folder + "/hctosys")?.hasPrefix("1") == true else { return false }
    let text = SmallFile.text(folder + "/since_epoch")?.prefix { $0.isNumber }
    guard let seconds = text.flatMap({ Double($0) }) else { return true }
    // Some of these clocks count local time.
    let ahead = seconds - time.epochSeconds
    return min(abs(ahead), abs(ahead - Double(time.utcOffsetSeconds))) <= chipSeconds
  }
}
