/// A look-ahead limiter: no sample of its output exceeds its ceiling.
///
/// It works on 1 to 4 interleaved channels and gives all of them the same gain, so that the stereo image stays in
/// place. Where the input is below the ceiling and no peak nearby needs a reduction, the gain is exactly 1 and samples
/// pass bit for bit unchanged, ``latency`` frames late.
///
/// Each frame needs the gain ceiling / peak. The limiter takes the minimum of these gains over a window as long as the
/// look-ahead, lets the minimum recover exponentially with a time constant of 150 ms, and smooths it with a moving
/// average over the same window. When a sample leaves the limiter, every minimum in the average takes the gain of this
/// sample into account, so the average cannot exceed the gain that the sample needs. Gains are integer multiples of
/// 2^-30, rounded down, so that the running sum always stays exact; a final clamp is needed only because the last
/// product is rounded to Float.
///
/// - Source: the structure is the common look-ahead limiter (peak hold, then an averaging window of the same length);
///   D. Giannoulis, M. Massberg, J. Reiss, Digital dynamic range compressor design, J. Audio Eng. Soc. 60(6), 2012.
public struct Limiter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The look-ahead in seconds.
  ///
  /// It is long enough that the gain does not modulate the kilohertz range, and short enough for its effect to be
  /// masked.
  public static let lookAheadSeconds = 0.0015

  /// The delay of the output in frames, at a given number of frames per second.
  @_noAllocation @_noLocks
  public static func latency(rate: Double) -> Int {
    max(2, Int(lookAheadSeconds * rate + 0.5)) - 1
  }
  /// The time constant of the recovery in seconds.
  public static let releaseSeconds = 0.15
  /// If the gain has been 1 for this many seconds, the next reduction counts as a new onset.
  public static let quietSeconds = 1.0
  /// The default ceiling, -0.3 dBFS: it leaves room for the overshoot of interpolation filters in converters and
  /// codecs.
  public static let defaultCeiling: Float = 0.96605
  /// The gain 1, as an integer.
  private static let unity: Int64 = 1 << 30
  /// The number of frames whose gains are determined before the first of them is applied.
  private static var run: Int { @_noAllocation @_noLocks get { 64 } }

  /// The delay of the output in frames.
  public let latency: Int
  /// The magnitude that no output sample exceeds.
  public let ceiling: Float
  /// The number of frames that left with a gain below 1.
  public private(set) var limitedFrames = 0
  /// The lowest gain applied so far; 1 if no frame was limited.
  public private(set) var minimumGain: Float = 1
  /// The number of the last input frame that left with a gain below 1; -1 if there is none.
  public private(set) var lastLimitedFrame = -1
  /// The number of times that the limiter started to reduce the level after at least ``quietSeconds`` at a gain of 1.
  public private(set) var onsets = 0
  /// The number of the first input frame that left with a gain below 1 at the last onset.
  ///
  /// It is negative if that frame belongs to the silence in the look-ahead, before the first input frame.
  public private(set) var lastOnset = -1

  private let channels: Int
  private let window: Int
  private let release: Double
  private let quietFrames: Int
  /// The `latency` interleaved frames that have not left yet, as a ring.
  private let delayed: UnsafeMutablePointer<Float>
  /// The last `window` gains, which are averaged, as a ring.
  private let gains: UnsafeMutablePointer<Int64>
  /// The gains and positions of the candidates for the minimum, as a ring in order of rising gain.
  private let candidateGains: UnsafeMutablePointer<Int64>
  private let candidatePositions: UnsafeMutablePointer<Int>
  private var candidateHead = 0
  private var candidateCount = 0
  /// The gains of the frames that leave during a run.
  private let applied: UnsafeMutablePointer<Float>
  private var delayIndex = 0
  private var gainIndex = 0
  private var sum: Int64
  private var recovering = Limiter.unity
  private var position = 0

  /// Creates a limiter for `channels` (1 to 4) interleaved channels.
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
    applied = memory.make(Limiter.run, of: 1)
    sum = Int64(window) * Limiter.unity
  }

  /// Limits interleaved frames in place: each frame is replaced by the limited frame from ``latency`` frames earlier.
  ///
  /// The result does not depend on how the signal is split into calls.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    if isIdle && !Quad.exceeds(UnsafePointer(samples), frames * channels, magnitude: ceiling) {
      delay(samples, frames: frames)
      position += frames
    } else {
      var start = 0
      while start < frames {
        let (place, count) = (samples + start * channels, min(Self.run, frames - start))
        let isLimited = findGains(UnsafePointer(place), frames: count)
        delay(place, frames: count)
        if isLimited { apply(to: place, frames: count) }
        start += count
      }
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

  /// True while every gain in the average is 1 and no reduction is needed.
  private var isIdle: Bool {
    @_noAllocation @_noLocks get {
      candidateCount == 0 && recovering == Limiter.unity
        && sum == Int64(window) * Limiter.unity
    }
  }

  /// Puts samples into the delay line, and replaces them with the samples that leave it.
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

  /// Finds the gains of the frames that leave while up to ``run`` new frames enter; true if any of these gains is below
  /// 1.
  @_noAllocation @_noLocks
  private mutating func findGains(_ samples: UnsafePointer<Float>, frames: Int) -> Bool {
    let (gains, applied, window, release) = (gains, applied, window, release)
    let unlimited = Int64(window) * Limiter.unity
    let share = 1 / Double(unlimited)
    let isLoud = Quad.exceeds(samples, frames * channels, magnitude: ceiling)
    var (sum, recovering, index) = (sum, recovering, gainIndex)
    var (limited, first, last, least) = (0, 0, 0, Float(1))
    for n in 0..<frames {
      let target =
        isLoud || candidateCount > 0 ? minimum(with: samples + n &* channels) : Limiter.unity
      // The gain falls immediately, but rises exponentially and by at least one step, so that the recovery ends.
      let rise = Int64(Double(Limiter.unity &- recovering) * release) &+ 1
      recovering = min(target, recovering &+ rise)
      sum = sum &+ recovering &- gains[index]
      gains[index] = recovering
      index = index &+ 1 == window ? 0 : index &+ 1
      let gain = sum < unlimited ? Float(Double(sum) * share) : 1
      applied[n] = gain
      if sum < unlimited {
        if limited == 0 { first = n }
        (limited, last, least) = (limited &+ 1, n, min(least, gain))
      }
      position &+= 1
    }
    (self.sum, self.recovering, gainIndex) = (sum, recovering, index)
    guard limited > 0 else { return false }
    count(
      limited, from: position - frames - latency + first, to: position - frames - latency + last,
      least)
    return true
  }

  /// The smallest of the gains that a frame and the earlier frames in the look-ahead need.
  @_noAllocation @_noLocks
  private mutating func minimum(with frame: UnsafePointer<Float>) -> Int64 {
    var peak = abs(frame[0])
    for channel in 1..<channels { peak = max(peak, abs(frame[channel])) }
    push(peak > ceiling ? neededGain(peak) : Limiter.unity)
    return candidateCount > 0 ? candidateGains[candidateHead] : Limiter.unity
  }

  /// The gain that brings a peak to the ceiling, rounded down.
  @_noAllocation @_noLocks
  private func neededGain(_ peak: Float) -> Int64 {
    Int64(Double(ceiling) / Double(peak) * Double(Limiter.unity))
  }

  /// Adds a needed gain to the candidates for the minimum.
  ///
  /// Candidates that can no longer be the minimum are dropped.
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

  /// The index in the ring of the candidate with this rank, counted from the smallest gain.
  @_noAllocation @_noLocks
  private func slot(_ rank: Int) -> Int {
    let index = candidateHead + rank
    return index >= window ? index - window : index
  }

  /// Counts the frames of a run that leave with gains below 1.
  @_noAllocation @_noLocks
  private mutating func count(_ frames: Int, from first: Int, to last: Int, _ least: Float) {
    if limitedFrames == 0 || first - lastLimitedFrame >= quietFrames {
      onsets += 1
      lastOnset = first
    }
    limitedFrames += frames
    minimumGain = min(minimumGain, least)
    lastLimitedFrame = last
  }

  /// Multiplies frames by their gains.
  @_noAllocation @_noLocks
  private func apply(to samples: UnsafeMutablePointer<Float>, frames: Int) {
    var (n, place) = (0, samples)
    while channels == 2, n + 2 <= frames {
      let (one, two) = (applied[n], applied[n + 1])
      let scaled: SIMD4<Float> = Quad.load(place) * SIMD4(one, one, two, two)
      Quad.store(Quad.clamped(scaled, to: ceiling), place)
      (n, place) = (n + 2, place + 4)
    }
    while n < frames {
      for channel in 0..<channels {
        place[channel] = max(-ceiling, min(ceiling, place[channel] * applied[n]))
      }
      (n, place) = (n + 1, place + channels)
    }
  }
}
