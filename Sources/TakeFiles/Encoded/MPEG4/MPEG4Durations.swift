/// Finds the fields in an MPEG-4 head that state the length of the audio.
///
/// While a fragmented file grows, these fields state a length of 0, and many programs look at no other place.
///
/// - Source: ISO/IEC 14496-12, sections 8.2.2 (mvhd), 8.3.2 (tkhd), 8.4.2 (mdhd) and 8.8.2 (mehd).
enum MPEG4Durations {
  /// The changes to a head that make its fields state a length in frames.
  static func patches(frames: Int, in head: ArraySlice<UInt8>) -> [EncodedStream.Patch] {
    guard let moov = MPEG4Box.first("moov", in: head, range: 0..<head.count),
      let track = MPEG4Track(head, moov: moov),
      let movie = MPEG4Box.first("mvhd", in: head, range: moov.contents),
      let scale = head.bigEndian(
        UInt32.self, at: movie.contents.lowerBound + (isLong(movie, head) ? 20 : 12))
    else { return [] }
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: track.rate)
    let ticks = whole * Int(scale) + (rest * Int(scale) + track.rate / 2) / track.rate
    let fields: [(path: [String], short: Int, long: Int, value: Int)] = [
      (["mvhd"], 16, 24, ticks), (["trak", "tkhd"], 20, 28, ticks),
      (["trak", "mdia", "mdhd"], 16, 24, frames), (["mvex", "mehd"], 4, 4, ticks),
    ]
    return fields.compactMap { field in
      guard let box = MPEG4Box.find(field.path, in: head, range: moov.contents) else { return nil }
      let isLong = isLong(box, head)
      var bytes: [UInt8] = []
      if isLong {
        bytes.append(bigEndian: UInt64(field.value))
      } else {
        bytes.append(bigEndian: UInt32(clamping: field.value))
      }
      let offset = box.contents.lowerBound + (isLong ? field.long : field.short)
      guard offset + bytes.count <= box.contents.upperBound else { return nil }
      return EncodedStream.Patch(offset: offset, bytes: bytes)
    }
  }

  /// True if the fields of a box have 64 bits.
  private static func isLong(_ box: MPEG4Box, _ head: ArraySlice<UInt8>) -> Bool {
    head.bigEndian(UInt8.self, at: box.contents.lowerBound) == 1
  }
}
