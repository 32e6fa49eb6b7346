import Glibc

extension WAVMend {
  /// Writes a complete new file: a correct header, every chunk before the audio, the audio, and every chunk after it.
  ///
  /// - Parameters:
  ///   - file: the new file, still empty.
  ///   - progress: called with the share that is done, from 0 to 1.
  func write(
    to file: inout InProgressFile, progress: (Double) -> Void
  ) throws(TakeFileError) {
    let head = parser.chunks.filter {
      $0.offset < dataOffset - 8 && $0.id != "ds64" && !($0.id == "JUNK" && $0.offset == 12)
    }
    let newDataOffset = head.reduce(12 + 36 + 8) { $0 + 8 + $1.bytes.madeEven }
    let newEnd = tail.reduce((newDataOffset + audioBytes).madeEven) { $0 + 8 + $1.bytes.madeEven }
    let isLarge = newEnd - 8 > WAVHeader.largestRIFF
    try file.append(all: start(end: newEnd, isLarge: isLarge))
    for chunk in head {
      if chunk.id == "fact", chunk.bytes >= 4 {
        var fact = Self.chunkHead("fact", 4)
        fact.append(littleEndian: isLarge ? UInt32.max : UInt32(frames))
        try file.append(all: fact)
        // Correct only the number of frames; the other fields stay.
        try copy(chunk.contents + 4, chunk.bytes - 4, to: &file) { _ in }
        try patchSize(of: chunk, in: &file)
      } else {
        try file.append(all: Self.chunkHead(chunk.id, chunk.bytes))
        try copy(chunk.contents, chunk.bytes, to: &file) { _ in }
      }
      if chunk.bytes & 1 == 1 { try file.append(all: [0]) }
    }
    try file.append(all: Self.chunkHead("data", isLarge ? 0xFFFF_FFFF : audioBytes))
    let done = try copy(dataOffset, audioBytes, to: &file, progress: progress)
    guard done == audioBytes else { throw parser.malformed(dataOffset + done, "the file shrank") }
    if audioBytes & 1 == 1 { try file.append(all: [0]) }
    for chunk in tail {
      try file.append(all: Self.chunkHead(chunk.id, chunk.bytes))
      try copy(chunk.contents, chunk.bytes, to: &file) { _ in }
      if chunk.bytes & 1 == 1 { try file.append(all: [0]) }
    }
  }

  /// Appends every byte of the old file, unchanged.
  func copyAll(to file: inout InProgressFile, progress: (Double) -> Void) throws(TakeFileError) {
    let done = try copy(0, parser.fileBytes, to: &file, progress: progress)
    guard done == parser.fileBytes else { throw parser.malformed(done, "the file shrank") }
  }

  /// Corrects the sizes in place; the audio stays untouched.
  ///
  /// - Throws: ``TakeFileError/unsupported(path:offset:problem:)``, before anything changes, if a correct header does
  ///   not fit into this file.
  func patch(_ file: inout InProgressFile) throws(TakeFileError) {
    if let chunk = parser.chunks.first(where: { $0.lacksPadding && $0.end < end }) {
      throw .unsupported(
        path: parser.path, offset: chunk.end,
        problem:
          "the padding byte after this chunk is missing, and there is no room to insert it in place"
      )
    }
    let hasRoom = parser.chunks.first.map {
      $0.offset == 12 && ["JUNK", "ds64"].contains($0.id) && $0.bytes >= 28
    }
    if isLarge, hasRoom != true {
      throw .unsupported(
        path: parser.path, offset: 12,
        problem: "there is no room for the sizes of a file over 4 GiB")
    }
    // Before the header changes, remove all bytes after the last chunk, or add the padding byte that is missing.
    try file.truncate(to: end)
    if let chunk = tail.last, chunk.bytes < chunk.statedBytes {
      try file.overwrite(Self.chunkHead(chunk.id, chunk.bytes), at: chunk.offset)
    }
    if let fact = parser.chunks.first(where: { $0.id == "fact" && $0.bytes >= 4 }) {
      var count: [UInt8] = []
      count.append(littleEndian: isLarge ? UInt32.max : UInt32(frames))
      try file.overwrite(count, at: fact.contents)
    }
    try file.overwrite(
      Self.chunkHead("data", isLarge ? 0xFFFF_FFFF : audioBytes), at: dataOffset - 8)
    let start = start(end: end, isLarge: isLarge)
    // If the file has no reserved chunk, only the name and the size need to be corrected.
    try file.overwrite(Array(start.prefix(hasRoom == true ? 48 : 8)), at: 0)
    if let reserved = parser.chunks.first, hasRoom == true, reserved.bytes > 28 {
      var size: [UInt8] = []
      size.append(littleEndian: UInt32(reserved.bytes))
      try file.overwrite(size, at: 16)
    }
  }

  private func start(end: Int, isLarge: Bool) -> [UInt8] {
    WAVHeader.start(
      riffBytes: end - 8, large: isLarge ? [end - 8, audioBytes, frames] : nil)
  }

  private static func chunkHead(_ id: String, _ bytes: Int) -> [UInt8] {
    var head: [UInt8] = []
    head.append(contentsOf: id.utf8.prefix(4))
    head.append(littleEndian: UInt32(bytes))
    return head
  }

  private func patchSize(
    of chunk: WAVParser.Chunk, in file: inout InProgressFile
  ) throws(TakeFileError) {
    guard chunk.bytes > 4 else { return }
    try file.overwrite(Self.chunkHead(chunk.id, chunk.bytes), at: file.bytes - chunk.bytes - 8)
  }

  /// Appends a range of the old file; returns how many bytes of the range existed there.
  @discardableResult
  private func copy(
    _ offset: Int, _ count: Int, to file: inout InProgressFile, progress: (Double) -> Void
  ) throws(TakeFileError) -> Int {
    var done = 0
    while done < count {
      let block = try OpenFile.bytes(
        of: parser.descriptor, at: offset + done, count: min(1 << 20, count - done),
        path: parser.path)
      if block.isEmpty { break }
      try file.append(all: block)
      done += block.count
      progress(Double(done) / Double(count))
    }
    return done
  }
}
