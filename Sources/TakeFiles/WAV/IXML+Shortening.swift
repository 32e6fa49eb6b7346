/// Leaves out parts of a document for which the head has not enough space.
extension IXML {
  /// The document shortened to this many bytes; gaps, markers and points then fill the space that remains.
  ///
  /// These parts are left out, one after the other, until the rest fits:
  ///
  /// 1. every second pair of frames and times, repeatedly, until about 100 are left;
  /// 2. everything beyond 255 bytes in any text;
  /// 3. remarks, beginning with the last one; the document states how many;
  /// 4. everything beyond 31, then 15, then 7 bytes in the names of channels;
  /// 5. the list of tracks for editors;
  /// 6. the recorder's own list of channels, including gains and polarities;
  /// 7. everything beyond 63 bytes in any other text;
  /// 8. everything beyond 1023, then 255 bytes in the title and in the note.
  func fitted(to bytes: Int) -> IXML {
    var fitted = self
    let steps: [(inout IXML) -> Void] = [
      { $0.thinPairs(bytes) }, { $0.cutTexts(to: 255) }, { $0.leaveOutRemarks(bytes) },
      { $0.cutNames(to: 31) },
      { $0.cutNames(to: 15) }, { $0.cutNames(to: 7) }, { $0.listsTracks = false },
      { $0.metadata.tracks = [] }, { $0.cutTexts(to: 63) },
      { $0.cutWords(to: 1023) }, { $0.cutWords(to: 255) },
    ]
    for step in steps {
      if fitted.leastBytes <= bytes { break }
      step(&fitted)
    }
    return fitted
  }

  private mutating func thinPairs(_ bytes: Int) {
    while leastBytes > bytes, let count = metadata.clockPairs?.count, count > 180 {
      metadata.clockPairs?.thin()
    }
  }

  private mutating func cutTexts(to bytes: Int) {
    for text in TakeMetadata.texts {
      metadata[keyPath: text] = metadata[keyPath: text].prefix(bytes: bytes)
    }
    metadata.recorder = metadata.recorder?.prefix(bytes: bytes)
    metadata.orientation = metadata.orientation?.prefix(bytes: bytes)
    metadata.ambisonics = metadata.ambisonics?.prefix(bytes: bytes)
    let placeName = metadata.place?.name?.prefix(bytes: bytes)
    metadata.place?.name = placeName
    metadata.end = metadata.end.map { .init($0.cause, $0.words.prefix(bytes: bytes)) }
    metadata.notes = metadata.notes.map { $0.prefix(bytes: bytes) }
    cutNames(to: bytes)
  }

  private mutating func cutWords(to bytes: Int) {
    metadata.title = metadata.title?.prefix(bytes: bytes)
    metadata.note = metadata.note?.prefix(bytes: bytes)
  }

  private mutating func cutNames(to bytes: Int) {
    for index in metadata.tracks.indices {
      metadata.tracks[index].name = metadata.tracks[index].name.prefix(bytes: bytes)
    }
  }

  private mutating func leaveOutRemarks(_ bytes: Int) {
    var all = metadata.notes
    // A document that was shortened before already counts remarks.
    let before = all.last.flatMap(Self.omittedRemarks) ?? 0
    if before > 0 { all.removeLast() }
    for kept in all.indices.reversed() {
      let count = before + all.count - kept
      let words = "\(count) more \(count == 1 ? "remark does" : "remarks do") not fit"
      metadata.notes = Array(all.prefix(kept)) + [words]
      if leastBytes <= bytes { return }
    }
  }

  /// The number of remarks that a remark says do not fit; `nil` if it says something else.
  private static func omittedRemarks(_ remark: String) -> Int? {
    let words = remark.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    let isCount = ["more remark does not fit", "more remarks do not fit"].contains(words[1])
    return isCount ? Int(words[0]) : nil
  }
}

extension String {
  /// The first characters of the text that together fit into this many bytes of UTF-8.
  func prefix(bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var short = ""
    for character in self {
      guard short.utf8.count + character.utf8.count <= bytes else { break }
      short.append(character)
    }
    return short
  }
}
