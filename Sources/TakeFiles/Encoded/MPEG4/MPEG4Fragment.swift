/// The head of a fragment, which states the sizes of its samples in bytes, and their durations.
///
/// - Source: ISO/IEC 14496-12, sections 8.8.5, 8.8.7, 8.8.8 and 8.8.12.
struct MPEG4Fragment: Sendable, Equatable {
  /// The size of each sample in bytes.
  private(set) var sampleBytes: [Int] = []
  /// The duration of all samples together, in units of the track.
  private(set) var units = 0
  /// The number of the fragment in the file, from 1; `nil` if it is not stated.
  private(set) var sequence: Int?
  /// The time at which the samples start, in units of the track; `nil` if it is not stated.
  private(set) var start: Int?

  /// The most samples in a fragment: far more than half a second needs.
  private static let mostSamples = 65536

  /// The mean duration of a sample, in units of the track; `nil` if it is 0 or there are no samples.
  var sampleUnits: Int? {
    let mean = units / max(1, sampleBytes.count)
    return mean > 0 ? mean : nil
  }

  /// Fragments that repeat one sample; each consists of its head and of the samples.
  static func silence(
    _ sample: [UInt8], count: Int, sampleUnits: Int, sequence: Int, start: Int, trackID: UInt32
  ) -> [UInt8] {
    var (bytes, done): ([UInt8], Int) = ([], 0)
    while done < count {
      let samples = min(mostSamples, count - done)
      var times: [UInt8] = []
      times.append(bigEndian: UInt64(start + done * sampleUnits))
      let parts: [(name: String, words: [UInt32], more: [UInt8])] = [
        // The contents of the four boxes: the fragment's number; flags, track, duration and size of the samples; the
        // time; the number of samples, and their offset.
        ("mfhd", [0, UInt32(truncatingIfNeeded: sequence + done / mostSamples)], []),
        (
          "tfhd", [0x02_0018, trackID, UInt32(sampleUnits), UInt32(sample.count)], []
        ),
        ("tfdt", [0x0100_0000], times),
        ("trun", [1, UInt32(samples), 16 + 8 + 24 + 20 + 20 + 8 + 8], []),
      ]
      let boxes = parts.map { part in
        MPEG4Box.made(part.name.utf8, part.words.flatMap { $0.bigEndianBytes } + part.more)
      }
      let track = MPEG4Box.made("traf".utf8, boxes[1] + boxes[2] + boxes[3])
      bytes += MPEG4Box.made("moof".utf8, boxes[0] + track)
      bytes += MPEG4Box.made(
        "mdat".utf8, [[UInt8]](repeating: sample, count: samples).flatMap { $0 })
      done += samples
    }
    return bytes
  }

  /// Parses a complete moof box; `nil` if its contents make no sense.
  init?(_ moof: ArraySlice<UInt8>, track: MPEG4Track) {
    guard let box = MPEG4Box(moof.prefix(16), offset: 0),
      let traf = MPEG4Box.first("traf", in: moof, range: box.contents),
      let tfhd = MPEG4Box.first("tfhd", in: moof, range: traf.contents),
      let flags = moof.bigEndian(UInt32.self, at: tfhd.contents.lowerBound)
    else { return nil }
    var (defaultUnits, defaultBytes) = (track.defaultUnits, track.defaultBytes)
    var offset = tfhd.contents.lowerBound + 8
    if flags & 0x01 != 0 { offset += 8 }
    if flags & 0x02 != 0 { offset += 4 }
    if flags & 0x08 != 0 {
      guard let value = moof.bigEndian(UInt32.self, at: offset) else { return nil }
      defaultUnits = Int(value)
      offset += 4
    }
    if flags & 0x10 != 0 {
      guard let value = moof.bigEndian(UInt32.self, at: offset) else { return nil }
      defaultBytes = Int(value)
    }
    sequence = MPEG4Box.first("mfhd", in: moof, range: box.contents).flatMap {
      moof.bigEndian(UInt32.self, at: $0.contents.lowerBound + 4).map { Int($0) }
    }
    start = MPEG4Box.first("tfdt", in: moof, range: traf.contents).flatMap { Self.time($0, moof) }
    var next = traf.contents.lowerBound
    while let run = MPEG4Box.first("trun", in: moof, range: next..<traf.contents.upperBound) {
      guard read(run, moof, defaultUnits, defaultBytes) else { return nil }
      next = run.offset + run.bytes
    }
    if sampleBytes.isEmpty { return nil }
  }

  private static func time(_ tfdt: MPEG4Box, _ moof: ArraySlice<UInt8>) -> Int? {
    let place = tfdt.contents.lowerBound + 4
    return moof.bigEndian(UInt8.self, at: place - 4) == 1
      ? moof.bigEndian(UInt64.self, at: place).map { Int(clamping: $0) }
      : moof.bigEndian(UInt32.self, at: place).map { Int($0) }
  }

  private mutating func read(
    _ run: MPEG4Box, _ moof: ArraySlice<UInt8>, _ defaultUnits: Int, _ defaultBytes: Int
  ) -> Bool {
    guard let flags = moof.bigEndian(UInt32.self, at: run.contents.lowerBound),
      let count = moof.bigEndian(UInt32.self, at: run.contents.lowerBound + 4)
    else { return false }
    var offset = run.contents.lowerBound + 8
    if flags & 0x001 != 0 { offset += 4 }
    if flags & 0x004 != 0 { offset += 4 }
    let perSample = 4 * (flags & 0xF00).nonzeroBitCount
    // Samples that do not state their size take no bytes in the head, so limit their number to what a fragment can
    // sensibly have.
    guard Int(count) + sampleBytes.count <= Self.mostSamples,
      Int(count) * perSample <= run.contents.upperBound - offset
    else {
      return false
    }
    for _ in 0..<count {
      var field = offset
      offset += perSample
      var (time, bytes) = (defaultUnits, defaultBytes)
      if flags & 0x100 != 0 {
        time = Int(moof.bigEndian(UInt32.self, at: field) ?? 0)
        field += 4
      }
      if flags & 0x200 != 0 { bytes = Int(moof.bigEndian(UInt32.self, at: field) ?? 0) }
      guard time <= 1 << 20, bytes <= 1 << 20 else { return false }
      units += time
      sampleBytes.append(bytes)
    }
    return true
  }
}
