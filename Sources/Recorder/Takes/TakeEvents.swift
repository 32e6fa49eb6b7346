import TakeFiles

/// The events in a part of a take, in frames of the take.
struct TakeEvents: Sendable, Equatable {
  /// Places to find again but those of gaps, in order; of very many the first ones.
  var markers: [TakeMarker] = []
  /// Frames that were lost, in order; of very many the first ones.
  var gaps: [TakeGap] = []
  /// All gaps.
  var gapTotals = GapTotals()
  /// The number of markers.
  var markerCount = 0
  /// Notes without a place.
  var notes: [String] = []
  /// Times of day at frames of the take.
  var clock: ClockPairs?

  /// Gaps and markers that are not listed.
  var omitted: Int { gapTotals.count - gaps.count + markerCount - markers.count }
}
