import Glibc
import Realtime
import TestSupport
import Testing

@testable import LinuxBoard
@testable import Recorder

@Suite struct AlsaPlaybackTests {
  /// The bytes of samples as a device gets them, as left and right or mono.
  private func packed(_ format: PlaybackFormat, _ stereo: [Float], channels: Int) -> [UInt8] {
    let frames = stereo.count / 2
    var bytes = [UInt8](repeating: 0, count: frames * channels * format.bytes)
    bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      format.pack(stereo, frames: frames, channels: channels, into: base)
    }
    return bytes
  }

  @Test("samples are rounded to the nearest and limited to full scale in every format")
  func formats() {
    #expect(packed(.s16, [0.5, -1], channels: 2) == [0x00, 0x40, 0x00, 0x80])
    #expect(packed(.s16, [1, -2], channels: 2) == [0xFF, 0x7F, 0x00, 0x80])
    let aboveOneStep: Float = 1.6 / 32768
    #expect(packed(.s16, [.nan, aboveOneStep], channels: 2) == [0, 0, 2, 0])
    #expect(packed(.s24Packed, [0.5, -1], channels: 2) == [0, 0, 0x40, 0, 0, 0x80])
    #expect(packed(.s24, [-1, 1], channels: 2) == [0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x7F, 0])
    #expect(packed(.s32, [-1, 1], channels: 2) == [0, 0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x7F])
    #expect(packed(.float, [1, -0.5], channels: 2) == [0, 0, 0x80, 0x3F, 0, 0, 0, 0xBF])
  }

  @Test("left and right go to the first two channels, and their mean to the only one")
  func channels() {
    #expect(packed(.s16, [0.5, 0.25], channels: 4) == [0, 0x40, 0, 0x20, 0, 0, 0, 0])
    #expect(packed(.s16, [0.5, 0.25], channels: 1) == [0, 0x30])
  }

  @Test("a tone comes out of a device by its clock")
  func tone() throws {
    let directory = try TemporaryDirectory()
    let port = AlsaPlayback(
      configuration: """
        pcm.nothing { type null }
        pcm.written {
          type file
          slave.pcm nothing
          file "\(directory.file("played.raw"))"
          format raw
        }
        """)
    let request = PlaybackRequest(device: "written", rate: 48_000, period: 256, buffer: 1024)
    let grant = try port.open(request)
    #expect(grant == PlaybackGrant(channels: 2, rate: 48_000, period: 256, buffer: 1024))
    let ring = SampleRing(channels: 2, capacity: 16_384)
    let stop = StopFlag()
    let player = TonePlayer(
      ring, until: directory.file("played.raw"), hasBytes: 160_000, stop: stop)
    player.start()
    let end = port.run(ring.makeReader(), stop: stop)
    player.finish()
    port.close()
    #expect(end == .stopped)
    let bytes = try directory.read("played.raw")
    let left = Self.leftChannel(bytes)
    #expect(left.prefix(1024).allSatisfy { $0 == 0 })
    #expect(abs((left.max() ?? 0) - 0.5) < 0.001)
  }

  /// The first channel of stereo frames of 32 bits.
  private static func leftChannel(_ bytes: [UInt8]) -> [Double] {
    bytes.withUnsafeBytes { memory in
      (0..<(memory.count / 8)).map { frame in
        let sample = memory.loadUnaligned(fromByteOffset: 8 * frame, as: Int32.self)
        return Double(Int32(littleEndian: sample)) / 2_147_483_648
      }
    }
  }

  @Test("a device that is not there is absent")
  func absent() {
    let name = "hw:CARD=pinnaHasNone,DEV=0"
    #expect(throws: PlaybackFault.absent(device: name)) {
      try AlsaPlayback().open(
        PlaybackRequest(device: name, rate: 48_000, period: 256, buffer: 1024))
    }
  }

  @Test("run without an open device ends at once")
  func notOpen() {
    let ring = SampleRing(channels: 2, capacity: 100)
    #expect(AlsaPlayback().run(ring.makeReader(), stop: StopFlag()) == .disconnected)
  }
}

/// A thread that keeps a tone waiting in a ring, and asks to stop when a file has so many bytes.
private final class TonePlayer: @unchecked Sendable {
  private let path: String
  private let bytes: Int
  private let stop: StopFlag
  private let capacity: Int
  private var writer: SampleRingWriter
  private let hasEnded = StopFlag()
  private var thread = pthread_t()
  private var written = 0

  init(_ ring: SampleRing, until path: String, hasBytes bytes: Int, stop: StopFlag) {
    self.path = path
    self.bytes = bytes
    self.stop = stop
    capacity = ring.capacity
    writer = ring.makeWriter()
  }

  func start() {
    pthread_create(&thread, nil, playTone, Unmanaged.passUnretained(self).toOpaque())
  }

  func finish() {
    hasEnded.raise()
    pthread_join(thread, nil)
  }

  func run() {
    var status = stat()
    while !hasEnded.isRaised {
      if stat(path, &status) == 0 && Int(status.st_size) >= bytes { break }
      // Never more than the reserve and a block, so that nothing of it is skipped.
      if capacity - writer.room() < 1280 { append() } else { letOthersRun() }
    }
    stop.raise()
  }

  private func append() {
    var samples: [Float] = []
    for n in written..<(written + 256) {
      let sample = Float(0.5 * sin(2 * Double.pi * 1000 * Double(n) / 48_000))
      samples += [sample, 0.5 * sample]
    }
    writer.append(samples, frames: 256)
    written += 256
  }
}

private func playTone(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context {
    Unmanaged<TonePlayer>.fromOpaque(context).takeUnretainedValue().run()
  }
  return nil
}
