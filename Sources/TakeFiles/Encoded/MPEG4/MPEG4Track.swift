/// The track of an MPEG-4 take, which has only one.
///
/// - Source: ISO/IEC 14496-12, sections 8.4.2, 8.5.2, 8.6.6 and 8.8.3.
struct MPEG4Track: Sendable, Equatable {
  /// The number of frames per second, which is also the number of the track's units of time per second.
  var rate: Int
  /// Samples per frame.
  var channels: Int
  /// The number of frames that the encoder puts before the audio.
  var delay: Int
  /// The ID of the track.
  var id: UInt32
  /// An encoded sample of silence; `nil` if none is known for this kind of AAC.
  private(set) var silentFrame: [UInt8]?
  /// The duration of those samples that do not state their own.
  var defaultUnits: Int
  var defaultBytes: Int

  /// Reads the track from a moov box; `nil` if it has no complete AAC track.
  init?(_ head: ArraySlice<UInt8>, moov: MPEG4Box) {
    guard let trak = MPEG4Box.first("trak", in: head, range: moov.contents),
      let mdhd = MPEG4Box.find(["mdia", "mdhd"], in: head, range: trak.contents),
      let version = head.bigEndian(UInt8.self, at: mdhd.contents.lowerBound),
      let rate = head.bigEndian(
        UInt32.self, at: mdhd.contents.lowerBound + (version == 1 ? 20 : 12)),
      let stsd = MPEG4Box.find(
        ["mdia", "minf", "stbl", "stsd"], in: head, range: trak.contents),
      stsd.contents.count >= 8,
      let sound = MPEG4Box.first(
        "mp4a", in: head, range: (stsd.contents.lowerBound + 8)..<stsd.contents.upperBound),
      let channels = head.bigEndian(UInt16.self, at: sound.contents.lowerBound + 16),
      let trex = MPEG4Box.find(["mvex", "trex"], in: head, range: moov.contents),
      let id = head.bigEndian(UInt32.self, at: trex.contents.lowerBound + 4),
      let units = head.bigEndian(UInt32.self, at: trex.contents.lowerBound + 12),
      let bytes = head.bigEndian(UInt32.self, at: trex.contents.lowerBound + 16),
      (1...655_350).contains(rate), (1...64).contains(channels)
    else { return nil }
    self.rate = Int(rate)
    self.id = id
    let coding = Self.configuration(head, sound)
    self.channels = coding?.channels ?? Int(channels)
    if coding?.type == 2 { silentFrame = Self.silence[self.channels] }
    delay = Self.delay(head, trak)
    defaultUnits = Int(units)
    defaultBytes = Int(bytes)
  }

  /// Silent frames of AAC-LC, by the number of channels: each channel has a gain of 0 and no bands, and the end
  /// follows.
  ///
  /// - Source: ISO/IEC 14496-3, tables 4.3 to 4.6 and 4.50: raw_data_block, single and channel pair elements.
  private static let silence: [Int: [UInt8]] = [
    1: [0, 0, 0, 0x07], 2: [0x21, 0, 0, 0, 0, 0x1C],
  ]

  /// The object type and the number of channels, from the configuration of the decoder: the sample description may say
  /// 2 even for mono.
  ///
  /// - Source: ISO/IEC 14496-1, section 7.2.6; ISO/IEC 14496-3, section 1.6.2.1.
  private static func configuration(
    _ head: ArraySlice<UInt8>, _ sound: MPEG4Box
  ) -> (type: Int, channels: Int)? {
    guard sound.contents.count > 28,
      let esds = MPEG4Box.first(
        "esds", in: head, range: (sound.contents.lowerBound + 28)..<sound.contents.upperBound)
    else { return nil }
    var offset = esds.contents.lowerBound + 4
    // Enter three nested descriptors; each has this many bytes before the next one.
    for (tag, fields) in [(UInt8(3), 3), (4, 13), (5, 0)] {
      guard head.bigEndian(UInt8.self, at: offset) == tag else { return nil }
      offset += 1
      // The length of a descriptor takes up to four bytes, with 7 bits in each.
      var rest = 4
      while rest > 0, let byte = head.bigEndian(UInt8.self, at: offset) {
        offset += 1
        rest = byte & 0x80 == 0 ? 0 : rest - 1
      }
      offset += fields
    }
    // The configuration begins with 5 bits for the object type, 4 for the rate and 4 for the channels.
    guard let word = head.bigEndian(UInt16.self, at: offset), word >> 7 & 15 != 15 else {
      return nil
    }
    let type = Int(word >> 11)
    switch Int(word >> 3 & 15) {
    case let channels where (1...6).contains(channels): return (type, channels)
    case 7: return (type, 8)
    default: return nil
    }
  }

  /// The time in the track at which the first edit starts.
  private static func delay(_ head: ArraySlice<UInt8>, _ trak: MPEG4Box) -> Int {
    guard let elst = MPEG4Box.find(["edts", "elst"], in: head, range: trak.contents),
      let version = head.bigEndian(UInt8.self, at: elst.contents.lowerBound)
    else { return 0 }
    let offset = elst.contents.lowerBound + 8
    let time =
      version == 1
      ? head.bigEndian(Int64.self, at: offset + 8).map { Int($0) }
      : head.bigEndian(Int32.self, at: offset + 4).map { Int($0) }
    return time.map { (0...16384).contains($0) ? $0 : 0 } ?? 0
  }
}
