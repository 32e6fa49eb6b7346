import Boards
import CAllocationProbe
import Realtime
import TestSupport
import Testing

@testable import LinuxBoard
@testable import Recorder

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

  @Test("a device on no sound card has no input gain: it is refused in words, and closed")
  func inputGain() throws {
    let directory = try TemporaryDirectory()
    let plugin = try FilePlugin([UInt8](repeating: 0, count: 16 * 4800), in: directory)
    let capture = AlsaCapture(mixer: [:], configuration: plugin.configuration)
    var request = Self.request()
    request.inputGain = InputGain(controls: ["Mic"], decibels: 6)
    #expect(
      throws: CaptureFault.refused(
        device: request.device, asked: "an input gain of 6 dB",
        offered: "none, because it is not on a sound card")
    ) { try capture.open(request) }
    request.inputGain = nil
    #expect(try capture.open(request).inputGain == nil)
    capture.close()
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

  @Test("a thread that is woken for some periods at once records bit by bit", arguments: [4, 11])
  func rareWakes(periods: Int) throws {
    try bitExact(channels: 4, format: .s32, rate: 48_000, wakePeriods: periods)
  }

  private func bitExact(
    channels: Int, format: CaptureFormat, rate: Int, wakePeriods: Int = 1
  ) throws {
    let directory = try TemporaryDirectory()
    // Not a whole number of periods, and more than the buffer, so that it wraps.
    let count = rate * 6 / 10 + 77
    let frames = Self.frames(count, channels: channels, format: format, seed: UInt64(channels))
    let plugin = try FilePlugin(frames.bytes, in: directory)
    let port = AlsaCapture(mixer: [:], configuration: plugin.configuration)
    var request = Self.request(channels: channels, format: format, rate: rate)
    request.wakeFrames = 256 * wakePeriods
    let grant = try port.open(request)
    #expect(
      grant
        == CaptureGrant(
          channels: channels, format: format, rate: rate, period: 256, buffer: rate / 2,
          wakeFrames: 256 * wakePeriods))
    let run = try CaptureRun.words(grant, frames: count) {
      (inlet: consuming CaptureInlet, stop: StopFlag) in
      port.run(inlet, stop: stop)
    }
    port.close()
    #expect(run.end == .stopped)
    #expect(run.words == frames.words)
  }

  @Test(
    "a device that gives frames once loses none where the ring wraps",
    .enabled(if: FaultyDevice.isPossible, Comment(rawValue: FaultyDevice.needs)))
  func consumedOnce() throws {
    let port = AlsaCapture(
      mixer: [:], configuration: FaultyDevice(["consumes": "yes"]).configuration)
    var request = Self.request(device: FaultyDevice.name, channels: 2)
    request.wakeFrames = 1024
    let grant = try port.open(request)
    // It wraps once in a second, within the frames of one wake-up.
    let ring = FrameRing(channels: 2, capacity: 29_999)
    let meters = MeterBank(channels: 2)
    let inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: 48_000), channels: 2,
      format: grant.format.wire)
    let stop = StopFlag()
    let watcher = RingWatcher(ring: ring, frames: 48_000, stop: stop)
    watcher.start()
    #expect(port.run(inlet, stop: stop) == .stopped)
    watcher.finish()
    port.close()
    var reader = try ring.makeReader()
    _ = reader.begin(at: 0)
    var words: [Int32] = []
    while case .frames(let memory, let count) = reader.next(until: .max) {
      words += UnsafeBufferPointer(start: memory, count: count * 2)
      reader.advance(count)
    }
    #expect(words.count >= 2 * 29_998)
    let frames = NumberedFrames(samples: words, channels: 2)
    #expect(frames.pieces.count == 1, "\(frames.pieces)")
  }

  @Test("the wake-ups of a device without a clock are kept and say so")
  func wakeUps() throws {
    let directory = try TemporaryDirectory()
    let frames = Self.frames(24_000, channels: 2, format: .s32, seed: 3)
    let port = AlsaCapture(
      mixer: [:], configuration: try FilePlugin(frames.bytes, in: directory).configuration)
    let grant = try port.open(Self.request(channels: 2))
    let (log, ring) = (WakeLog(capacity: 1000), FrameRing(channels: 2, capacity: 96_000))
    let meters = MeterBank(channels: 2)
    let inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: 48_000), channels: 2,
      format: grant.format.wire, wakes: log.makeWriter())
    let stop = StopFlag()
    let watcher = RingWatcher(ring: ring, frames: 9600, stop: stop)
    watcher.start()
    #expect(port.run(inlet, stop: stop) == .stopped)
    watcher.finish()
    port.close()
    let wakeUps = log.wakeUps
    #expect(!wakeUps.isEmpty)
    #expect(wakeUps.allSatisfy { !$0.hasClock && $0.waiting > 0 && $0.stamp <= $0.time })
    #expect(zip(wakeUps, wakeUps.dropFirst()).allSatisfy { $0.captured <= $1.captured })
    // What was found is what the ring has by the next wake-up; the last one may not have been taken.
    #expect(wakeUps.allSatisfy { $0.captured - $0.waiting <= ring.timelineEnd })
    #expect((wakeUps.last?.captured ?? 0) >= 9600)
  }

  @Test("a device that is not there is absent, and the same port can be opened again")
  func absent() throws {
    let port = AlsaCapture()
    let name = "hw:CARD=pinnaHasNone,DEV=0"
    #expect(throws: CaptureFault.absent(device: name)) {
      try port.open(Self.request(device: name))
    }
    #expect(throws: CaptureFault.absent(device: name)) {
      try port.open(Self.request(device: name))
    }
    port.close()
  }

  @Test("a refused format says what was asked and what the device offers")
  func refusedFormat() throws {
    // A device that has 16 bits below and gives only floats.
    let port = AlsaCapture(
      mixer: [:],
      configuration: """
        pcm.nothing { type null }
        pcm.floats { type lfloat slave { pcm nothing format S16_LE } }
        """)
    let request = Self.request(device: "floats", channels: 2, format: .s32)
    do throws(CaptureFault) {
      _ = try port.open(request)
      Issue.record("opened")
    } catch {
      guard case .refused("floats", "S32_LE", let offered) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(offered.hasPrefix("FLOAT_LE; 1 to 32 channels; "))
    }
    // The port is closed and can be opened as the device is.
    let grant = try port.open(Self.request(device: "floats", channels: 2, format: .float))
    #expect(grant.format == .float)
    port.close()
  }

  @Test("a wrong channel count says which the device has, and that it cannot be read in place")
  func wrongChannelCount() throws {
    let port = AlsaCapture(
      mixer: [:],
      configuration: """
        pcm.nothing { type null }
        pcm.pair {
          type multi
          slaves.a { pcm nothing channels 2 }
          bindings.0 { slave a channel 0 }
          bindings.1 { slave a channel 1 }
        }
        """)
    do throws(CaptureFault) {
      _ = try port.open(Self.request(device: "pair", channels: 8))
      Issue.record("opened")
    } catch {
      guard case .refused(_, let asked, let offered) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(asked == "8 channels, access by interleaved mmap")
      #expect(offered.contains("; 2 channels; "), "\(offered)")
    }
  }

  @Test("run without an open device ends at once")
  func notOpen() {
    let ring = FrameRing(channels: 1, capacity: 100)
    let meters = MeterBank(channels: 1)
    let inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: 48_000), channels: 1,
      format: .s16)
    let end = AlsaCapture().run(inlet, stop: StopFlag())
    withExtendedLifetime((ring, meters)) { #expect(end == .disconnected) }
  }

  @Test("a mixer that is not there is a problem and does not stop the capture")
  func mixer() throws {
    let directory = try TemporaryDirectory()
    let plugin = try FilePlugin([], in: directory)
    let port = AlsaCapture(mixer: ["ADC1 PCM Gain": 20], configuration: plugin.configuration)
    #expect(port.problems == [])
    _ = try port.open(Self.request())
    let problem = try #require(port.problems.first)
    #expect(port.problems.count == 1)
    #expect(problem.description.contains("not on a sound card"))
    port.close()
  }

  @Test(
    "the capture thread allocates nothing",
    .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"))
  func allocations() throws {
    let directory = try TemporaryDirectory()
    let frames = Self.frames(48_000, channels: 4, format: .s32, seed: 5)
    let plugin = try FilePlugin(frames.bytes, in: directory)
    let device = try AlsaPCM(
      FilePlugin.device, .capture, configuration: plugin.configuration)
    let grant = try device.configureCapture(Self.request(channels: 4))
    var stream = AlsaCaptureStream(device, grant: grant)
    var calls: UInt = 0
    let run = try CaptureRun.words(grant, frames: 24_000) {
      (inlet: consuming CaptureInlet, stop: StopFlag) in
      var inlet = inlet
      let before = allocation_probe_count()
      let end = stream.run(&inlet, stop: stop)
      calls = allocation_probe_count() - before
      return end
    }
    #expect(calls == 0)
    #expect(run.words == Array(frames.words.prefix(24_000 * 4)))
  }
}
