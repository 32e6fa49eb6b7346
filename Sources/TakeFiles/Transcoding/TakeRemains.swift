import Glibc

/// The unfinished file of a command that was killed, or interrupted by a power cut, while it made a file.
package enum TakeRemains {
  /// Removes the unfinished file, if a command was making the same file, so that the file can be made again.
  ///
  /// Any other unfinished file stays, such as a take that was cut off, a file without an identity, or an MP3, which
  /// does not state from what it was made. So does a file that a program is still writing.
  ///
  /// - Parameters:
  ///   - path: the final path of the file.
  ///   - metadata: the metadata with which the file is made; they state from what, and how.
  package static func remove(of path: String, madeWith metadata: TakeMetadata) {
    let draft = TakeName.inProgressPath(for: path)
    if isAbandonedAndEmpty(draft) {
      unlink(draft)
    } else if let file = try? TakeFile.read(path: draft), !file.isBeingWritten,
      !metadata.familyID.isEmpty, file.metadata.familyID == metadata.familyID,
      file.metadata.copy == metadata.copy
    {
      unlink(draft)
    }
  }

  /// True if no program is writing the file, and nothing of it has reached the disk, not even a header.
  private static func isAbandonedAndEmpty(_ draft: String) -> Bool {
    guard let file = try? OpenFile.read(draft), !file.isBeingWritten else { return false }
    return (try? file.size(of: draft)) == 0
  }
}
