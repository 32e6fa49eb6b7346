import Boards
import Glibc
import Realtime
import Recorder
import Synchronization
import TestSupport

/// A capture device that never waits once it may run, and whose words tell their places.
final class CountingDevice: CapturePort {
  private let channels: Int
  private let frames: Int
  private let limit = Atomic<Int>(0)
  private let given = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(false)

  /// A device that is gone after so many frames.
  init(channels: Int, frames: Int) {
    self.channels = channels
    self.frames = frames
  }

  /// The word of a frame in a channel: never 0, and quiet enough for any filter.
  static func word(_ frame: Int, _ channel: Int) -> Int32 {
    let mixed = UInt32(truncatingIfNeeded: frame * 8 + channel) &* 0x9E37_79B1
    return Int32(bitPattern: mixed) >> 4 | 1
  }

  /// Lets time pass up to a frame.
  func letRun(until frame: Int) { limit.store(frame, ordering: .releasing) }

  /// Waits until the device, if it is open, has given all that it may.
  func catchUp() {
    let end = min(frames, limit.load(ordering: .relaxed))
    while isOpen.load(ordering: .acquiring), given.load(ordering: .acquiring) < end {
      letOthersRun()
    }
  }

  /// Lets time pass until a session shows something, as slowly as a person can follow: a quarter of a second behind is
  /// skipped.
  func letRun(_ session: Session, from start: Int = 0, until isSo: (SessionSnapshot) -> Bool) {
    var frames = start
    while !isSo(session.snapshot(0)) {
      frames += 1000
      letRun(until: frames)
      while session.capturedFrames < frames { letOthersRun() }
      session.tick(0)
      while session.liveBacklog > 0 { letOthersRun() }
    }
  }

  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    given.store(0, ordering: .relaxed)
    isOpen.store(true, ordering: .releasing)
    return CaptureGrant(
      channels: channels, format: .s32, rate: request.rate, period: request.period,
      buffer: request.period, wakeFrames: request.wakeFrames)
  }

  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd {
    let period = 256
    var words = [Int32](repeating: 0, count: period * channels)
    var place = 0
    defer { isOpen.store(false, ordering: .releasing) }
    while place < frames {
      if stop.isRaised { return .stopped }
      let count = min(period, limit.load(ordering: .acquiring) - place)
      if count <= 0 {
        letOthersRun()
        continue
      }
      for index in 0..<(count * channels) {
        words[index] = Self.word(place + index / channels, index % channels).littleEndian
      }
      words.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { inlet.ingest(source, frames: count) }
      }
      place += count
      given.store(place, ordering: .releasing)
    }
    return .disconnected
  }

  func close() { isOpen.store(false, ordering: .releasing) }
}
