/// The bytes before the audio of a WAV file.
///
/// The length never changes: 28 bytes are reserved in a `JUNK` chunk directly after `WAVE`, and become the `ds64` chunk
/// when the file outgrows 32-bit sizes, so that turning RIFF into RF64 rewrites nothing but the header.
///
/// - Source: EBU Tech 3306 (RF64), ITU-R BS.2088 (the reserved chunk); RFC 2361 and the multiple-channel audio data
///   document of Microsoft (the format tags).
struct WAVHeader: Sendable {
  let format: AudioFormat
  /// The largest RIFF size that a 32-bit header states; smaller in tests.
  let riffLimit: Int

  /// The largest size that is a size: 0xFFFFFFFF says "look into ds64".
  static let largestRIFF = 0xFFFF_FFFE

  /// Bytes before the audio.
  var size: Int { 12 + 36 + 8 + formatPayload.count + (hasFact ? 12 : 0) + 8 }

  /// The header of a file with so many bytes of audio and so many bytes in all.
  ///
  /// Between two updates it is true for what was in the file at the first.
  func bytes(dataBytes: Int, fileBytes: Int) -> [UInt8] {
    let riffBytes = fileBytes - 8
    let isLarge = riffBytes > riffLimit
    let frames = dataBytes / format.bytesPerFrame
    var header: [UInt8] = []
    header.reserveCapacity(size)
    header.append(name: isLarge ? "RF64" : "RIFF")
    header.append(littleEndian: isLarge ? UInt32.max : UInt32(riffBytes))
    header.append(name: "WAVE")
    if isLarge {
      header.append(name: "ds64")
      header.append(littleEndian: UInt32(28))
      header.append(littleEndian: UInt64(riffBytes))
      header.append(littleEndian: UInt64(dataBytes))
      header.append(littleEndian: UInt64(frames))
      header.append(littleEndian: UInt32(0))
    } else {
      header.append(name: "JUNK")
      header.append(littleEndian: UInt32(28))
      header.append(contentsOf: [UInt8](repeating: 0, count: 28))
    }
    header.append(name: "fmt ")
    header.append(littleEndian: UInt32(formatPayload.count))
    header.append(contentsOf: formatPayload)
    if hasFact {
      header.append(name: "fact")
      header.append(littleEndian: UInt32(4))
      header.append(littleEndian: isLarge ? UInt32.max : UInt32(frames))
    }
    header.append(name: "data")
    header.append(littleEndian: isLarge ? UInt32.max : UInt32(dataBytes))
    return header
  }

  /// A `fact` chunk states the number of frames of everything that is not PCM.
  private var hasFact: Bool { format.samples == .f32 }

  /// Whether the long form of the format chunk is needed.
  ///
  /// One and two channels of up to 24 bits use the old tag, which every player and editor reads. More channels or 32
  /// bits need the extensible form.
  private var isExtensible: Bool { format.channels > 2 || format.samples == .s32 }

  private var formatPayload: [UInt8] {
    let tag: UInt16 = format.samples == .f32 ? 3 : 1
    var payload: [UInt8] = []
    payload.append(littleEndian: isExtensible ? 0xFFFE : tag)
    payload.append(littleEndian: UInt16(format.channels))
    payload.append(littleEndian: UInt32(format.rate))
    payload.append(littleEndian: UInt32(format.rate * format.bytesPerFrame))
    payload.append(littleEndian: UInt16(format.bytesPerFrame))
    payload.append(littleEndian: UInt16(format.samples.bits))
    if isExtensible {
      payload.append(littleEndian: UInt16(22))
      payload.append(littleEndian: UInt16(format.samples.bits))
      // No speaker: the channels of an array are capsules, and a player must not map them to loudspeakers.
      payload.append(littleEndian: UInt32(0))
      payload.append(littleEndian: tag)
      payload.append(contentsOf: Self.subformatTail)
    } else if tag == 3 {
      payload.append(littleEndian: UInt16(0))
    }
    return payload
  }

  /// What follows the tag in the subformat identifiers of PCM and of float.
  static let subformatTail: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]
}
