import Boards

extension CapturedSound {
  /// The channels that, between `start` and `end` (in seconds), reach full scale or stay at one value at their loudest.
  package func clippedChannels(from start: Double, to end: Double) -> [Int] {
    let first = max(0, Int(start * Double(rate)))
    let last = min(frames, Int((end * Double(rate)).rounded(.up)))
    return (0..<channels).filter { isClipped($0, max(0, min(first, last))..<last) }
  }

  private func isClipped(_ channel: Int, _ range: Range<Int>) -> Bool {
    let magnitudes = range.map { abs(value(samples[$0 * channels + channel])) }
    guard let most = magnitudes.max(), most > Self.loud else { return false }
    if most >= clipLevel { return true }
    var run = 0
    for magnitude in magnitudes {
      run = magnitude == most ? run + 1 : 0
      if run >= Self.flat { return true }
    }
    return false
  }

  /// The magnitude at and above which sound counts as loud: -14 dBFS.
  private static let loud = 0.2
  /// The number of consecutive samples at the largest magnitude that shows clipping: in that time, loud sound
  /// changes by more than one step of 16 bits.
  private static let flat = 4
}
