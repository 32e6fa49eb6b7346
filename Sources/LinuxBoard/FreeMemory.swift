/// The memory that this process can still allocate.
package enum FreeMemory {
  /// The memory, in bytes, that is available without paging and within the limit of the process's control group;
  /// `nil` if the system does not report it.
  ///
  /// - Thread: control.
  package static func bytes() -> Int? { bytes(root: "") }

  /// The same value, from the kernel's files below another folder.
  static func bytes(root: String) -> Int? {
    let machine = SmallFile.text(root + "/proc/meminfo").flatMap(available(meminfo:))
    return [machine, group(root: root)].compactMap { $0 }.min()
  }

  /// - Source: proc(5): MemAvailable is in units of 1024 bytes.
  static func available(meminfo: String) -> Int? {
    KeyedText.field("MemAvailable", in: meminfo).flatMap { Int($0) }.map { $0 << 10 }
  }

  /// The memory left within the limit of the process's control group, such as `MemoryMax=` in a systemd unit, in
  /// bytes.
  ///
  /// - Source: Linux Documentation/admin-guide/cgroup-v2.rst: memory.max and memory.current; the line for version 2
  ///   begins with `0::`.
  private static func group(root: String) -> Int? {
    guard
      let line = SmallFile.text(root + "/proc/self/cgroup")?.split(separator: "\n")
        .first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    let folder = root + "/sys/fs/cgroup" + line.dropFirst(3)
    func number(_ name: String) -> Int? {
      SmallFile.text(folder + "/" + name).flatMap { Int($0.prefix { $0.isNumber }) }
    }
    guard let most = number("memory.max") else { return nil }
    return max(0, most - (number("memory.current") ?? 0))
  }
}
