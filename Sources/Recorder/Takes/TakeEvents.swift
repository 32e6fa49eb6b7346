import TakeFiles

/// The events in a part of a take, whose places are frames of the take.
struct TakeEvents: Sendable {
  /// The markers other than those of gaps, in order; if there are very many, only the first ones.
  var markers: [TakeMarker] = []
  /// The gaps of lost frames, in order; if there are very many, only the first ones.
  var gaps: [TakeGap] = []
  /// The number of all gaps, and the frames lost in them.
  var gapTotals = GapTotals()
  /// The number of all markers, listed or not.
  var markerCount = 0
  /// Notes that do not concern a certain place in the take.
  var notes: [String] = []
  /// The number of frames on the time line from the start of the take to the start of the part, including pauses.
  var elapsed = 0
  /// The time of day at the press and its quality, according to the new setting of the clock; `nil` if the clock was
  /// not set during the take.
  var set: (time: WallTime, quality: ClockQuality?)?
  /// The quality of the clock since the pulse per second was lost; `nil` if none was lost.
  var withoutPulse: ClockQuality?
  /// The times of day noted at frames of the take; `nil` if none has been noted.
  var clock: ClockPairs?

  /// The sound level of the whole take so far; `nil` if it is not measured.
  var soundLevel: SoundLevel?

  /// The number of gaps and markers that are not listed.
  var omitted: Int { gapTotals.count - gaps.count + markerCount - markers.count }
}
