import Boards
import Realtime

/// The checks of the channel order: when a check is due, and what it found.
///
/// A driver that starts a multichannel I2S stream in the middle of a frame delivers all channels rotated until the next
/// start. So the order is checked after every start: after the device is opened, and after it is restarted because of a
/// loss whose length could only be estimated.
///
/// - Thread: control.
struct ChannelOrderCheck {
  /// Seconds of frames that a check examines.
  static let seconds = 0.5
  /// The fewest seconds of frames that can show a rotation.
  static let leastSeconds = 0.1

  /// The number of times in a row that the device was reopened because of its channel order.
  var reopenings = 0
  /// The fingerprint of the channels while their order was right.
  private var reference: ChannelFingerprint?
  /// The first frame that the next check examines, once enough frames have followed it; `nil` if no check is due.
  private var checkFrom: Int?
  /// The first frame whose channels may be in another order.
  private(set) var unsureFrom: Int?
  /// The place from which the order is unknown, because the device restarted; `nil` if it has not restarted since the
  /// last check.
  private(set) var lostFrom: Int?
  private var knownGaps = 0

  /// Starts the checks again for a newly opened device.
  ///
  /// - Parameters:
  ///   - place: the place on the time line where the device's frames begin.
  ///   - gaps: the number of earlier gaps in the ring.
  mutating func opened(_ board: Board, at place: Int, gaps: Int) {
    checkFrom = place
    lostFrom = nil
    knownGaps = gaps
    unsureFrom = canTell(board) ? place : nil
  }

  private func canTell(_ board: Board) -> Bool {
    ChannelOrder.canTell(
      channels: board.capture.channels, used: Set(board.microphones.map(\.channel)),
      reference: reference)
  }

  /// Returns the order of the channels and the first frame that may have it, if a check is due; `nil` if there is
  /// nothing new.
  mutating func look(
    _ ring: FrameRing, _ board: Board, rate: Int
  ) -> (order: ChannelOrder, place: Int, isLost: Bool)? {
    noteRestarts(ring, board)
    let frames = Int(Self.seconds * Double(rate))
    guard let from = checkFrom, ring.timelineEnd >= from + frames else { return nil }
    guard let found = ChannelFingerprint.read(ring, from: from, frames: frames) else {
      // Takes that are being finished use all readers of the ring: check again later.
      return nil
    }
    let order = ChannelOrder.find(
      found, used: Set(board.microphones.map(\.channel)), reference: reference)
    let place = lostFrom ?? unsureFrom ?? from
    let isLost = lostFrom != nil && order == .unknown && ring.channels > 1
    (checkFrom, unsureFrom, lostFrom) = (nil, nil, nil)
    if case .rotated = order { return (order, place, false) }
    reopenings = 0
    if order == .kept || reference == nil { reference = found }
    return (order, place, isLost)
  }

  /// Returns the rotation and the first frame that has it, if the few frames since the device restarted show one.
  ///
  /// It serves a take that ends before there are enough frames for a full check.
  func early(
    _ ring: FrameRing, _ board: Board, rate: Int
  ) -> (count: Int, place: Int)? {
    guard let from = checkFrom, let place = unsureFrom else { return nil }
    let frames = ring.timelineEnd - from
    guard frames >= Int(Self.leastSeconds * Double(rate)),
      let found = ChannelFingerprint.read(ring, from: from, frames: frames),
      case .rotated(let count) = ChannelOrder.find(
        found, used: Set(board.microphones.map(\.channel)), reference: reference)
    else { return nil }
    return (count, place)
  }

  /// Notes the losses after which the stream was restarted.
  private mutating func noteRestarts(_ ring: FrameRing, _ board: Board) {
    let news = ring.gaps(since: knownGaps)
    knownGaps = news.next
    let restarts = news.gaps.filter(\.isEstimated)
    guard let first = restarts.first, let last = restarts.last else { return }
    if canTell(board) { unsureFrom = min(unsureFrom ?? .max, first.timeline) }
    lostFrom = min(lostFrom ?? .max, first.timeline)
    checkFrom = last.timeline + last.frames
  }
}

extension ChannelFingerprint {
  /// Returns the fingerprint of a stretch of the time line; `nil` if the ring has no free reader.
  ///
  /// - Thread: control; reads the ring's history.
  static func read(_ ring: FrameRing, from start: Int, frames: Int) -> ChannelFingerprint? {
    do throws(FrameRingError) {
      var reader = try ring.makeReader()
      var made = ChannelFingerprint(channels: ring.channels, blockFrames: max(1, frames / 16))
      let end = max(start, reader.begin(at: start)) + frames
      while true {
        switch reader.next(until: end) {
        case .nothing:
          return made
        case .silence(let count, _):
          reader.advance(count)
        case .frames(let words, let count):
          made.add(UnsafeBufferPointer(start: words, count: count * ring.channels))
          reader.advance(count)
        }
      }
    } catch {
      return nil
    }
  }
}
