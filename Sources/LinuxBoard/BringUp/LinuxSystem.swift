import Glibc
import Recorder

/// The properties and permissions of this system, as the kernel's files state them.
package struct LinuxSystem: SystemProbe {
  private let root: String

  /// Creates a probe of this system.
  ///
  /// - Parameter root: the folder that contains /proc and /sys, without a trailing slash.
  package init(root: String = "") { self.root = root }

  /// Reads the properties and permissions of the system.
  package func examineSystem(priority: Int?) -> HostSystem {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let version = text("/proc/version") ?? ""
    var facts = HostSystem(
      realtimePriority: priority.flatMap(Self.permission), memoryLock: MemoryLock.permission,
      kernel: text("/proc/sys/kernel/osrelease"),
      isPreemptRT: version.isEmpty
        ? nil : text("/sys/kernel/realtime") == "1" || version.contains("PREEMPT_RT"),
      realtimeShare: share, isClockSet: Double(time.tv_sec) >= WallTime.earliestCredible,
      throttled: throttled, temperatures: temperatures)
    facts.clock = WallClock.quality(root: root)
    return facts
  }

  /// The permission to use a priority, determined by starting a thread that ends immediately.
  private static func permission(priority: Int) -> HostSystem.Permission? {
    do throws(SessionFault) {
      let thread = try Thread(name: "check", priority: priority) {}
      defer { thread.join() }
      return thread.refusal.map { .refused(errno: $0) } ?? .granted
    } catch {
      return nil
    }
  }

  private var share: HostSystem.RealtimeShare? {
    guard let runtime = number("/proc/sys/kernel/sched_rt_runtime_us"),
      let period = number("/proc/sys/kernel/sched_rt_period_us")
    else { return nil }
    return HostSystem.RealtimeShare(runtime: runtime, period: period)
  }

  /// - Source: the firmware driver of Raspberry Pi's Linux (drivers/firmware/raspberrypi.c): the value is hexadecimal
  ///   and has no prefix.
  private var throttled: UInt32? {
    text("/sys/devices/platform/soc/soc:firmware/get_throttled").flatMap {
      UInt32($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...], radix: 16)
    }
  }

  /// - Source: Linux Documentation/driver-api/thermal/sysfs-api.rst: temperatures are in thousandths of a degree.
  private var temperatures: [HostSystem.Temperature] {
    (0..<Self.mostZones).compactMap { zone in
      let folder = "/sys/class/thermal/thermal_zone\(zone)"
      guard let thousandths = number(folder + "/temp") else { return nil }
      return HostSystem.Temperature(
        zone: text(folder + "/type") ?? "zone \(zone)", celsius: Double(thousandths) / 1000)
    }
  }

  private func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  /// The text of a file without surrounding white space; `nil` if the file is missing or empty.
  private func text(_ path: String) -> String? {
    guard let text = SmallFile.text(root + path) else { return nil }
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(text[...$0].drop(while: \.isWhitespace)) }
  }

  private static let mostZones = 32
}
