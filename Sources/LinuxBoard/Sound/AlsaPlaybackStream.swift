import CAlsa
import CRealtimeGuard
import Glibc
import Realtime
import Recorder

/// An open playback device on the playback thread.
///
/// - Thread: playback.
struct AlsaPlaybackStream: ~Copyable {
  private let pcm: OpaquePointer
  private let grant: PlaybackGrant
  private let format: PlaybackFormat
  private let stereo: UnsafeMutablePointer<Float>
  private let wire: UnsafeMutableRawPointer
  private let timeout: Int32
  private let isHardware: Bool
  private let pacing: FreeRunPacing
  private var isFreeRunning = false
  private var started = 0.0
  private var played = 0
  private var failures = 0
  /// The number of times that the device ran out of frames.
  private(set) var underruns = 0

  /// Creates a stream of a configured device, but does not start it yet; the device must outlive this value.
  init(_ device: borrowing AlsaPCM, grant: PlaybackGrant, format: PlaybackFormat) {
    pcm = device.handle
    self.grant = grant
    self.format = format
    isHardware = device.isHardware
    pacing = FreeRunPacing(rate: Double(grant.rate), period: grant.period)
    timeout = Int32(max(100, 4000 * grant.period / grant.rate))
    stereo = .allocate(capacity: 2 * grant.buffer)
    stereo.initialize(repeating: 0, count: 2 * grant.buffer)
    let bytes = grant.buffer * grant.channels * format.bytes
    wire = .allocate(byteCount: bytes, alignment: 16)
    // Zero is silence in every format; channels after the second stay silent.
    wire.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  deinit {
    stereo.deallocate()
    wire.deallocate()
  }

  /// Plays until the flag is raised or the device stops.
  mutating func run(_ feed: inout PlaybackFeed, stop: StopFlag) -> PlaybackEnd {
    var result = begin()
    while !stop.isRaised {
      if result >= 0 { result = step(&feed) }
      if result >= 0 { continue }
      if let end = recover(from: result) { return end }
      result = begin()
    }
    return .stopped
  }

  /// Fills the device with silence, and then starts it.
  private mutating func begin() -> Int32 {
    realtime_guard_enter()
    stereo.update(repeating: 0, count: 2 * grant.buffer)
    realtime_guard_exit()
    var result = write(frames: grant.buffer)
    // Some plugins start automatically when they are full.
    if result >= 0 && snd_pcm_state(pcm) != SND_PCM_STATE_RUNNING { result = snd_pcm_start(pcm) }
    started = MonotonicClock.now()
    played = 0
    if result >= 0 && !isHardware {
      isFreeRunning = pacing.isFreeRunning(
        waiting: Int(snd_pcm_avail_update(pcm)), elapsed: MonotonicClock.now() - started)
    }
    return result
  }

  /// Waits until the device has space for a period, and fills it.
  private mutating func step(_ feed: inout PlaybackFeed) -> Int32 {
    let waited = wait()
    guard waited >= 0 else { return waited == -EINTR ? 0 : waited }
    let room = Int(snd_pcm_avail_update(pcm))
    guard room >= 0 else { return Int32(room) }
    let frames = min(isFreeRunning ? due() : room, grant.buffer)
    guard frames > 0 else {
      KernelClock.sleep(seconds: 0.001)
      return 0
    }
    realtime_guard_enter()
    feed.render(stereo, frames: frames, queued: grant.buffer - frames)
    realtime_guard_exit()
    let result = write(frames: frames)
    if result >= 0 { failures = 0 }
    played += frames
    return result
  }

  /// Waits for space in the device; returns a negative value if there is no space for a long time.
  private func wait() -> Int32 {
    if isFreeRunning {
      let elapsed = MonotonicClock.now() - started
      KernelClock.sleep(seconds: pacing.secondsToWake(elapsed: elapsed, taken: played))
      return 1
    }
    let waited = snd_pcm_wait(pcm, timeout)
    // A running device has space after a few periods; if it has none, it has stalled.
    return waited == 0 ? -EIO : waited
  }

  /// The number of frames that a device with a clock would need now.
  private func due() -> Int {
    pacing.due(elapsed: MonotonicClock.now() - started, taken: played)
  }

  /// Writes frames of ``stereo`` to the device.
  private mutating func write(frames: Int) -> Int32 {
    realtime_guard_enter()
    format.pack(stereo, frames: frames, channels: grant.channels, into: wire)
    realtime_guard_exit()
    var done = 0
    while done < frames {
      let place = wire + done * grant.channels * format.bytes
      let given = snd_pcm_writei(pcm, place, snd_pcm_uframes_t(frames - done))
      if given == -Int(EINTR) { continue }
      guard given >= 0 else { return Int32(given) }
      // The device is full, so the rest is dropped.
      if given == 0 { break }
      done += Int(given)
    }
    return 0
  }

  /// Makes the device ready again; if that fails, returns the reason for the end of playback.
  private mutating func recover(from error: Int32) -> PlaybackEnd? {
    if error == -ENODEV || snd_pcm_state(pcm) == SND_PCM_STATE_DISCONNECTED {
      return .disconnected
    }
    failures += 1
    if failures > Self.failureLimit { return .failed(errno: -error) }
    if error == -EPIPE { underruns += 1 } else { KernelClock.sleep(seconds: 0.1) }
    if snd_pcm_state(pcm) == SND_PCM_STATE_SUSPENDED { snd_pcm_resume(pcm) }
    snd_pcm_drop(pcm)
    snd_pcm_prepare(pcm)
    return nil
  }

  /// The number of consecutive failed calls after which the device counts as broken.
  private static let failureLimit = 8
}
