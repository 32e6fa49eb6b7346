/// The `cue ` chunk and the labels that a `LIST` chunk of type `adtl` gives its points.
///
/// - Source: Microsoft, Multimedia Programming Interface and Data Specifications 1.0, chapter 3 (cue, labl, note).
enum CuePoints {
  /// More points than a recorder makes: a limit for broken files.
  private static let most = 20_000

  /// The points in the order of their frames.
  ///
  /// - Parameter isOwn: whether Pinna wrote them: then points that it cannot have written are what a power cut left.
  static func decode(
    cue: [UInt8], labels lists: [[UInt8]], isOwn: Bool = false
  ) -> [TakeMarker] {
    guard cue.count >= 4 else { return [] }
    let labels = lists.reduce(into: [UInt32: String]()) { labels, list in
      labels.merge(Self.labels(in: list)) { first, _ in first }
    }
    let count = min(Int(cue.littleEndian(UInt32.self, at: 0)), (cue.count - 4) / 24, most)
    let markers = (0..<count).compactMap { index -> TakeMarker? in
      let offset = 4 + 24 * index
      let id = cue.littleEndian(UInt32.self, at: offset)
      // The sample offset inside the data chunk; the older position field means the play list.
      let frame = Int(cue.littleEndian(UInt32.self, at: offset + 20))
      let isSound =
        Int(id) == index + 1 && cue.name(at: offset + 8) == "data"
        && Int(cue.littleEndian(UInt32.self, at: offset + 4)) == frame
      if isOwn && !isSound { return nil }
      return TakeMarker(frame: frame, kind: .button, label: labels[id] ?? "")
    }
    return markers.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element)
  }

  /// Labels, and notes where there is no label, by the number of their point.
  private static func labels(in list: [UInt8]) -> [UInt32: String] {
    guard list.count >= 4, list.name(at: 0) == "adtl" else { return [:] }
    var labels: [UInt32: String] = [:]
    var notes: [UInt32: String] = [:]
    for item in RIFFItems(list, from: 4) where item.contents.count >= 4 {
      let contents = Array(item.contents)
      let point = contents.littleEndian(UInt32.self, at: 0)
      let text = contents[4...].storedText
      guard labels.count + notes.count < most else { break }
      if item.id == "labl" { labels[point] = text }
      if item.id == "note" { notes[point] = text }
    }
    return labels.merging(notes) { label, _ in label }
  }
}

/// The small chunks inside a `LIST` chunk.
struct RIFFItems: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var offset: Int

  /// The chunks of a list from a place on; a cut one at the end is given as far as it is there.
  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func next() -> (id: String, contents: ArraySlice<UInt8>)? {
    guard offset + 8 <= bytes.count else { return nil }
    let id = bytes.name(at: offset)
    let size = Int(bytes.littleEndian(UInt32.self, at: offset + 4))
    let start = offset + 8
    let end = Swift.min(start + size, bytes.count)
    offset = end + (size & 1)
    return (id, bytes[start..<end])
  }

  /// The texts of a `LIST` chunk of type `INFO`, by their names.
  static func information(in list: [UInt8]) -> [String: String] {
    guard list.count >= 4, list.name(at: 0) == "INFO" else { return [:] }
    return RIFFItems(list, from: 4).reduce(into: [:]) { texts, item in
      if texts[item.id] == nil { texts[item.id] = item.contents.storedText }
    }
  }
}
