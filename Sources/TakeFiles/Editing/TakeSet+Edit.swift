import Glibc

extension TakeMetadata {
  /// A person's rating of a take.
  public enum Rating: String, CaseIterable, Sendable, Codable {
    /// A take to keep, which post production circles.
    case keep
    /// A false take: last in lists, and the first to be deleted.
    case falseTake = "false"
  }
}

/// A change of a finished take that leaves its audio as it is.
public enum TakeAmendment: Sendable, Equatable {
  /// Another title, or none.
  case title(String?)
  /// Another note, or none.
  case note(String?)
  /// Another rating, or none.
  case rating(TakeMetadata.Rating?)
  /// An added marker.
  case mark(TakeMarker)
  /// A removed marker.
  case unmark(TakeMarker)

  /// Changes the metadata of a file; a marker goes into the part of the take that has its frame.
  func change(_ metadata: inout TakeMetadata, of file: TakeFile) {
    switch self {
    case .title(let title): metadata.title = title
    case .note(let note): metadata.note = note
    case .rating(let rating): metadata.rating = rating
    case .mark(let marker):
      let first = metadata.firstFrame
      guard (first..<(first + file.frames)).contains(marker.frame) else { return }
      metadata.markers.append(marker)
      metadata.markers.sort { $0.frame < $1.frame }
    case .unmark(let marker): metadata.markers.removeAll { $0 == marker }
    }
  }
}

extension TakeSet {
  /// The marker nearest to a frame that a person set, at most half a second away; `nil` if there is none.
  public func ownMarker(near frame: Int) -> TakeMarker? {
    let rate = main.first?.rate ?? 1
    let nearest = markers.filter { $0.kind == .button }.min {
      abs($0.frame - frame) < abs($1.frame - frame)
    }
    return nearest.flatMap { abs($0.frame - frame) <= rate / 2 ? $0 : nil }
  }

  /// Changes the metadata in all files of a finished take; the audio stays bit for bit.
  ///
  /// A ``TakePatch`` writes the metadata in place, and a power cut leaves it either done or not done in all files. A
  /// WAV file without space for them is rewritten under a hidden name and then replaces the old one at once.
  ///
  /// - Parameters:
  ///   - progress: called from time to time with the finished share, 0 to 1.
  ///   - changes: applied one after the other.
  /// - Throws: ``TakeFileError/unsupported(path:offset:problem:)`` for a file of another recorder, and for one without
  ///   room for a marker; the errors of the system.
  public func edit(
    _ changes: [TakeAmendment], progress: (Double) -> Void = { _ in }
  ) throws(TakeFileError) {
    for file in files where file.origin != .pinna {
      throw .unsupported(
        path: file.path, offset: 0, problem: "another program made it, and its tags would be lost")
    }
    guard let first = files.first else { return }
    let directory = TakeName.directory(of: first.path)
    let lock = try FolderLock(directory)
    // Complete an earlier change interrupted by a power cut first.
    for result in TakePatch.complete(TakePatch.journalPath(of: name, in: directory)) {
      if case .failed(let error) = result.outcome { throw error }
    }
    var (patches, others): ([FilePatch], [(file: TakeFile, metadata: TakeMetadata)]) = ([], [])
    for old in files {
      // Another program may have changed it since it was read.
      let file = try TakeFile.read(path: old.path)
      // A new head would hide that audio is missing.
      if file.isTruncated {
        throw .malformed(path: file.path, offset: 0, problem: file.flaws.first ?? "it is cut off")
      }
      var metadata = file.metadata
      for change in changes { change.change(&metadata, of: file) }
      metadata = metadata.bounded
      guard metadata != file.metadata else { continue }
      if let patch = try file.patch(for: metadata) {
        patches.append(patch)
      } else {
        others.append((file, metadata))
      }
    }
    if !patches.isEmpty {
      try TakePatch(directory: directory, take: name, files: patches).run()
    }
    for (done, other) in others.enumerated() {
      progress(Double(done) / Double(others.count))
      try other.file.rewrite(with: other.metadata)
    }
    _ = consume lock
  }

  /// Appends a title to the names of all files, or removes it; numbers, contents and parts stay.
  ///
  /// - Returns: the new paths of the files.
  /// - Throws: the errors of the system, `EEXIST` for a name already in use; the files before it are renamed by then.
  public func putTitleInNames(_ title: String?) throws(TakeFileError) -> [String] {
    guard let first = files.first else { return [] }
    let lock = try FolderLock(TakeName.directory(of: first.path))
    var paths: [String] = []
    for file in files {
      let directory = TakeName.directory(of: file.path)
      guard let name = TakeName(fileName: file.fileName) else { continue }
      let path = "\(directory)/\(name.stem)\(TakeName.suffix(title)).\(file.kind.ending)"
      if "\(directory)/\(file.fileName)" != path { try FileSync.rename(file.path, to: path) }
      paths.append(path)
    }
    if let first = paths.first { try FileSync.directory(of: first) }
    _ = consume lock
    return paths
  }
}

extension TakeFile {
  /// Replaces the file with a copy that has other metadata.
  fileprivate func rewrite(with metadata: TakeMetadata) throws(TakeFileError) {
    let draft = "\(TakeName.directory(of: path))/.\(TakeName.stem(of: path)).edited.\(kind.ending)"
    func removeDraft() {
      for path in [draft, TakeName.inProgressPath(for: draft)] { _ = unlink(path) }
    }
    // A draft of an earlier attempt that a power cut ended.
    removeDraft()
    do throws(TakeFileError) {
      var copy = Transcoder(input: path, output: draft, kind: kind)
      copy.metadata = metadata
      try copy.run()
      // The permissions of the take stay; file systems without modes refuse, and have none to keep.
      var status = stat()
      if stat(path, &status) == 0 { _ = chmod(draft, status.st_mode & 0o777) }
      guard Glibc.rename(draft, path) == 0 else {
        throw .system(operation: .rename, path: path, code: errno)
      }
    } catch {
      removeDraft()
      throw error
    }
    try FileSync.directory(of: path)
  }

  /// The changed bytes that put metadata into the file; `nil` for a WAV file without space for them.
  fileprivate func patch(for metadata: TakeMetadata) throws(TakeFileError) -> FilePatch? {
    let source = try OpenFile.read(path)
    guard let size = source.regularSize else { return nil }
    guard let encoded = kind.encoded else { return try wavPatch(for: metadata, in: source, size) }
    var head = [UInt8](repeating: 0, count: min(size, TagSpace.searchedBytes))
    let found = head.withUnsafeMutableBytes {
      OpenFile.read(into: $0, from: source.descriptor, at: 0)
    }
    guard found.code == 0 else { throw .system(operation: .read, path: path, code: found.code) }
    guard let tags = encoded.tags(in: head[..<found.bytes]) else {
      throw .unsupported(path: path, offset: 0, problem: "it has no space for the tags of a take")
    }
    let bytes = tags.contents(for: metadata, frames: frames)
    let events = metadata.markers.count + metadata.gaps.count
    if events > self.metadata.markers.count + self.metadata.gaps.count,
      tags.eventsHeld(of: metadata, frames: frames) < events
    {
      throw .unsupported(
        path: path, offset: 0,
        problem: "its tags have no room for another marker"
          + (self.metadata.copy == nil
            ? "" : "; it is a copy: move it away, and export the take again"))
    }
    return FilePatch(
      name: fileName, size: (size, size), pieces: [.init(offset: tags.offset, bytes: bytes)])
  }

  /// The head and the chunks after the audio of a WAV file with other metadata.
  private func wavPatch(
    for metadata: TakeMetadata, in source: borrowing OpenFile, _ size: Int
  ) throws(TakeFileError) -> FilePatch? {
    var parser = WAVParser(descriptor: source.descriptor, path: path, fileBytes: size)
    try parser.parse()
    let mend = try WAVMend(parser)
    guard let samples = SampleFormat(rawValue: mend.format.encoding.rawValue) else { return nil }
    let header = WAVHeader(
      format: AudioFormat(
        rate: mend.format.rate, channels: mend.format.channels, samples: samples),
      riffLimit: WAVHeader.largestRIFF, hasMetadata: true)
    let end = mend.dataOffset + mend.audioBytes
    // A file that others have changed, or that was cut off, is rewritten.
    guard mend.dataOffset == header.size,
      mend.audioBytes == mend.frames * mend.format.bytesPerFrame,
      mend.discardedBytes == 0, try WAVSeal(mend).problems.isEmpty
    else { return nil }
    var tail: [UInt8] = mend.audioBytes % 2 == 1 ? [0] : []
    for chunk in WAVChunk.afterAudio(metadata, rate: rate, frames: frames) {
      tail.append(contentsOf: chunk.serialised)
    }
    var contents = WAVHeader.Contents(
      dataBytes: mend.audioBytes, fileBytes: end + tail.count,
      tail: tail.withUnsafeBytes { CRC32($0) })
    contents.record.syncedBytes = mend.audioBytes
    let head = header.bytes(contents, metadata: metadata)
    let there = try mend.parser.bytes(at: 0, count: 4)
    guard head.count == header.size, head.prefix(4).elementsEqual(there) else { return nil }
    return FilePatch(
      name: fileName, size: (size, end + tail.count),
      pieces: [.init(offset: end, bytes: tail), .init(offset: 0, bytes: head)])
  }
}
