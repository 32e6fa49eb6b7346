import Boards
import Realtime
import Synchronization
import TakeFiles

/// The journal of a take's events so far: markers and gaps, whose places are frames of the take, and notes without a
/// place.
///
/// Realtime threads note places in logs without locks; the journal collects these places and converts them to frames of
/// the take. Places before ``TakeSegments/finalEnd`` are processed once. Whether later places are part of the take is
/// decided only when it pauses, goes on or ends.
///
/// - Thread: control and writer.
final class TakeJournal: Sendable {
  /// An event that was noted at a place of the time line or at a frame of the take.
  private struct Entry {
    enum Position {
      case timeline(Int)
      case frame(Int)
    }
    var position: Position
    var kind: TakeMarker.Kind
    var label: String
    /// The earliest frame at which the marker can be set, because the files of the parts before it were finished when
    /// the event came.
    var earliest = 0
  }

  private struct State {
    /// The events whose places are final.
    var settled = SettledEvents()
    /// The events at places that may or may not become part of the take.
    var entries: [Entry] = []
    var gaps: [Gap] = []
    /// The events that have not been reported yet.
    var untoldEntries: [Entry] = []
    var untoldGaps: [Gap] = []
    var gapIndex = 0
    /// The number of frames lost up to the end of the last gap; `nil` before the first gap.
    var lost: Int?
    var clipIndex = 0
    var renderingIndex = 0
    var notes: [String] = []
    var clock: ClockPairs?
    var set: (time: WallTime, quality: ClockQuality?)?
    var withoutPulse: ClockQuality?
    var buttons = 0
    /// The number of frames of the take in parts that are finished.
    var finished = 0
  }

  /// The most events that may wait to be reported, to limit the memory; this is more than anyone would read.
  private static let mostNews = 10_000

  private static let windNote = "wind was reduced"

  /// The log in which the render thread notes events, in frames of the take.
  let rendering = EventLog()
  private let ring: FrameRing
  private let clips: EventLog
  private let segments: TakeSegments
  private let start: Int
  private let microphones: [Int: String]
  private let soundLevel: @Sendable () -> SoundLevel?
  private let state = Mutex(State())

  /// Creates the journal of a take.
  ///
  /// - Parameters:
  ///   - clips: the log in which the capture thread notes clips, in frames of the time line.
  ///   - soundLevel: returns the sound level of the whole take so far; `nil` if it is not measured.
  init(
    board: Board, ring: FrameRing, clips: EventLog, segments: TakeSegments,
    soundLevel: @escaping @Sendable () -> SoundLevel? = { nil }
  ) {
    (self.ring, self.soundLevel) = (ring, soundLevel)
    (self.clips, self.segments) = (clips, segments)
    start = segments.segments[0].start
    microphones = Dictionary(
      board.microphones.map { ($0.channel, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets a person's marker at a place of the time line.
  ///
  /// - Parameter text: the text of the marker, of which the first ``TakeFiles/TakeMetadata/mostLabel`` characters are
  ///   kept: a longer text would leave no room for other markers in the head of a file. If the text is `nil`, or has no
  ///   character that files can keep, the marker gets a number instead, the count of markers set by people so far.
  func press(at place: Int, _ text: String? = nil) {
    let frame = Self.frames(segments.segments, at: place)
    state.withLock { state in
      state.buttons += 1
      let text = text?.singleLine(most: TakeMetadata.mostLabel) ?? ""
      let label = text.isEmpty ? "marker \(state.buttons)" : text
      add(Entry(position: .frame(frame), kind: .button, label: label), to: &state)
    }
  }

  /// Notes the time of day at the next frame of ``ClockPairs``; returns the place of the frame after that, in seconds
  /// from the start of the take.
  func noteTime(_ microseconds: Int, error: Int) -> Int {
    state.withLock { state in
      guard var pairs = state.clock else {
        let pairs = ClockPairs(start: microseconds, error: error)
        state.clock = pairs
        return pairs.nextSeconds
      }
      pairs.add(microseconds, error: error)
      state.clock = pairs
      return pairs.nextSeconds
    }
  }

  /// Notes a more precise time of day for the first frame, as long as no other pair has been noted.
  func refineStart(_ microseconds: Int, error: Int) {
    state.withLock { state in
      guard let pairs = state.clock, pairs.count == 1, error <= pairs.error else { return }
      state.clock = ClockPairs(start: microseconds, error: error)
    }
  }

  /// Notes that the clock was set, with the time of day at the press according to the new setting.
  func noteSet(_ time: WallTime, _ quality: ClockQuality?) {
    let note = "the clock was set during the take"
    state.withLock { state in
      state.set = (time, quality)
      state.withoutPulse = nil
      if !state.notes.contains(note) { state.notes.append(note) }
    }
  }

  /// Notes that the pulse per second that corrected the clock is lost, and the quality of the clock without it.
  func notePulseLost(_ quality: ClockQuality) {
    let note =
      "the pulse per second was lost during the take: later times come from the clock alone"
    state.withLock { state in
      state.withoutPulse = quality
      if !state.notes.contains(note) { state.notes.append(note) }
    }
  }

  /// Notes that microphones stopped delivering.
  func died(_ names: [String], at place: Int) {
    let label = names.joined(separator: ", ") + TakeMetadata.silent
    let frame = Self.frames(segments.segments, at: place)
    state.withLock { state in
      add(Entry(position: .frame(frame), kind: .microphone, label: label), to: &state)
    }
  }

  /// Notes that the board has been held another way from a place of the time line on.
  func turned(to orientation: InputOrientation, at place: Int) {
    let frame = Self.frames(segments.segments, at: place)
    let marker = TakeMarker.turn(to: orientation.rawValue, frame: frame)
    state.withLock { state in
      add(Entry(position: .frame(frame), kind: marker.kind, label: marker.label), to: &state)
    }
  }

  /// Notes that the board was bumped at a place of the time line.
  func bump(at place: Int) {
    state.withLock { state in
      add(Entry(position: .timeline(place), kind: .bump, label: "bump"), to: &state)
    }
  }

  /// Notes a doubt about the capture device, and marks a place of the time line.
  func note(_ doubt: DeviceDoubt, at place: Int) {
    state.withLock { state in
      if !state.notes.contains(doubt.note) { state.notes.append(doubt.note) }
      add(
        Entry(position: .timeline(max(start, place)), kind: .microphone, label: doubt.note),
        to: &state)
    }
  }

  /// Notes that the channels of the capture device may be in another order.
  func noteRotation(by count: Int) {
    let note = "channels may be rotated by \(count)"
    state.withLock { if !$0.notes.contains(note) { $0.notes.append(note) } }
  }

  /// Notes that this orientation was assumed, because the accelerometer had not shown yet how the board was held when
  /// the take was latched.
  func noteAssumed(_ orientation: InputOrientation?) {
    guard let orientation else { return }
    let note = "assumed to be held as \(orientation.rawValue): the accelerometer had not answered"
    state.withLock { $0.notes.append(note) }
  }

  /// Notes that this many seconds are missing between the take that this take continues and its first frame.
  func noteMissing(seconds: Double) {
    let note =
      "\((seconds * 100).rounded() / 100) s are missing between this take and the one that it continues"
    state.withLock { state in
      state.notes.append(note)
      add(Entry(position: .frame(0), kind: .resume, label: note), to: &state)
    }
  }

  /// The notes that the files of the take contain.
  var notes: [String] { state.withLock { $0.notes } }

  /// Returns the markers known so far before a frame of the take, in the order of frames.
  func markers(before end: Int) -> [TakeMarker] {
    let events = events(from: 0, to: .max)
    return (events.markers + events.gaps.map(\.marker)).filter { $0.frame < end }.inOrder
  }

  /// Returns the gaps known so far before a frame of the take, with their places on the time line; also their number
  /// and total length before that frame.
  func gaps(before end: Int = .max) -> (onTimeline: [Gap], totals: GapTotals) {
    look { state, parts in
      let late = state.gaps.flatMap { Self.pieces($0, parts) }
      var totals = late.reduce(into: state.settled.gapTotals) { $0.add(frames: $1.frames) }
      var pieces = state.settled.pieces + late
      while let last = pieces.last, last.frame >= end {
        totals = totals - GapTotals(count: 1, frames: last.frames)
        pieces.removeLast()
      }
      if let last = pieces.last, last.end > end { totals.frames -= last.end - end }
      let gaps = pieces.map(\.gap)
      // A gap that continues after a pause appears twice: keep it once.
      let unique = gaps.indices.filter { $0 == 0 || gaps[$0] != gaps[$0 - 1] }
      return (unique.map { gaps[$0] }, totals)
    }
  }

  /// Returns the events known so far in a part of the take.
  ///
  /// - Parameters:
  ///   - last: the frame after the part; any value other than `.max` means that the part is finished now.
  ///   - limit: the maximum number of gaps to list, and the maximum number of markers.
  ///   - isMain: false for files on a second medium, which may be split at other places.
  func events(
    from first: Int, to last: Int, limit: Int = .max, isMain: Bool = true
  ) -> TakeEvents {
    look { state, parts in
      if last < .max, isMain { state.finished = last }
      var events = state.settled.events(from: first, to: last, limit: limit)
      for gap in state.gaps {
        for piece in Self.pieces(gap, parts) where piece.end > first && piece.frame < last {
          events.gapTotals.add(frames: min(piece.end, last) - max(piece.frame, first))
          if events.gaps.count < limit { events.gaps.append(piece.takeGap) }
        }
      }
      let late = state.entries.compactMap { Self.marker($0, parts) } + Self.joints(parts)
      let found = late.filter { $0.frame >= first && $0.frame < last }
      events.markers = Array((events.markers + found).inOrder.prefix(limit))
      events.markerCount += found.count
      events.notes = state.notes
      events.clock = state.clock
      events.soundLevel = soundLevel()
      events.set = state.set
      events.withoutPulse = state.withoutPulse
      events.elapsed = Self.place(parts, ofFrame: first) - start
      return events
    }
  }

  /// Returns the markers of buttons, gaps, clips, limiter, rendering and microphones that no earlier call has returned.
  ///
  /// - Thread: control.
  func news() -> [TakeMarker] {
    look { state, parts in
      defer { (state.untoldEntries, state.untoldGaps) = ([], []) }
      return state.untoldEntries.compactMap { Self.marker($0, parts) }
        + state.untoldGaps.flatMap { Self.pieces($0, parts).map(\.takeGap.marker) }
    }
  }

  // MARK: - Collecting

  private func add(_ entry: Entry, to state: inout State) {
    guard state.entries.count < SettledEvents.mostMarkers else { return }
    var entry = entry
    entry.earliest = state.finished
    state.entries.append(entry)
    if state.untoldEntries.count < Self.mostNews { state.untoldEntries.append(entry) }
  }

  /// Collects what the logs contain, settles what is final, and runs a body with the state and the segments.
  private func look<Result: Sendable>(_ body: (inout State, Segments) -> Result) -> Result {
    state.withLock { state in
      collect(&state)
      // Read the final end first: segments that are read afterwards are certain up to there.
      let final = segments.finalEnd
      let parts = segments.segments
      settle(&state, parts, before: final)
      return body(&state, parts)
    }
  }

  /// Takes new events from the logs of the realtime threads.
  private func collect(_ state: inout State) {
    let (clipped, nextClip) = clips.events(since: state.clipIndex)
    state.clipIndex = nextClip
    for event in clipped where event.frame >= start {
      let name = microphones[event.channel] ?? "channel \(event.channel + 1)"
      add(Entry(position: .timeline(event.frame), kind: .clip, label: "clip \(name)"), to: &state)
    }
    let (noticed, next) = rendering.events(since: state.renderingIndex)
    state.renderingIndex = next
    for event in noticed {
      switch RenderEvent(rawValue: event.channel) {
      case .linear:
        add(
          Entry(
            position: .frame(event.frame), kind: .rendering,
            label: "from here on rendered with the filters alone: this machine is too slow for "
              + "rendering by direction"
          ), to: &state)
      case .wind:
        add(Entry(position: .frame(event.frame), kind: .wind, label: "wind"), to: &state)
        if !state.notes.contains(Self.windNote) { state.notes.append(Self.windNote) }
      default:
        add(Entry(position: .frame(event.frame), kind: .limiter, label: "limiter"), to: &state)
      }
    }
    collectGaps(&state)
  }

  private func collectGaps(_ state: inout State) {
    let news = ring.gaps(since: state.gapIndex)
    state.gapIndex = news.next
    // The take may start inside a gap.
    for gap in news.gaps where gap.timeline + gap.frames > start {
      if let lost = state.lost, news.missed > 0, gap == news.gaps[0] {
        // The frames lost earlier are the difference between a gap's place on the time line and the number of frames
        // stored before it.
        state.settled.add(
          unlisted: GapTotals(count: news.missed, frames: gap.timeline - gap.ringIndex - lost))
      }
      state.lost = gap.timeline - gap.ringIndex + gap.frames
      state.gaps.append(gap)
      if state.untoldGaps.count < Self.mostNews { state.untoldGaps.append(gap) }
    }
  }

  /// Gives all events before a place of the time line their final frames.
  private func settle(_ state: inout State, _ parts: Segments, before end: Int) {
    let frames = Self.frames(parts, at: end)
    state.gaps.removeAll { gap in
      guard gap.timeline + gap.frames <= end else { return false }
      for piece in Self.pieces(gap, parts) { state.settled.add(piece) }
      return true
    }
    state.entries.removeAll { entry in
      switch entry.position {
      case .timeline(let place): guard place < end else { return false }
      case .frame(let frame): guard frame < frames else { return false }
      }
      if let marker = Self.marker(entry, parts) { state.settled.add(marker) }
      return true
    }
  }

  // MARK: - Places

  private typealias Segments = [(start: Int, end: Int)]

  /// Returns the number of frames of the take before a place of the time line.
  private static func frames(_ segments: Segments, at place: Int) -> Int {
    segments.reduce(0) { $0 + max(0, min($1.end, place) - $1.start) }
  }

  /// Returns the place on the time line of a frame of the take.
  func place(ofFrame frame: Int) -> Int { Self.place(segments.segments, ofFrame: frame) }

  /// Returns the place on the time line of a frame of a take with these segments.
  private static func place(_ segments: Segments, ofFrame frame: Int) -> Int {
    var left = frame
    for segment in segments {
      let frames = segment.end - segment.start
      if left < frames { return segment.start + left }
      left -= frames
    }
    return (segments.last?.end ?? 0) + left
  }

  /// Creates the marker for an entry; `nil` if the place of the entry is not part of the take.
  private static func marker(_ entry: Entry, _ segments: Segments) -> TakeMarker? {
    switch entry.position {
    case .timeline(let place):
      guard segments.contains(where: { $0.start <= place && place < $0.end }) else { return nil }
      let frame = max(entry.earliest, frames(segments, at: place))
      return TakeMarker(frame: frame, kind: entry.kind, label: entry.label)
    case .frame(let frame):
      // A marker may be set at the instant when the take ends; it is then put at the last frame.
      let last = max(0, frames(segments, at: .max) - 1)
      return TakeMarker(
        frame: min(max(frame, entry.earliest), last), kind: entry.kind, label: entry.label)
    }
  }

  /// Returns the pieces of a gap that lie in the segments of the take.
  private static func pieces(_ gap: Gap, _ segments: Segments) -> [SettledEvents.Piece] {
    segments.compactMap { segment in
      let first = max(gap.timeline, segment.start)
      let count = min(gap.timeline + gap.frames, segment.end) - first
      guard count > 0 else { return nil }
      return SettledEvents.Piece(gap: gap, frame: frames(segments, at: first), frames: count)
    }
  }

  /// Creates the markers at the frames at which the take resumes after its pauses.
  private static func joints(_ segments: Segments) -> [TakeMarker] {
    segments.dropFirst().compactMap { segment in
      guard segment.end > segment.start else { return nil }
      return TakeMarker(
        frame: frames(segments, at: segment.start), kind: .resume, label: "resumed")
    }
  }
}

extension GapCause {
  /// The cause of the gap in a few words.
  package var words: String {
    switch self {
    case .overrun: "overrun"
    case .storage: "storage too slow"
    case .suspend: "device suspended"
    }
  }
}
