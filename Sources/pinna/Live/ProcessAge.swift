import Glibc
import LinuxBoard

/// Tells how long the process has been running.
enum ProcessAge {
  /// Seconds since the kernel started the process, to within its clock tick of 10 ms; `nil` if /proc is not mounted.
  ///
  /// - Source: proc_pid_stat(5): field 22 gives clock ticks since boot; the name in field 2 may contain anything, so
  ///   the fields are counted from the parenthesis that closes it.
  static func seconds() -> Double? {
    guard let start = SmallFile.text("/proc/self/stat").flatMap(ticks) else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    let age =
      Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
      - Double(start) / Double(sysconf(Int32(_SC_CLK_TCK)))
    return max(0, age)
  }

  /// The time at which a process started, in clock ticks since boot, from the text of its `stat` file.
  static func ticks(in stat: String) -> Int? {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    // The first field after the name is field 3.
    return fields.count > 19 ? Int(fields[19]) : nil
  }
}
