import Realtime
import Testing

/// The live rendering, step by step, on frames that are made here.
private struct LiveRig: ~Copyable {
  let ring: FrameRing
  let control = LiveSwitch()
  let samples = SampleRing(channels: 2, capacity: 48000)
  let given = SampleRing(channels: 2, capacity: 48000)
  let bank = MeterBank(channels: 4)
  var inlet: CaptureInlet
  var loop: LiveRenderLoop
  var reader: SampleRingReader

  init(gain: Float = 1, tone: Int = 0) throws {
    let ring = FrameRing(channels: 1, capacity: 96000)
    self.init(ring, try ring.makeReader(), gain: gain, tone: tone)
  }

  /// Apart from what can fail, because Swift 6.0.3 cannot compile both in one.
  private init(
    _ ring: FrameRing, _ frames: consuming FrameRingReader, gain: Float, tone: Int
  ) {
    self.ring = ring
    inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 1).makeWriter(rate: 48000),
      channels: 1, format: .s32)
    loop = LiveRenderLoop(
      reader: frames, control: control, rate: 48000,
      meters: bank.makeWriter(rate: 48000), writer: samples.makeWriter(),
      programs: given.makeWriter(), gain: gain,
      tones: (
        [Float](repeating: 0.25, count: tone), [Float](repeating: -0.25, count: tone)
      ))
    reader = samples.makeReader()
  }

  /// Filters that pass the microphone to both ears, so many times as loud.
  func configuration(_ factor: Float = 1, outputs: Int = 2) -> TakeRendererConfiguration {
    TakeRendererConfiguration(
      channels: 1, format: .integer, channelMap: [0],
      taps: FilterTaps(
        inputs: 1, outputs: outputs, taps: 4,
        coefficients: (0..<outputs).flatMap { _ in [factor, 0, 0, 0] }),
      delay: 0, rate: 48000, lowCutHertz: nil, limiter: false)
  }

  /// Filters of ambisonics: W, Y and X are the microphone, so many times as loud.
  func ambisonics(_ factors: [Float]) -> TakeRendererConfiguration {
    TakeRendererConfiguration(
      channels: 1, format: .integer, channelMap: [0],
      taps: FilterTaps(
        inputs: 1, outputs: 3, taps: 4, coefficients: factors.flatMap { [$0, 0, 0, 0] }),
      delay: 0, rate: 48000, lowCutHertz: nil, limiter: false)
  }

  /// Captures frames of one value, or of its two signs in turn, and renders what there is.
  mutating func capture(_ value: Float, frames: Int, alternating: Bool = false) {
    var left = frames
    while left > 0 {
      let count = min(left, 480)
      var words = [Int32](repeating: Int32(value * 0x1p31), count: count)
      if alternating {
        for odd in stride(from: 1, to: count, by: 2) { words[odd].negate() }
      }
      words.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { inlet.ingest(base, frames: count) }
      }
      run()
      left -= count
    }
  }

  mutating func run() { while loop.step() == .progress {} }

  /// The samples that were played on the left since the last call.
  mutating func heard() -> [Float] {
    var all: [Float] = []
    while true {
      let (samples, frames) = reader.next(limit: .max)
      if frames == 0 { return all }
      for n in 0..<frames { all.append(samples[2 * n]) }
      reader.advance(frames)
    }
  }
}

@Suite("Live rendering") struct LiveRenderLoopTests {
  @Test("programs that listen get what the headphones get, without their volume and their tones")
  func tap() throws {
    var rig = try LiveRig(gain: 0.5, tone: 100)
    let tap = LiveTap(capacity: 48000)
    rig.control.render(rig.configuration())
    rig.capture(0.25, frames: 9600)
    #expect(tap.drain(limit: .max).isEmpty)
    _ = rig.heard()
    rig.control.connect(tap)
    rig.control.play(.start)
    rig.capture(0.25, frames: 9600)
    let heard = rig.heard()
    let listened = tap.drain(limit: .max)
    #expect(listened.count == 2 * heard.count && heard.count >= 9000)
    #expect(listened.allSatisfy { abs($0 - 0.25) < 1e-4 })
    // 0.25 half as loud, with the tone of 0.25 over its beginning.
    #expect(heard.contains { abs($0 - 0.375) < 1e-3 } && tap.dropped == 0)
    rig.control.connect(nil)
    rig.capture(0.25, frames: 4800)
    #expect(tap.drain(limit: .max).isEmpty)
  }

  @Test("ambisonics is heard as cardioids to the left and right, and metered as what it is")
  func ambisonics() throws {
    var rig = try LiveRig()
    let tap = LiveTap(capacity: 48000)
    rig.control.connect(tap)
    rig.control.render(rig.ambisonics([1, 0.5, -0.25]))
    rig.capture(0.5, frames: 9600)
    let listened = tap.drain(limit: .max).suffix(2000)
    let lefts = stride(from: listened.startIndex, to: listened.endIndex, by: 2).map { listened[$0] }
    let rights = lefts.indices.map { listened[listened.startIndex + 2 * $0 + 1] }
    #expect(lefts.count == 1000 && lefts.allSatisfy { abs($0 - 0.375) < 1e-4 })
    #expect(rights.allSatisfy { abs($0 - 0.125) < 1e-4 })
    #expect(rig.heard().suffix(100).allSatisfy { abs($0 - 0.375) < 1e-4 })
    // A constant is no level: meters are read once three seconds without one have passed.
    rig.capture(0.5, frames: 144_000, alternating: true)
    let peaks = rig.bank.snapshot().map(\.peak)
    for (peak, wanted) in zip(peaks, [0.5, 0.25, 0, 0.125] as [Float]) {
      #expect(abs(peak - wanted) < 1e-4, "\(peaks)")
    }
    _ = tap.drain(limit: .max)
    // Stereo again: its two channels, and nothing of the others in them.
    rig.control.render(rig.configuration())
    rig.capture(0.5, frames: 9600)
    #expect(tap.drain(limit: .max).suffix(1000).allSatisfy { abs($0 - 0.5) < 1e-4 })
    rig.capture(0.5, frames: 144_000, alternating: true)
    #expect(abs(rig.bank.reading(channel: 1).peak - 0.5) < 1e-3)
  }

  @Test("a device for programs gets what a tap gets, and one that takes nothing is left out")
  func programs() throws {
    var rig = try LiveRig(gain: 0.5, tone: 100)
    let tap = LiveTap(capacity: 48000)
    rig.control.connect(tap)
    rig.control.render(rig.configuration())
    rig.control.play(.start)
    rig.capture(0.25, frames: 9600)
    var first = rig.given.makeReader()
    var given: [Float] = []
    while true {
      let (samples, frames) = first.next(limit: .max)
      if frames == 0 { break }
      given += UnsafeBufferPointer(start: samples, count: 2 * frames)
      first.advance(frames)
    }
    #expect(given == tap.drain(limit: .max) && given.contains { abs($0 - 0.25) < 1e-4 })
    // More than its ring holds: the headphones and the tap go on.
    rig.capture(0.25, frames: 24000)
    _ = rig.heard()
    _ = tap.drain(limit: .max)
    rig.capture(0.25, frames: 36000)
    #expect(rig.heard().count >= 35000 && tap.drain(limit: .max).count >= 70000)
    // A later reader goes on where the one before was.
    let later = rig.given.makeReader()
    #expect(later.waiting() == first.waiting() && later.waiting() > 40000)
  }

  @Test("a tap that is not read drops and counts frames, and the headphones miss nothing")
  func fullTap() throws {
    var rig = try LiveRig()
    let tap = LiveTap(capacity: 1000)
    rig.control.connect(tap)
    rig.capture(0.5, frames: 48000)
    let heard = rig.heard().count
    #expect(heard == 48000)
    let kept = tap.drain(limit: .max).count / 2
    #expect(kept > 0 && kept <= 1000 && kept + tap.dropped == 48000)
    rig.capture(0.5, frames: 480)
    tap.discard()
    #expect(tap.drain(limit: .max).isEmpty)
    let before = tap.dropped
    rig.capture(0.5, frames: 480)
    #expect(tap.drain(limit: 100).count == 200 && tap.drain(limit: .max).count == 760)
    #expect(tap.dropped == before)
  }

  @Test("nothing is rendered until it is asked for, and time goes by as silence")
  func silence() throws {
    var rig = try LiveRig()
    rig.capture(0.5, frames: 4800)
    let heard = rig.heard()
    #expect(heard.count == 4800)
    #expect(heard.allSatisfy { $0 == 0 })
    #expect(rig.control.place == 4800)
    #expect(rig.bank.snapshot().allSatisfy { $0.peak == 0 })
  }

  @Test("it fades in, and then plays frame for frame")
  func fadesIn() throws {
    var rig = try LiveRig()
    rig.capture(0.5, frames: 4800)
    _ = rig.heard()
    rig.control.render(rig.configuration())
    rig.capture(0.5, frames: 9600)
    let heard = rig.heard()
    #expect(heard.last.map { abs($0 - 0.5) < 1e-4 } == true)
    // A fade of 5 ms: no step is larger than its share.
    let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) < 0.5 / 240 * 1.1)
    rig.capture(0.5, frames: 144_000, alternating: true)
    #expect(abs(rig.bank.snapshot()[1].peak - 0.5) < 1e-4)
  }

  @Test(
    "other filters are swapped through a fade without a click, and no frame is lost or repeated")
  func swap() throws {
    var rig = try LiveRig()
    rig.control.render(rig.configuration(1))
    rig.capture(0.25, frames: 9600)
    rig.control.render(rig.configuration(2, outputs: 1))
    rig.capture(0.25, frames: 9600)
    rig.control.collect()
    rig.control.render(nil)
    rig.capture(0.25, frames: 4800)
    let heard = rig.heard()
    #expect(heard.contains { abs($0 - 0.25) < 1e-4 })
    #expect(heard.contains { abs($0 - 0.5) < 1e-4 })
    #expect(heard.last == 0)
    let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) < 0.5 / 240 * 1.1)
    #expect(abs(heard.count - 24000) < 512)
  }

  @Test("it holds no place in the ring between its steps, and skips when it is too late")
  func skips() throws {
    var rig = try LiveRig()
    rig.control.render(rig.configuration())
    rig.capture(0.25, frames: 9600)
    #expect(rig.ring.backlog == 0)
    // Three rings' worth without rendering: the writer loses nothing.
    let words = [Int32](repeating: 0x2000_0000, count: 1000)
    for _ in 0..<300 {
      words.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { rig.inlet.ingest(base, frames: 1000) }
      }
    }
    #expect(rig.ring.gapTotals.count == 0)
    _ = rig.heard()
    rig.run()
    rig.capture(0.25, frames: 4800)
    #expect(rig.control.place == 309_600 + 4800)
    let heard = rig.heard()
    #expect(heard.count < 12000)
    #expect(heard.last.map { abs($0 - 0.25) < 1e-4 } == true)
  }

  @Test("a lost frame is silence, and a ring that is not emptied holds nothing up")
  func gapsAndFullRing() throws {
    var rig = try LiveRig()
    rig.control.render(rig.configuration())
    rig.capture(0.25, frames: 9600)
    rig.inlet.noteGap(frames: 4800, cause: .overrun, isEstimated: false)
    rig.capture(0.25, frames: 4800)
    #expect(rig.control.place == 19200)
    #expect(rig.heard().filter { abs($0) < 1e-6 }.count > 4700)
    rig.capture(0.25, frames: 150_000)
    #expect(rig.control.place == 169_200)
    #expect(rig.heard().count <= 48000)
  }

  @Test(
    "a tone is added with the live sound, and alone where that is off", arguments: [Float(0), 1])
  func tone(gain: Float) throws {
    var rig = try LiveRig(gain: gain, tone: 100)
    rig.control.render(rig.configuration())
    rig.capture(0.25, frames: 9600)
    _ = rig.heard()
    rig.control.play(.start)
    rig.capture(0.25, frames: 1000)
    rig.control.play(.stop)
    rig.capture(0.25, frames: 1000)
    let heard = rig.heard()
    let level = 0.25 * gain
    #expect(heard.filter { abs($0 - level - 0.25) < 1e-3 }.count == 100)
    #expect(heard.filter { abs($0 - level + 0.25) < 1e-3 }.count == 100)
  }

  @Test("the sound in the headphones never exceeds full scale, however loud it is set")
  func loud() throws {
    var rig = try LiveRig(gain: 4)
    rig.control.render(rig.configuration())
    rig.capture(0.9, frames: 9600)
    #expect(rig.heard().allSatisfy { abs($0) <= Limiter.defaultCeiling })
  }
}
