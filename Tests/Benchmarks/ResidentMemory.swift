import Glibc

/// Memory of this process, from /proc/self/status.
struct ResidentMemory {
  /// Bytes in memory now, and the most since the last ``resetPeak()``.
  var now: Int
  var peak: Int

  /// Reads the kernel's present figures; `nil` where it has none.
  static func read() -> ResidentMemory? {
    guard let stream = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    var (now, peak): (Int?, Int?) = (nil, nil)
    while fgets(&line, Int32(line.count), stream) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split { " \t\n".contains($0) }
      guard words.count >= 2, let kibibytes = Int(words[1]) else { continue }
      if words[0] == "VmRSS:" { now = kibibytes * 1024 }
      if words[0] == "VmHWM:" { peak = kibibytes * 1024 }
    }
    guard let now, let peak else { return nil }
    return ResidentMemory(now: now, peak: peak)
  }

  /// Lets the peak start again from what is in memory now (proc(5), clear_refs).
  static func resetPeak() {
    let descriptor = open("/proc/self/clear_refs", O_WRONLY)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, "5", 1)
    close(descriptor)
  }
}
