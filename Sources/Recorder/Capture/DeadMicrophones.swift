import Boards
import Realtime

/// Finds microphones that deliver no sound: those whose samples do not change at all.
///
/// A capsule and its converter always make some noise; a broken line, or a chip without power, gives a constant value.
struct DeadMicrophones {
  /// Seconds of history to examine.
  static let windowSeconds = SoundLevelWriter.deadSeconds

  /// The indices of the board's dead microphones; `nil` if too many frames were lost to tell.
  ///
  /// If all are dead, the fault is more likely in the device than in the microphones.
  ///
  /// - Thread: control; reads the ring's history.
  static func find(in ring: FrameRing, board: Board, rate: Int) throws(FrameRingError) -> Set<Int>?
  {
    var reader = try ring.makeReader()
    let end = ring.timelineEnd
    let window = Int(windowSeconds * Double(rate))
    _ = reader.begin(at: max(0, end - window))
    var heard = 0
    var first = [Int32?](repeating: nil, count: ring.channels)
    var isAlive = [Bool](repeating: false, count: ring.channels)
    var isDone = false
    while !isDone {
      switch reader.next(until: end) {
      case .nothing:
        isDone = true
      case .silence(let count, _):
        reader.advance(count)
      case .frames(let words, let count):
        for channel in 0..<ring.channels where !isAlive[channel] {
          let start = first[channel] ?? words[channel]
          first[channel] = start
          for frame in 0..<count where words[frame * ring.channels + channel] != start {
            isAlive[channel] = true
            break
          }
        }
        heard += count
        reader.advance(count)
      }
    }
    guard heard >= window / 2 else { return nil }
    return Set(board.microphones.indices.filter { !isAlive[board.microphones[$0].channel] })
  }
}
