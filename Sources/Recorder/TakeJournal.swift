import Boards
import Realtime
import Synchronization
import TakeFiles

/// What happened in a take so far, in frames of the take: markers and gaps, and notes without a place.
///
/// Realtime threads note places in logs without locks; here they are collected and told in frames of the take, anew at
/// every look, because only the end of a take says which of them are part of it.
///
/// - Thread: control and writer.
final class TakeJournal: Sendable {
  /// Something noted, at a place of the time line or at a frame of the take.
  private struct Entry {
    enum Position {
      case timeline(Int)
      case frame(Int)
    }
    var position: Position
    var kind: TakeMarker.Kind
    var label: String
  }

  private struct State {
    var entries: [Entry] = []
    var gaps: [Gap] = []
    var clipIndex = 0
    var limitingIndex = 0
    var notes: [String] = []
    var buttons = 0
    var announcedEntries = 0
    var announcedGaps = 0
  }

  /// Entries that a take can have: more than anybody reads, and a bound of the memory.
  static let mostEntries = 10_000

  /// Where the render thread notes that the limiter begins to work, in frames of the take.
  let limiting = EventLog()
  private let ring: FrameRing
  private let clips: EventLog
  private let segments: TakeSegments
  private let start: Int
  private let microphones: [Int: String]
  private let state = Mutex(State())

  /// A journal of a take.
  ///
  /// - Parameters:
  ///   - clips: where the capture thread notes clips, in frames of the time line.
  init(board: Board, ring: FrameRing, clips: EventLog, segments: TakeSegments) {
    self.ring = ring
    self.clips = clips
    self.segments = segments
    start = segments.segments[0].start
    microphones = Dictionary(
      board.microphones.map { ($0.channel, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets the marker of a button at a place of the time line.
  func press(at place: Int) {
    let frame = Self.frames(segments.segments, at: place)
    state.withLock { state in
      state.buttons += 1
      add(
        Entry(position: .frame(frame), kind: .button, label: "marker \(state.buttons)"),
        to: &state)
    }
  }

  /// Notes that microphones stopped delivering.
  func died(_ names: [String], at place: Int) {
    let label = "\(names.joined(separator: ", ")) silent"
    let frame = Self.frames(segments.segments, at: place)
    state.withLock { state in
      add(Entry(position: .frame(frame), kind: .microphone, label: label), to: &state)
    }
  }

  /// Notes that the channels of the capture device may be in another order.
  func noteRotation(by count: Int) {
    let note = "channels may be rotated by \(count)"
    state.withLock { if !$0.notes.contains(note) { $0.notes.append(note) } }
  }

  /// Notes that the accelerometer had not said how the board was held when the take was latched.
  func noteAssumed(_ orientation: InputOrientation?) {
    guard let orientation else { return }
    let note = "held as \(orientation.rawValue) by assumption: the accelerometer had not answered"
    state.withLock { $0.notes.append(note) }
  }

  /// What the files of the take say besides.
  var notes: [String] { state.withLock { $0.notes } }

  /// Everything known so far, in the order of the frames.
  var markers: [TakeMarker] {
    let parts = segments.segments
    let (entries, gaps) = state.withLock { state in
      collect(&state)
      return (state.entries, state.gaps)
    }
    let found =
      entries.compactMap { Self.marker($0, parts) }
      + gaps.flatMap { Self.pieces($0, parts).map(\.marker) } + Self.joints(parts)
    return found.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element)
  }

  /// The gaps so far, in the order of the frames.
  var gaps: [TakeGap] {
    let parts = segments.segments
    let gaps = state.withLock { state in
      collect(&state)
      return state.gaps
    }
    return gaps.flatMap { Self.pieces($0, parts) }
  }

  /// The markers of buttons, gaps, clips, limiter and microphones that were not told by an earlier call.
  ///
  /// - Thread: control.
  func news() -> [TakeMarker] {
    let parts = segments.segments
    let (entries, gaps) = state.withLock { state in
      collect(&state)
      defer {
        (state.announcedEntries, state.announcedGaps) = (state.entries.count, state.gaps.count)
      }
      return (state.entries[state.announcedEntries...], state.gaps[state.announcedGaps...])
    }
    return entries.compactMap { Self.marker($0, parts) }
      + gaps.flatMap { Self.pieces($0, parts).map(\.marker) }
  }

  // MARK: - Collecting

  private func add(_ entry: Entry, to state: inout State) {
    if state.entries.count < Self.mostEntries { state.entries.append(entry) }
  }

  /// Takes over what the logs of the realtime threads have new.
  private func collect(_ state: inout State) {
    let (clipped, nextClip) = clips.events(since: state.clipIndex)
    state.clipIndex = nextClip
    for event in clipped where event.frame >= start {
      let name = microphones[event.channel] ?? "channel \(event.channel + 1)"
      add(Entry(position: .timeline(event.frame), kind: .clip, label: "clip \(name)"), to: &state)
    }
    let (limited, nextLimited) = limiting.events(since: state.limitingIndex)
    state.limitingIndex = nextLimited
    for event in limited {
      add(Entry(position: .frame(event.frame), kind: .limiter, label: "limiter"), to: &state)
    }
    // The take may start inside of a gap; of later ones, none is taken twice.
    let known = state.gaps.last.map { $0.timeline + $0.frames }
    state.gaps += ring.gaps(from: known ?? start, to: .max).filter { $0.timeline >= known ?? .min }
  }

  // MARK: - Places

  private typealias Segments = [(start: Int, end: Int)]

  /// Frames of the take before a place of the time line.
  private static func frames(_ segments: Segments, at place: Int) -> Int {
    segments.reduce(0) { $0 + max(0, min($1.end, place) - $1.start) }
  }

  /// The marker of an entry; `nil` when its place is not part of the take.
  private static func marker(_ entry: Entry, _ segments: Segments) -> TakeMarker? {
    switch entry.position {
    case .timeline(let place):
      guard segments.contains(where: { $0.start <= place && place < $0.end }) else { return nil }
      return TakeMarker(frame: frames(segments, at: place), kind: entry.kind, label: entry.label)
    case .frame(let frame):
      // A marker may be set at the instant of the end: it belongs to the last frame.
      let last = max(0, frames(segments, at: .max) - 1)
      return TakeMarker(frame: min(frame, last), kind: entry.kind, label: entry.label)
    }
  }

  /// The parts of a gap that lie in the take.
  private static func pieces(_ gap: Gap, _ segments: Segments) -> [TakeGap] {
    segments.compactMap { segment in
      let first = max(gap.timeline, segment.start)
      let count = min(gap.timeline + gap.frames, segment.end) - first
      guard count > 0 else { return nil }
      return TakeGap(
        frame: frames(segments, at: first), frames: count, cause: gap.cause.words,
        isEstimated: gap.isEstimated)
    }
  }

  /// Where the take goes on after its pauses.
  private static func joints(_ segments: Segments) -> [TakeMarker] {
    segments.dropFirst().compactMap { segment in
      guard segment.end > segment.start else { return nil }
      return TakeMarker(
        frame: frames(segments, at: segment.start), kind: .resume, label: "resumed")
    }
  }
}

extension TakeGap {
  /// The marker at the beginning of the gap.
  fileprivate var marker: TakeMarker {
    TakeMarker(
      frame: frame, kind: .gap,
      label: "gap of \(isEstimated ? "about " : "")\(frames) frames: \(cause)")
  }
}

extension GapCause {
  /// The cause in a word or two.
  public var words: String {
    switch self {
    case .overrun: "overrun"
    case .storage: "storage too slow"
    case .suspend: "device suspended"
    }
  }
}
