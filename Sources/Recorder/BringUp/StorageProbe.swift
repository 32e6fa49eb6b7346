/// The result of a file that was written to a medium and removed again.
package struct StorageReport: Sendable, Equatable {
  /// The reason why it cannot be written to; `nil` when it can.
  package var problem: HardwareProblem?
  /// Free space in bytes; `nil` when it is not known.
  package var freeBytes: Int?
  /// Bytes that were written and synced.
  package var writtenBytes: Int
  /// Seconds that each block took to be written and synced, in order.
  package var blockSeconds: [Double]
  /// The number of the file system; `nil` when it is not known.
  package var fileSystem: UInt64?

  /// A report from its parts.
  package init(
    problem: HardwareProblem? = nil, freeBytes: Int? = nil, writtenBytes: Int = 0,
    blockSeconds: [Double] = [], fileSystem: UInt64? = nil
  ) {
    self.problem = problem
    self.freeBytes = freeBytes
    self.writtenBytes = writtenBytes
    self.blockSeconds = blockSeconds
    self.fileSystem = fileSystem
  }
}

/// The medium of the takes, for checks.
package protocol StorageProbe: Sendable {
  /// Writes blocks to a new file in a directory, syncs each, and removes the file.
  ///
  /// - Parameters:
  ///   - directory: the folder of takes.
  ///   - blocks: the number of blocks; fewer are written when ``seconds`` have passed.
  ///   - blockBytes: bytes of each.
  ///   - seconds: the time after which no further block is begun.
  ///   - progress: called with the part that is done, 0 to 1.
  /// - Thread: control; waits for the storage.
  func examineStorage(
    directory: String, blocks: Int, blockBytes: Int, seconds: Double, progress: (Double) -> Void
  ) -> StorageReport
}
