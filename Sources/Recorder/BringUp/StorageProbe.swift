/// The result of writing a test file to a medium.
package struct StorageReport: Sendable, Equatable {
  /// The reason why the medium cannot be written to; `nil` if writing works.
  package var problem: HardwareProblem?
  /// The free space in bytes; `nil` if unknown.
  package var freeBytes: Int?
  /// The number of bytes that were written and synced.
  package var writtenBytes: Int
  /// The seconds that it took to write and sync each block, in the order of writing.
  package var blockSeconds: [Double]
  /// The number that identifies the file system; `nil` if unknown.
  package var fileSystem: UInt64?

  /// Creates a report from its parts.
  package init(
    problem: HardwareProblem? = nil, freeBytes: Int? = nil, writtenBytes: Int = 0,
    blockSeconds: [Double] = [], fileSystem: UInt64? = nil
  ) {
    (self.problem, self.freeBytes, self.writtenBytes) = (problem, freeBytes, writtenBytes)
    (self.blockSeconds, self.fileSystem) = (blockSeconds, fileSystem)
  }
}

/// A test of the medium that holds the takes.
package protocol StorageProbe: Sendable {
  /// Writes blocks to a new file in a directory, syncs each block, and removes the file.
  ///
  /// - Parameters:
  ///   - directory: the folder of takes.
  ///   - blocks: the number of blocks to write; fewer are written if that takes more than `seconds`.
  ///   - blockBytes: the number of bytes in each block.
  ///   - seconds: the time after which no further block is begun.
  ///   - progress: called with the fraction done, 0 to 1.
  /// - Thread: control; waits for the storage.
  func examineStorage(
    directory: String, blocks: Int, blockBytes: Int, seconds: Double, progress: (Double) -> Void
  ) -> StorageReport
}
