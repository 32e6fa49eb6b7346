import Boards
import Realtime
import Recorder
import TestSupport
import Testing

@testable import LinuxBoard

@Suite struct AlsaCaptureTests {
  /// A request as a board file would make it.
  static func request(
    device: String = FilePlugin.device, channels: Int = 4, format: CaptureFormat = .s32,
    rate: Int = 48_000
  ) -> CaptureRequest {
    CaptureRequest(Capture(device: device, channels: channels, format: format, rate: rate))
  }

  /// Bytes of random frames, and the ring words that they are.
  static func frames(
    _ count: Int, channels: Int, format: CaptureFormat, seed: UInt64
  ) -> (bytes: [UInt8], words: [Int32]) {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    var words: [Int32] = []
    for _ in 0..<(count * channels) {
      // Full scale for integers; a float of the audio range, so that meters see numbers.
      let word =
        format == .float
        ? Int32(bitPattern: Float.random(in: -1...1, using: &random).bitPattern)
        : Int32.random(in: .min ... .max, using: &random)
      let dropped = format == .float ? 0 : 32 - format.validBits
      let kept = word >> dropped
      let wire = UInt32(bitPattern: kept)
      for byte in 0..<format.wire.bytes {
        bytes.append(UInt8(truncatingIfNeeded: wire >> (8 * byte)))
      }
      words.append(kept << dropped)
    }
    return (bytes, words)
  }

  @Test("every format is recorded bit by bit", arguments: CaptureFormat.allCases)
  func formats(format: CaptureFormat) throws {
    try bitExact(channels: 4, format: format, rate: 48_000)
  }

  @Test("every channel count is recorded bit by bit", arguments: [1, 2, 3, 4, 6, 8, 16, 32])
  func channelCounts(channels: Int) throws {
    try bitExact(channels: channels, format: .s32, rate: 48_000)
  }

  @Test("the slowest and the fastest rate are recorded bit by bit", arguments: [8000, 192_000])
  func rates(rate: Int) throws {
    try bitExact(channels: 2, format: .s24Packed, rate: rate)
  }

  private func bitExact(channels: Int, format: CaptureFormat, rate: Int) throws {
    let directory = try TemporaryDirectory()
    // Not a whole number of periods, and more than the buffer, so that it wraps.
    let count = rate * 6 / 10 + 77
    let frames = Self.frames(count, channels: channels, format: format, seed: UInt64(channels))
    let plugin = try FilePlugin(frames.bytes, in: directory)
    let port = AlsaCapture(mixer: [:], configuration: plugin.configuration)
    let grant = try port.open(
      Self.request(channels: channels, format: format, rate: rate))
    #expect(
      grant
        == CaptureGrant(
          channels: channels, format: format, rate: rate, period: 256, buffer: rate / 2))
    let run = try CaptureRun.words(port, grant, frames: count)
    port.close()
    #expect(run.end == .stopped)
    #expect(run.words == frames.words)
  }
}
