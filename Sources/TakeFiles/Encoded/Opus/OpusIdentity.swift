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
    let isMapped = packet.bigEndian(UInt8.self, at: 18).map { $0 > 0 } ?? false
    streams = isMapped ? Int(packet.bigEndian(UInt8.self, at: 19) ?? 1) : 1
  }
}
