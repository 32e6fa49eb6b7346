/// Measures Opus packets, and makes silent ones.
///
/// - Source: RFC 6716, section 3.1 (first byte), 3.2.5 (several frames), appendix B (several streams in a packet).
enum OpusPacket {
  /// The number of samples at 48 kHz in the shortest frame of Opus, which lasts 2.5 ms.
  static let unit = 120

  /// The number of samples at 48 kHz in those packets that begin and end on a page.
  static func samples(on page: OggPage, _ bytes: ArraySlice<UInt8>) -> Int {
    var (sum, length, offset) = (0, 0, page.headerBytes)
    var isBegun = page.flags & OggPage.continued == 0
    for size in bytes.dropFirst(27).prefix(page.headerBytes - 27) {
      length += Int(size)
      if size == 255 { continue }
      if isBegun, let packet = bytes.part(from: offset, count: length) { sum += samples(packet) }
      (offset, length, isBegun) = (offset + length, 0, true)
    }
    return sum
  }

  private static func samples(_ packet: ArraySlice<UInt8>) -> Int {
    guard let first = packet.first else { return 0 }
    let frames =
      switch first & 3 {
      case 0: 1
      case 1, 2: 2
      default: Int(packet.dropFirst().first ?? 0) & 63
      }
    let kind = Int(first >> 3)
    let samples =
      switch kind {
      case 0..<12: [480, 960, 1920, 2880][kind & 3]
      case 12..<16: [480, 960][kind & 1]
      default: unit << (kind & 3)
      }
    return frames * samples
  }

  /// Silent packets that together last this many units of 2.5 ms.
  static func silence(units: Int, streams: Int) -> [[UInt8]] {
    var (packets, rest): ([[UInt8]], Int) = ([], units)
    // Use packets of 120 ms for a long silence, so that they fit on one page.
    for size in units > 1600 ? [48, 8, 4, 2, 1] : [8, 4, 2, 1] {
      while rest >= size {
        packets.append(silence(frames: max(1, size / 8), size: min(size, 8), streams: streams))
        rest -= size
      }
    }
    return packets
  }

  /// A silent packet whose frames last 1, 2, 4 or 8 units each.
  private static func silence(frames: Int, size: Int, streams: Int) -> [UInt8] {
    let kind = 28 + UInt8(size.trailingZeroBitCount)
    let head = frames == 1 ? [kind << 3] : [kind << 3 | 3, UInt8(frames)]
    // The first symbol in a frame says that the frame is silent.
    let body = [[UInt8]](repeating: [0xFF, 0xFE], count: frames).flatMap { $0 }
    // Every stream except the last states the lengths of its frames.
    return [[UInt8]](repeating: head + [2] + body, count: max(1, streams) - 1).flatMap { $0 }
      + head + body
  }
}
