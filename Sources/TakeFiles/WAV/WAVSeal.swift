/// Checks that everything in a finished take except its audio is still as it was written.
struct WAVSeal {
  /// The differences, described in one phrase each; empty if the file is intact, or if another program made it.
  let problems: [String]

  /// The offset of the first chunk of the description: the name of the file's form, and the space for large sizes, come
  /// before it.
  private static let descriptionOffset = 48

  init(_ mend: WAVMend) throws(TakeFileError) {
    let parser = mend.parser
    guard let chunk = parser.chunks.first(where: { $0.id == CheckpointRecord.id }),
      chunk.end + 8 == mend.dataOffset, mend.dataOffset == WAVHeader.takeBytes
    else {
      self.problems = []
      return
    }
    let payload = try parser.bytes(at: chunk.contents, count: chunk.bytes)
    guard let record = CheckpointRecord(payload: payload) else {
      self.problems = ["the record of what was written cannot be read (its pnna chunk)"]
      return
    }
    var problems = try Self.speed(mend).map { [$0] } ?? []
    if let seal = record.seal {
      let end = parser.chunks.first { $0.id == "fact" }?.offset ?? chunk.offset
      let description = try parser.bytes(
        at: Self.descriptionOffset, count: max(0, end - Self.descriptionOffset))
      let isKept = description.withUnsafeBytes { CRC32($0) }.value == seal.description
      if problems.isEmpty, !isKept {
        problems.append("the metadata of the take has changed since it was written")
      }
      if try !Self.hasTail(seal.tail, mend) {
        problems.append("the part after the audio has changed since it was written")
      }
    }
    self.problems = problems
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

  /// True if the chunks after the audio are still as they were written; other programs may have added more after them.
  private static func hasTail(_ tail: CRC32, _ mend: WAVMend) throws(TakeFileError) -> Bool {
    let start = mend.dataOffset + mend.audioBytes
    let there = max(0, mend.parser.fileBytes - start)
    let bytes = try mend.parser.bytes(at: start, count: min(tail.bytes, there))
    let found = bytes.withUnsafeBytes { CRC32($0) }
    // If the file was cut off, another check finds that. If nothing is missing, the stated length must be wrong.
    return tail.bytes > there ? found.value != tail.value : found == tail
  }
}
