extension TakeMetadata {
  /// The number of frames in ten days at 1 MHz: no position in a take is beyond it.
  private static let mostFrames = 1 << 40
  /// The most parts of a take: no card holds as many files.
  private static let mostParts = 1_000_000

  /// The same metadata, limited to sensible bounds; see ``bound()``.
  var bounded: TakeMetadata {
    var sane = self
    sane.bound()
    return sane
  }

  /// Limits all values to sensible bounds, whatever a file says: afterwards, sums and differences of numbers fit into
  /// 64 bits, and every text fits on one line.
  mutating func bound() {
    let frames = 0...Self.mostFrames
    part = part.clamped(to: 0...Self.mostParts)
    parts = parts.flatMap { (1...Self.mostParts).contains($0) ? $0 : nil }
    firstFrame = firstFrame.clamped(to: frames)
    timeReference = timeReference.clamped(to: frames)
    preRollFrames = preRollFrames.clamped(to: frames)
    rate = rate.clamped(to: 0...10_000_000)
    preferredRate = preferredRate.clamped(to: 0...10_000_000)
    inputGain = inputGain.flatMap { $0.isFinite ? $0 : nil }
    frontEmphasis = frontEmphasis.flatMap { $0.isFinite ? $0 : nil }
    lowCutHertz = lowCutHertz.flatMap { $0.isFinite ? $0 : nil }
    gain = gain.isFinite ? gain : 0
    loudness = loudness.flatMap {
      $0.integrated.isFinite && $0.truePeak.isFinite ? $0 : nil
    }
    tracks.removeLast(max(0, tracks.count - 1024))
    for index in tracks.indices {
      tracks[index].name.makeSingleLine()
      if !tracks[index].gain.isFinite { tracks[index].gain = 0 }
    }
    gaps.removeAll { !frames.contains($0.frame) || !frames.contains($0.frames) }
    statedGaps = statedGaps.flatMap { stated in
      frames.contains(stated.count) && frames.contains(stated.frames) ? stated : nil
    }
    markers.removeAll { !frames.contains($0.frame) }
    utcOffsetSeconds = utcOffsetSeconds.flatMap { abs($0) <= 86400 ? $0 : nil }
    if let elevation = place?.elevation, !Place.elevations.contains(elevation) {
      place?.elevation = nil
    }
    place?.name?.makeSingleLine()
    cleanTexts()
  }

  /// The most characters in a title and in a note; both must fit into the head of a file.
  public static let (mostTitle, mostNote) = (200, 2000)
  /// The most characters in the label of a new marker: the space for tags in the head of a file has room for hundreds.
  package static let mostLabel = 120
  /// The most characters in the label of a marker that a file has; other programs write longer ones.
  private static let mostStoredLabel = 1000

  /// The texts that every take has.
  static let texts: [WritableKeyPath<TakeMetadata, String> & Sendable] = [
    \.take, \.familyID, \.boardID, \.boardName, \.dataSource, \.pattern, \.preferredPattern,
    \.captureFormat, \.filterHash,
  ]

  /// Reduces every text to a single line that a terminal can show.
  private mutating func cleanTexts() {
    for text in Self.texts { self[keyPath: text].makeSingleLine() }
    orientation?.makeSingleLine()
    title?.makeSingleLine(most: Self.mostTitle)
    note?.makeSingleLine(most: Self.mostNote)
    copy?.makeSingleLine()
    ambisonics?.makeSingleLine()
    end?.words.makeSingleLine()
    for index in notes.indices { notes[index].makeSingleLine() }
    for index in others.indices {
      others[index].key.makeSingleLine()
      others[index].value.makeSingleLine()
    }
    for index in gaps.indices { gaps[index].cause.makeSingleLine() }
    for index in markers.indices { markers[index].label.makeSingleLine(most: Self.mostStoredLabel) }
  }
}

extension String {
  /// Reduces the text to a single line of at most `most` characters; see ``singleLine``.
  fileprivate mutating func makeSingleLine(most: Int? = nil) {
    if !isSingleLine { self = singleLine }
    // The cut can leave a blank at the end, which no file keeps.
    if let most, utf8.count > most { self = String(prefix(most)).singleLine }
  }
}

extension Comparable {
  /// The value itself or, if it lies outside a range, the nearest end of the range.
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
