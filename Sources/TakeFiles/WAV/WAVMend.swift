/// The correct header of a WAV file, derived from its contents.
///
/// Recorders that lose power leave sizes of 0, of 0xFFFFFFFF, of the last update, or of the expected length. The
/// position of the audio is correct in all of them.
struct WAVMend: Sendable {
  /// The file as described by its header.
  let parser: WAVParser
  /// The format of the audio.
  let format: WAVParser.Format
  /// The offset of the audio.
  let dataOffset: Int
  /// The number of bytes in complete frames in the file.
  let audioBytes: Int
  /// The chunks after the audio.
  let tail: [WAVParser.Chunk]
  /// The number of bytes after the audio that are neither a complete frame nor a chunk.
  let discardedBytes: Int

  /// Chunks that programs write after the audio; any other name there may be audio that looks like one.
  ///
  /// - Source: the RIFF, BWF, RF64 and ADM specifications, and ExifTool's list of RIFF tags.
  private static let usualTail: Set<String> = [
    "LIST", "cue ", "bext", "iXML", "axml", "chna", "smpl", "inst", "plst", "PEAK", "fact", "JUNK",
    "junk", "PAD ", "FLLR", "afsp", "id3 ", "ID3 ", "_PMX", "guan", "levl", "link", "umid", "acid",
    "strc", "minf", "elm1", "regn", "DGDA", "SNDM", "cart", "note", "ltxt", "labl", "r64m",
  ]

  /// A plan for a parsed file.
  ///
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if the file does not state the format of its audio.
  init(_ parser: WAVParser) throws(TakeFileError) {
    let (format, data) = try parser.result()
    self.parser = parser
    self.format = format
    dataOffset = data.offset
    let index = parser.chunks.firstIndex { $0.contents == data.offset } ?? 0
    let after = Array(parser.chunks[(index + 1)...])
    let isChain = parser.end >= parser.trailer && !after.contains { $0.bytes < $0.statedBytes }
    let isTail =
      after.first.map { isChain || Self.usualTail.contains($0.id) } ?? false
      || after.contains { $0.id == "fmt " }
    tail = isTail ? after : []
    let block = format.bytesPerFrame
    let rest = parser.trailer - data.offset
    // The padding byte after audio of odd length is not an 8-bit frame.
    let isPadded = data.bytes & 1 == 1 && data.bytes + 1 == rest
    let there = isTail || isPadded ? data.bytes : rest
    // If chunks follow, the audio is as long as its header says, even with an incomplete frame.
    audioBytes = isTail ? there : there - there % block
    let end = max(data.offset + audioBytes, tail.last?.end ?? 0)
    // The padding byte of the last chunk does not count as lost.
    let padding = end & 1 == 1 && end < parser.trailer ? 1 : 0
    discardedBytes = max(0, parser.trailer - end - padding)
  }

  /// The number of complete frames of audio.
  var frames: Int { audioBytes / format.bytesPerFrame }

  /// The chunk with the audio.
  var dataChunk: WAVParser.Chunk? { parser.chunks.first { $0.contents == dataOffset } }

  /// The correct end of the file.
  var end: Int { (tail.last?.end ?? dataOffset + audioBytes).madeEven }

  /// True if the file is too large for 32-bit sizes.
  var isLarge: Bool { end - 8 > WAVHeader.largestRIFF }

  /// The bytes of audio that the header states; `nil` if it means "to the end of the file".
  private var statedAudioBytes: Int? {
    let stated = dataChunk?.statedBytes ?? 0
    return stated == 0xFFFF_FFFF ? parser.largeDataBytes : stated
  }

  /// True if the file has the layout of Pinna's takes, but lacks audio or everything after it.
  var isCutTake: Bool {
    let isTake = parser.chunks.contains {
      $0.id == CheckpointRecord.id && $0.end + 8 == dataOffset
    }
    return isTake && dataOffset == WAVHeader.takeBytes
      && (tail.isEmpty || audioBytes < statedAudioBytes ?? 0)
  }

  /// The flaws, one phrase each; empty for a file with a correct header.
  var flaws: [String] {
    var flaws: [String] = []
    if statedAudioBytes != audioBytes {
      let words =
        statedAudioBytes.map { "stated \(Self.count($0)) of audio, but there are \(audioBytes)" }
        ?? "did not state the length of the audio, which is \(Self.count(audioBytes))"
      flaws.append("the header \(words)")
    }
    let isUnknown = parser.id == "RIFF" && parser.statedBytes == 0xFFFF_FFFF
    let total =
      isUnknown ? nil : parser.id == "RIFF" ? parser.statedBytes : parser.largeRIFFBytes
    // Some programs omit the last padding byte from the size, which is harmless.
    if abs((total ?? 0) + 8 - end) > 1 {
      let words =
        total.map { "stated \(Self.count($0 + 8)) in all, but there are \(end)" }
        ?? "did not state the total size, which is \(Self.count(end))"
      flaws.append("the header \(words)")
    }
    if parser.chunks.contains(where: \.lacksPadding) {
      flaws.append("chunks of odd length lacked their padding byte")
    }
    if tail.contains(where: { $0.bytes < $0.statedBytes }) {
      flaws.append("the last chunk is cut off")
    }
    if discardedBytes > 0 {
      let verb = discardedBytes == 1 ? "is" : "are"
      flaws.append(
        "\(Self.count(discardedBytes)) at the end \(verb) neither a complete frame nor a chunk")
    }
    if parser.trailer < parser.fileBytes {
      flaws.append("an ID3v1 tag of \(parser.fileBytes - parser.trailer) bytes follows it")
    }
    return flaws
  }

  private static func count(_ bytes: Int) -> String { "\(bytes) byte\(bytes == 1 ? "" : "s")" }
}

extension Int {
  /// The number itself if even, otherwise the next one: where a chunk starts after another one.
  var madeEven: Int { self + (self & 1) }
}
