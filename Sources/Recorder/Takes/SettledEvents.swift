import Realtime
import TakeFiles

/// The gaps and markers of a take whose places are final, in frame order.
///
/// A look at some of them costs as much as it returns, not as much as there is: a take can have tens of thousands of
/// gaps, and its files are updated twice a second.
struct SettledEvents {
  /// A gap, or the part of it that lies in one segment of the take.
  struct Piece {
    /// The gap on the time line.
    var gap: Gap
    /// Frame of the take at which it begins.
    var frame: Int
    /// Frames of the take that it covers.
    var frames: Int

    /// Frame of the take after it.
    var end: Int { frame + frames }

    var takeGap: TakeGap {
      TakeGap(
        frame: frame, frames: frames, cause: gap.cause.words, isEstimated: gap.isEstimated)
    }
  }

  /// Gaps kept with their places, to bound the memory; those beyond are only counted.
  static let mostGaps = 50_000
  /// Markers that are kept.
  static let mostMarkers = 10_000

  private(set) var pieces: [Piece] = []
  /// Frames lost before each of ``pieces``, and in all of them.
  private var lostBefore: [Int] = []
  private var lost = 0
  private(set) var markers: [TakeMarker] = []
  /// Gaps beyond ``mostGaps``.
  private var unlisted = GapTotals()
  private var unlistedMarkers = 0
  /// The last requested part of the take, and the unlisted events at its beginning.
  private var part = (first: 0, unlisted: GapTotals(), markers: 0)

  /// All gaps.
  var gapTotals: GapTotals {
    GapTotals(count: pieces.count, frames: lost) + unlisted
  }

  /// Adds a gap after the existing ones.
  mutating func add(_ piece: Piece) {
    guard pieces.count < Self.mostGaps else {
      unlisted.add(frames: piece.frames)
      return
    }
    lostBefore.append(lost)
    lost += piece.frames
    pieces.append(piece)
  }

  /// Adds gaps known only by number and length.
  mutating func add(unlisted totals: GapTotals) { unlisted = unlisted + totals }

  /// Adds a marker at its place.
  mutating func add(_ marker: TakeMarker) {
    guard markers.count < Self.mostMarkers else {
      unlistedMarkers += 1
      return
    }
    var index = markers.count
    while index > 0, markers[index - 1].frame > marker.frame { index -= 1 }
    markers.insert(marker, at: index)
  }

  /// The events in a part of the take, with its first gaps and markers.
  ///
  /// Unlisted gaps belong to the part requested when they become known: parts are requested in order.
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
    // A later part states how the board was held at its beginning, because it may be rendered alone.
    if let turned = markers[..<firstMarker].last(where: { $0.kind == .turn })?.turnedTo,
      !markers[found].contains(where: { $0.frame == first && $0.kind == .turn })
    {
      events.markers.insert(.turn(to: turned, frame: first), at: 0)
      events.markerCount += 1
    }
    return events
  }

  /// The number of gaps and their frames in this part: a gap across its edge counts with the frames inside.
  private func totals(of gaps: Range<Int>, from first: Int, to last: Int) -> GapTotals {
    guard !gaps.isEmpty else { return GapTotals() }
    let (start, end) = (gaps.lowerBound, gaps.upperBound - 1)
    let all = lostBefore[end] + pieces[end].frames - lostBefore[start]
    let outside = max(0, first - pieces[start].frame) + max(0, pieces[end].end - last)
    return GapTotals(count: gaps.count, frames: all - outside)
  }
}

extension Array {
  /// The length of the prefix of a sorted array that satisfies a condition.
  fileprivate func count(thatPrecede holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
