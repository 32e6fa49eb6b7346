import TakeFiles

/// The events in a part of a take, in frames of the take.
struct TakeEvents: Sendable {
  /// Places of interest other than gaps, in order; only the first ones if there are very many.
  var markers: [TakeMarker] = []
  /// Lost frames, in order; only the first ones if there are very many.
  var gaps: [TakeGap] = []
  /// All gaps.
  var gapTotals = GapTotals()
  /// The number of markers.
  var markerCount = 0
  /// Notes without a place.
  var notes: [String] = []
  /// Frames of the time line from the start of the take to the part, including pauses.
  var elapsed = 0
  /// The time of day at the press, and its quality, if the clock was set since.
  var set: (time: WallTime, quality: ClockQuality?)?
  /// The quality of the clock without the lost pulse per second.
  var withoutPulse: ClockQuality?
  /// Times of day at frames of the take.
  var clock: ClockPairs?

  /// The sound level of the whole take so far.
  var soundLevel: SoundLevel?

  /// Gaps and markers that are not listed.
  var omitted: Int { gapTotals.count - gaps.count + markerCount - markers.count }
}
