/// Checks that everything in a finished take except its audio is still as it was written.
struct WAVSeal {
  /// The differences, described in one phrase each; empty if the file is intact, or if another program made it.
  let problems: [String]
  /// True if another program has saved the file, and changed its metadata or the part after its audio.
  let isRewritten: Bool
  /// True if the file has checksums, and everything that they cover is as it was written.
  let isKept: Bool

  /// The offset of the first chunk of the description: the name of the file's form, and the space for large sizes, come
  /// before it.
  private static let descriptionOffset = 48

  init(_ mend: WAVMend) throws(TakeFileError) {
    let parser = mend.parser
    guard let chunk = parser.chunks.first(where: { $0.id == CheckpointRecord.id }),
      chunk.end + 8 == mend.dataOffset, mend.dataOffset == WAVHeader.takeBytes
    else {
      (problems, isRewritten, isKept) = ([], false, false)
      return
    }
    let payload = try parser.bytes(at: chunk.contents, count: chunk.bytes)
    guard let record = CheckpointRecord(payload: payload) else {
      problems = ["the record of what was written cannot be read (its pnna chunk)"]
      (isRewritten, isKept) = (false, false)
      return
    }
    var problems = try Self.speed(mend).map { [$0] } ?? []
    var isTailKept = false
    if let seal = record.seal {
      let end = parser.chunks.first { $0.id == "fact" }?.offset ?? chunk.offset
      let description = try parser.bytes(
        at: Self.descriptionOffset, count: max(0, end - Self.descriptionOffset))
      let hasDescription = description.withUnsafeBytes { CRC32($0) }.value == seal.description
      switch try Self.tail(seal.tail, mend) {
      case .rewritten(let isChanged) where mend.flaws.isEmpty:
        (self.problems, isRewritten) = (problems, isChanged || !hasDescription)
        isKept = problems.isEmpty && !isRewritten
        return
      case .changed:
        problems.append("the part after the audio has changed since it was written")
      case .kept: isTailKept = true
      case .rewritten(let isChanged): isTailKept = !isChanged
      }
      if problems.isEmpty, !hasDescription {
        problems.append("the metadata of the take has changed since it was written")
      }
    }
    (self.problems, isRewritten) = (problems, false)
    isKept = isTailKept && problems.isEmpty
  }

  /// A description of the bytes per second in the `fmt ` chunk, if they are wrong; players show them, though decoding
  /// does not need them.
  private static func speed(_ mend: WAVMend) throws(TakeFileError) -> String? {
    guard let chunk = mend.parser.chunks.first(where: { $0.id == "fmt " }) else { return nil }
    let bytes = try mend.parser.bytes(at: chunk.contents, count: 12)
    guard bytes.count == 12 else { return nil }
    let (said, right) = (
      Int(bytes.littleEndian(UInt32.self, at: 8)), mend.format.rate * mend.format.bytesPerFrame
    )
    return said == right
      ? nil : "the fmt chunk states \(said) bytes per second, but there are \(right)"
  }

  /// The state of the part after the audio.
  private enum Tail {
    case kept, changed
    /// The part has another length than when it was written, which a wrong bit cannot cause: another program changed
    /// it, or added chunks to it.
    case rewritten(isChanged: Bool)
  }

  private static func tail(_ sealed: CRC32, _ mend: WAVMend) throws(TakeFileError) -> Tail {
    let start = mend.dataOffset + mend.audioBytes
    let there = max(0, mend.parser.fileBytes - start)
    var found = try mend.parser.checksum(from: start, bytes: min(sealed.bytes, there))
    let isKept = found == sealed
    if sealed.bytes == there { return isKept ? .kept : .changed }
    // The rest of the file may be long if another program added chunks.
    found.add(
      try mend.parser.checksum(from: start + found.bytes, bytes: there - found.bytes))
    // If nothing is missing, the stated length must be wrong.
    return found.value == sealed.value ? .changed : .rewritten(isChanged: !isKept)
  }
}
