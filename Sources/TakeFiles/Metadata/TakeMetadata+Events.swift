import Essentials

/// Counts and places gaps and markers.
extension TakeMetadata {
  /// The totals of all gaps in this file.
  public var gapTotals: GapTotals { statedGaps ?? listedGaps }

  /// The totals of those gaps that ``gaps`` lists; of a gap that began in the previous part, only the frames in this
  /// file count.
  private var listedGaps: GapTotals {
    gaps.reduce(into: GapTotals()) { totals, gap in
      totals.add(frames: max(0, gap.frame + gap.frames - max(gap.frame, firstFrame)))
    }
  }

  /// The markers, and the gaps as markers, in the order of their frames.
  public var places: [TakeMarker] { (gaps.map(\.marker) + markers).inOrder }

  /// Removes the gaps and markers from a frame of the take on, because there is no audio from there on, and adds a
  /// remark that states how many markers were removed.
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

  /// Marks the silence that replaces audio that cannot be decoded: adds a gap for each range of frames, and a remark.
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
    let frames = holes.reduce(0) { $0 + $1.count }
    let places = holes.count == 1 ? "one place" : "\(holes.count) places"
    notes.append(
      "recovered: \(frames.counted("frame")) in \(places) could not be decoded "
        + "and \(frames.agreeing("was", "were")) replaced by silence")
  }

  /// True if silence replaces audio of a damaged file.
  public var isMended: Bool { gaps.contains { $0.cause == TakeGap.damage } }

  /// Removes what is stated twice: markers that are also gaps, and totals that merely repeat the listed gaps.
  mutating func settleGaps() {
    let known = Set(gaps.map(\.frame))
    markers.removeAll { $0.kind == .gap && known.contains($0.frame) }
    if statedGaps == listedGaps { statedGaps = nil }
  }

  /// Adds those cue points of this file that the metadata do not contain yet.
  ///
  /// The head of a file has space for only a few hundred gaps and markers, whereas the cue points after the audio are
  /// complete.
  mutating func add(cues: [CuePoint]) {
    let places = (Set(markers.map(\.frame)).union(gaps.map(\.frame)))
    var (seenMarkers, seenGaps) = (Set(markers), Set(gaps.map(\.frame)))
    let before = markers.count + gaps.count
    // Markers whose cue point another program may have given another label.
    var unlabelled = seenMarkers.subtracting(cues.map { $0.marker.moved(by: firstFrame) })
    for cue in cues {
      let marker = cue.marker.moved(by: firstFrame)
      // In a file that does not state the kinds of its cue points, they repeat the head's points, but as other kinds.
      if !cue.saysKind && places.contains(marker.frame) { continue }
      if !cue.saysKind || marker.kind == .gap, let gap = TakeGap(marker: marker) {
        if seenGaps.insert(gap.frame).inserted { gaps.append(gap) }
      } else if seenMarkers.insert(marker).inserted {
        let old = unlabelled.first { $0.frame == marker.frame && $0.kind == marker.kind }
        if let old, let place = markers.firstIndex(of: old) {
          unlabelled.remove(old)
          if !marker.label.isEmpty { markers[place].label = marker.label }
        } else {
          markers.append(marker)
        }
      }
    }
    let added = markers.count + gaps.count - before
    guard added > 0 else { return }
    omittedEvents = max(0, omittedEvents - added)
    markers = markers.inOrder
    gaps.sort { $0.frame < $1.frame }
    settleGaps()
  }

  /// The metadata with at most this many gaps and markers: the first of each are kept, and the totals stay the same.
  ///
  /// Gaps come before markers, because losses are more important to state.
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

extension TakeMarker {
  /// The marker this many frames later.
  func moved(by frames: Int) -> TakeMarker {
    var moved = self
    moved.frame += frames
    return moved
  }
}

extension [TakeMarker] {
  /// The frames at which a take was resumed after a pause, or at which another take was joined to it.
  var resumes: [Int] { filter { $0.kind == .resume }.map(\.frame).sorted() }

  /// The markers in the order of their frames; markers at the same frame keep their order.
  package var inOrder: [TakeMarker] { inOrder(of: \.frame) }
}

extension Array {
  /// The elements in the order of their frames; elements at the same frame keep their order.
  func inOrder(of frame: (Element) -> Int) -> [Element] {
    enumerated().sorted {
      (frame($0.element), $0.offset) < (frame($1.element), $1.offset)
    }.map(\.element)
  }
}
