/// Finds what other programs have put into a file of Pinna.
extension WAVMetadata {
  /// The names of everything that other programs have changed in the chunks that Pinna writes, and that the next change
  /// of the take would lose.
  ///
  /// - Parameters:
  ///   - own: the metadata of the take.
  ///   - withGUANO: true to include the fields in ``addedGUANO(to:)``.
  func additions(to own: TakeMetadata, withGUANO: Bool = true) -> [String] {
    let points = cueCount - cueFrames.count
    return broadcastAdditions(own) + informationAdditions(own) + ixmlAdditions(own)
      + (withGUANO ? addedGUANO(to: own).map { "\($0.key) in guan" } : []) + labelAdditions
      + (points > 0 ? [points == 1 ? "a cue point" : "\(points) cue points"] : [])
  }

  /// The number of cue points in the chunk, of any form.
  private var cueCount: Int {
    cue.count < 4
      ? 0 : min(Int(cue.littleEndian(UInt32.self, at: 0)), (cue.count - 4) / 24, CuePoints.most)
  }

  private func broadcastAdditions(_ own: TakeMetadata) -> [String] {
    let format = AudioFormat(rate: own.rate, channels: 2, samples: .s24)
    let written = BroadcastExtension(own, format: format).payload(historyBytes: 256)
    guard let broadcast, let expected = BroadcastExtension(decoding: written) else { return [] }
    // What follows the name of the take may be worded differently in files of other versions.
    let start = expected.description.prefix { $0 != ":" }
    // A description that fills its field may have lost its end.
    let end =
      written[255] != 0
      ? ""
      : expected.description.ranges(of: "ended: ").last
        .map { String(expected.description[$0.lowerBound...]) } ?? ""
    // Other programs append lines to the one that Pinna writes.
    let line = expected.codingHistory.split(separator: ",").last ?? ""
    let checks: [(name: String, text: String, isOwn: Bool)] = [
      (
        "description", broadcast.description,
        Self.isOwn(broadcast.description, from: start + ":", to: end)
      ),
      ("originator", broadcast.originator, broadcast.originator.hasPrefix("Pinna")),
      (
        "originator reference", broadcast.originatorReference,
        broadcast.originatorReference.hasPrefix("ZZPIN")
      ),
      ("coding history", broadcast.codingHistory, broadcast.codingHistory.hasSuffix(line)),
    ]
    let texts = checks.filter { !$0.text.isEmpty && !$0.isOwn }.map(\.name)
    let numbers = [("UMID", 348..<412), ("loudness", 412..<422)].filter { _, range in
      guard bext.count >= range.upperBound else { return false }
      let bytes = bext[range]
      return bytes != written[range] && bytes.contains { $0 != 0 }
    }.map(\.0)
    return (texts + numbers).map { "the \($0) in bext" }
  }

  /// Words of at least this many bytes may be cut off in the metadata; see ``IXML/fitted(to:)``.
  private static let leastCutBytes = 60

  /// True if a text begins and ends like the take's own: the settings in between may be worded differently in files of
  /// other versions.
  private static func isOwn(_ text: String, from start: String, to end: String) -> Bool {
    text.hasPrefix(start)
      && (text.hasSuffix(end) || end.utf8.count >= leastCutBytes && text.contains(end))
  }

  /// True if a text is the comment that Pinna wrote for the take; if a place is given, its name comes first.
  private static func isComment(
    _ text: String, of own: TakeMetadata, place: String? = nil
  ) -> Bool {
    let words = [own.title, own.note].compactMap { $0 } + ["board "]
    // The rest of a name that was cut off is unknown.
    let isCut = (place?.utf8.count ?? 0) >= leastCutBytes
    let start = ([place].compactMap { $0 } + (isCut ? [] : words)).joined(separator: "; ")
    return isOwn(text, from: start, to: "ended: \(own.endWords)")
  }

  /// The fields in the `guan` chunk that other programs have added or changed.
  func addedGUANO(to own: TakeMetadata) -> [MetadataField] {
    let written = GUANO.fields(of: Array(GUANO(metadata: own, rate: own.rate, frames: 1).text.utf8))
    return GUANO.fields(of: guan).filter { field in
      if field.key == "Note" {
        return !Self.isComment(field.value, of: own, place: own.place?.name)
      }
      guard let own = written.first(where: { $0.key == field.key }) else {
        // Files of other versions may have fewer or more fields about the recorder.
        return !field.key.hasPrefix("Pinna|")
      }
      return field.key.hasPrefix("Loc ")
        && Self.numbers(in: field.value) != Self.numbers(in: own.value)
    }
  }

  /// The numbers of a text, which programs may write with another number of decimals.
  private static func numbers(in text: String) -> [Double?] {
    text.split(separator: " ").map { Double($0) }
  }

  /// The texts and the lengths of cue points in `adtl` that are not in the metadata.
  var labelAdditions: [String] {
    var names: Set<String> = []
    for item in labels.flatMap({ Array(RIFFItems($0, from: 4)) }) {
      let contents = Array(item.contents)
      switch item.id {
      case "labl": break
      case "ltxt" where contents.count >= 20:
        let isGap = contents.name(at: 8) == TakeMarker.Kind.gap.purpose
        if !isGap, contents.littleEndian(UInt32.self, at: 4) != 0 { names.insert("a region") }
        if !contents[20...].storedText.isEmpty { names.insert("the text of a region") }
      default: names.insert("\(item.id.singleLine) in adtl")
      }
    }
    return names.sorted()
  }

  private func informationAdditions(_ own: TakeMetadata) -> [String] {
    information.filter { name, text in
      switch name {
      case "INAM": !text.isEmpty && text != own.title
      case "ICMT": !text.isEmpty && !Self.isComment(text, of: own)
      // The software may be any.
      case "ISFT": false
      default: !text.isEmpty
      }
    }.keys.sorted().map { "\($0) in LIST" }
  }

  private func ixmlAdditions(_ own: TakeMetadata) -> [String] {
    guard let ixml else { return [] }
    let written = [
      "PROJECT": "Pinna", "SCENE": own.title ?? own.date.dayText,
      "TAKE": String(own.take.split(separator: "_").last ?? ""), "NOTE": own.note ?? "",
      "CIRCLED": own.rating == .keep ? "TRUE" : "FALSE",
    ]
    var names: Set<String> = []
    for element in ixml.elements where !element.text.isEmpty {
      let path = element.path.split(separator: "/").map(String.init)
      guard path.count > 1 else { continue }
      if let text = written[path[1]] {
        // A long text is cut off if the head has no space for it.
        if !text.hasPrefix(element.text) { names.insert(path[1]) }
      } else if !Self.otherElements.contains(path[1]),
        path[1] != "USER" || path.count < 3 || path[2] != "PINNA"
      {
        names.insert(path[1])
      }
    }
    // The names of many channels are shortened if the head has no space for them.
    let tracks = zip(ixml.trackNames, own.tracks.map(\.name))
    if tracks.contains(where: { !$1.hasPrefix($0) }) { names.insert("TRACK_LIST") }
    return names.sorted().map { "\($0) in iXML" }
  }

  /// The elements that Pinna writes beside its own fields, and the copy of the bext chunk, which programs update by
  /// themselves.
  private static let otherElements: Set = [
    "IXML_VERSION", "TAKE_TYPE", "FILE_UID", "PRE_RECORD_SAMPLECOUNT", "SPEED", "FILE_SET",
    "LOCATION", "TRACK_LIST", "SYNC_POINT_LIST", "BEXT",
  ]
}

extension WAVParser {
  /// The chunks of other programs, except padding, and the names of further copies of chunks that Pinna writes once.
  func otherChunks() throws(TakeFileError) -> (others: [Chunk], copies: [String]) {
    var (others, copies, seen): ([Chunk], [String], Set<String>) = ([], [], [])
    for chunk in chunks {
      switch chunk.id {
      case "ds64", "fmt ", "fact", CheckpointRecord.id, "data", "JUNK", "junk", "PAD ", "FLLR":
        break
      case "bext", "iXML", "cue ", "guan":
        if !seen.insert(chunk.id).inserted { copies.append("another chunk \(chunk.id.singleLine)") }
      case "LIST":
        let list = try bytes(at: chunk.contents, count: min(4, chunk.bytes))
        guard list.count == 4 else { break }
        let type = list.name(at: 0)
        if !["adtl", "INFO"].contains(type) {
          others.append(chunk)
        } else if !seen.insert(type).inserted {
          copies.append("another list \(type)")
        }
      default: others.append(chunk)
      }
    }
    return (others, copies)
  }
}
