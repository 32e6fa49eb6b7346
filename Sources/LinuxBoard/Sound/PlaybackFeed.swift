import Realtime

/// Makes the frames that a playback device asks for, by its clock, from those that come by the clock of the microphones.
///
/// It waits until enough sound is there, fades it in, and keeps the delay by resampling. When sound runs out it dies
/// away, plays silence and waits again; when far too much is there it skips to the target. Nothing here waits, allocates or
/// locks.
///
/// - Thread: playback.
struct PlaybackFeed: ~Copyable {
  private var source: SampleRingReader
  private var converter: SampleRateConverter
  private var drift: DriftControl
  private let sourceRate: Double
  private let deviceRate: Double
  /// Frames of the ring to keep waiting; more after each time that they were too few.
  private(set) var reserve: Int
  private let mostReserve: Int
  private var isPlaying = false
  private var gain: Float = 0
  private let gainStep: Float
  /// The frame that was played last.
  private var last: (left: Float, right: Float) = (0, 0)
  // Frames taken out of the ring since sound began, and the place in them that was played: the converter holds some.
  private var taken = 0.0
  private var played = 0.0
  /// How often sound ran out.
  private(set) var underruns = 0
  /// How often too much of it was there.
  private(set) var skips = 0

  /// A feed that plays silence until sound is there.
  ///
  /// - Parameters:
  ///   - source: two channels at `sourceRate`.
  ///   - reserve: frames that are kept in the ring against the jitter of both threads.
  ///   - queued: frames that the device usually holds when it asks for more, at its own rate.
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

  /// How much faster than nominal the microphones' clock runs, as far as it is known: 1 plus some parts in a million.
  var speed: Double { drift.speed }

  /// Makes frames, always as many as are asked for.
  ///
  /// - Parameters:
  ///   - output: room for `frames` frames of two channels.
  ///   - queued: frames that the device still holds at this moment.
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

  /// Begins when the reserve is there, with just that.
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
      // No more than is needed: what the converter holds cannot be skipped.
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

  /// Goes on with silence, and with a larger reserve the next time.
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

  /// Lets the last frame die away, because a step to silence would click.
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

  /// The device stood still while sound came.
  private mutating func overflow() {
    skips += 1
    isPlaying = false
  }

  /// Long enough to be no click.
  private static let fadeSeconds = 0.02
  /// What is left of a frame in the next one when sound runs out: gone within 5 ms.
  private static let decay: Float = 0.97
  /// Below this a sample is silence: -120 dB of full scale.
  private static let inaudible: Float = 1e-6
  /// How much more than twice the reserve may wait before it is skipped.
  private static let slackSeconds = 0.05
}
