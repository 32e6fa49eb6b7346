import CFileSystem
import Glibc
import Recorder
import TakeFiles

extension WallClock {
  /// The file that systemd-timesyncd creates when it has synchronised the clock.
  private static let synchronised = "/run/systemd/timesync/synchronized"
  /// The files that contain the time of the last shutdown: one of systemd-timesyncd, and one of fake-hwclock.
  private static let kept = ["/var/lib/systemd/timesync/clock", "/etc/fake-hwclock.data"]
  /// The maximum number of battery-backed clocks to check.
  private static let mostClocks = 4
  /// The maximum difference, in seconds, between a battery-backed clock and the system clock that was set from it: at
  /// 20 ppm, a year adds ten minutes.
  private static let chipSeconds = 600.0

  /// The source of the time of day, and its maximum error according to the kernel.
  ///
  /// - Parameters:
  ///   - root: the folder that contains all of the files, without a trailing slash.
  ///   - microseconds: the maximum error; negative if the clock is not synchronised.
  /// - Source: adjtimex(2): STA_UNSYNC and `maxerror`; Documentation/ABI/testing/rtc-cdev: `hctosys`, which marks the
  ///   clock from which the kernel took the time at boot, and `since_epoch`, that clock's current time.
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
  /// A clock with an empty battery starts somewhere in the past, so the present time must come from
  /// elsewhere.
  private static func isFromChip(_ root: String, _ number: Int, _ time: WallTime) -> Bool {
    let folder = "\(root)/sys/class/rtc/rtc\(number)"
    guard SmallFile.text(folder + "/hctosys")?.hasPrefix("1") == true else { return false }
    let text = SmallFile.text(folder + "/since_epoch")?.prefix { $0.isNumber }
    guard let seconds = text.flatMap({ Double($0) }) else { return true }
    // Some of these clocks keep local time.
    let ahead = seconds - time.epochSeconds
    return min(abs(ahead), abs(ahead - Double(time.utcOffsetSeconds))) <= chipSeconds
  }
}
