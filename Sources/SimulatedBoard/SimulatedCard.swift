import Recorder

/// The storage medium of a simulated board for checks; it writes no real files.
///
/// Without defects, it behaves like an ordinary SD card.
package struct SimulatedCard: StorageProbe {
  private let defect: CardDefect
  private let seed: UInt64
  private let clock: ScenarioClock

  /// The write speed, in bytes per second, of the slowest class of cards sold for video, and the free space in
  /// bytes.
  ///
  /// - Source: SD Association, "Speed Class": class 10 and V10 write at least 10 MB/s.
  private static let usualRate = 10e6
  private static let usualFree = 16_000_000_000
  /// The duration of a sync in seconds, without the writing itself: the card's own housekeeping takes up to some tens
  /// of milliseconds.
  private static let syncSeconds = 0.004...0.03

  init(_ defect: CardDefect?, seed: UInt64, clock: ScenarioClock) {
    self.defect = defect ?? CardDefect()
    self.seed = seed
    self.clock = clock
  }

  /// Lets the time pass that the card needs for the writes, and reports that time.
  package func examineStorage(
    directory: String, blocks: Int, blockBytes: Int, seconds: Double, progress: (Double) -> Void
  ) -> StorageReport {
    var report = StorageReport(freeBytes: defect.freeBytes ?? Self.usualFree)
    guard !defect.isReadOnly else {
      report.problem = HardwareProblem(
        what: "the folder of takes", place: directory, reason: "its file system is read-only",
        remedy: "check the card's lock switch and the kernel log: an error makes it read-only")
      return report
    }
    var random = SeededRandom(seed: seed, purpose: .storage, index: 0)
    let start = clock.now()
    for block in 0..<blocks where clock.now() - start < seconds {
      var taken = Double(blockBytes) / (defect.bytesPerSecond ?? Self.usualRate)
      taken += Double.random(in: Self.syncSeconds, using: &random)
      // The card stalls once during a check, well after its start.
      if block == Self.stallingBlock { taken += defect.stallSeconds ?? 0 }
      clock.wait(seconds: taken)
      report.blockSeconds.append(taken)
      report.writtenBytes += blockBytes
      progress(Double(block + 1) / Double(blocks))
    }
    return report
  }

  private static let stallingBlock = 5
}
