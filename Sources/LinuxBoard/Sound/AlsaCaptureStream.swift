import CAlsa
import CRealtimeGuard
import Glibc
import Realtime
import Recorder

/// An open capture device on the capture thread: a thin shell around ``Realtime/CaptureLoop``.
///
/// Between two waits, the stream allocates nothing and locks nothing. `hw:` devices are read through memory that the
/// kernel shares. On x86, the kernel also shares its pointers and timestamps, so there are no system calls between two
/// waits. It does not share them on ARM, or with drivers that must be notified of every step. Reading the pointers
/// then takes an ioctl each time: a few per wake-up, none of which waits. A plugin of alsa-lib may lock a mutex or
/// read a file, so with plugins only Pinna's own code is marked as realtime.
///
/// - Source: `pcm_status_mmap_allowed` in sound/core/pcm_native.c of Linux.
///
/// - Thread: capture.
struct AlsaCaptureStream: ~Copyable {
  private let pcm: OpaquePointer
  private let isHardware: Bool
  private let frameBytes: Int
  private let rate: Double
  private let overruns: OverrunPolicy
  private let pacing: FreeRunPacing
  private let most: Int
  /// The time-out of a single wait in milliseconds.
  private let timeout: Int32
  /// The time without a frame, in seconds, after which the device counts as silent: 2 s, or four wake-ups if these
  /// take longer.
  private let patience: Double
  private var timeline: CaptureTimeline
  private var isFreeRunning = false
  private var start = 0.0
  private var taken = 0
  private var asleep = 0.0

  /// Creates a stream of a configured device, but does not start it yet; the device must outlive this value.
  init(_ device: borrowing AlsaPCM, grant: CaptureGrant) {
    pcm = device.handle
    isHardware = device.isHardware
    frameBytes = grant.channels * grant.format.wire.bytes
    rate = Double(grant.rate)
    overruns = OverrunPolicy(buffer: grant.buffer, period: grant.period)
    pacing = FreeRunPacing(rate: rate, period: grant.period, wakeFrames: grant.wakeFrames)
    // If many frames are waiting, the stream takes them in pieces, and before each piece it checks that the hardware
    // has not overwritten them.
    most = max(4 * grant.period, grant.wakeFrames)
    // The wait is short enough to notice a request to stop, and long enough for several frequent wake-ups.
    let wakes = 4000 * grant.wakeFrames / grant.rate
    timeout = Int32(min(1000, max(100, wakes)))
    patience = max(2, 4 * Double(grant.wakeFrames) / rate)
    timeline = CaptureTimeline(rate: rate, start: 0)
  }

  /// Puts frames into the inlet as they arrive, until the flag is raised or the device stops.
  mutating func run(_ inlet: inout CaptureInlet, stop: StopFlag) -> CaptureEnd {
    var loop = CaptureLoop(silenceSeconds: patience, waitSeconds: 0.001 * Double(timeout))
    // If the stream started before its thread could wait for it, it would lose frames immediately.
    var outcome = begin()
    enterGuard()
    defer { exitGuard() }
    while true {
      switch loop.next(outcome, at: MonotonicClock.now(), stopRequested: stop.isRaised) {
      case .wait:
        outcome = wait(&inlet)
      case .read(let frames):
        outcome = read(frames, into: &inlet) ?? wait(&inlet)
      case .noteGap(let frames, let cause, let isEstimated):
        inlet.noteGap(frames: frames, cause: cause, isEstimated: isEstimated)
        outcome = wait(&inlet)
      case .restart:
        exitGuard()
        outcome = restart()
        enterGuard()
      case .stop(let end):
        return end
      }
    }
  }

  /// Starts the stream, and checks whether the device has a clock.
  private mutating func begin() -> CaptureOutcome {
    let result = snd_pcm_start(pcm)
    start = MonotonicClock.now()
    asleep = KernelClock.asleep()
    timeline = CaptureTimeline(rate: rate, start: start)
    guard result >= 0 else { return outcome(of: result) }
    if !isHardware {
      let waiting = snd_pcm_avail_update(pcm)
      isFreeRunning = pacing.isFreeRunning(
        waiting: Int(waiting), elapsed: MonotonicClock.now() - start)
    }
    return .ready(frames: 0)
  }

  /// Waits for the frames of a wake-up, but for no longer than ``timeout``, and then takes the available frames.
  private mutating func wait(_ inlet: inout CaptureInlet) -> CaptureOutcome {
    exitGuard()
    let result = isFreeRunning ? sleepForFrames() : snd_pcm_wait(pcm, timeout)
    enterGuard()
    // A signal ends a wait early; that is not a failure.
    if result < 0 && result != -EINTR { return outcome(of: result) }
    let seen = look(&inlet)
    if result > 0, case .ready(frames: 0) = seen { rest() }
    return seen
  }

  /// Waits for as long as a device with a clock would need for the frames of a wake-up.
  private func sleepForFrames() -> Int32 {
    let elapsed = MonotonicClock.now() - start
    let seconds = pacing.secondsToWake(elapsed: elapsed, taken: taken)
    KernelClock.sleep(seconds: min(seconds, 0.001 * Double(timeout)))
    return 0
  }

  /// Sleeps for a millisecond after a wake-up without frames, because a plugin may cause many such
  /// wake-ups.
  private func rest() {
    exitGuard()
    KernelClock.sleep(seconds: 0.001)
    enterGuard()
  }

  /// Takes the available frames, or skips the lost ones.
  private mutating func look(_ inlet: inout CaptureInlet) -> CaptureOutcome {
    var waiting = Int(snd_pcm_avail_update(pcm))
    if waiting < 0 { return outcome(of: Int32(waiting)) }
    if isFreeRunning {
      let elapsed = MonotonicClock.now() - start
      waiting = min(waiting, pacing.due(elapsed: elapsed, taken: taken))
    }
    noteTime(waiting, in: &inlet)
    let lost = overruns.lostFrames(waiting: waiting)
    return lost > 0 ? skip(lost) : .ready(frames: min(waiting, most))
  }

  /// Notes the time at which the next frame was captured, according to the kernel's timestamp for the hardware pointer.
  private mutating func noteTime(_ seen: Int, in inlet: inout CaptureInlet) {
    var waiting: snd_pcm_uframes_t = 0
    var stamp = snd_htimestamp_t()
    let result = isHardware ? snd_pcm_htimestamp(pcm, &waiting, &stamp) : -ENOSYS
    let isStamped = result >= 0 && (stamp.tv_sec != 0 || stamp.tv_nsec != 0)
    // This makes no system call, because the kernel shares this clock with every process.
    let now = MonotonicClock.now()
    let time = isStamped ? Double(stamp.tv_sec) + 1e-9 * Double(stamp.tv_nsec) : now
    timeline.note(time: time, waiting: isStamped ? Int(waiting) : seen)
    guard seen > 0 else { return }
    inlet.noteWake(
      time: now, stamp: time, waiting: isStamped ? Int(waiting) : seen, hasClock: !isFreeRunning)
  }

  /// Skips the frames that the hardware has overwritten.
  private mutating func skip(_ lost: Int) -> CaptureOutcome {
    // This makes a system call, but only after a loss.
    exitGuard()
    defer { enterGuard() }
    var skipped = 0
    while skipped < lost {
      // Some drivers refuse to skip more than a buffer of frames in one call.
      let step = min(lost - skipped, overruns.limit)
      let result = snd_pcm_forward(pcm, snd_pcm_uframes_t(step))
      if result <= 0 {
        if skipped == 0 { return outcome(of: result < 0 ? Int32(result) : -EIO) }
        break
      }
      skipped += Int(result)
    }
    advance(skipped)
    return .overrun(frames: skipped, isEstimated: false)
  }

  /// Takes frames from the device's memory, in two parts if the buffer wraps.
  ///
  /// - Returns: the failure or the overrun; `nil` if the stream took all frames.
  private mutating func read(_ frames: Int, into inlet: inout CaptureInlet) -> CaptureOutcome? {
    var left = frames
    while left > 0 {
      var areas: UnsafePointer<snd_pcm_channel_area_t>?
      var offset: snd_pcm_uframes_t = 0
      var count = snd_pcm_uframes_t(left)
      let result = snd_pcm_mmap_begin(pcm, &areas, &offset, &count)
      guard result >= 0 else { return outcome(of: result) }
      guard count > 0, let area = areas?.pointee, let memory = area.addr else {
        return .failed(errno: EIO)
      }
      // The samples are interleaved, so a frame begins at the first channel's sample. ALSA counts in bits.
      let place = memory + Int(area.first) / 8 + Int(offset) * frameBytes
      let done = copy(place, frames: Int(count), into: &inlet)
      // Published frames are on the time line, even if the device then reports an error.
      advance(done)
      let given = snd_pcm_mmap_commit(pcm, offset, snd_pcm_uframes_t(done))
      guard given == done else {
        return given < 0 ? outcome(of: Int32(given)) : .failed(errno: EPIPE)
      }
      guard done == Int(count) else {
        return skip(overruns.lostFrames(waiting: Int(snd_pcm_avail_update(pcm))))
      }
      left -= done
    }
    return nil
  }

  /// Counts frames that were taken or skipped.
  private mutating func advance(_ frames: Int) {
    taken += frames
    timeline.advance(frames)
  }

  /// Copies frames and publishes them (in two parts if the ring wraps), unless the hardware has overwritten them in
  /// the meantime.
  ///
  /// Once a transfer has begun, all of its frames are copied before the commit: a plugin gives frames only once, so
  /// frames left for another transfer would be lost.
  ///
  /// - Returns: the number of frames taken, or dropped because the ring was full; fewer than `frames` if the others
  ///   were overwritten.
  private func copy(
    _ place: UnsafeMutableRawPointer, frames: Int, into inlet: inout CaptureInlet
  ) -> Int {
    if !isHardware { realtime_guard_enter() }
    defer { if !isHardware { realtime_guard_exit() } }
    var done = 0
    while done < frames {
      let staged = inlet.stage(place + done * frameBytes, frames: frames - done)
      guard staged > 0 else {
        inlet.noteGap(frames: frames - done, cause: .storage, isEstimated: false)
        return frames
      }
      // If this thread was delayed here, newer frames may have overwritten the copied ones, so check before
      // publishing.
      if isHardware, overruns.lostFrames(waiting: Int(snd_pcm_avail_update(pcm))) > 0 { break }
      inlet.publish()
      done += staged
    }
    return done
  }

  /// Resumes a stream that was suspended, or restarts it.
  private mutating func restart() -> CaptureOutcome {
    if snd_pcm_state(pcm) == SND_PCM_STATE_SUSPENDED, snd_pcm_resume(pcm) == -EAGAIN {
      KernelClock.sleep(seconds: Self.restartPause)
      return .suspended
    }
    // This is needed even after the stream resumed successfully, because its pointers may be wrong.
    snd_pcm_drop(pcm)
    var result = snd_pcm_prepare(pcm)
    if result >= 0 { result = snd_pcm_start(pcm) }
    guard result >= 0 else {
      KernelClock.sleep(seconds: Self.restartPause)
      return outcome(of: result)
    }
    let nowAsleep = KernelClock.asleep()
    defer { asleep = nowAsleep }
    return .restarted(
      lostFrames: timeline.restart(at: MonotonicClock.now(), asleep: nowAsleep - asleep))
  }

  /// The outcome for a negative return value.
  private func outcome(of result: Int32) -> CaptureOutcome {
    switch -result {
    case ENODEV: .disconnected
    case ESTRPIPE: .suspended
    default:
      snd_pcm_state(pcm) == SND_PCM_STATE_DISCONNECTED
        ? .disconnected : .failed(errno: -result)
    }
  }

  private func enterGuard() {
    if isHardware { realtime_guard_enter() }
  }

  private func exitGuard() {
    if isHardware { realtime_guard_exit() }
  }

  /// The interval, in seconds, between attempts to start a stream that does not start.
  private static let restartPause = 0.1
}
