import Boards

extension CapturedSound {
  /// The channels that reach the end of their range at some time, or stay at one value at their loudest.
  public func clippedChannels(from start: Double, to end: Double) -> [Int] {
    let first = max(0, Int(start * Double(rate)))
    let last = min(frames, Int((end * Double(rate)).rounded(.up)))
    return (0..<channels).filter { isClipped($0, max(0, min(first, last))..<last) }
  }

  private func isClipped(_ channel: Int, _ range: Range<Int>) -> Bool {
    let magnitudes = range.map { abs(sample(words[$0 * channels + channel])) }
    guard let most = magnitudes.max(), most > Self.loud else { return false }
    if most >= clipLevel { return true }
    var run = 0
    for magnitude in magnitudes {
      run = magnitude == most ? run + 1 : 0
      if run >= Self.flat { return true }
    }
    return false
  }

  /// A magnitude from which on a sound is loud: -14 dBFS.
  private static let loud = 0.2
  /// Samples in a row at the largest magnitude: what is loud moves by more than a step of 16 bits in that time.
  private static let flat = 4
}
