import Boards
import Glibc
import Realtime
import Recorder
import Synchronization

/// A capture device that is made of a clock: frames come with the time that passes, as from hardware with a buffer.
///
/// Every word says which frame and channel it is, so that a file tells whether anything is missing. A thread that comes
/// later than the buffer is long loses frames, as it would with hardware.
final class PacedDevice: CapturePort {
  /// The lateness of the capture thread, wake-up by wake-up.
  let wakes = WakeHistogram()
  private let buffer: Int
  private let wakeFrames = Atomic<Int>(256)

  /// A device whose buffer holds so many frames.
  init(buffer: Int) { self.buffer = buffer }

  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    wakeFrames.store(request.wakeFrames, ordering: .relaxed)
    return CaptureGrant(
      channels: request.channels, format: .s32, rate: request.rate, period: request.period,
      buffer: buffer, wakeFrames: request.wakeFrames)
  }

  func close() {}

  /// The word of a frame and channel: the frame modulo 2^24 above the channel.
  ///
  /// In numbers instead of bits, because Swift 6.0.3 stops with an internal error when it folds the bits.
  static func word(frame: Int, channel: Int) -> Int32 {
    Int32(truncatingIfNeeded: frame &* 256 &+ channel)
  }

  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd {
    let (channels, rate, period) = (8, 48_000, 256)
    let wakeFrames = wakeFrames.load(ordering: .relaxed)
    let words = UnsafeMutablePointer<Int32>.allocate(capacity: channels * period)
    words.initialize(repeating: 0, count: channels * period)
    defer { words.deallocate() }
    var loop = CaptureLoop(silenceSeconds: .infinity)
    let start = Self.nanoseconds()
    var position = 0
    while true {
      let due = start + (position + wakeFrames) * 1_000_000_000 / rate
      wait(until: due)
      let now = Self.nanoseconds()
      let available = (now - start) * rate / 1_000_000_000 - position
      let outcome: CaptureOutcome =
        available > buffer
        ? .overrun(frames: available - buffer, isEstimated: false) : .ready(frames: available)
      if outcome == .ready(frames: available) { wakes.note(Double(now - due) / 1000) }
      switch loop.next(outcome, at: 0, stopRequested: stop.isRaised) {
      case .wait, .restart: continue
      case .read(let frames):
        var taken = 0
        while taken < frames {
          let count = min(period, frames - taken)
          fill(words, from: position, frames: count, channels: channels)
          inlet.ingest(UnsafeRawPointer(words), frames: count)
          position += count
          taken += count
        }
      case .noteGap(let frames, let cause, let isEstimated):
        inlet.noteGap(frames: frames, cause: cause, isEstimated: isEstimated)
        position += frames
      case .stop(let end): return end
      }
    }
  }

  /// Frames of eight words at once: what is measured is the recorder, not the making of its sound.
  private func fill(
    _ words: UnsafeMutablePointer<Int32>, from position: Int, frames: Int, channels: Int
  ) {
    precondition(channels == 8)
    let ramp = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let target = UnsafeMutableRawPointer(words)
    for n in 0..<frames {
      let first = Self.word(frame: position + n, channel: 0)
      target.storeBytes(
        of: SIMD8(repeating: first) &+ ramp, toByteOffset: 32 * n, as: SIMD8<Int32>.self)
    }
  }

  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func wait(until nanoseconds: Int) {
    var time = timespec(
      tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }
}
