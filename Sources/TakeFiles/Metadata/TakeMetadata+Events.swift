/// Gaps and markers: their number and their positions.
extension TakeMetadata {
  /// All gaps of this file.
  public var gapTotals: GapTotals { statedGaps ?? listedGaps }

  /// The sum of ``gaps`` in this file: a gap that began in the previous part counts from the start of this file.
  private var listedGaps: GapTotals {
    gaps.reduce(into: GapTotals()) { totals, gap in
      totals.add(frames: max(0, gap.frame + gap.frames - max(gap.frame, firstFrame)))
    }
  }

  /// Markers, and gaps as markers, in the order of the frames.
  public var places: [TakeMarker] { (gaps.map(\.marker) + markers).inOrder }

  /// Removes gaps and markers from a frame of the take on, where no audio is left, and notes the number of removed
  /// markers.
  mutating func removeEvents(from frame: Int) {
    let lost = markers.count { $0.frame >= frame }
    markers.removeAll { $0.frame >= frame }
    gaps.removeAll { $0.frame >= frame }
    for index in gaps.indices {
      gaps[index].frames = min(gaps[index].frames, frame - gaps[index].frame)
    }
    guard lost > 0 else { return }
    notes.append(
      lost == 1
        ? "a marker in lost sound is left out"
        : "\(lost) markers in lost sound are left out")
  }

  /// Marks silence in place of undecodable audio: a gap for each range of frames, and a remark.
  mutating func mark(damage holes: [Range<Int>]) {
    var totals = gapTotals
    for hole in holes {
      totals.add(frames: hole.count)
      gaps.append(
        TakeGap(
          frame: firstFrame + hole.lowerBound, frames: hole.count, cause: TakeGap.damage))
    }
    gaps.sort { $0.frame < $1.frame }
    statedGaps = totals
    settleGaps()
    audioChecksum = nil
    let places = holes.count == 1 ? "one place" : "\(holes.count) places"
    notes.append(
      "recovered: \(holes.reduce(0) { $0 + $1.count }) frames in \(places) could not be decoded "
        + "and were replaced by silence")
  }

  /// True if silence stands in for audio of a damaged file.
  public var isMended: Bool { gaps.contains { $0.cause == TakeGap.damage } }

  /// Keeps every fact in one place: a gap is not also a marker, and totals are stated only if gaps are left out.
  mutating func settleGaps() {
    let known = Set(gaps.map(\.frame))
    markers.removeAll { $0.kind == .gap && known.contains($0.frame) }
    if statedGaps == listedGaps { statedGaps = nil }
  }

  /// Adds the cue points of this file that are missing from the metadata.
  ///
  /// The head of a file has space for a few hundred gaps and markers; the cue points after the audio are complete.
  mutating func add(cues: [CuePoint]) {
    let places = (Set(markers.map(\.frame)).union(gaps.map(\.frame)))
    var (seenMarkers, seenGaps) = (Set(markers), Set(gaps.map(\.frame)))
    let before = markers.count + gaps.count
    for cue in cues {
      var marker = cue.marker
      marker.frame += firstFrame
      // Files that do not state the kind of their points repeat the points in the head as other kinds.
      if !cue.saysKind && places.contains(marker.frame) { continue }
      if !cue.saysKind || marker.kind == .gap, let gap = TakeGap(marker: marker) {
        if seenGaps.insert(gap.frame).inserted { gaps.append(gap) }
      } else if seenMarkers.insert(marker).inserted {
        markers.append(marker)
      }
    }
    let added = markers.count + gaps.count - before
    guard added > 0 else { return }
    omittedEvents = max(0, omittedEvents - added)
    markers = markers.inOrder
    gaps.sort { $0.frame < $1.frame }
    settleGaps()
  }

  /// The metadata with at most this many gaps and markers, the first ones of each; the totals stay the same.
  ///
  /// Gaps come before markers: losses must be stated first.
  func limited(toEvents most: Int) -> TakeMetadata {
    guard gaps.count + markers.count > most else { return self }
    var limited = self
    limited.gaps = Array(gaps.prefix(most))
    limited.markers = Array(markers.prefix(max(0, most - gaps.count)))
    limited.omittedEvents +=
      gaps.count + markers.count - limited.gaps.count - limited.markers.count
    let totals = gapTotals
    limited.statedGaps = totals == limited.listedGaps ? nil : totals
    return limited
  }
}

extension [TakeMarker] {
  /// The markers in the order of the frames; markers at one frame keep their order.
  package var inOrder: [TakeMarker] {
    enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element)
  }
}
