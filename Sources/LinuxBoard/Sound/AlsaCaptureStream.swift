import CAlsa
import CRealtimeGuard
import Glibc
import Realtime
import Recorder

/// An open capture device on the capture thread: the thin shell around ``Realtime/CaptureLoop``.
///
/// Between two waits it allocates nothing and locks nothing. `hw:` devices are read through memory that the kernel shares.
/// On x86 the kernel shares its pointers and time stamps as well, so there are no system calls between two waits; on ARM, and
/// for drivers that must hear of every step, it does not, and every look at the pointers is an ioctl: some for a wake-up, none
/// of which waits. A plugin of alsa-lib may lock a mutex or read a file, so for plugins only what Pinna itself does is marked
/// as realtime.
///
/// - Source: `pcm_status_mmap_allowed` of sound/core/pcm_native.c of Linux.
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
  /// Milliseconds of one wait.
  private let timeout: Int32
  /// Seconds without a frame after which the device counts as silent: 2 s, and some wake-ups.
  private let patience: Double
  private var timeline: CaptureTimeline
  private var isFreeRunning = false
  private var start = 0.0
  private var taken = 0
  private var asleep = 0.0

  /// A configured device that was not started yet; it must outlive this value.
  init(_ device: borrowing AlsaPCM, grant: CaptureGrant) {
    pcm = device.handle
    isHardware = device.isHardware
    frameBytes = grant.channels * grant.format.wire.bytes
    rate = Double(grant.rate)
    overruns = OverrunPolicy(buffer: grant.buffer, period: grant.period)
    pacing = FreeRunPacing(rate: rate, period: grant.period, wakeFrames: grant.wakeFrames)
    // When much waits it is taken in pieces, and before each piece it is seen whether the hardware caught up.
    most = max(4 * grant.period, grant.wakeFrames)
    // Often enough to see the request to stop, and long enough for some wake-ups where they are close.
    let wakes = 4000 * grant.wakeFrames / grant.rate
    timeout = Int32(min(1000, max(100, wakes)))
    patience = max(2, 4 * Double(grant.wakeFrames) / rate)
    timeline = CaptureTimeline(rate: rate, start: 0)
  }

  /// Puts frames into the inlet as they come until the flag is raised or the device ends.
  mutating func run(_ inlet: inout CaptureInlet, stop: StopFlag) -> CaptureEnd {
    var loop = CaptureLoop(silenceSeconds: patience, waitSeconds: 0.001 * Double(timeout))
    // A stream that was started before its thread could wait for it would lose frames at once.
    var outcome = begin()
    enterGuard()
    defer { exitGuard() }
    while true {
      switch loop.next(outcome, at: MonotonicClock.now(), stopRequested: stop.isRaised) {
      case .wait:
        outcome = wait(&inlet)
      case .take(let frames):
        outcome = take(frames, into: &inlet) ?? wait(&inlet)
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

  /// Starts the stream and sees whether it has a clock.
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

  /// Waits for the frames of a wake-up, not longer than ``timeout``, and looks what there is.
  private mutating func wait(_ inlet: inout CaptureInlet) -> CaptureOutcome {
    exitGuard()
    let result = isFreeRunning ? sleepForFrames() : snd_pcm_wait(pcm, timeout)
    enterGuard()
    // A signal ends a wait early, which is no failure.
    if result < 0 && result != -EINTR { return outcome(of: result) }
    let seen = look(&inlet)
    if result > 0, case .ready(frames: 0) = seen { rest() }
    return seen
  }

  /// Waits as long as a device with a clock would need for the frames of a wake-up.
  private func sleepForFrames() -> Int32 {
    let elapsed = MonotonicClock.now() - start
    let seconds = pacing.secondsToWake(elapsed: elapsed, taken: taken)
    KernelClock.sleep(seconds: min(seconds, 0.001 * Double(timeout)))
    return 0
  }

  /// A little rest: the thread was woken for nothing, which a plugin may do again and again.
  private func rest() {
    exitGuard()
    KernelClock.sleep(seconds: 0.001)
    enterGuard()
  }

  /// Frames that can be taken now, or those that were lost.
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

  /// Notes when the next frame was captured, by the kernel's stamp of the hardware pointer.
  private mutating func noteTime(_ seen: Int, in inlet: inout CaptureInlet) {
    var waiting: snd_pcm_uframes_t = 0
    var stamp = snd_htimestamp_t()
    let result = isHardware ? snd_pcm_htimestamp(pcm, &waiting, &stamp) : -ENOSYS
    let isStamped = result >= 0 && (stamp.tv_sec != 0 || stamp.tv_nsec != 0)
    // No system call: the kernel shares this clock with every process.
    let now = MonotonicClock.now()
    let time = isStamped ? Double(stamp.tv_sec) + 1e-9 * Double(stamp.tv_nsec) : now
    timeline.note(time: time, waiting: isStamped ? Int(waiting) : seen)
    guard seen > 0 else { return }
    inlet.noteWake(
      time: now, stamp: time, waiting: isStamped ? Int(waiting) : seen, hasClock: !isFreeRunning)
  }

  /// Moves past frames that the hardware wrote over.
  private mutating func skip(_ lost: Int) -> CaptureOutcome {
    // A system call, but only after the loss.
    exitGuard()
    defer { enterGuard() }
    var skipped = 0
    while skipped < lost {
      // Some drivers refuse a step larger than the buffer.
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

  /// Takes frames where they lie; in two parts where the buffer wraps.
  ///
  /// - Returns: what went wrong; `nil` when all were taken.
  private mutating func take(_ frames: Int, into inlet: inout CaptureInlet) -> CaptureOutcome? {
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
      // Interleaved: the first sample of the first channel is where the frame begins. ALSA counts in bits.
      let place = memory + Int(area.first) / 8 + Int(offset) * frameBytes
      let done = copy(place, frames: Int(count), into: &inlet)
      // What was shown to the readers is on the time line, whatever the device says to it.
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

  /// Copies frames and shows them to the readers, as far as the hardware did not write over them meanwhile; in two parts
  /// where the ring wraps.
  ///
  /// All that was begun is copied before it is committed: a plugin gives frames once, and those that are left to be begun
  /// again would be lost.
  ///
  /// - Returns: how many were taken or found no room; fewer than `frames` when the others were overwritten.
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
      // A thread that was held up here copied what is newer than it seems: look before anybody reads it.
      if isHardware, overruns.lostFrames(waiting: Int(snd_pcm_avail_update(pcm))) > 0 { break }
      inlet.publish()
      done += staged
    }
    return done
  }

  /// Resumes or starts the stream again.
  private mutating func restart() -> CaptureOutcome {
    if snd_pcm_state(pcm) == SND_PCM_STATE_SUSPENDED, snd_pcm_resume(pcm) == -EAGAIN {
      KernelClock.sleep(seconds: Self.restartPause)
      return .suspended
    }
    // Also after a resume that worked: nobody knows what its pointers missed.
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

  /// What a negative return means.
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

  /// Seconds between attempts to start a stream that cannot be started.
  private static let restartPause = 0.1
}
