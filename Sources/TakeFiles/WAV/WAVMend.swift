import Essentials

/// The correct header of a WAV file, derived from its contents.
///
/// Recorders that lose power leave wrong sizes: 0, 0xFFFFFFFF, the size at the last update, or the expected size. But
/// the position of the audio is correct in all such files.
struct WAVMend: Sendable {
  /// The file as its header describes it.
  let parser: WAVParser
  /// The format of the audio.
  let format: WAVParser.Format
  /// The offset in the file at which the audio begins.
  let dataOffset: Int
  /// The number of bytes of audio in the file; unless chunks follow, only complete frames count.
  let audioBytes: Int
  /// The chunks after the audio.
  let tail: [WAVParser.Chunk]
  /// The number of bytes after the audio that belong neither to a complete frame nor to a chunk.
  let discardedBytes: Int

  /// The chunks that programs write after the audio; if another name occurs there, it may be audio that looks like a
  /// name.
  ///
  /// - Source: the RIFF, BWF, RF64 and ADM specifications, and ExifTool's list of RIFF tags.
  private static let usualTail: Set<String> = [
    "LIST", "cue ", "bext", "iXML", "axml", "chna", "smpl", "inst", "plst", "PEAK", "fact", "JUNK",
    "junk", "PAD ", "FLLR", "afsp", "id3 ", "ID3 ", "_PMX", "guan", "levl", "link", "umid", "acid",
    "strc", "minf", "elm1", "regn", "DGDA", "SNDM", "cart", "note", "ltxt", "labl", "r64m",
  ]

  /// Plans the header of a file that has been parsed.
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
    // If the audio has an odd length, the padding byte after it is not a further 8-bit frame.
    let isPadded = data.bytes & 1 == 1 && data.bytes + 1 == rest
    let there = isTail || isPadded ? data.bytes : rest
    // If chunks follow the audio, it is as long as the header says, even if its last frame is incomplete.
    audioBytes = isTail ? there : there - there % block
    let end = max(data.offset + audioBytes, tail.last?.end ?? 0)
    // The padding byte of the last chunk does not count among the discarded bytes.
    let padding = end & 1 == 1 && end < parser.trailer ? 1 : 0
    discardedBytes = max(0, parser.trailer - end - padding)
  }

  /// The number of complete frames of audio.
  var frames: Int { audioBytes / format.bytesPerFrame }

  /// The chunk that contains the audio.
  var dataChunk: WAVParser.Chunk? { parser.chunks.first { $0.contents == dataOffset } }

  /// The offset at which a correct file ends.
  var end: Int { (tail.last?.end ?? dataOffset + audioBytes).madeEven }

  /// True if the file is too large for 32-bit sizes.
  var isLarge: Bool { end - 8 > WAVHeader.largestRIFF }

  /// The number of bytes of audio that the header states; `nil` if the header means "to the end of the file".
  private var statedAudioBytes: Int? {
    let stated = dataChunk?.statedBytes ?? 0
    return stated == 0xFFFF_FFFF ? parser.largeDataBytes : stated
  }

  /// True if the file has the layout of Pinna's takes, but some audio, or everything after the audio, is missing.
  var isCutTake: Bool {
    let isTake = parser.chunks.contains {
      $0.id == CheckpointRecord.id && $0.end + 8 == dataOffset
    }
    return isTake && dataOffset == WAVHeader.takeBytes
      && (tail.isEmpty || audioBytes < statedAudioBytes ?? 0)
  }

  /// The flaws, described in one phrase each; empty if the header is correct.
  var flaws: [String] {
    var flaws: [String] = []
    if statedAudioBytes != audioBytes {
      let words =
        statedAudioBytes.map {
          "stated \($0.counted("byte")) of audio, but there are \(audioBytes)"
        }
        ?? "did not state the length of the audio, which is \(audioBytes.counted("byte"))"
      flaws.append("the header \(words)")
    }
    let isUnknown = parser.id == "RIFF" && parser.statedBytes == 0xFFFF_FFFF
    let total =
      isUnknown ? nil : parser.id == "RIFF" ? parser.statedBytes : parser.largeRIFFBytes
    // Some programs do not count the last padding byte in the size, which is harmless.
    if abs((total ?? 0) + 8 - end) > 1 {
      let words =
        total.map { "stated \(($0 + 8).counted("byte")) in all, but there are \(end)" }
        ?? "did not state the total size, which is \(end.counted("byte"))"
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
        "\(discardedBytes.counted("byte")) at the end \(verb) neither a complete frame nor a chunk")
    }
    if parser.trailer < parser.fileBytes {
      flaws.append("an ID3v1 tag of \(parser.fileBytes - parser.trailer) bytes follows it")
    }
    return flaws
  }
}

extension Int {
  /// The number itself if it is even, otherwise the next one; chunks start only at even offsets.
  var madeEven: Int { self + (self & 1) }
}
