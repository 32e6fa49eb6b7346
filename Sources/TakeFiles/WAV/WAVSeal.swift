/// The check that everything in a finished take except its audio is as written.
struct WAVSeal {
  /// The differences, one phrase each; empty for an intact file, and for a file of another program.
  let problems: [String]

  /// The offset of the first chunk of the description: after the name of the file form and the space for large sizes.
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

  /// The bytes per second of the `fmt ` chunk, if they are wrong: decoding does not need them, but players show them.
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

  /// True if the chunks after the audio are as written; other programs may have added some.
  private static func hasTail(_ tail: CRC32, _ mend: WAVMend) throws(TakeFileError) -> Bool {
    let start = mend.dataOffset + mend.audioBytes
    let there = max(0, mend.parser.fileBytes - start)
    let bytes = try mend.parser.bytes(at: start, count: min(tail.bytes, there))
    let found = bytes.withUnsafeBytes { CRC32($0) }
    // Another check finds a cut; but if nothing is missing, the stated length is wrong.
    return tail.bytes > there ? found.value != tail.value : found == tail
  }
}
