import Realtime

/// A feed for a playback device: it converts frames from the rate of the microphones' clock to the rate of the
/// device's clock.
///
/// It waits until there are enough samples, fades them in, and keeps the delay constant by resampling. When samples run
/// out, it fades out, plays silence and waits again; when far too many samples are waiting, it skips to the target. It
/// never waits for other threads, allocates or locks.
///
/// - Thread: playback.
struct PlaybackFeed: ~Copyable {
  private var source: SampleRingReader
  private var converter: SampleRateConverter
  private var drift: DriftControl
  private let sourceRate: Double
  private let deviceRate: Double
  /// The number of frames to keep in the ring; it grows each time it proves too small.
  private(set) var reserve: Int
  private let mostReserve: Int
  private var isPlaying = false
  private var gain: Float = 0
  private let gainStep: Float
  /// The last frame played.
  private var last: (left: Float, right: Float) = (0, 0)
  // The number of frames taken out of the ring since playback began, and the playback position among them; the
  // converter holds a few frames.
  private var taken = 0.0
  private var played = 0.0
  /// The number of underruns.
  private(set) var underruns = 0
  /// The number of skips because of too many waiting samples.
  private(set) var skips = 0

  /// Creates a feed that plays silence until samples arrive.
  ///
  /// - Parameters:
  ///   - source: the ring of two channels at `sourceRate`.
  ///   - reserve: the number of frames to keep in the ring, to absorb the jitter of both threads.
  ///   - queued: the number of frames that the device usually still holds when it requests more, at the device's
  ///     rate.
  init(
    source: consuming SampleRingReader, sourceRate: Double, deviceRate: Double, reserve: Int,
    queued: Int
  ) throws(AlsaFault) {
    let converter = try SampleRateConverter()
    self.converter = converter
    self.sourceRate = sourceRate
    self.deviceRate = deviceRate
    mostReserve = max(source.room / 2, 1)
    self.reserve = min(reserve, mostReserve)
    self.source = source
    drift = DriftControl(
      target: Double(self.reserve) / sourceRate + Double(queued) / deviceRate)
    gainStep = Float(1 / (Self.fadeSeconds * deviceRate))
  }

  /// The estimated speed of the microphones' clock relative to the device's clock: 1 plus or minus a few parts per
  /// million.
  var speed: Double { drift.speed }

  /// Makes exactly the requested number of frames.
  ///
  /// - Parameters:
  ///   - output: memory for `frames` frames of two channels.
  ///   - queued: the number of frames that the device still holds at this moment.
  mutating func render(_ output: UnsafeMutablePointer<Float>, frames: Int, queued: Int) {
    if !isPlaying { begin() }
    guard isPlaying, frames > 0 else {
      dieAway(output, from: 0, to: frames)
      return
    }
    let inside = Double(source.waiting()) + taken - played
    drift.update(
      delay: inside / sourceRate + Double(queued) / deviceRate,
      after: Double(frames) / deviceRate)
    let made = convert(output, frames: frames)
    fadeIn(output, frames: made)
    if made < frames {
      starve(output, made: made, frames: frames)
    } else {
      last = (output[2 * made - 2], output[2 * made - 1])
    }
    if inside > Double(2 * reserve) + Self.slackSeconds * sourceRate { overflow() }
  }

  /// Begins playback when the reserve is complete, and drops any frames beyond it.
  private mutating func begin() {
    let waiting = source.waiting()
    guard waiting >= reserve else { return }
    source.advance(waiting - reserve)
    converter.reset()
    drift.jumped()
    (taken, played) = (0, 0)
    gain = 0
    isPlaying = true
  }

  private mutating func convert(_ output: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    let ratio = deviceRate / (sourceRate * drift.speed)
    var made = 0
    while made < frames {
      // No more frames are taken than needed, because frames in the converter cannot be skipped.
      let wanted = Int(Double(frames - made) / ratio) + 2
      let (input, count) = source.next(limit: wanted)
      let step = converter.process(
        input, frames: count, into: output + 2 * made, room: frames - made, ratio: ratio)
      source.advance(step.taken)
      taken += Double(step.taken)
      made += step.made
      played += Double(step.made) / ratio
      if step.taken == 0 && step.made == 0 { break }
    }
    return made
  }

  private mutating func fadeIn(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    guard gain < 1 else { return }
    for frame in 0..<frames {
      gain = min(1, gain + gainStep)
      output[2 * frame] *= gain
      output[2 * frame + 1] *= gain
    }
  }

  /// Continues with silence, and enlarges the reserve for the next time.
  private mutating func starve(
    _ output: UnsafeMutablePointer<Float>, made: Int, frames: Int
  ) {
    if made > 0 { last = (output[2 * made - 2], output[2 * made - 1]) }
    dieAway(output, from: made, to: frames)
    underruns += 1
    isPlaying = false
    let more = min(reserve + reserve / 2, mostReserve) - reserve
    reserve += more
    drift.target += Double(more) / sourceRate
  }

  /// Fades out from the last frame, because an abrupt step to silence would click.
  private mutating func dieAway(
    _ output: UnsafeMutablePointer<Float>, from first: Int, to end: Int
  ) {
    for frame in first..<end {
      last = (last.left * Self.decay, last.right * Self.decay)
      if max(abs(last.left), abs(last.right)) < Self.inaudible { last = (0, 0) }
      output[2 * frame] = last.left
      output[2 * frame + 1] = last.right
    }
  }

  /// Stops playback, to begin again with just the reserve; this happens if the device stalled while samples
  /// arrived.
  private mutating func overflow() {
    skips += 1
    isPlaying = false
  }

  /// The fade-in time in seconds, long enough to avoid a click.
  private static let fadeSeconds = 0.02
  /// The decay factor per frame when samples run out; within 5 ms, the sound becomes inaudible.
  private static let decay: Float = 0.97
  /// The magnitude below which a sample counts as silence: -120 dBFS.
  private static let inaudible: Float = 1e-6
  /// The maximum amount of waiting sound beyond twice the reserve, in seconds; above it, samples are
  /// skipped.
  private static let slackSeconds = 0.05
}
