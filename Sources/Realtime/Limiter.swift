/// A limiter that looks ahead: no sample of its output is beyond its ceiling.
///
/// It works on 1 to 4 interleaved channels with one gain for all, so that the stereo picture
/// stays. Where the input is below the ceiling and no reduction is near, the gain is exactly 1 and
/// samples pass bit for bit, ``latency`` frames late.
///
/// The gain that a frame needs, ceiling / peak, is held as the minimum over a window of the
/// look-ahead, recovers exponentially with a time constant of 150 ms, and is smoothed by a moving
/// average over the same window. A sample leaves when all the minima that the average holds have
/// seen it, so the average cannot be above what it needs. Gains are integers of 2^-30 rounded
/// down: the running sum is exact for ever, and the rounding of the last product to Float is the
/// only thing left for a final clamp.
///
/// - Source: the structure is the common look-ahead limiter (peak hold, then an averaging window as
///   long as the hold); D. Giannoulis, M. Massberg, J. Reiss, Digital dynamic range compressor
///   design, J. Audio Eng. Soc. 60(6), 2012.
public struct Limiter: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private var memory = Memory()
  /// Look-ahead in seconds.
  ///
  /// Long enough that the gain does not modulate the kilohertz range,
  /// short enough to be masked.
  public static let lookAheadSeconds = 0.0015

  /// Frames by which samples leave later than they came, at so many frames per second.
  @_noAllocation @_noLocks
  public static func latency(rate: Double) -> Int {
    max(2, Int(lookAheadSeconds * rate + 0.5)) - 1
  }
  /// The time constant of the recovery in seconds.
  public static let releaseSeconds = 0.15
  /// Seconds with a gain of 1 after which limiting again is a new onset.
  public static let quietSeconds = 1.0
  /// -0.3 dBFS: headroom for the overshoot of the interpolation filters of converters and codecs.
  public static let defaultCeiling: Float = 0.96605
  /// The gain 1 as an integer.
  private static let unity: Int64 = 1 << 30

  /// Frames by which the output is late.
  public let latency: Int
  /// The magnitude that no output sample exceeds.
  public let ceiling: Float
  /// Frames that left with a gain below 1.
  public private(set) var limitedFrames = 0
  /// The lowest gain that was applied, 1 when none was.
  public private(set) var minimumGain: Float = 1
  /// The input frame that left last with a gain below 1; -1 when none did.
  public private(set) var lastLimitedFrame = -1
  /// The number of times that the limiter began to work, after at least ``quietSeconds`` without limiting.
  public private(set) var onsets = 0
  /// The first input frame that left with a gain below 1 at the last onset.
  ///
  /// Negative when it is silence of the look-ahead before the first frame.
  public private(set) var lastOnset = -1

  private let channels: Int
  private let window: Int
  private let release: Double
  private let quietFrames: Int
  /// `latency` interleaved frames that have not left yet, a ring.
  private let delayed: UnsafeMutablePointer<Float>
  /// The last `window` gains of the average, a ring.
  private let gains: UnsafeMutablePointer<Int64>
  /// Gain and position of the candidates for the minimum, a ring of rising gains.
  private let candidateGains: UnsafeMutablePointer<Int64>
  private let candidatePositions: UnsafeMutablePointer<Int>
  private var candidateHead = 0
  private var candidateCount = 0
  private var delayIndex = 0
  private var gainIndex = 0
  private var sum: Int64
  private var recovering = Limiter.unity
  private var position = 0

  /// A limiter for `channels` (1 to 4) interleaved channels.
  ///
  /// - Parameter ceiling: The magnitude that no output sample exceeds, above 0 and at most 1.
  public init(channels: Int, rate: Double, ceiling: Float = Limiter.defaultCeiling) {
    precondition((1...4).contains(channels) && rate > 0 && ceiling > 0 && ceiling <= 1)
    self.channels = channels
    self.ceiling = ceiling
    latency = Limiter.latency(rate: rate)
    window = latency + 1
    release = 1 - Elementary.exponential(-1 / (Limiter.releaseSeconds * rate))
    quietFrames = Int(Limiter.quietSeconds * rate)
    delayed = memory.make(latency * channels, of: 0)
    gains = memory.make(window, of: Limiter.unity)
    candidateGains = memory.make(window, of: Limiter.unity)
    candidatePositions = memory.make(window, of: 0)
    sum = Int64(window) * Limiter.unity
  }

  /// Limits interleaved frames in place: the output is the input of ``latency`` frames before.
  ///
  /// The result does not depend on how a signal is cut into calls.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    if isIdle && !exceedsCeiling(samples, frames: frames) {
      delay(samples, frames: frames)
      position += frames
    } else {
      for n in 0..<frames { limit(samples + n * channels) }
    }
  }

  /// Forgets all input and all counts.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func reset() {
    for n in 0..<(latency * channels) { delayed[n] = 0 }
    for n in 0..<window { gains[n] = Limiter.unity }
    candidateHead = 0
    candidateCount = 0
    delayIndex = 0
    gainIndex = 0
    sum = Int64(window) * Limiter.unity
    recovering = Limiter.unity
    position = 0
    limitedFrames = 0
    minimumGain = 1
    lastLimitedFrame = -1
    onsets = 0
    lastOnset = -1
  }

  /// True while every gain in flight is 1 and no reduction is needed.
  private var isIdle: Bool {
    @_noAllocation @_noLocks get {
      candidateCount == 0 && recovering == Limiter.unity
        && sum == Int64(window) * Limiter.unity
    }
  }

  /// True when any sample is beyond the ceiling.
  @_noAllocation @_noLocks
  private func exceedsCeiling(_ samples: UnsafeMutablePointer<Float>, frames: Int) -> Bool {
    let count = frames * channels
    let vectors = count / 4
    var peaks = SIMD4<Float>.zero
    let raw = UnsafeRawPointer(samples)
    for n in 0..<vectors {
      let x = raw.loadUnaligned(fromByteOffset: n * 16, as: SIMD4<Float>.self)
      let negative: SIMD4<Float> = -x
      peaks.replace(with: x, where: x .> peaks)
      peaks.replace(with: negative, where: negative .> peaks)
    }
    var peak = max(max(peaks.x, peaks.y), max(peaks.z, peaks.w))
    for n in (4 * vectors)..<count { peak = max(peak, abs(samples[n])) }
    return peak > ceiling
  }

  /// Exchanges samples with the delay line.
  @_noAllocation @_noLocks
  private mutating func delay(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    let length = latency * channels
    let count = frames * channels
    var n = 0
    while n < count {
      let run = min(count - n, length - delayIndex)
      let (line, new) = (delayed + delayIndex, samples + n)
      var i = 0
      while i + 4 <= run {
        let oldest = Quad.load(line + i)
        Quad.store(Quad.load(new + i), line + i)
        Quad.store(oldest, new + i)
        i += 4
      }
      while i < run {
        (line[i], new[i]) = (new[i], line[i])
        i += 1
      }
      n += run
      delayIndex += run
      if delayIndex == length { delayIndex = 0 }
    }
  }

  /// Takes one frame in and gives the oldest one out.
  @_noAllocation @_noLocks
  private mutating func limit(_ frame: UnsafeMutablePointer<Float>) {
    var peak = abs(frame[0])
    for channel in 1..<channels { peak = max(peak, abs(frame[channel])) }
    push(peak > ceiling ? neededGain(peak) : Limiter.unity)
    let minimum = candidateCount > 0 ? candidateGains[candidateHead] : Limiter.unity
    recover(towards: minimum)
    sum += recovering - gains[gainIndex]
    gains[gainIndex] = recovering
    gainIndex = gainIndex + 1 == window ? 0 : gainIndex + 1
    delay(frame, frames: 1)
    let unlimited = Int64(window) * Limiter.unity
    if sum < unlimited { apply(Float(Double(sum) / Double(unlimited)), to: frame) }
    position += 1
  }

  /// The gain that brings a peak to the ceiling, rounded down.
  @_noAllocation @_noLocks
  private func neededGain(_ peak: Float) -> Int64 {
    Int64(Double(ceiling) / Double(peak) * Double(Limiter.unity))
  }

  /// Adds a needed gain to the candidates for the minimum.
  ///
  /// Those that cannot be the minimum any more are dropped.
  @_noAllocation @_noLocks
  private mutating func push(_ gain: Int64) {
    if candidateCount > 0 && candidatePositions[candidateHead] <= position - window {
      candidateHead = candidateHead + 1 == window ? 0 : candidateHead + 1
      candidateCount -= 1
    }
    guard gain < Limiter.unity else { return }
    while candidateCount > 0 && candidateGains[slot(candidateCount - 1)] >= gain {
      candidateCount -= 1
    }
    candidateGains[slot(candidateCount)] = gain
    candidatePositions[slot(candidateCount)] = position
    candidateCount += 1
  }

  /// The index in the ring of the candidate of this rank.
  @_noAllocation @_noLocks
  private func slot(_ rank: Int) -> Int {
    let index = candidateHead + rank
    return index >= window ? index - window : index
  }

  /// Moves the held gain: down at once, up exponentially and by at least one step, so that it ends.
  @_noAllocation @_noLocks
  private mutating func recover(towards minimum: Int64) {
    let rise = Int64(Double(Limiter.unity - recovering) * release) + 1
    recovering = min(minimum, recovering + rise)
  }

  /// Scales one frame and counts it.
  @_noAllocation @_noLocks
  private mutating func apply(_ gain: Float, to frame: UnsafeMutablePointer<Float>) {
    for channel in 0..<channels {
      frame[channel] = max(-ceiling, min(ceiling, frame[channel] * gain))
    }
    let left = position - latency
    if limitedFrames == 0 || left - lastLimitedFrame >= quietFrames {
      onsets += 1
      lastOnset = left
    }
    limitedFrames += 1
    minimumGain = min(minimumGain, gain)
    lastLimitedFrame = left
  }
}
