/// The metadata of a WAV file, read from all of its chunks except the audio.
///
/// Chunks that Pinna writes only for other programs are not decoded until they are needed.
struct WAVMetadata: Sendable {
  /// The contents of the `bext` chunk.
  private(set) var bext: [UInt8] = []
  /// The contents of the iXML chunk.
  var text: [UInt8] = []
  /// The contents of the `cue ` chunk.
  private(set) var cue: [UInt8] = []
  /// The contents of the `LIST` chunks of type `adtl`.
  private(set) var labels: [[UInt8]] = []
  /// The texts of the `LIST` chunk of type `INFO`, by their names.
  private(set) var information: [String: String] = [:]
  /// The contents of the `guan` chunk.
  private(set) var guan: [UInt8] = []

  /// The most bytes of a chunk to read, in case the file is broken: no recorder writes as many, and they easily fit
  /// into memory.
  private static let mostBytes = 1 << 20
  /// The most bytes of cue points and labels to read: no take has as many.
  private static let mostEventBytes = 1 << 23

  /// Reads the chunks of a file, or only those that are given.
  init(
    _ parser: WAVParser, chunks: [WAVParser.Chunk]? = nil
  ) throws(TakeFileError) {
    for chunk in chunks ?? parser.chunks {
      switch chunk.id {
      case "bext" where broadcast == nil:
        bext = try parser.bytes(at: chunk.contents, count: min(chunk.bytes, Self.mostBytes))
      case "iXML" where text.isEmpty:
        text = try parser.bytes(at: chunk.contents, count: min(chunk.bytes, Self.mostBytes))
      case "guan" where guan.isEmpty:
        guan = try parser.bytes(at: chunk.contents, count: min(chunk.bytes, Self.mostBytes))
      case "cue " where cue.isEmpty:
        cue = try parser.bytes(at: chunk.contents, count: min(chunk.bytes, Self.mostEventBytes))
      case "LIST" where labels.count < 4:
        let list = try parser.bytes(
          at: chunk.contents, count: min(chunk.bytes, Self.mostEventBytes))
        if list.count >= 4, list.name(at: 0) == "adtl" { labels.append(list) }
        information.merge(RIFFItems.information(in: list)) { first, _ in first }
      default: break
      }
    }
  }

  /// The contents of the `bext` chunk; `nil` if there is none that can be read.
  var broadcast: BroadcastExtension? { BroadcastExtension(decoding: bext) }

  /// The contents of the iXML chunk; `nil` if there is none.
  var ixml: IXMLDocument? { text.isEmpty ? nil : IXMLDocument(text) }

  /// The contents of the iXML chunk of another program; `nil` if there is none.
  var otherIXML: IXMLDocument? {
    text.contains { $0 > 32 } ? IXMLDocument(ofOther: text) : nil
  }

  /// The fields in the elements that Pinna writes for itself, in order.
  var ownFields: [MetadataField] {
    IXML.fields(of: text)
      ?? (ixml?.elements ?? []).filter { $0.path.hasPrefix(Self.ownPath) }.map {
        MetadataField(String($0.name), $0.text)
      }
  }

  /// True if there is a `cue ` chunk.
  var hasCues: Bool { !cue.isEmpty }

  /// The frames of those cue points that Pinna may have written, in order.
  var cueFrames: [Int] {
    CuePoints.decode(cue: cue, labels: [], isOwn: true).map(\.marker.frame)
  }

  private static let ownPath = "BWFXML/USER/PINNA/"

  /// The metadata, and who made them: Pinna's own if they are present, otherwise those in other recorders' chunks.
  func metadata(of path: String, rate: Int) -> (TakeMetadata, TakeFile.Origin) {
    if var own = TakeMetadata(fields: ownFields) {
      own.add(cues: CuePoints.decode(cue: cue, labels: labels, isOwn: true))
      return (own, TakeFile.Origin(own))
    }
    let (broadcast, ixml, guano) = (broadcast, otherIXML, GUANO.fields(of: guan))
    let makers = [
      broadcast?.originator, GUANO.maker(guano), information["IART"], information["ISFT"],
    ]
    return (
      foreign(path, rate: rate, broadcast, ixml, guano).bounded,
      .other(makers.compactMap { $0 }.first { !$0.isEmpty })
    )
  }

  private func foreign(
    _ path: String, rate: Int, _ broadcast: BroadcastExtension?, _ ixml: IXMLDocument?,
    _ guano: [MetadataField]
  ) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = TakeName.stem(of: path)
    metadata.rate = rate
    metadata.preferredRate = rate
    metadata.familyID = ixml?.text(at: "BWFXML/FILE_SET/FAMILY_UID") ?? ""
    metadata.preRollFrames =
      ixml?.text(at: "BWFXML/PRE_RECORD_SAMPLECOUNT").flatMap { Int($0) } ?? 0
    metadata.isClockSet = false
    if let broadcast {
      metadata.timeReference = broadcast.timeReference
      if let date = broadcast.civilDate {
        metadata.date = date
        metadata.isClockSet = true
      }
    }
    metadata.tracks = ixml?.trackNames.map { TakeMetadata.Track(name: $0) } ?? []
    if ixml?.text(at: "BWFXML/CIRCLED")?.uppercased() == "TRUE" { metadata.rating = .keep }
    metadata.notes = notes(broadcast, ixml)
    metadata.adopt(guano: guano)
    if let created = information["ICRD"] { metadata.adopt(created: created) }
    metadata.markers = CuePoints.decode(cue: cue, labels: labels).map(\.marker)
    return metadata
  }

  /// The texts that people wrote (scene and take, notes, descriptions), each only once.
  private func notes(_ broadcast: BroadcastExtension?, _ ixml: IXMLDocument?) -> [String] {
    var notes: [String] = []
    for (title, element) in [("project", "PROJECT"), ("scene", "SCENE"), ("take", "TAKE")] {
      if let text = ixml?.text(at: "BWFXML/" + element) { notes.append("\(title) \(text)") }
    }
    let texts = [
      ixml?.text(at: "BWFXML/NOTE"), broadcast?.description, information["INAM"],
      information["ICMT"], broadcast?.unreadDate.map { "date " + $0 },
    ]
    for text in texts {
      if let text, !text.isEmpty, !notes.contains(text) { notes.append(text) }
    }
    return notes
  }
}
