import Essentials

/// Walks over the fragments of an MPEG-4 file.
///
/// MPEG-4 has no checksums. So a fragment counts as intact only if the file ends after it or continues as expected: if
/// anything else follows, the damage may have begun inside the fragment. After damage the walk continues at the next
/// fragment that states its time, and silence of exactly the right length fills the gap.
///
/// - Source: ISO/IEC 14496-12, sections 8.1.1 and 8.8.
struct MPEG4Walk {
  /// The offset at which the last intact fragment ends, together with those boxes after it that are allowed there.
  private(set) var end: Int
  /// The duration of the audio so far, including silence, in units of the track.
  private(set) var units = 0
  private(set) var holes: [Range<Int>] = []
  private(set) var flaws: [String] = []
  /// The range of the index at the end of the file, which lists the fragments; `nil` if there is none.
  private(set) var index: Range<Int>?

  private let track: MPEG4Track
  private var made: [EncodedSurvey.Piece] = []
  private var keptFrom: Int
  /// The number and the time with which the first fragment begins, because a stream recorded from the middle may start
  /// with any.
  private var first: (sequence: Int, start: Int)?
  private var fragments = 0
  private var sequence = 0
  /// The duration of a sample, in units of the track.
  private var sampleUnits = 1024
  /// The head of a fragment whose samples are still to come, and the offset of the head.
  private var pending: (head: MPEG4Fragment, offset: Int)?

  /// The size in bytes of the largest head of a fragment: enough for 40000 frames of the encoder.
  private static let largestHead = 1 << 20
  /// The names of other boxes that may lie between fragments.
  private static let others = ["free", "skip", "styp", "sidx", "prft", "mfra"]
  /// The size in bytes of an index without entries.
  private static let emptyIndexBytes = 24

  /// Walks over the fragments from an offset to the end of the file.
  static func walk(
    _ window: inout FileWindow, from start: Int, track: MPEG4Track
  ) throws(TakeFileError) -> MPEG4Walk {
    var walk = MPEG4Walk(end: start, track: track, keptFrom: start)
    var before = walk
    var offset = start
    while offset < window.size {
      let rest = try window.bytes(at: offset, count: 16)
      let whole = walk
      if let next = try walk.read(&window, at: offset) {
        if walk.fragments > whole.fragments { before = whole }
        offset = next
        continue
      }
      // The index is the last part of a file, so whatever follows it is not audio.
      if walk.index != nil { break }
      if !Self.goesOn(rest) { walk = before }
      walk.pending = nil
      guard let next = try walk.next(&window, after: offset) else { break }
      offset = next
    }
    return walk
  }

  private init(end: Int, track: MPEG4Track, keptFrom: Int) {
    self.end = end
    self.track = track
    self.keptFrom = keptFrom
  }

  /// The pieces of the repaired file, from the first fragment on.
  var pieces: [EncodedSurvey.Piece] {
    guard let index else { return made + [.kept(keptFrom..<end)] }
    // Put an empty index in place of the old one, whose positions are those of the damaged file.
    var empty: [UInt8] = []
    for (bytes, name) in [(Self.emptyIndexBytes, "mfra"), (16, "mfro")] {
      empty.append(bigEndian: UInt32(bytes))
      empty += Array(name.utf8)
    }
    empty.append(bigEndian: UInt64(Self.emptyIndexBytes))
    return made + [.kept(keptFrom..<index.lowerBound), .made(empty), .kept(index.upperBound..<end)]
  }

  /// True if the file ends here, or if a known box begins here, of whose name at most two bits may be wrong.
  private static func goesOn(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.count < 8
      || ["moof", "mdat", "mfra"].contains { name in
        zip(rest.dropFirst(4), name.utf8).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } <= 2
      }
  }

  /// Processes the box at an offset; returns the offset of its end, or `nil` if the box is damaged.
  private mutating func read(
    _ window: inout FileWindow, at offset: Int
  ) throws(TakeFileError) -> Int? {
    guard let box = MPEG4Box(try window.bytes(at: offset, count: 16), offset: offset),
      box.bytes <= window.size - offset
    else { return nil }
    let next = offset + box.bytes
    if box.isNamed("moof") {
      guard let head = try fragment(box, &window) else { return nil }
      pending = (head, offset)
      return next
    }
    if box.isNamed("mdat") {
      guard let pending, try Self.holds(pending.head, box, &window),
        add(pending.head, at: pending.offset)
      else { return nil }
    } else if !Self.others.contains(where: box.isNamed) {
      return nil
    }
    if box.isNamed("mfra") { index = offset..<next }
    if pending == nil { end = next }
    return next
  }

  private func fragment(
    _ box: MPEG4Box, _ window: inout FileWindow
  ) throws(TakeFileError) -> MPEG4Fragment? {
    guard box.bytes <= Self.largestHead else { return nil }
    return MPEG4Fragment(try window.bytes(at: box.offset, count: box.bytes), track: track)
  }

  /// The offset of the next intact fragment after damage whose time is not before the end of the audio so far.
  private func next(
    _ window: inout FileWindow, after offset: Int
  ) throws(TakeFileError) -> Int? {
    var offset = offset + 1
    while offset + 16 <= window.size {
      let bytes = try window.bytes(at: offset, count: 1 << 16)
      if let name = Self.place(of: "moof", in: bytes) {
        let start = offset + name - 4
        if name >= 4, let box = MPEG4Box(try window.bytes(at: start, count: 16), offset: start),
          box.bytes <= window.size - start, let head = try fragment(box, &window),
          let data = MPEG4Box(
            try window.bytes(at: start + box.bytes, count: 16), offset: start + box.bytes),
          data.isNamed("mdat"), data.bytes <= window.size - data.offset,
          try Self.holds(head, data, &window), let missing = missing(before: head), missing >= 0
        {
          return start
        }
        offset += name + 1
      } else {
        // A box states its size before its name, so keep the last bytes, in which both may begin.
        offset += max(1, bytes.count - 7)
      }
    }
    return nil
  }

  private static func place(of name: String, in bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    while let next = rest.firstIndex(of: name.utf8.first ?? 0) {
      if bytes[next...].starts(with: name.utf8) { return next - bytes.startIndex }
      rest = bytes[(next + 1)...]
    }
    return nil
  }

  /// The time missing between the audio so far and a fragment, in units of the track; `nil` if the fragment does not
  /// state its time or cannot follow.
  private func missing(before head: MPEG4Fragment) -> Int? {
    guard let start = head.start else { return nil }
    // If the first fragment is damaged, assume that the file began as usual.
    let first = first ?? (1, 0)
    let missing = start - first.start - units
    let isLater = fragments == 0 || head.sequence ?? .max > sequence
    return isLater && missing <= track.rate * EncodedSurvey.longestHole ? missing : nil
  }

  /// Adds a complete fragment to the audio so far; false if the fragment cannot follow it.
  private mutating func add(_ head: MPEG4Fragment, at offset: Int) -> Bool {
    if first == nil, offset == keptFrom { first = (head.sequence ?? 1, head.start ?? 0) }
    let start = first ?? (1, 0)
    if fragments > 0 || first == nil {
      guard let missing = missing(before: head) ?? untimed(head), missing >= 0 else {
        flaws = ["audio is missing after \(units.counted("frame"))"]
        return false
      }
      if missing >= sampleUnits {
        guard let silence = silence(missing) else {
          flaws = ["audio is missing after \(units.counted("frame"))"]
          return false
        }
        first = start
        made += [.kept(keptFrom..<end), .made(silence)]
        holes.append(max(0, units - track.delay)..<max(0, units + missing - track.delay))
        (keptFrom, units) = (offset, units + missing)
      } else if offset > end {
        // No audio is missing: the bytes in between are useless, and are left out.
        made.append(.kept(keptFrom..<end))
        keptFrom = offset
      }
    }
    if first == nil { first = start }
    if let units = head.sampleUnits { sampleUnits = units }
    fragments += 1
    sequence = head.sequence ?? sequence + 1
    units += head.units
    pending = nil
    return true
  }

  /// Zero, for no missing time, if a fragment states no time, and either the next number or none; otherwise `nil`.
  private func untimed(_ head: MPEG4Fragment) -> Int? {
    head.start == nil && (head.sequence ?? sequence + 1) == sequence + 1 ? 0 : nil
  }

  /// Silent fragments that fill a missing time; `nil` if no silent sample is known for the track.
  private func silence(_ missing: Int) -> [UInt8]? {
    let start = (first?.start ?? 0) + units
    guard let frame = track.silentFrame, missing / sampleUnits <= 1 << 20 else { return nil }
    return MPEG4Fragment.silence(
      frame, count: missing / sampleUnits, sampleUnits: sampleUnits, sequence: sequence + 1,
      start: start, trackID: track.id)
  }

  /// True if a data box is as long as the head of its fragment states, and no sample in it consists only of zeros,
  /// which a file system leaves in place of a lost block.
  private static func holds(
    _ fragment: MPEG4Fragment, _ box: MPEG4Box, _ window: inout FileWindow
  ) throws(TakeFileError) -> Bool {
    guard box.contents.count == fragment.sampleBytes.reduce(0, +) else { return false }
    var offset = box.contents.lowerBound
    for count in fragment.sampleBytes {
      let sample = try window.bytes(at: offset, count: count)
      if sample.count < count || sample.allSatisfy({ $0 == 0 }) { return false }
      offset += count
    }
    return true
  }
}
