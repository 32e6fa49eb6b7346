extension TakeMetadata {
  /// The frames of ten days at 1 MHz: no place in a take lies further away.
  private static let mostFrames = 1 << 40
  /// A limit for parts: more than a card has files.
  private static let mostParts = 1_000_000

  /// The metadata within sensible bounds, whatever a file says: sums and differences of numbers fit into 64 bits, and
  /// every text fits into one line.
  var bounded: TakeMetadata {
    var sane = self
    let frames = 0...Self.mostFrames
    sane.part = part.clamped(to: 0...Self.mostParts)
    sane.parts = parts.flatMap { (1...Self.mostParts).contains($0) ? $0 : nil }
    sane.firstFrame = firstFrame.clamped(to: frames)
    sane.timeReference = timeReference.clamped(to: frames)
    sane.preRollFrames = preRollFrames.clamped(to: frames)
    sane.rate = rate.clamped(to: 0...10_000_000)
    sane.preferredRate = preferredRate.clamped(to: 0...10_000_000)
    sane.inputGain = inputGain.flatMap { $0.isFinite ? $0 : nil }
    sane.frontEmphasis = frontEmphasis.flatMap { $0.isFinite ? $0 : nil }
    sane.lowCutHertz = lowCutHertz.flatMap { $0.isFinite ? $0 : nil }
    sane.gain = gain.isFinite ? gain : 0
    sane.loudness = loudness.flatMap {
      $0.integrated.isFinite && $0.truePeak.isFinite ? $0 : nil
    }
    sane.tracks = tracks.prefix(1024).map { track in
      Track(
        name: track.name.singleLine, gain: track.gain.isFinite ? track.gain : 0,
        isInverted: track.isInverted, sensitivity: track.sensitivity)
    }
    sane.gaps = gaps.filter { frames.contains($0.frame) && frames.contains($0.frames) }
    sane.statedGaps = statedGaps.flatMap { stated in
      frames.contains(stated.count) && frames.contains(stated.frames) ? stated : nil
    }
    sane.markers = markers.filter { frames.contains($0.frame) }
    sane.utcOffsetSeconds = utcOffsetSeconds.flatMap { abs($0) <= 86400 ? $0 : nil }
    sane.place?.elevation = place?.elevation.flatMap { Place.elevations.contains($0) ? $0 : nil }
    sane.place?.name = place?.name?.singleLine
    sane.cleanTexts()
    return sane
  }

  /// The most characters of a title and of a note: all of it has to fit into the head of a file.
  public static let (mostTitle, mostNote) = (200, 2000)
  /// The most characters of the words of a marker.
  private static let mostLabel = 1000

  /// Makes every text fit for one line of a terminal.
  private mutating func cleanTexts() {
    let texts: [WritableKeyPath<TakeMetadata, String>] = [
      \.take, \.familyID, \.boardID, \.boardName, \.dataSource, \.pattern, \.preferredPattern,
      \.captureFormat, \.filterHash,
    ]
    for text in texts { self[keyPath: text] = self[keyPath: text].singleLine }
    orientation = orientation?.singleLine
    title = title.map { String($0.singleLine.prefix(Self.mostTitle)) }
    note = note.map { String($0.singleLine.prefix(Self.mostNote)) }
    copy = copy?.singleLine
    ambisonics = ambisonics?.singleLine
    end = end.map { End($0.cause, $0.words.singleLine) }
    notes = notes.map(\.singleLine)
    others = others.map { MetadataField($0.key.singleLine, $0.value.singleLine) }
    for index in gaps.indices { gaps[index].cause = gaps[index].cause.singleLine }
    for index in markers.indices {
      markers[index].label = String(markers[index].label.singleLine.prefix(Self.mostLabel))
    }
  }
}

extension Comparable {
  /// The value, or the nearer end of the range.
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
