import Boards
import Glibc
import Realtime
import Recorder
import TestSupport

@testable import LinuxBoard

/// A capture device that gives the bytes of a file: alsa-lib's `file` plugin over `null`, which needs no sound card.
struct FilePlugin {
  /// The name of the device.
  static let device = "recorded"
  /// The configuration in which that name is defined.
  let configuration: String

  /// A device that gives interleaved frames as they would be on the wire.
  init(_ bytes: [UInt8], in directory: TemporaryDirectory) throws {
    try directory.write(bytes, to: "frames.raw")
    configuration = """
      pcm.nothing { type null }
      pcm.\(Self.device) {
        type file
        slave.pcm nothing
        file "/dev/null"
        infile "\(directory.file("frames.raw"))"
        format raw
      }
      """
  }
}

/// Captures until a ring has so many frames.
enum CaptureRun {
  /// The ring words of the first frames and why capture ended.
  ///
  /// - Parameter capture: fills the inlet until the flag is raised.
  static func words(
    _ grant: CaptureGrant, frames: Int,
    capture: (consuming CaptureInlet, StopFlag) -> CaptureEnd
  ) throws -> (words: [Int32], end: CaptureEnd) {
    // Room for all that comes before the thread sees the request to stop.
    let ring = FrameRing(channels: grant.channels, capacity: frames + 2 * grant.rate)
    let meters = MeterBank(channels: grant.channels)
    let inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: Double(grant.rate)),
      channels: grant.channels, format: grant.format.wire)
    var reader = try ring.makeReader()
    _ = reader.begin(at: 0)
    let stop = StopFlag()
    let watcher = RingWatcher(ring: ring, frames: frames, stop: stop)
    watcher.start()
    let end = capture(inlet, stop)
    watcher.finish()
    var words: [Int32] = []
    while case .frames(let memory, let count) = reader.next(until: frames) {
      words += UnsafeBufferPointer(start: memory, count: count * grant.channels)
      reader.advance(count)
    }
    return (words, end)
  }
}

/// A thread that asks to stop when a ring has so many frames.
final class RingWatcher: @unchecked Sendable {
  private let ring: FrameRing
  private let frames: Int
  private let stop: StopFlag
  private let hasEnded = StopFlag()
  private var thread = pthread_t()

  init(ring: FrameRing, frames: Int, stop: StopFlag) {
    self.ring = ring
    self.frames = frames
    self.stop = stop
  }

  func start() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    pthread_create(&thread, nil, watch, context)
  }

  func finish() {
    hasEnded.raise()
    pthread_join(thread, nil)
  }

  func run() {
    while !hasEnded.isRaised && ring.timelineEnd < frames { letOthersRun() }
    stop.raise()
  }
}

private func watch(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<RingWatcher>.fromOpaque(context).takeUnretainedValue().run() }
  return nil
}
