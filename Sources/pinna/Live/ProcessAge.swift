import Glibc

/// The age of the process.
enum ProcessAge {
  /// Seconds since the kernel started the process, to its clock tick of 10 ms; `nil` if /proc is not mounted.
  ///
  /// - Source: proc_pid_stat(5): field 22, clock ticks since boot; the name in field 2 may hold anything, so the fields
  ///   are counted from its closing parenthesis.
  static func seconds() -> Double? {
    let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0, let start = ticks(in: String(decoding: bytes[..<count], as: UTF8.self)) else {
      return nil
    }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    let age =
      Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
      - Double(start) / Double(sysconf(Int32(_SC_CLK_TCK)))
    return max(0, age)
  }

  /// The start of a process in the text of its `stat` file, in clock ticks since boot.
  static func ticks(in stat: String) -> Int? {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    // Field 3 is the first one after the name.
    return fields.count > 19 ? Int(fields[19]) : nil
  }
}
