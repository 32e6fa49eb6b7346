import Realtime
import TakeFiles

/// Those gaps and markers of a take whose places are final, in the order of frames.
///
/// The cost of a query depends on how much it returns, not on how much is stored: a take can have tens of thousands of
/// gaps, and its files are updated twice a second.
struct SettledEvents {
  /// A gap, or the part of it that lies in one segment of the take.
  struct Piece {
    /// The gap on the time line.
    var gap: Gap
    /// The frame of the take at which the piece begins.
    var frame: Int
    /// The number of frames of the take that the piece covers.
    var frames: Int

    /// The frame of the take after the piece.
    var end: Int { frame + frames }

    var takeGap: TakeGap {
      TakeGap(
        frame: frame, frames: frames, cause: gap.cause.words, isEstimated: gap.isEstimated)
    }
  }

  /// The most gaps that are kept with their places, to limit the memory; further gaps are only counted.
  static let mostGaps = 50_000
  /// The most markers that are kept; further markers are only counted.
  static let mostMarkers = 10_000

  private(set) var pieces: [Piece] = []
  /// The number of frames lost before each of ``pieces``; ``lost`` is the number lost in all of them.
  private var lostBefore: [Int] = []
  private var lost = 0
  private(set) var markers: [TakeMarker] = []
  /// The totals of the gaps that are not kept.
  private var unlisted = GapTotals()
  private var unlistedMarkers = 0
  /// The part of the take that was requested last, with the totals of unlisted events when it was first requested.
  private var part = (first: 0, unlisted: GapTotals(), markers: 0)

  /// The number of all gaps, and the frames lost in them.
  var gapTotals: GapTotals {
    GapTotals(count: pieces.count, frames: lost) + unlisted
  }

  /// Adds a gap that comes after all gaps added before.
  mutating func add(_ piece: Piece) {
    guard pieces.count < Self.mostGaps else {
      unlisted.add(frames: piece.frames)
      return
    }
    lostBefore.append(lost)
    lost += piece.frames
    pieces.append(piece)
  }

  /// Adds gaps of which only the number and the total length are known.
  mutating func add(unlisted totals: GapTotals) { unlisted = unlisted + totals }

  /// Adds a marker, in the order of frames.
  mutating func add(_ marker: TakeMarker) {
    guard markers.count < Self.mostMarkers else {
      unlistedMarkers += 1
      return
    }
    var index = markers.count
    while index > 0, markers[index - 1].frame > marker.frame { index -= 1 }
    markers.insert(marker, at: index)
  }

  /// Returns the events in a part of the take, of which at most the first so many gaps and markers are listed.
  ///
  /// Unlisted gaps count for the part that is being requested when they become known, because parts are requested in
  /// order.
  mutating func events(from first: Int, to last: Int, limit: Int) -> TakeEvents {
    if part.first != first { part = (first, unlisted, unlistedMarkers) }
    let firstGap = pieces.count(thatPrecede: { $0.end <= first })
    let gaps = firstGap..<max(firstGap, pieces.count(thatPrecede: { $0.frame < last }))
    let firstMarker = markers.count(thatPrecede: { $0.frame < first })
    let found =
      firstMarker..<max(firstMarker, markers.count(thatPrecede: { $0.frame < last }))
    var events = TakeEvents()
    events.gaps = pieces[gaps].prefix(limit).map(\.takeGap)
    events.markers = Array(markers[found].prefix(limit))
    events.gapTotals = totals(of: gaps, from: first, to: last) + (unlisted - part.unlisted)
    events.markerCount = found.count + unlistedMarkers - part.markers
    // A later part states how the board was held at the beginning of the part, because the part may be rendered alone.
    if let turned = markers[..<firstMarker].last(where: { $0.kind == .turn })?.turnedTo,
      !markers[found].contains(where: { $0.frame == first && $0.kind == .turn })
    {
      events.markers.insert(.turn(to: turned, frame: first), at: 0)
      events.markerCount += 1
    }
    return events
  }

  /// Returns the number of gaps in a part, and of the frames that they cover; of a gap that crosses an edge of the
  /// part, only the frames inside count.
  private func totals(of gaps: Range<Int>, from first: Int, to last: Int) -> GapTotals {
    guard !gaps.isEmpty else { return GapTotals() }
    let (start, end) = (gaps.lowerBound, gaps.upperBound - 1)
    let all = lostBefore[end] + pieces[end].frames - lostBefore[start]
    let outside = max(0, first - pieces[start].frame) + max(0, pieces[end].end - last)
    return GapTotals(count: gaps.count, frames: all - outside)
  }
}

extension Array {
  /// Returns the length of the prefix, in a sorted array, whose elements satisfy a condition.
  fileprivate func count(thatPrecede holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
