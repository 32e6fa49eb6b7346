/// Finds what other programs have put into a file of Pinna.
extension WAVMetadata {
  /// The names of everything that other programs have changed in the chunks that Pinna writes, and that the next change
  /// of the take would lose.
  ///
  /// - Parameter own: the metadata of the take.
  func additions(to own: TakeMetadata) -> [String] {
    let points = cueCount - cueFrames.count
    return descriptionAdditions(own) + informationAdditions(own) + ixmlAdditions(own)
      + (points > 0 ? [points == 1 ? "a cue point" : "\(points) cue points"] : [])
  }

  /// The number of cue points in the chunk, of any form.
  private var cueCount: Int {
    cue.count < 4
      ? 0 : min(Int(cue.littleEndian(UInt32.self, at: 0)), (cue.count - 4) / 24, CuePoints.most)
  }

  private func descriptionAdditions(_ own: TakeMetadata) -> [String] {
    let format = AudioFormat(rate: own.rate, channels: 2, samples: .s24)
    let written = BroadcastExtension(own, format: format).payload(historyBytes: 0)
    guard let broadcast, let expected = BroadcastExtension(decoding: written) else { return [] }
    // What follows the name of the take may be worded differently in files of other versions.
    let start = expected.description.prefix { $0 != ":" }
    let isOwn = broadcast.description.isEmpty || broadcast.description.hasPrefix(start + ":")
    return isOwn ? [] : ["the description in bext"]
  }

  private func informationAdditions(_ own: TakeMetadata) -> [String] {
    information.filter { name, text in
      switch name {
      case "INAM": !text.isEmpty && text != own.title
      // The comment of a take always says how the take ended; the software may be any.
      case "ICMT": !text.isEmpty && !text.contains("ended: ")
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
  /// The chunks of other programs, except padding.
  func otherChunks() throws(TakeFileError) -> [Chunk] {
    var others: [Chunk] = []
    for chunk in chunks {
      switch chunk.id {
      case "ds64", "bext", "fmt ", "iXML", "fact", CheckpointRecord.id, "data", "cue ", "guan",
        "JUNK", "junk", "PAD ", "FLLR":
        break
      case "LIST":
        let list = try bytes(at: chunk.contents, count: min(4, chunk.bytes))
        if list.count == 4, !["adtl", "INFO"].contains(list.name(at: 0)) { others.append(chunk) }
      default: others.append(chunk)
      }
    }
    return others
  }
}
