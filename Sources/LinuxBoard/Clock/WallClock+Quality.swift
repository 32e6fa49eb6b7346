import CFileSystem
import Glibc
import Recorder
import TakeFiles

extension WallClock {
  /// The file of systemd-timesyncd that exists once the clock was synchronised.
  private static let synchronised = "/run/systemd/timesync/synchronized"
  /// Files with the time of the last shutdown: of systemd-timesyncd, and of fake-hwclock.
  private static let kept = ["/var/lib/systemd/timesync/clock", "/etc/fake-hwclock.data"]
  /// The maximum number of clocks with a battery to look at.
  private static let mostClocks = 4
  /// Seconds by which a clock with a battery and the system clock that was set from it may differ: ten minutes are a
  /// year at 20 ppm.
  private static let chipSeconds = 600.0

  /// The source of the time of day, and its largest error according to the kernel.
  ///
  /// - Parameters:
  ///   - root: the folder that contains all files, without a trailing slash.
  ///   - microseconds: the largest error; negative for a clock that is not synchronised.
  /// - Source: adjtimex(2): STA_UNSYNC and `maxerror`; Documentation/ABI/testing/rtc-cdev: `hctosys` of the clock from
  ///   which the kernel took the time at its start, and `since_epoch`, its current time.
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

  /// True if the time came from a clock with a battery.
  ///
  /// A clock with an empty battery starts somewhere in the past: the time then came from elsewhere.
  private static func isFromChip(_ root: String, _ number: Int, _ time: WallTime) -> Bool {
    let folder = "\(root)/sys/class/rtc/rtc\(number)"
    guard SmallFile.text(folder + "/hctosys")?.hasPrefix("1") == true else { return false }
    let text = SmallFile.text(folder + "/since_epoch")?.prefix { $0.isNumber }
    guard let seconds = text.flatMap({ Double($0) }) else { return true }
    // Some count local time.
    let ahead = seconds - time.epochSeconds
    return min(abs(ahead), abs(ahead - Double(time.utcOffsetSeconds))) <= chipSeconds
  }
}
