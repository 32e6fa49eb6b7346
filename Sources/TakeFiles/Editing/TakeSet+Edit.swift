import Glibc

extension TakeMetadata {
  /// The judgement of a person on a take.
  public enum Rating: String, CaseIterable, Sendable, Codable {
    /// One to keep, which post production circles.
    case keep
    /// One that went wrong: last in lists, and the first to be deleted.
    case falseTake = "false"
  }
}

/// A change of a finished take that leaves its audio as it is.
public enum TakeAmendment: Sendable, Equatable {
  /// Another title, or none.
  case title(String?)
  /// Another note, or none.
  case note(String?)
  /// Another judgement, or none.
  case rating(TakeMetadata.Rating?)
  /// One more marker.
  case mark(TakeMarker)
  /// A marker less.
  case unmark(TakeMarker)

  /// Changes the metadata of a file; a marker is in the part of the take that has its frame.
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
  /// The marker of a person that is nearest to a frame, at most half a second away; `nil` where there is none.
  public func ownMarker(near frame: Int) -> TakeMarker? {
    let rate = main.first?.rate ?? 1
    let nearest = markers.filter { $0.kind == .button }.min {
      abs($0.frame - frame) < abs($1.frame - frame)
    }
    return nearest.flatMap { abs($0.frame - frame) <= rate / 2 ? $0 : nil }
  }

  /// Changes the metadata in all files of a finished take; the audio stays bit for bit.
  ///
  /// Each file is written anew under a hidden name, reaches the medium, and then takes the place of the old one at
  /// once: a power cut leaves the old file or the new one, and the same change once more completes the others.
  ///
  /// - Parameters:
  ///   - progress: called from time to time with the share that is done, 0 to 1.
  ///   - changes: done one after the other.
  /// - Throws: ``TakeFileError/unsupported(path:offset:problem:)`` for a file of another recorder, and the errors of
  ///   the system; files before it are changed then.
  public func edit(
    _ changes: [TakeAmendment], progress: (Double) -> Void = { _ in }
  ) throws(TakeFileError) {
    for file in files where file.origin != .pinna {
      throw .unsupported(
        path: file.path, offset: 0, problem: "another program made it, whose tags would be lost")
    }
    var done = 0
    for file in files {
      var metadata = file.metadata
      for change in changes { change.change(&metadata, of: file) }
      metadata = metadata.bounded
      if metadata != file.metadata { try file.replace(with: metadata) }
      done += file.fileBytes
      progress(Double(done) / Double(max(1, bytes)))
    }
  }
}

extension TakeFile {
  /// Puts the same audio with other metadata in the place of the file.
  fileprivate func replace(with metadata: TakeMetadata) throws(TakeFileError) {
    let draft = "\(TakeName.directory(of: path))/.\(TakeName.stem(of: path)).edited.\(kind.ending)"
    func removeDraft() {
      for path in [draft, TakeName.inProgressPath(for: draft)] { _ = unlink(path) }
    }
    // One of an earlier attempt that a power cut ended.
    removeDraft()
    do throws(TakeFileError) {
      if kind == .wav {
        var copy = Transcoder(input: path, output: draft, kind: kind)
        copy.metadata = metadata
        try copy.run()
      } else {
        try copyBytes(to: draft, metadata)
      }
      // Who may read the take stays as it was; file systems without modes refuse, and have none to keep.
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

  /// Copies a compressed file, but for its space for tags.
  private func copyBytes(to draft: String, _ metadata: TakeMetadata) throws(TakeFileError) {
    let source = try OpenFile.read(path)
    let copy = try OpenFile.create(draft)
    var piece = [UInt8](repeating: 0, count: FileCopy.pieceBytes)
    var (offset, tags): (Int, TagSpace?) = (0, nil)
    while true {
      let count = pread(source.descriptor, &piece, piece.count, off_t(offset))
      guard count >= 0 else { throw .system(operation: .read, path: path, code: errno) }
      if offset == 0 {
        tags = kind.encoded?.tags(in: piece[..<min(count, TagSpace.searchedBytes)])
      }
      if count == 0 { break }
      try Self.write(piece[..<count], to: copy.descriptor, at: offset, draft)
      offset += count
    }
    guard let tags else {
      throw .unsupported(path: path, offset: 0, problem: "it has no space for the tags of a take")
    }
    let bytes = tags.contents(for: metadata, frames: frames)
    try Self.write(bytes[...], to: copy.descriptor, at: tags.offset, draft)
    try FileSync.file(copy.descriptor, path: draft)
  }

  private static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int, _ path: String
  ) throws(TakeFileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
      }
      guard count > 0 else {
        throw .system(operation: .write, path: path, code: count == 0 ? ENOSPC : errno)
      }
      done += count
    }
  }
}
