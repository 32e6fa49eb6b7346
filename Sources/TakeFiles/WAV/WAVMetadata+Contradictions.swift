extension WAVMetadata {
  /// The contradictions between the chunks of one of Pinna's files, described in one phrase each; empty if the file is
  /// intact, or if another program made it.
  ///
  /// These checks are needed because the checksum of the audio does not cover the head, where a wrong bit can mean
  /// another speed, time or place.
  ///
  /// - Parameter name: the parsed name of the file.
  func contradictions(_ mend: WAVMend, name: TakeName?) -> [String] {
    let (ixml, ownFields) = (ixml, ownFields)
    guard let own = TakeMetadata(fields: ownFields) else {
      // If another program has saved the file, its chunks are either complete or absent.
      let isOwn =
        mend.parser.chunks.contains { $0.id == CheckpointRecord.id }
        || name != nil && ixml?.isWhole == false
      return isOwn ? ["the metadata of the take cannot be read (its iXML chunk)"] : []
    }
    var problems: [String] = []
    if ixml?.isWhole != true { problems.append("the iXML chunk is incomplete") }
    if let digits = ownFields.first(where: { $0.key == "AUDIO_CRC32" })?.value,
      digits.utf8.count != 8 || own.audioChecksum == nil
    {
      problems.append("the checksum of the audio cannot be read: '\(digits.singleLine)'")
    }
    let rate = ixml?.text(at: "BWFXML/SPEED/FILE_SAMPLE_RATE").flatMap { Int($0) }
    if let rate, rate != mend.format.rate {
      problems.append(
        "the fmt chunk states \(mend.format.rate) frames per second, but the iXML chunk states \(rate)"
      )
    }
    return problems + timeContradictions(own) + markerContradictions(own, frames: mend.frames)
  }

  private func timeContradictions(_ own: TakeMetadata) -> [String] {
    guard let broadcast else { return ["there is no bext chunk"] }
    var problems: [String] = []
    if broadcast.timeReference != own.timeReference {
      problems.append(
        "the bext chunk starts \(broadcast.timeReference) frames after midnight, but the iXML chunk starts "
          + "\(own.timeReference)")
    }
    // A copy of a file without a date has none either.
    if own.hasDate, broadcast.date != own.date.dayText || broadcast.time != own.date.timeText {
      problems.append(
        "the bext chunk is dated \(broadcast.date) \(broadcast.time), but the iXML chunk is dated \(own.date.text)"
      )
    }
    return problems
  }

  /// The contradictions between the cue points and the markers; if the head had no space for some markers, fewer can be
  /// found.
  private func markerContradictions(_ own: TakeMetadata, frames: Int) -> [String] {
    // If the medium was full, there was no space for cue points, because the audio mattered more.
    if !hasCues && own.isCutOff { return [] }
    let marked = own.places.map { $0.frame - own.firstFrame }
      .filter { (0..<frames).contains($0) && $0 <= Int(UInt32.max) }.sorted()
    let cues = cueFrames
    if ownFields.contains(where: { $0.key == "EVENTS_OMITTED" }) {
      let known = Set(cues)
      let missing = marked.filter { !known.contains($0) }.count
      return missing == 0 ? [] : ["\(missing) of the markers have no cue point"]
    }
    if cues.count != marked.count {
      return [
        "there are \(cues.count) cue points, but the iXML chunk has \(marked.count) markers and gaps"
      ]
    }
    let moved = zip(cues, marked).first { $0 != $1 }
    return moved.map {
      ["a cue point is at frame \($0.0), but its marker or gap is at \($0.1)"]
    } ?? []
  }
}
