import Glibc

extension TakeMetadata {
  /// A person's rating of a take.
  public enum Rating: String, CaseIterable, Sendable, Codable {
    /// A take to keep; in post production such takes are called circled.
    case keep
    /// A false take: lists show it last, and it is the first to be deleted.
    case falseTake = "false"
  }
}

/// A change to a finished take that leaves its audio as it is.
public enum TakeAmendment: Sendable, Equatable {
  /// Replaces the title; `nil` removes it.
  case title(String?)
  /// Replaces the note; `nil` removes it.
  case note(String?)
  /// Replaces the rating; `nil` removes it.
  case rating(TakeMetadata.Rating?)
  /// Adds a marker.
  case mark(TakeMarker)
  /// Removes a marker.
  case unmark(TakeMarker)

  /// Applies the change to the metadata of a file; a marker goes only into the part of the take that contains its
  /// frame.
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
  /// Among the markers that a person set, in the finished take or with a button, the nearest to a frame and, of several
  /// at one frame, the last; `nil` if none is within half a second.
  public func ownMarker(near frame: Int) -> TakeMarker? {
    let rate = main.first?.rate ?? 1
    let nearest = markers.filter { $0.kind == .button }.reversed().min {
      abs($0.frame - frame) < abs($1.frame - frame)
    }
    return nearest.flatMap { abs($0.frame - frame) <= rate / 2 ? $0 : nil }
  }

  /// The take with the names that its files have now: another program may have renamed them since they were read.
  ///
  /// - Throws: like ``TakeDirectory/takes(numbers:)``.
  package func renamed() throws(TakeFileError) -> TakeSet {
    guard let number, let first = files.first,
      files.contains(where: { FileIdentity(path: $0.path) == nil })
    else { return self }
    let takes = try TakeDirectory(path: TakeName.directory(of: first.path)).takes(numbers: [number])
    return takes.first { $0.files.first?.metadata.familyID == first.metadata.familyID } ?? self
  }

  /// Changes the metadata in all files of a finished take; every bit of the audio stays.
  ///
  /// A ``TakePatch`` writes the metadata in place; even after a power cut they are changed in all files or in none. If
  /// a WAV file has no space for the metadata, a new file is written under a hidden name, and then replaces the old one
  /// in a single step.
  ///
  /// - Parameters:
  ///   - progress: called from time to time with the share that is done, from 0 to 1.
  ///   - changes: the changes, which are applied in this order.
  /// - Throws: ``TakeFileError/foreign(path:)``; ``TakeFileError/encoder(path:problem:remedy:)`` if a file has no room
  ///   for the change; the errors of the system.
  public func edit(
    _ changes: [TakeAmendment], progress: (Double) -> Void = { _ in }
  ) throws(TakeFileError) {
    if let other = files.first(where: { $0.origin != .pinna }) { throw .foreign(path: other.path) }
    guard let first = files.first else { return }
    let directory = TakeName.directory(of: first.path)
    let lock = try FolderLock(directory)
    // First complete an earlier change that a power cut interrupted.
    for result in TakePatch.complete(TakePatch.journalPath(of: name, in: directory)) {
      if case .failed(let error) = result.outcome { throw error }
    }
    var (patches, others): ([FilePatch], [(file: TakeFile, metadata: TakeMetadata)]) = ([], [])
    for old in try renamed().files {
      // Read the file again, because another program may have changed it meanwhile.
      let file = try TakeFile.read(path: old.path)
      // Refuse a file that was cut off: with a new head, it would no longer show that audio is missing.
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

  /// Appends a title to the names of all files, or removes the title; numbers, contents and parts in the names stay.
  ///
  /// A name without a number stays as it is.
  ///
  /// - Returns: the new paths of the files.
  /// - Throws: the errors of the system; `EEXIST` if a name is already in use. The files before that one have then been
  ///   renamed.
  public func putTitleInNames(_ title: String?) throws(TakeFileError) -> [String] {
    guard let first = files.first else { return [] }
    let lock = try FolderLock(TakeName.directory(of: first.path))
    var paths: [String] = []
    for file in try renamed().files {
      let directory = TakeName.directory(of: file.path)
      guard let name = file.name else {
        paths.append(file.path)
        continue
      }
      let path = "\(directory)/\(name.stem)\(TakeName.suffix(title)).\(file.kind.ending)"
      if "\(directory)/\(file.fileName)" != path { try FileSync.rename(file.path, to: path) }
      paths.append(path)
    }
    _ = consume lock
    return paths
  }
}

extension TakeFile {
  /// Replaces the file with a copy that has the new metadata.
  fileprivate func rewrite(with metadata: TakeMetadata) throws(TakeFileError) {
    let draft = "\(TakeName.directory(of: path))/.\(TakeName.stem(of: path)).edited.\(kind.ending)"
    func removeDraft() {
      for path in [draft, TakeName.inProgressPath(for: draft)] { _ = unlink(path) }
    }
    // Remove what an attempt left behind that a power cut ended.
    removeDraft()
    do throws(TakeFileError) {
      var copy = Transcoder(input: path, output: draft, kind: kind)
      copy.metadata = metadata
      try copy.run()
      // The copy gets the permissions of the take. File systems without permissions refuse this, but there are none to
      // keep.
      var status = stat()
      if stat(path, &status) == 0 { _ = chmod(draft, status.st_mode & 0o777) }
      let file = try OpenFile.read(draft)
      try FileSync.rename(draft, to: path, open: file.descriptor, replaces: true)
      try FileSync.directory(of: path)
    } catch {
      removeDraft()
      throw error
    }
  }

  /// The change that puts the metadata into the file; `nil` for a WAV file without space for them.
  fileprivate func patch(for metadata: TakeMetadata) throws(TakeFileError) -> FilePatch? {
    let source = try OpenFile.read(path)
    guard let size = source.regularSize else { return nil }
    if kind == .wav { return try wavPatch(for: metadata, in: source, size) }
    guard let space = try EncodedRecovery.tags(source.descriptor, kind, path) else {
      throw .unsupported(path: path, offset: 0, problem: "it has no space for the tags of a take")
    }
    let tags = space.keepingOthers(beside: self.metadata)
    guard tags.holds(leavingRoom(in: metadata), frames: frames) else {
      throw .encoder(
        path: path, problem: "its tags have no room for this change",
        remedy: "make it shorter, or remove other tags")
    }
    let bytes = tags.contents(for: metadata, frames: frames)
    func lost(_ metadata: TakeMetadata) -> Int {
      metadata.markers.count + metadata.gaps.count - tags.eventsHeld(of: metadata, frames: frames)
    }
    if lost(leavingRoom(in: metadata)) > lost(self.metadata) {
      let isMarker = metadata.markers.count > self.metadata.markers.count
      throw .encoder(
        path: path,
        problem: "its tags have no room for "
          + (isMarker ? "another marker" : "this change and all markers"),
        remedy: self.metadata.copy == nil
          ? "remove markers with 'pinna takes unmark'"
          : "it is a copy: move it away, and export the take again")
    }
    return FilePatch(
      name: fileName, size: (size, size), pieces: [.init(offset: tags.offset, bytes: bytes)])
  }

  /// The metadata with a judgement if the title or the note has grown: a text that leaves no room for a judgement is
  /// refused, so that a take can be judged later.
  private func leavingRoom(in metadata: TakeMetadata) -> TakeMetadata {
    func bytes(_ metadata: TakeMetadata) -> Int {
      (metadata.title ?? "").utf8.count + (metadata.note ?? "").utf8.count
    }
    guard bytes(metadata) > bytes(self.metadata) else { return metadata }
    var judged = metadata
    judged.rating = .falseTake
    return judged
  }

  /// The change to a WAV file that replaces its head and the chunks after its audio; `nil` if there is no space for it.
  ///
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` if the head has no room for the change, or if what
  ///   another program put into the file would be lost.
  private func wavPatch(
    for metadata: TakeMetadata, in source: borrowing OpenFile, _ size: Int
  ) throws(TakeFileError) -> FilePatch? {
    let parser = try WAVParser(descriptor: source.descriptor, path: path, fileBytes: size)
    let mend = try WAVMend(parser)
    let (others, copies) = try parser.otherChunks()
    let isKept = others.reduce(0) { $0 + $1.bytes } <= Self.mostKeptBytes
    let kept = isKept ? others.filter(mend.tail.contains) : []
    let (seal, end) = (try WAVSeal(mend), mend.dataOffset + mend.audioBytes)
    let additions =
      copies + (seal.isKept ? [] : try WAVMetadata(parser).additions(to: self.metadata))
    let samples = SampleFormat(rawValue: mend.format.encoding.rawValue)
    let header = WAVHeader(
      format: AudioFormat(
        rate: mend.format.rate, channels: mend.format.channels, samples: samples ?? .s24),
      riffLimit: WAVHeader.largestRIFF, hasMetadata: true)
    guard header.holds(leavingRoom(in: metadata)) else {
      throw .encoder(
        path: path, problem: "its head has no room for this change",
        remedy: "shorten its title or its note"
      )
    }
    if samples != nil, mend.dataOffset == WAVHeader.takeBytes,
      mend.audioBytes == mend.frames * mend.format.bytesPerFrame,
      // If another program changed the file, or if it was cut off, it must be rewritten as a whole.
      mend.discardedBytes == 0, seal.problems.isEmpty, !seal.isRewritten
    {
      try refuse(additions + others.filter { !kept.contains($0) }.map(\.id))
      var tail: [UInt8] = mend.audioBytes % 2 == 1 ? [0] : []
      for chunk in WAVChunk.afterAudio(metadata, rate: rate, frames: frames) {
        tail.append(contentsOf: chunk.serialised)
      }
      for chunk in kept {
        let payload = try parser.bytes(at: chunk.contents, count: chunk.bytes)
        tail.append(contentsOf: WAVChunk(id: chunk.id, payload: payload).serialised)
      }
      var contents = WAVHeader.Contents(
        dataBytes: mend.audioBytes, fileBytes: end + tail.count,
        tail: tail.withUnsafeBytes { CRC32($0) })
      contents.record.syncedBytes = mend.audioBytes
      let head = header.bytes(contents, metadata: metadata)
      if head.count == header.size, head.prefix(4).elementsEqual(parser.id.utf8) {
        return FilePatch(
          name: fileName, size: (size, end + tail.count),
          pieces: [.init(offset: end, bytes: tail), .init(offset: 0, bytes: head)])
      }
    }
    try refuse(additions + others.map(\.id))
    return nil
  }

  /// The most bytes in the chunks of other programs that a change keeps, because they must fit into the journal.
  private static let mostKeptBytes = 1 << 24

  /// Refuses a change that would lose what another program put into the file.
  private func refuse(_ lost: [String]) throws(TakeFileError) {
    guard !lost.isEmpty else { return }
    throw .encoder(
      path: path,
      problem: "the change would lose data from another program: "
        + lost.joined(separator: ", "),
      remedy:
        "make the change in that program, or in a copy made with 'pinna takes export', which lists "
        + "what the copy cannot hold")
  }
}
