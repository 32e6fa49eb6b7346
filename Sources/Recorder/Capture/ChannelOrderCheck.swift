import Boards
import Realtime

/// The order of the channels: when to look at it, and what was found.
///
/// A driver that starts a multichannel I2S stream in the middle of a frame gives all channels shifted, until the next
/// start. So the order is looked at after every start: that of the open, and that after a loss whose length could only
/// be estimated.
///
/// - Thread: control.
struct ChannelOrderCheck {
  /// Seconds of frames that are looked at.
  static let seconds = 0.5
  /// Seconds of frames that are needed to tell anything at all.
  static let leastSeconds = 0.1

  /// The number of times in a row that the device was opened again because of this.
  var reopenings = 0
  /// The channels of the device as they were while their order was right.
  private var reference: ChannelFingerprint?
  /// The frames from here on are looked at as soon as there are enough of them; `nil` when nothing is to be looked at.
  private var checkFrom: Int?
  /// The first frame that may be in another order.
  private(set) var unsureFrom: Int?
  /// The place from which on the order is not known; `nil` where it is, or never was.
  private(set) var lostFrom: Int?
  private var knownGaps = 0

  /// Starts again with a device that was opened.
  ///
  /// - Parameters:
  ///   - place: the place on the time line at which its frames begin.
  ///   - gaps: gaps that the ring had before.
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

  /// The order of the channels and the first frame that has it, when it is time to look; `nil` without news.
  mutating func look(
    _ ring: FrameRing, _ board: Board, rate: Int
  ) -> (order: ChannelOrder, place: Int, isLost: Bool)? {
    noteRestarts(ring, board)
    let frames = Int(Self.seconds * Double(rate))
    guard let from = checkFrom, ring.timelineEnd >= from + frames else { return nil }
    guard let found = ChannelFingerprint.read(ring, from: from, frames: frames) else {
      // All readers are in use by takes that are being finished: look again later.
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

  /// The rotation and the first frame that has it, as far as the frames since the restart of the device tell.
  ///
  /// For a take that ends before there are enough of them for a look.
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

  /// Notes losses after which the stream was started again.
  private mutating func noteRestarts(_ ring: FrameRing, _ board: Board) {
    let count = ring.gapTotals.count
    guard count != knownGaps else { return }
    let news = ring.gaps(from: 0, to: .max).suffix(count - knownGaps).filter(\.isEstimated)
    knownGaps = count
    guard let first = news.first, let last = news.last else { return }
    if canTell(board) { unsureFrom = min(unsureFrom ?? .max, first.timeline) }
    lostFrom = min(lostFrom ?? .max, first.timeline)
    checkFrom = last.timeline + last.frames
  }
}

extension ChannelFingerprint {
  /// The channels of a part of the time line; `nil` when the ring has no reader to give.
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
