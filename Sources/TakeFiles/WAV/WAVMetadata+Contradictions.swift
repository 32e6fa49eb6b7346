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
  ///
  /// Further cue points are no contradiction, because editors add them: see ``addedMarkers(frames:)``.
  private func markerContradictions(_ own: TakeMetadata, frames: Int) -> [String] {
    // If the medium was full, there was no space for cue points, because the audio mattered more.
    if !hasCues && own.isCutOff { return [] }
    let (marked, cues) = (markedFrames(own, frames: frames), cueFrames)
    let missing = marked.subtracting(cues).count
    if missing == 0 { return [] }
    if isMissingEvents || cues.count > marked.count {
      return ["\(missing) of the markers \(missing == 1 ? "has" : "have") no cue point"]
    }
    if cues.count < marked.count {
      let points = cues.count == 1 ? "is 1 cue point" : "are \(cues.count) cue points"
      let events = marked.count == 1 ? "1 marker or gap" : "\(marked.count) markers and gaps"
      return ["there \(points), but the iXML chunk has \(events)"]
    }
    let moved = zip(cues, marked).first { $0 != $1 }
    return moved.map {
      ["a cue point is at frame \($0.0), but its marker or gap is at \($0.1)"]
    } ?? []
  }

  /// The number of cue points that another program added to one of Pinna's files, which has this many frames.
  func addedMarkers(frames: Int) -> Int {
    guard !isMissingEvents, let own = TakeMetadata(fields: ownFields) else { return 0 }
    return cueFrames.subtracting(markedFrames(own, frames: frames)).count
  }

  /// True if the head had no space for some markers and gaps, which then are only cue points.
  private var isMissingEvents: Bool { ownFields.contains { $0.key == "EVENTS_OMITTED" } }

  /// The frames of this file at which the head has markers and gaps, in order.
  private func markedFrames(_ own: TakeMetadata, frames: Int) -> [Int] {
    own.places.map { $0.frame - own.firstFrame }
      .filter { (0..<frames).contains($0) && $0 <= Int(UInt32.max) }.sorted()
  }
}

extension [Int] {
  /// The numbers that remain if each of some other numbers is removed once.
  fileprivate func subtracting(_ others: [Int]) -> [Int] {
    var counts = others.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return filter { number in
      guard let count = counts[number], count > 0 else { return true }
      counts[number] = count - 1
      return false
    }
  }
}
