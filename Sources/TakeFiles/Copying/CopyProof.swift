import Glibc

/// The result of comparing every byte of a take with its copy on another medium.
public enum CopyProof: Sendable, Equatable {
  /// Each file of the take has a copy with the same bytes.
  case complete
  /// A file has no copy, or the take is not finished.
  case missing
  /// The copy at this path has the size, the start and the end of its file, but other bytes between.
  case different(path: String)
}

extension TakeCopy {
  /// Makes the plan for a copy; nothing changes in either directory.
  ///
  /// - Throws: ``TakeFileError`` if one of the directories cannot be read.
  public func look() throws(TakeFileError) -> CopyPlan {
    try CopyPlan(from: source, to: destination)
  }

  /// Compares a finished take with its copy; a link to a file of the take is not a copy.
  ///
  /// - Parameters:
  ///   - plan: the result of ``look()``.
  ///   - progress: called with the number of bytes compared since the last call.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if a file cannot be read.
  public func proves(
    _ take: TakeSet, in plan: CopyPlan, progress: (Int) -> Void = { _ in }
  ) throws(TakeFileError) -> CopyProof {
    guard !take.files.isEmpty, take.damaged.isEmpty, !take.isInProgress, !take.isBeingWritten else {
      return .missing
    }
    for file in take.files {
      let day = TakeDirectory.day(of: file.path)
      let item = plan.items.first {
        $0.day == day
          && ExactName(TakeName.fileName(of: $0.source)) == ExactName(file.fileName)
      }
      guard let item, item.isThere else { return .missing }
      let proof = try Self.compare(item, in: source, progress)
      if proof != .complete { return proof }
    }
    return .complete
  }

  /// Compares a file with its copy.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if one of them cannot be read.
  public func proves(_ item: CopyPlan.Item) throws(TakeFileError) -> CopyProof {
    try Self.compare(item, in: source) { _ in }
  }

  /// Compares a file with its copy, both read from their media.
  private static func compare(
    _ item: CopyPlan.Item, in folder: OpenFolder, _ progress: (Int) -> Void
  ) throws(TakeFileError) -> CopyProof {
    guard let file = try folder.folder(item.day)?.open(item.entry) else { return .missing }
    let copy = try OpenFile.read(item.destination, followsLinks: false)
    guard let size = file.regularSize, !isSame(file.descriptor, copy.descriptor) else {
      return .missing
    }
    guard size == copy.regularSize else { return .different(path: item.destination) }
    for offset in stride(from: 0, to: size, by: FileCopy.pieceBytes) {
      let count = min(FileCopy.pieceBytes, size - offset)
      let one = try bytes(file.descriptor, offset, count, item.source)
      let other = try bytes(copy.descriptor, offset, count, item.destination)
      if one != other { return .different(path: item.destination) }
      progress(count)
    }
    return .complete
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
    return try OpenFile.bytes(of: descriptor, at: offset, count: count, path: path)
  }
}
