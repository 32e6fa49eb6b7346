/// The contents of a file that other programs made, beside the metadata that Pinna reads.
package struct OtherContents: Sendable, Equatable {
  /// The fields that a new file made from this one keeps.
  package var fields: [MetadataField] = []
  /// The names of everything that such a file does not hold.
  package var lost: [String] = []
}

extension TakeFile {
  /// Finds what other programs have put into the file.
  ///
  /// - Throws: ``TakeFileError`` if the file cannot be read.
  package func otherContents() throws(TakeFileError) -> OtherContents {
    kind == .wav ? try otherChunkContents() : try otherTagContents()
  }

  private func otherChunkContents() throws(TakeFileError) -> OtherContents {
    let source = try OpenFile.read(path)
    guard let size = source.regularSize else { return OtherContents() }
    let parser = try WAVParser(descriptor: source.descriptor, path: path, fileBytes: size)
    let (others, copies) = try parser.otherChunks()
    // Peaks of the sound, which libsndfile writes, say nothing that is not in the sound.
    let chunks = copies + others.map(\.id.singleLine).filter { $0 != "PEAK" }.map { "chunk \($0)" }
    let found = try WAVMetadata(parser)
    guard origin == .pinna else {
      // A copy that Pinna made of another recorder's file has nothing that Pinna does not read.
      return OtherContents(
        lost: (metadata.recorder == nil ? found.unread(beside: self) : []) + chunks)
    }
    if try WAVSeal(try WAVMend(parser)).isKept { return OtherContents(lost: chunks) }
    let added = found.addedGUANO(to: metadata)
    var kept = TakeMetadata()
    kept.others = metadata.others
    kept.keep(others: added)
    let lost = added.filter { !kept.others.contains($0) }.map { "\($0.key) in guan" }
    return OtherContents(
      fields: Array(kept.others.dropFirst(metadata.others.count)),
      lost: found.additions(to: metadata, withGUANO: false) + lost + chunks)
  }

  private func otherTagContents() throws(TakeFileError) -> OtherContents {
    let source = try OpenFile.read(path)
    let blocks =
      try EncodedRecovery.hasOtherBlocks(descriptor: source.descriptor, kind: kind, path: path)
      ? ["pictures or other blocks"] : []
    guard
      let others = try EncodedRecovery.others(
        descriptor: source.descriptor, kind: kind, path: path, metadata: metadata)
    else { return OtherContents(lost: blocks) }
    var read = TakeMetadata()
    read.others = metadata.others
    // The metadata of another program's file already include all the tags that are read.
    if origin == .pinna { read.adopt(tags: others.strangers) }
    let lost = others.strangers.filter { field in
      let key = field.key.uppercased()
      if origin != .pinna, ["TITLE", "COMMENT", "DESCRIPTION"].contains(key) {
        return !field.value.isEmpty && !metadata.notes.contains(field.value.singleLine)
      }
      // The comment of a take always says how the take ended.
      if ["COMMENT", "DESCRIPTION"].contains(key) { return !field.value.contains("ended: ") }
      return key == "TITLE"
        || !key.hasPrefix("GUANO_") && !TakeMetadata.readTags.contains(key)
          && !read.others.contains(
            MetadataField(TakeMetadata.vorbis + key, field.value.singleLine))
    }
    return OtherContents(
      fields: Array(read.others.dropFirst(metadata.others.count)),
      lost: lost.map(\.key.singleLine) + blocks
        + (others.atoms.isEmpty ? [] : ["pictures or other atoms"]))
  }
}

extension WAVMetadata {
  /// The names of what a file of another recorder contains, and Pinna does not read.
  fileprivate func unread(beside file: TakeFile) -> [String] {
    var names: [String] = []
    if let broadcast {
      if !broadcast.originatorReference.isEmpty { names.append("the originator reference in bext") }
      if !broadcast.codingHistory.isEmpty { names.append("the coding history in bext") }
      if bext.count >= 412, bext[348..<412].contains(where: { $0 != 0 }) {
        names.append("the UMID in bext")
      }
    }
    let known: Set = ["INAM", "ICMT", "ISFT", "ICRD"]
    names += information.filter { name, text in
      // An artist may be the maker of the file.
      !known.contains(name) && !text.isEmpty
        && !(name == "IART" && file.origin == .other(text))
    }.keys.sorted().map { "\($0.singleLine) in LIST" }
    names += GUANO.fields(of: guan).filter { field in
      !GUANO.restated.contains(field.key)
        && !file.metadata.others.contains(
          MetadataField(field.key.singleLine, field.value.singleLine))
    }.map { "\($0.key.singleLine) in guan" }
    let document = otherIXML
    if document?.isEnded == false { names.append("everything after a fault in iXML") }
    let elements = (document?.elements ?? []).filter { !$0.text.isEmpty && $0.text != "FALSE" }
    let unread = elements.compactMap { element -> String? in
      let path = element.path.split(separator: "/").map(String.init)
      guard path.count > 1, !Self.readElements.contains(path[1]) else { return nil }
      guard path[1] == "SPEED" else { return path[1] }
      return path.count < 3 || path[2].contains("SAMPLE") || path[2] == "AUDIO_BIT_DEPTH"
        ? nil : path[2]
    }
    return names + Set(unread).sorted().map { "\($0) in iXML" } + labelAdditions
  }

  /// The elements of iXML that Pinna reads, or writes anew for any file.
  private static let readElements: Set = [
    "IXML_VERSION", "PROJECT", "SCENE", "TAKE", "NOTE", "CIRCLED", "FILE_UID", "BEXT",
    "PRE_RECORD_SAMPLECOUNT", "FILE_SET", "TRACK_LIST",
  ]
}
