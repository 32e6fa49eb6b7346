import Essentials
import Glibc
import Recorder

/// A probe that measures the speed of writes to the storage medium for takes.
package struct CardProbe: StorageProbe {
  private let clock: any BoardClock

  /// The name of the test file during the instant before its name is removed.
  static let fileName = ".pinna-check.speed"

  /// Creates a probe that measures time with this clock.
  package init(clock: any BoardClock = MachineClock()) { self.clock = clock }

  /// Writes blocks to a new file in a directory, syncs each block, and leaves nothing of the file behind.
  package func examineStorage(
    directory: String, blocks: Int, blockBytes: Int, seconds: Double, progress: (Double) -> Void
  ) -> StorageReport {
    do throws(StorageRefusal) {
      try PlainStorage().check(directory: directory)
      let free = PlainStorage().freeBytes(directory: directory)
      // A measurement must not fill up a nearly full card.
      let room = free.map { $0 / 2 / blockBytes } ?? blocks
      var status = stat()
      let isKnown = stat(directory, &status) == 0
      var report = StorageReport(
        freeBytes: free, fileSystem: isKnown ? UInt64(status.st_dev) : nil)
      try write(
        directory + "/" + Self.fileName, min(blocks, room), Self.noise(bytes: blockBytes),
        seconds: seconds, &report, progress)
      return report
    } catch {
      return StorageReport(problem: Self.problem(directory, error.errno))
    }
  }

  private func write(
    _ path: String, _ blocks: Int, _ block: [UInt8], seconds: Double,
    _ report: inout StorageReport, _ progress: (Double) -> Void
  ) throws(StorageRefusal) {
    let file = try NamelessFile.open(path)
    defer { close(file) }
    let start = clock.now()
    for number in 0..<blocks {
      let before = clock.now()
      if before - start > seconds { break }
      try Self.write(block, to: file)
      guard fdatasync(file) == 0 else { throw StorageRefusal(errno: errno) }
      report.blockSeconds.append(clock.now() - before)
      report.writtenBytes += block.count
      progress(max(Double(number + 1) / Double(blocks), (clock.now() - start) / seconds))
    }
  }

  private static func write(_ block: [UInt8], to file: Int32) throws(StorageRefusal) {
    var done = 0
    while done < block.count {
      let count = block.withUnsafeBytes { bytes in
        Glibc.write(file, bytes.baseAddress.map { $0 + done }, block.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw StorageRefusal(errno: count < 0 ? errno : EIO) }
      done += count
    }
  }

  /// Bytes that no file system can compress.
  private static func noise(bytes: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 0)
    return (0..<bytes).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  private static func problem(_ directory: String, _ code: Int32) -> HardwareProblem {
    let (reason, remedy) =
      switch code {
      case ENOENT:
        ("there is no such folder", "create it with 'mkdir -p', or correct [take] directory")
      case ENOTDIR: ("is not a folder", "correct [take] directory in the settings")
      case EACCES, EPERM:
        ("this user is not allowed to write to it", "make the recording user its owner, with chown")
      case EROFS:
        (
          "is on a read-only file system",
          "see 'dmesg': a file system with errors is mounted read-only; check it with fsck"
        )
      case ENOSPC where (PlainStorage().freeBytes(directory: directory) ?? 0) >= 1 << 20:
        (
          "has space, but accepts no more files here",
          "remove files that you do not need, or use another directory: the file table or this folder is full"
        )
      case ENOSPC: ("is full", "remove old takes, or put in a larger card")
      default: ("cannot be written to: \(ErrnoText.text(code))", "see the kernel log with 'dmesg'")
      }
    return HardwareProblem(
      what: "storage", place: directory, reason: reason, remedy: remedy)
  }
}
