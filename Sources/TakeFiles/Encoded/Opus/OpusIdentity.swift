/// The first packet of an Opus stream.
///
/// - Source: RFC 7845, section 5.1.
struct OpusIdentity: Sendable, Equatable {
  var channels: Int
  /// The number of samples at 48 kHz before the first audible one.
  var preSkip: Int
  /// The number of frames per second of the audio, as the file states it.
  var rate: Int
  /// The number of streams in each packet; there are several if there are more than two channels.
  var streams: Int

  /// The place in the stream of each channel in the order of WAV files; `nil` if the order is the same.
  var order: [Int]?

  /// The orders for three to eight channels that belong to loudspeakers.
  ///
  /// - Source: RFC 7845, section 5.1.1.2.
  private static let orders = [
    3: [0, 2, 1], 5: [0, 2, 1, 3, 4], 6: [0, 2, 1, 5, 3, 4], 7: [0, 2, 1, 6, 5, 3, 4],
    8: [0, 2, 1, 7, 5, 6, 3, 4],
  ]

  /// Reads the packet on the first page of a stream; `nil` if the stream is not Opus.
  init?(_ bytes: ArraySlice<UInt8>, _ page: OggPage) {
    guard let packet = bytes.part(from: page.headerBytes, count: page.bodyBytes),
      packet.starts(with: "OpusHead".utf8), let channels = packet.bigEndian(UInt8.self, at: 9),
      let preSkip = packet.littleEndian(UInt16.self, at: 10),
      let rate = packet.littleEndian(UInt32.self, at: 12), channels > 0
    else { return nil }
    // Other programs may state a rate that no Opus decoder can produce.
    let isRate = [8000, 12000, 16000, 24000, 48000].contains(rate)
    self.channels = Int(channels)
    self.preSkip = Int(preSkip)
    self.rate = isRate ? Int(rate) : 48000
    let family = packet.bigEndian(UInt8.self, at: 18) ?? 0
    let isMapped = family > 0
    order = family == 1 ? Self.orders[Int(channels)] : nil
    streams = isMapped ? Int(packet.bigEndian(UInt8.self, at: 19) ?? 1) : 1
  }
}
