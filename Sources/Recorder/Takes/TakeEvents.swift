import TakeFiles

/// The events in a part of a take, in frames of the take.
struct TakeEvents: Sendable {
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
  /// Frames of the time line from the start of the take to the part: those of pauses are among them.
  var elapsed = 0
  /// The time of day at the press, and its quality, where the clock was set since.
  var set: (time: WallTime, quality: ClockQuality?)?
  /// The quality of the clock without the pulse per second that was lost.
  var withoutPulse: ClockQuality?
  /// Times of day at frames of the take.
  var clock: ClockPairs?

  /// The sound level over all of the take so far.
  var soundLevel: SoundLevel?

  /// Gaps and markers that are not listed.
  var omitted: Int { gapTotals.count - gaps.count + markerCount - markers.count }
}
