/// Reads the `cue ` chunk, and the labels of its points from a `LIST` chunk of type `adtl`.
///
/// - Source: Microsoft, Multimedia Programming Interface and Data Specifications 1.0, chapter 3 (cue, labl, note).
enum CuePoints {
  /// The most points to read: no take has as many gaps and markers.
  static let most = 65_536

  /// The cue points in the order of their frames.
  ///
  /// - Parameter isOwn: true if Pinna wrote the chunk; points whose two positions differ were then left by a power cut.
  static func decode(
    cue: [UInt8], labels lists: [[UInt8]], isOwn: Bool = false
  ) -> [CuePoint] {
    guard cue.count >= 4 else { return [] }
    let texts = lists.reduce(into: Texts()) { $0.add($1) }
    let count = min(Int(cue.littleEndian(UInt32.self, at: 0)), (cue.count - 4) / 24, most)
    let points = (0..<count).compactMap { index -> CuePoint? in
      let offset = 4 + 24 * index
      let id = cue.littleEndian(UInt32.self, at: offset)
      // Use the sample offset inside the data chunk, because the older position field can refer to a play list; but
      // some programs set only that field.
      var frame = Int(cue.littleEndian(UInt32.self, at: offset + 20))
      let position = Int(cue.littleEndian(UInt32.self, at: offset + 4))
      // The numbers do not matter, because editors give points any number.
      let isSound = cue.name(at: offset + 8) == "data" && position == frame
      if isOwn && !isSound { return nil }
      if frame == 0 { frame = position }
      let kind = isOwn ? texts.purposes[id].flatMap(TakeMarker.Kind.init(purpose:)) : nil
      return CuePoint(
        marker: TakeMarker(
          frame: frame, kind: kind ?? .button, label: texts.labels[id] ?? texts.notes[id] ?? ""),
        saysKind: kind != nil)
    }
    return points.inOrder(of: \.marker.frame)
  }

  /// The texts in the lists, by the number of the point to which they belong.
  private struct Texts {
    var labels: [UInt32: String] = [:]
    var notes: [UInt32: String] = [:]
    /// The purpose of each text, as four characters.
    var purposes: [UInt32: String] = [:]

    mutating func add(_ list: [UInt8]) {
      guard list.count >= 4, list.name(at: 0) == "adtl" else { return }
      for item in RIFFItems(list, from: 4) where item.contents.count >= 4 {
        guard labels.count + notes.count < most else { break }
        let contents = item.contents
        let point = contents.littleEndian(UInt32.self, at: 0) ?? 0
        switch item.id {
        case "labl" where labels[point] == nil: labels[point] = contents.dropFirst(4).storedText
        case "note" where notes[point] == nil: notes[point] = contents.dropFirst(4).storedText
        case "ltxt" where purposes[point] == nil && contents.count >= 12:
          purposes[point] = Array(contents).name(at: 8)
        default: break
        }
      }
    }
  }
}

/// A cue point in a file.
struct CuePoint: Sendable, Equatable {
  /// The point as a marker, whose position is in frames of the file.
  var marker: TakeMarker
  /// True if the file states the kind of the marker.
  var saysKind = false
}

extension TakeMarker.Kind {
  /// The kind in four characters, in which the text of a cue point states its purpose.
  ///
  /// - Source: Multimedia Programming Interface and Data Specifications 1.0, Microsoft and IBM, "Labeled Text Chunk".
  var purpose: String {
    switch self {
    case .button: "mark"
    case .gap: "gap "
    case .clip: "clip"
    case .limiter: "limt"
    case .resume: "rsum"
    case .microphone: "mic "
    case .rendering: "rend"
    case .wind: "wind"
    case .turn: "turn"
    case .bump: "bump"
    }
  }

  init?(purpose: String) {
    guard let kind = Self.allCases.first(where: { $0.purpose == purpose }) else { return nil }
    self = kind
  }
}

/// The small chunks of which a `LIST` chunk consists.
struct RIFFItems: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var offset: Int

  /// The chunks in a list, from a position on; the last one may have been cut off.
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

  /// The texts in a `LIST` chunk of type `INFO`, by their names.
  static func information(in list: [UInt8]) -> [String: String] {
    guard list.count >= 4, list.name(at: 0) == "INFO" else { return [:] }
    return RIFFItems(list, from: 4).reduce(into: [:]) { texts, item in
      if texts[item.id] == nil { texts[item.id] = item.contents.storedText }
    }
  }
}
