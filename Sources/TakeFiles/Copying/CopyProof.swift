import Glibc

/// Proves that another medium also holds the takes, by comparing every byte of the copies with the originals.
extension TakeCopy {
  /// Makes the plan for a copy; nothing changes in either directory.
  ///
  /// - Throws: ``TakeFileError`` if one of the directories cannot be read.
  public func look() throws(TakeFileError) -> CopyPlan {
    try CopyPlan(from: source, to: destination)
  }

  /// True if a take is finished and each of its files has a copy with the same bytes that is not the same file.
  ///
  /// - Parameters:
  ///   - plan: the result of ``look()``.
  ///   - progress: called with the number of bytes compared since the last call.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if a file cannot be read.
  public func proves(
    _ take: TakeSet, in plan: CopyPlan, progress: (Int) -> Void = { _ in }
  ) throws(TakeFileError) -> Bool {
    guard !take.files.isEmpty, take.damaged.isEmpty, !take.isInProgress, !take.isBeingWritten else {
      return false
    }
    for file in take.files {
      let day = TakeDirectory.day(of: file.path)
      let item = plan.items.first {
        $0.day == day && TakeName.fileName(of: $0.source) == file.fileName
      }
      guard let item, item.isThere, try Self.areEqual(item, in: source, progress) else {
        return false
      }
    }
    return true
  }

  /// True if a file and its copy, both read from their media, have the same bytes.
  private static func areEqual(
    _ item: CopyPlan.Item, in folder: OpenFolder, _ progress: (Int) -> Void
  ) throws(TakeFileError) -> Bool {
    guard let file = try folder.folder(item.day)?.open(item.entry) else { return false }
    let copy = try OpenFile.read(item.destination, followsLinks: false)
    guard let size = file.regularSize, size == copy.regularSize,
      !isSame(file.descriptor, copy.descriptor)
    else { return false }
    for offset in stride(from: 0, to: size, by: FileCopy.pieceBytes) {
      let count = min(FileCopy.pieceBytes, size - offset)
      let one = try bytes(file.descriptor, offset, count, item.source)
      let other = try bytes(copy.descriptor, offset, count, item.destination)
      if one != other { return false }
      progress(count)
    }
    return true
  }

  /// True if two descriptors refer to the same file: a link is not a copy.
  private static func isSame(_ a: Int32, _ b: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    guard fstat(a, &one) == 0, fstat(b, &other) == 0 else { return true }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  private static func bytes(
    _ descriptor: Int32, _ offset: Int, _ count: Int, _ path: String
  ) throws(TakeFileError) -> [UInt8] {
    // Drop the page cache first, because its contents prove nothing about the medium.
    posix_fadvise(descriptor, off_t(offset), off_t(count), POSIX_FADV_DONTNEED)
    var bytes = [UInt8](repeating: 0, count: count)
    let outcome = bytes.withUnsafeMutableBytes {
      OpenFile.read(into: $0, from: descriptor, at: offset)
    }
    guard outcome.code == 0 else {
      throw .system(operation: .read, path: path, code: outcome.code)
    }
    bytes.removeLast(count - outcome.bytes)
    return bytes
  }
}
