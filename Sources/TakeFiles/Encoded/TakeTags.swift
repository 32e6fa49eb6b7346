import Essentials

/// Converts the metadata of a take into tags of a compressed file, and back.
///
/// First come the tags that every player shows, then all of ``TakeMetadata/fields``, each with a prefix, and finally
/// the markers as chapters.
enum TakeTags {
  /// The prefix for the names of the fields, so that they do not clash with other tags.
  static let prefix = "PINNA_"
  /// The key that states how many gaps and markers did not fit; it is absent if all did.
  static let omittedKey = "EVENTS_OMITTED"

  /// The most gaps and markers to try: the space for tags cannot hold as many.
  private static let mostEvents = 1024

  /// As many tags as fit: if necessary, the last markers are left out, then the last gaps, and the number of those left
  /// out is stated.
  static func fields(
    for metadata: TakeMetadata, fits: ([MetadataField]) -> Bool
  ) -> [MetadataField] {
    let events = metadata.gaps.count + metadata.markers.count
    var (most, tooMany) = (0, min(events, mostEvents) + 1)
    while most + 1 < tooMany {
      let tried = most + (tooMany - most) / 2
      if fits(fields(for: metadata, events: tried)) { most = tried } else { tooMany = tried }
    }
    // A file of another program may have little space for tags: keep at least the first ones.
    var fields = fields(for: metadata, events: most)
    while !fields.isEmpty && !fits(fields) { fields.removeLast() }
    return fields
  }

  /// The tags with at most this many gaps and markers.
  static func fields(for metadata: TakeMetadata, events: Int) -> [MetadataField] {
    let shown = metadata.limited(toEvents: events)
    var fields = known(shown)
    fields += shown.fields.map { MetadataField(prefix + $0.key, $0.value) }
    if shown.omittedEvents > 0 {
      fields.append(MetadataField(prefix + omittedKey, "\(shown.omittedEvents)"))
    }
    return fields + chapters(shown)
  }

  /// The tags that every player shows.
  private static func known(_ metadata: TakeMetadata) -> [MetadataField] {
    if let recorder = metadata.recorder {
      let date = metadata.hasDate ? [MetadataField("DATE", metadata.date.dayText)] : []
      let words = metadata.notes + (recorder.isEmpty ? [] : ["recorded by " + recorder])
      return [MetadataField("TITLE", metadata.take)] + date
        + [
          MetadataField("COMMENT", words.joined(separator: "; ")),
          MetadataField("ENCODER", "Pinna"),
        ] + location(metadata) + guano(metadata)
    }
    let made = [metadata.boardName, metadata.dataSource, metadata.pattern].filter { !$0.isEmpty }
    var fields = [
      MetadataField("TITLE", metadata.title ?? metadata.take),
      MetadataField("DATE", metadata.date.dayText),
      MetadataField(
        "COMMENT",
        ((metadata.note.map { $0 + "; " } ?? "") + made.joined(separator: ", ") + "; ended: "
          + metadata.endWords)),
      MetadataField("ENCODER", "Pinna"),
    ]
    fields += location(metadata)
    return fields + guano(metadata)
  }

  private static func location(_ metadata: TakeMetadata) -> [MetadataField] {
    let words = [metadata.place?.name, metadata.place?.position].compactMap { $0 }
    return words.isEmpty ? [] : [MetadataField("LOCATION", words.joined(separator: ", "))]
  }

  /// The fields of GUANO, each as a tag of its own: "GUANO_LOC_POSITION" for "Loc Position".
  private static func guano(_ metadata: TakeMetadata) -> [MetadataField] {
    GUANO(metadata: metadata, rate: metadata.rate).common.map { key, value in
      if key.hasPrefix(TakeMetadata.vorbis) {
        return MetadataField(String(key.dropFirst(TakeMetadata.vorbis.count)), value)
      }
      let word = key.split { $0 == " " || $0 == "|" }.joined(separator: "_").uppercased()
      return MetadataField(word.hasPrefix("GUANO") ? word : "GUANO_" + word, value)
    }
  }

  /// The markers in this file, in the form that VLC, mpv and Kodi read.
  ///
  /// - Source: wiki.xiph.org/Chapter_Extension.
  private static func chapters(_ metadata: TakeMetadata) -> [MetadataField] {
    guard metadata.rate > 0 else { return [] }
    let here = metadata.places.filter { $0.frame >= metadata.firstFrame }
    return here.prefix(999).enumerated().flatMap { index, marker in
      let key = "CHAPTER" + (index + 1).decimal(digits: 3)
      let time = TakeMetadata.place(
        frame: marker.frame - metadata.firstFrame, rate: metadata.rate)
      let name = marker.label.isEmpty ? marker.kind.rawValue : marker.label
      return [MetadataField(key, time), MetadataField(key + "NAME", name)]
    }
  }

  /// The metadata that the tags of a file contain; `nil` if they are not the tags of a take.
  static func metadata(of fields: [MetadataField]) -> TakeMetadata? {
    let own = fields.filter { $0.key.uppercased().hasPrefix(prefix) }
    return TakeMetadata(
      fields: separated(
        own.map {
          MetadataField(String($0.key.uppercased().dropFirst(prefix.count)), $0.value)
        })
    )
  }
}
